#include "scoring/trial_score.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/escape.h"
#include "base/glob.h"
#include "coercion/call_trace.h"
#include "scoring/delta_causes.h"
#include "scoring/limits.h"
#include "scoring/recorder_reasons.h"
#include "scoring/selection.h"

namespace tare {
namespace {

std::string quoted(const std::string& name) { return quote_json(name); }

std::string expectation_text(const Expectation& expected) {
  if (expected.tool == Expectation::Tool::none) return "no tool call is expected";
  std::string text = "expected tool " + quoted(expected.expected_tool);
  if (!expected.acceptable_tools.empty()) text += " (or one of the acceptable tools)";
  return text;
}

std::string selected_text(const Selection& selection) {
  return selection.selected ? quoted(*selection.selected) : "no tool";
}

// Why the normalized side is wrong, with what the model wrote beside it.
std::string selection_reason(const Expectation& expected, const SideSelection& raw,
                             const SideSelection& normalized) {
  std::string text = expectation_text(expected);
  if (normalized.selection.client_refused) {
    text += "; the client refused the call or crashed on it";
  } else if (normalized.selection.selected) {
    text += "; the tool that was reached is " + selected_text(normalized.selection);
  } else {
    text += "; no tool was reached";
  }
  if (!normalized.reason.empty()) text += " (" + normalized.reason + ")";
  if (!raw.selection.evidence) return text + "; what the model wrote is not on record";
  text += "; the model wrote " + selected_text(raw.selection);
  if (raw.selection.acceptable) text += ", which would have been right";
  return text;
}

std::string limit_reason(const LimitHit& hit) {
  std::string text = hit.from_forbid ? "forbidden tool " : "limit crossed: ";
  text += quoted(hit.tool);
  text += hit.level == Never::Level::executed ? " ran" : " was called";
  text += " (entry " + quoted(hit.glob) + ", seen at " + std::string(at_name(hit.at)) +
          ", attempt " + std::to_string(hit.attempt) + ")";
  if (!hit.control.empty()) text += ", control " + hit.control;
  if (!hit.why.empty()) text += ": " + hit.why;
  return text;
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string name_of_result(const Answer& answer, const ToolResult& result) {
  if (result.name) return *result.name;
  for (const View& view : answer.views) {
    if (result.id && view.id == result.id && view.name) return *view.name;
  }
  return "";
}

// Tools may report an error twice, as a result and as a status; neither is counted on top of the
// other.
std::uint32_t count_tool_errors(const TestCase& test_case, const Answer& answer,
                                std::span<const CallTrace> traces) {
  const auto expected = [&](const std::string& name) {
    return test_case.expected.rare &&
           std::ranges::any_of(test_case.expected.rare->expected_errors,
                               [&](const std::string& glob) { return glob_match(glob, name); });
  };
  std::uint32_t results = 0;
  for (const ToolResult& result : answer.results) {
    if (result.is_error && !expected(name_of_result(answer, result))) ++results;
  }
  std::uint32_t failed = 0;
  for (const CallTrace& trace : traces) {
    const View& last = answer.views[trace.views.back()];
    if (last.status == CallStatus::failed && !expected(last.name.value_or(""))) ++failed;
  }
  return std::max(results, failed);
}

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
    const Usage& usage = record.answer.usage;
    if (usage.cost_seen) score.cost_usd = score.cost_usd.value_or(0) + usage.cost_usd;
  }
}

// The verdict on one side. What is not on record is no wrong answer; a limit that was crossed stays
// so.
Verdict verdict_of(bool evidence, bool acceptable, bool limit_crossed, bool limit_unchecked) {
  if (!evidence) return limit_crossed ? Verdict::fail : Verdict::undecided;
  if (!acceptable || limit_crossed) return Verdict::fail;
  return limit_unchecked ? Verdict::undecided : Verdict::pass;
}

// Why it is not known what a tool received.
std::string_view unknown_arrival(AdapterKind kind) {
  switch (kind) {
    case AdapterKind::protocol:
      return "what a tool received is not on record: give \"normalized\" in the short form beside "
             "\"raw\", as an empty list where no tool received a call";
    case AdapterKind::command:
      return "which tools were called is not on record: a program of kind \"command\" does not "
             "tell, and no recorder saw its calls: have a model proxy and an MCP proxy stand "
             "between "
             "(\"proxy\" in the suite)";
  }
  return "";
}

void set_verdicts(TrialScore& score, const TestCase& test_case, AdapterKind kind,
                  const SideSelection& raw, const SideSelection& normalized) {
  const bool crossed = !score.limits.empty();
  const bool raw_crossed =
      std::ranges::any_of(score.limits, [](const LimitHit& hit) { return hit.raw_side; });
  const std::vector<std::string> unscored = unscored_members(test_case);
  const bool arrival_known = normalized.selection.evidence;
  if ((score.scored || states_limits_alone(test_case)) && !arrival_known) {
    score.reasons.emplace_back(unknown_arrival(kind));
  }
  if (score.scored) {
    score.verdict =
        verdict_of(arrival_known, normalized.selection.acceptable, crossed, score.limit_unchecked);
    if (raw.selection.evidence) {
      score.raw_verdict =
          verdict_of(true, raw.selection.acceptable, raw_crossed, score.limit_unchecked);
    }
    if (arrival_known && !normalized.selection.acceptable) {
      score.reasons.push_back(selection_reason(test_case.expected, raw, normalized));
    }
    if (!unscored.empty()) {
      score.reasons.push_back("not compared in this version: " + joined(unscored));
    }
    return;
  }
  if (states_limits_alone(test_case)) {
    score.verdict = verdict_of(arrival_known, true, crossed, score.limit_unchecked);
    score.raw_verdict = raw.selection.evidence
                            ? verdict_of(true, true, raw_crossed, score.limit_unchecked)
                            : Verdict::undecided;
    return;
  }
  score.verdict = crossed ? Verdict::fail : Verdict::observed;
  score.raw_verdict = raw_crossed ? Verdict::fail : Verdict::observed;
  if (test_case.input.kind == CaseKind::observe) return;
  std::string what = unscored.empty() ? "an expected tool" : joined(unscored);
  if (test_case.input.kind == CaseKind::invoke) what = "the answer of a tool called directly";
  score.reasons.push_back(unscored.empty() && test_case.input.kind != CaseKind::invoke
                              ? "observed, not scored: the case states no expected tool"
                              : "observed, not scored: this version does not score " + what);
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
    if (!trace.raw_known) ++score.unaudited;
    if (trace.unread) ++score.unread;
  }
  score.tool_errors = count_tool_errors(test_case, answer, score.traces);

  const SelectionContext selecting{context.manifest, stopped, crashed};
  const SideSelection raw = select_raw(test_case, answer, score.traces, selecting);
  const SideSelection normalized = select_normalized(test_case, answer, score.traces, selecting);
  score.raw = raw.selection;
  score.normalized = normalized.selection;
  score.scored = states_selection(test_case);
  if (score.scored) score.delta_causes = delta_causes(score, raw.asserted, normalized.asserted);
  // Only where the client stopped: a call that was dropped on its way is a finding of its own.
  score.rescued_by_refusal = score.scored && raw.selection.evidence && !raw.selection.acceptable &&
                             normalized.selection.acceptable &&
                             normalized.selection.client_refused && !raw.calls.empty();
  set_verdicts(score, test_case, record.kind, raw, normalized);
  // What had arrived stays on record as such; a client that died over it passes nothing all the
  // same.
  if (crashed && score.verdict == Verdict::pass && !normalized.calls.empty()) {
    score.verdict = Verdict::fail;
    score.reasons.emplace_back("the client died after the call had reached its tool");
  }
}

}  // namespace

TrialScore score_trial(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                       const ScoreContext& given) {
  TrialScore score;
  const auto complete = std::find_if(attempts.rbegin(), attempts.rend(),
                                     [](const AttemptRecord& record) { return record.complete(); });
  // Tools go by the names under which this very attempt sent them.
  ScoreContext context = given;
  std::optional<Manifest> as_sent;
  if (context.manifest != nullptr && !attempts.empty()) {
    const Answer& answer = (complete == attempts.rend() ? attempts.back() : *complete).answer;
    if (answer.recorders && !answer.recorders->wire_names.empty()) {
      as_sent = with_wire_names(*context.manifest, answer.recorders->wire_names);
      context.manifest = &*as_sent;
    }
  }
  LimitScan limits = scan_limits(test_case, attempts, context.manifest, context.suite_never);
  score.limits = std::move(limits.hits);
  score.limit_unchecked = !limits.unchecked.empty();
  set_attempts(score, attempts);
  if (!attempts.empty()) score.trial = attempts.back().trial;

  if (complete == attempts.rend()) {
    // What is known to be crossed stays so, whatever a complete attempt would have shown.
    if (!score.limits.empty()) score.verdict = Verdict::fail;
    if (!attempts.empty()) {
      score.failure = attempts.back().failure;
      score.failure_text = attempts.back().failure_text;
      score.reasons.push_back("incomplete: " + score.failure_text);
    }
  } else {
    score.outcome = complete->outcome;
    score.flaky = attempts.size() > 1 && !attempts.front().complete();
    score_complete(score, test_case, *complete, context);
    for (std::string& reason : recorder_reasons(complete->answer)) {
      score.reasons.push_back(std::move(reason));
    }
  }
  for (const LimitHit& hit : score.limits) score.reasons.push_back(limit_reason(hit));
  for (std::string& sentence : limits.unchecked) score.reasons.push_back(std::move(sentence));
  return score;
}

}  // namespace tare
