// Which trials move a gate at all: for those of a judge, and for those that have not run yet.
#include "scoring/gate_tally.h"
#include "scoring/selection.h"

namespace tare {

bool GateTally::may_concern(const TestCase& test_case) const {
  const bool selected = filter_.matches_everything() || filter_.matches(test_case) ||
                        (by_call_ && filter_.may_match_call(test_case));
  if (!selected) return false;
  switch (figure_) {
    case GateFigure::incomplete:
    case GateFigure::cost_usd:
      return false;
    case GateFigure::never_called:
      return limit_levels(test_case, suite_limits_).called;
    case GateFigure::never_executed:
      return limit_levels(test_case, suite_limits_).executed;
    case GateFigure::no_tool_accuracy:
      return test_case.expected.tool == Expectation::Tool::none;
    case GateFigure::judge_pass_rate:
      return states_contract(test_case);
    case GateFigure::exact_accuracy:
    case GateFigure::acceptable_accuracy:
    case GateFigure::risk_weighted_accuracy:
    case GateFigure::confusions:
    case GateFigure::client_delta:
      return states_selection(test_case);
    case GateFigure::pass_rate:
    case GateFigure::min_case_pass_rate:
    case GateFigure::pass_hat_k:
    case GateFigure::tool_errors:
    case GateFigure::findings:
    case GateFigure::rescued:
    case GateFigure::damaged:
    case GateFigure::unaudited:
    case GateFigure::unread:
    case GateFigure::p95_ms:
    case GateFigure::args_accuracy:
    case GateFigure::schema_valid:
    case GateFigure::drop:
      return true;
  }
  return true;
}

// Over the trials with a verdict of the judge. One that has none yet may get any, or turn out to be
// one that the judge is not asked about.
void GateTally::add_judged(const TestCase& test_case, const TrialScore& score) {
  if (!score.judge && !(score.skipped && states_contract(test_case))) return;
  const JudgeScore::State state = score.judge ? score.judge->state : JudgeScore::State::incomplete;
  switch (state) {
    case JudgeScore::State::passed:
      right_ += times_, all_ += times_;
      return;
    case JudgeScore::State::failed:
      all_ += times_;
      close(true);
      return;
    case JudgeScore::State::incomplete:
      open_ += times_;
      close(true);
      return;
    case JudgeScore::State::not_asked:
      if (score.outcome != AttemptOutcome::failed) return;
      open_ += times_;
      close(true);
      return;
  }
}

}  // namespace tare
