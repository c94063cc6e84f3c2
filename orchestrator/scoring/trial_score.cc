#include "scoring/trial_score.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "coercion/call_trace.h"
#include "scoring/agent_figures.h"
#include "scoring/bad_end.h"
#include "scoring/call_checks.h"
#include "scoring/delta_causes.h"
#include "scoring/limits.h"
#include "scoring/recorder_reasons.h"
#include "scoring/schema_validity.h"
#include "scoring/selection.h"
#include "scoring/tool_errors.h"
#include "scoring/trajectory.h"
#include "scoring/trial_verdict.h"
#include "scoring/verdict_reasons.h"

namespace tare {
namespace {

std::vector<std::string> tools_of(const CallTrace& trace, const Answer& answer,
                                  const Manifest* manifest) {
  std::vector<std::string> out;
  for (const std::uint32_t index : trace.views) {
    if (!answer.views[index].name) continue;
    std::string name = *answer.views[index].name;
    if (manifest != nullptr) name = manifest->canonical_name(name);
    if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

void set_attempts(TrialScore& score, std::span<const AttemptRecord> attempts) {
  for (const AttemptRecord& record : attempts) {
    if (record.attempt == 0) continue;  // it stands for a trial that never started
    score.attempts.push_back({record.attempt, describe_termination(record.termination),
                              record.failure, record.failure_text, record.duration_ms,
                              record.notes.descendants_left});
  }
  score.usage = usage_of(attempts);
  if (score.usage.cost_seen) score.cost_usd = score.usage.cost_usd;
}

void add_tool_errors(TrialScore& score, const ToolErrors& errors) {
  score.tool_errors += errors.count;
  for (const auto& [tool, count] : errors.by_tool) score.tool_errors_of[tool] += count;
}

// Tools go by the names under which this very attempt sent them; none where `given` is what they
// go by.
std::optional<Manifest> as_sent(const AttemptRecord& attempt, const Manifest* given) {
  const std::optional<RecorderNotes>& recorders = attempt.answer.recorders;
  if (given == nullptr || !recorders || recorders->wire_names.empty()) return std::nullopt;
  return with_wire_names(*given, recorders->wire_names);
}

// A tool that failed in an attempt that was given up failed all the same.
void add_errors_of_others(TrialScore& score, const TestCase& test_case,
                          std::span<const AttemptRecord> attempts, const AttemptRecord* complete,
                          const Manifest* given) {
  for (const AttemptRecord& attempt : attempts) {
    const Answer& answer = attempt.answer;
    if (&attempt == complete || (answer.views.empty() && answer.results.empty())) continue;
    const std::optional<Manifest> sent = as_sent(attempt, given);
    const Manifest* manifest = sent ? &*sent : given;
    const std::vector<CallTrace> traces = trace_calls(answer, {.manifest = manifest});
    add_tool_errors(score, count_tool_errors(test_case, answer, traces, manifest));
  }
}

// What is asked of the calls themselves: arguments, status, order, and whether they fit their
// schemas.
void score_calls(TrialScore& score, const TestCase& test_case, const Answer& answer,
                 const ScoreContext& context, TrialSides& sides) {
  BothSchemaScores schemas = schema_scores(answer, score.traces, context.manifest, context.schemas);
  score.raw_schema = std::move(schemas.raw);
  score.normalized_schema = std::move(schemas.normalized);
  if (!test_case.expected.rare) return;
  if (states_bfcl(test_case)) {
    if (sides.raw.selection.evidence) {
      sides.raw_bfcl = bfcl_verdict(test_case, answer, sides.raw, false);
    }
    if (sides.normalized.selection.evidence) {
      sides.normalized_bfcl = bfcl_verdict(test_case, answer, sides.normalized, true);
    }
  }
  MatcherCache& cache = *context.matchers;
  if (states_invoke(test_case)) {
    sides.normalized_checks = check_invoked(test_case, answer, sides.normalized, cache);
  } else if (score.scored) {
    sides.raw_checks = check_call(test_case, answer, sides.raw, false, cache);
    sides.normalized_checks = check_call(test_case, answer, sides.normalized, true, cache);
  }
  score.raw_args = sides.raw_checks.args;
  score.normalized_args = sides.normalized_checks.args;
  if (states_trajectory(test_case)) {
    const ExpectedCalls expected = read_expected_calls(*test_case.expected.rare);
    score.raw_trajectory = compare_trajectory(expected, answer, sides.raw, cache);
    score.normalized_trajectory = compare_trajectory(expected, answer, sides.normalized, cache);
  }
}

void score_complete(TrialScore& score, const TestCase& test_case, const AttemptRecord& record,
                    const ScoreContext& context) {
  const Answer& answer = record.answer;
  const bool crashed = record.outcome == AttemptOutcome::client_crash;
  const bool stopped = crashed || answer.finished == FinishReason::refused_by_client;
  score.finished = answer.finished;
  score.duration_ms = record.duration_ms;
  if (answer.outcome) score.task_passed = answer.outcome->pass;
  score.traces = trace_calls(answer, {.manifest = context.manifest,
                                      .client_stopped = stopped,
                                      .side_effects = context.side_effects,
                                      .schemas = context.schemas});
  for (CallTrace& trace : score.traces) {
    trace.tools = tools_of(trace, answer, context.manifest);
    // Who names a tool alone, for both sides at once, has seen nothing of the way.
    if (!trace.raw_known || answer.choices_only) ++score.unaudited;
    if (trace.unread) ++score.unread;
  }
  add_tool_errors(score, count_tool_errors(test_case, answer, score.traces, context.manifest));
  const std::optional<TurnCount> turns = turns_of(answer);
  if (turns) score.turns = turns->turns;
  if (test_case.input.kind == CaseKind::agent) score.final_text = final_text_of(answer);

  const SelectionContext selecting{context.manifest, stopped, crashed};
  TrialSides sides;
  sides.raw = select_raw(test_case, answer, score.traces, selecting);
  sides.normalized = select_normalized(test_case, answer, score.traces, selecting);
  const SideSelection& raw = sides.raw;
  const SideSelection& normalized = sides.normalized;
  score.raw = raw.selection;
  score.normalized = normalized.selection;
  score.scored = states_selection(test_case);
  if (score.scored) score.delta_causes = delta_causes(score, raw.asserted, normalized.asserted);
  // Only where the client stopped: a call that was dropped on its way is a finding of its own.
  score.rescued_by_refusal = score.scored && raw.selection.evidence && !raw.selection.acceptable &&
                             normalized.selection.acceptable &&
                             normalized.selection.client_refused && !raw.calls.empty();
  score_calls(score, test_case, answer, context, sides);
  set_verdicts(score, test_case, record.kind, sides);
  apply_bad_end(
      score, test_case,
      {.reached = !normalized.calls.empty(),
       .turns = turns,
       .max_turns = test_case.input.max_turns ? test_case.input.max_turns : context.max_turns});
}

}  // namespace

TrialScore score_trial(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                       const ScoreContext& given) {
  TrialScore score;
  const auto complete = std::find_if(attempts.rbegin(), attempts.rend(),
                                     [](const AttemptRecord& record) { return record.complete(); });
  const AttemptRecord* const decisive = complete == attempts.rend() ? nullptr : &*complete;
  ScoreContext context = given;
  std::optional<Manifest> sent;
  if (!attempts.empty()) {
    sent = as_sent(decisive != nullptr ? *decisive : attempts.back(), given.manifest);
    if (sent) context.manifest = &*sent;
  }
  std::optional<MatcherCache> own;
  if (context.matchers == nullptr) context.matchers = &own.emplace();
  LimitScan limits =
      scan_limits(test_case, attempts, context.manifest, context.suite_never, *context.matchers);
  score.limits = std::move(limits.hits);
  score.limit_unchecked = !limits.unchecked.empty();
  set_attempts(score, attempts);
  // A case of kind `invoke` calls the tool past the agent, as an approval would.
  if (test_case.input.kind != CaseKind::invoke) {
    score.approvals = count_approvals(attempts, context.manifest, context.reviewed_approvals);
  }
  add_errors_of_others(score, test_case, attempts, decisive, given.manifest);
  if (!attempts.empty()) score.trial = attempts.back().trial;

  if (decisive == nullptr) {
    // What is known to be crossed stays so, whatever a complete attempt would have shown.
    if (!score.limits.empty()) score.verdict = Verdict::fail;
    if (!attempts.empty()) {
      score.failure = attempts.back().failure;
      score.failure_text = attempts.back().failure_text;
      score.reasons.push_back("incomplete: " + score.failure_text);
    }
  } else {
    score.outcome = decisive->outcome;
    score.flaky = attempts.size() > 1 && !attempts.front().complete();
    score_complete(score, test_case, *decisive, context);
    for (std::string& reason : recorder_reasons(decisive->answer)) {
      score.reasons.push_back(std::move(reason));
    }
  }
  for (const LimitHit& hit : score.limits) score.reasons.push_back(limit_reason(hit));
  for (std::string& sentence : limits.unchecked) score.reasons.push_back(std::move(sentence));
  apply_judge(score, test_case, decisive, context.judge);
  return score;
}

}  // namespace tare
