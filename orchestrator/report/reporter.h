// A reporter prints a scored run. Reporters are fed in suite order, from the journal, after the run
// (or by `tare score`, from any finished one), and hold no more than one trial at a time.
//
// Every text they get may hold anything: each escapes for its own format (base/escape.h), and none
// of them throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/provenance.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

struct ReportContext {
  std::string suite_path;
  std::string run_folder;  // "" for predictions
  bool predictions = false;
  bool told_calls = false;  // predictions, and some of them tell their calls
  // Stays where it is until `end`, and is complete only then: what the adapters said of themselves,
  // and when the run ended, is filled in while the trials go by.
  const Provenance* provenance = nullptr;
  std::uint64_t cases = 0, trials = 0;
  std::vector<std::string> variants;  // of the suite, the strongest first
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void begin(const ReportContext&) {}
  // `record`: the attempt that was scored (the complete one, or the last); its views are what
  // score.traces index into. All texts in it are already masked.
  virtual void trial(const TestCase& test_case, const TrialScore& score,
                     const AttemptRecord& record) = 0;
  // How many trials of one kind this may show one by one, where it only counts those behind them;
  // nullopt: it needs each trial. Where it does not, `alike` may tell of the others at once:
  // `times` trials that differ from the given one in id and tags alone.
  virtual std::optional<std::uint64_t> shown_of_a_kind() const { return std::nullopt; }
  virtual void alike(const TestCase& test_case, const TrialScore& score,
                     const AttemptRecord& record, std::uint64_t times) {
    for (; times > 0; --times) trial(test_case, score, record);
  }
  // Writes what is left. An error here is exit 110, never a crash.
  virtual Result<void> end(const RunSummary& summary) = 0;
};

}  // namespace tare
