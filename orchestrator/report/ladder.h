// The ladder: one suite on several variants, the strongest first, and what a failure is a sign of.
//
// A case that fails on the strongest model is a case that is wrong, or a product that cannot do it.
// One that passes there and fails further down asks too much of the reader: the tool's description
// or what the tool gives back. A case passes on a variant where every trial of it did, since trials
// are never a vote; how many did stands beside.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/score.h"
#include "model/test_case.h"
#include "report/reporters.h"
#include "scoring/run_facts.h"

namespace tare {

class Ladder {
 public:
  enum class Suspect : std::uint8_t { none, case_or_product, description_or_output, unknown };

  // `variants`: of the suite, the strongest first.
  void begin_run(const std::string& variant, const std::vector<std::string>& variants);
  void add(const TestCase& test_case, const TrialScore& score);

  struct Rung {
    std::string variant;
    bool ran = false;
  };
  struct Case {
    std::string id;
    std::vector<Count> passed;  // by rung; as long as the last one that it ran on
  };
  std::vector<std::size_t> rungs() const;  // those that ran, the strongest first
  const std::string& variant(std::size_t rung) const { return rungs_[rung].variant; }
  const std::vector<Case>& cases() const { return cases_; }
  Suspect suspect_of(const Case& one) const;
  static Count passed_on(const Case& one, std::size_t rung);
  // One variant alone tells nothing.
  bool any() const { return rungs().size() > 1; }

 private:
  std::vector<Rung> rungs_;
  std::size_t rung_ = 0;  // of the run that is being added
  std::vector<Case> cases_;
  std::unordered_map<std::string, std::size_t> places_;
};
// "none", "caseOrProduct", "descriptionOrOutput", "unknown"
std::string suspect_name(Ladder::Suspect suspect);

// "" where there is nothing to tell.
std::string ladder_text(const Ladder& ladder, const TerminalStyle& style);
std::string ladder_markdown(const Ladder& ladder);

}  // namespace tare
