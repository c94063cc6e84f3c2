#include "scoring/trial_verdict.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "scoring/verdict_reasons.h"

namespace tare {
namespace {

// What one side comes to.
struct Holds {
  bool fails = false, unknown = false;

  void state(bool right) { fails = fails || !right; }
  Verdict verdict() const {
    if (fails) return Verdict::fail;
    return unknown ? Verdict::undecided : Verdict::pass;
  }
};

Holds side_of(const TrialScore& score, const TestCase& test_case, const SideSelection& side,
              const CallChecks& checks, const TrajectoryScore& trajectory, const BfclSide& bfcl,
              bool crossed) {
  Holds out;
  out.state(!crossed);
  out.unknown = score.limit_unchecked || !side.selection.evidence;
  if (!side.selection.evidence) return out;
  if (score.scored) out.state(side.selection.acceptable);
  if (checks.args.judged) out.state(checks.args.comparison.match());
  out.unknown = out.unknown || !checks.args_unknown.empty();
  if (checks.status_right) out.state(*checks.status_right);
  out.unknown = out.unknown || (!checks.status_right && !checks.status_reason.empty());
  if (states_trajectory(test_case)) {
    if (trajectory.judged) out.state(trajectory.holds);
    out.unknown = out.unknown || !trajectory.judged;
  }
  if (!bfcl.unknown) out.state(bfcl.right);
  out.unknown = out.unknown || bfcl.unknown;
  return out;
}

void add_reasons(TrialScore& score, const TestCase& test_case, AdapterKind kind,
                 const TrialSides& sides) {
  const auto say = [&](std::string reason) {
    if (!reason.empty()) score.reasons.push_back(std::move(reason));
  };
  if (!sides.normalized.selection.evidence) {
    say(unknown_arrival_reason(kind));
    return;
  }
  if (score.scored && !sides.normalized.selection.acceptable) {
    say(selection_reason(test_case.expected, sides.raw, sides.normalized));
  }
  for (std::string& reason : args_reasons(score.raw_args, score.normalized_args)) {
    say(std::move(reason));
  }
  say(sides.normalized_checks.args_unknown);
  if (sides.normalized_checks.status_right != true) say(sides.normalized_checks.status_reason);
  if (states_trajectory(test_case)) {
    for (std::string& reason :
         trajectory_reasons(score.raw_trajectory, score.normalized_trajectory, sides)) {
      say(std::move(reason));
    }
  }
  say(sides.normalized_bfcl.reason);
}

// Why a trial that passes and fails at nothing is there.
std::string observed_reason(const TestCase& test_case) {
  if (test_case.input.kind == CaseKind::observe) return "";
  if (states_contract(test_case)) return "";  // judge_score.h tells
  return test_case.input.kind == CaseKind::invoke
             ? "observed, not scored: the case states neither expectedStatus nor expectedArgs"
             : "observed, not scored: the case states no expected tool";
}

}  // namespace

void set_verdicts(TrialScore& score, const TestCase& test_case, AdapterKind kind,
                  const TrialSides& sides) {
  const bool crossed = !score.limits.empty();
  const bool raw_crossed =
      std::ranges::any_of(score.limits, [](const LimitHit& hit) { return hit.raw_side; });
  if (!states_verdict(test_case)) {
    // Nothing but a limit decides here; one that may have been crossed leaves it open.
    const Verdict otherwise = score.limit_unchecked ? Verdict::undecided : Verdict::observed;
    score.verdict = crossed ? Verdict::fail : otherwise;
    score.raw_verdict = raw_crossed ? Verdict::fail : otherwise;
    if (std::string reason = observed_reason(test_case); !reason.empty()) {
      score.reasons.push_back(std::move(reason));
    }
    return;
  }
  add_reasons(score, test_case, kind, sides);
  score.verdict = side_of(score, test_case, sides.normalized, sides.normalized_checks,
                          score.normalized_trajectory, sides.normalized_bfcl, crossed)
                      .verdict();
  if (test_case.input.kind == CaseKind::invoke) {
    // No model wrote anything that could be right or wrong.
    score.raw_verdict = raw_crossed ? Verdict::fail : Verdict::observed;
  } else if (sides.raw.selection.evidence) {
    score.raw_verdict = side_of(score, test_case, sides.raw, sides.raw_checks, score.raw_trajectory,
                                sides.raw_bfcl, raw_crossed)
                            .verdict();
  } else {
    score.raw_verdict = Verdict::undecided;
  }
}

}  // namespace tare
