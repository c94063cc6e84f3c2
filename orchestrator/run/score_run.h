// From records to reports: the one code path behind `tare run`, `tare score` and every report.
//
// Goes over the plan's trials in suite order, reads each trial's attempts from where they are kept,
// scores them, feeds the reporters, and adds them up. One trial is in memory at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "model/run_summary.h"
#include "report/reporter.h"
#include "run/plan.h"
#include "run/trial_table.h"
#include "scoring/judge_score.h"
#include "suite/predictions.h"

namespace tare {

// The attempts of one slot, in order; empty where the trial never ran.
using AttemptSource = std::function<Result<std::vector<AttemptRecord>>(std::uint32_t slot)>;

// REQUIRES: journal and table outlive the source.
AttemptSource attempts_from_journal(const JournalReader& journal, const TrialTable& table);
// REQUIRES: `predictions` is sorted as load_predictions gives it, one a slot of the plan.
AttemptSource attempts_from_predictions(const RunPlan& plan,
                                        const std::vector<Prediction>& predictions);

// `manifest` may be null. `interrupted` decides exit code 130. An error of a reporter does not stop
// the others: it is returned beside the summary. `provenance` (may be null, else what
// context.provenance points to) is completed from the records before the reporters end: when the
// run ended, what the adapter said of itself.
struct ScoredRun {
  RunSummary summary;
  std::optional<Error> report_error;
};
Result<ScoredRun> score_run(const RunPlan& plan, const Manifest* manifest,
                            const AttemptSource& source, const ReportContext& context,
                            bool interrupted, Provenance* provenance,
                            const std::vector<std::unique_ptr<Reporter>>& reporters);

// How the plan's judge is heard; nullopt: the run has none.
std::optional<JudgeRule> judge_rule_of(const RunPlan& plan);

// The tools that a case brings instead of the suite's; nullopt where it brings none.
std::optional<Manifest> tools_of_case(const TestCase& test_case);

// The records and the score of one slot; what `tare show` prints.
struct ScoredTrial {
  std::vector<AttemptRecord> attempts;
  TrialScore score;
  std::size_t scored_attempt = 0;  // index into attempts
};
Result<ScoredTrial> score_slot(const RunPlan& plan, const Manifest* manifest,
                               const AttemptSource& source, std::uint32_t slot);

}  // namespace tare
