// A run as a comparison sees it: what it was, its figures, and one line of counts a case.
//
// It comes from a run's records (RunFactsTally) or from the small file that a team commits
// (record/baseline.h), and both are compared by the same code. Cases under quarantine are left out:
// they decide nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/provenance.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

// So many of so many trials.
struct Count {
  std::uint32_t right = 0, of = 0;

  void add(bool is_right) {
    ++of;
    right += is_right ? 1 : 0;
  }
};

// One case on one view. A count is of the trials that say something of it.
struct SideFacts {
  Count passed, exact, acceptable, args, schema;
  std::map<std::string, std::uint32_t> confusions;  // by label, trials
};

struct CaseFacts {
  std::string id;
  std::uint32_t trials = 0;         // complete ones
  std::optional<std::string> tool;  // expected; "" is no tool, nullopt: none is stated
  std::vector<std::string> tags;
  std::uint8_t risk = 1;
  SideFacts raw, normalized;
  std::map<std::string, std::uint32_t> coercions;  // findings by kind
  // False: a file that holds only how often the case passed. Then nothing is known of what its
  // trials were confused with or coerced to.
  bool detailed = true;
};

// A gate's bounds: what was asked of the run.
struct Threshold {
  std::string figure, view, detail;
  std::optional<double> min, max;
  bool operator==(const Threshold&) const = default;
};

struct RunFacts {
  std::string name;  // of the folder or the file
  Provenance provenance;
  std::vector<Threshold> gates;
  // Over the whole run, by gate figure; raw, normalized. A figure without sides is on normalized.
  std::map<std::string, std::pair<std::optional<double>, std::optional<double>>> figures;
  std::vector<CaseFacts> cases;    // in suite order, ids unique
  std::vector<std::string> tools;  // names of those that were offered, where that is known
};

class RunFactsTally {
 public:
  // Trials of one case one after the other.
  void add(const TestCase& test_case, const TrialScore& score);
  // The cases so far; empties the tally.
  std::vector<CaseFacts> take_cases() { return std::move(cases_); }

 private:
  std::vector<CaseFacts> cases_;
};

// What the summary holds of a run, beside its cases.
void add_summary(const RunSummary& summary, RunFacts& facts);

}  // namespace tare
