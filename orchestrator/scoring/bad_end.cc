#include "scoring/bad_end.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "base/escape.h"
#include "scoring/selection.h"

namespace tare {
namespace {

constexpr std::string_view kMaxTurns =
    "the agent did not end by itself: it ran into its limit on turns";

struct BadEnd {
  std::string reason;
  bool of_model = false;  // the model's own doing, and not what became of it behind the model
};

std::string errors_text(const TrialScore& score) {
  std::vector<std::string> tools;
  for (const auto& [tool, count] : score.tool_errors_of) {
    tools.push_back(tool.empty() ? "a tool without a name" : quote_json(shorten(tool, 60)));
  }
  return fmt::format(
      "{} of tools failed and {} not expected to ({}): name in expectedErrors what "
      "may fail",
      score.tool_errors == 1 ? "1 call" : fmt::format("{} calls", score.tool_errors),
      score.tool_errors == 1 ? "was" : "were", fmt::join(tools, ", "));
}

std::string over_turns_text(const RunEnd& end) {
  const TurnCount turns = end.turns.value_or(TurnCount());
  return fmt::format("the agent took {} turns, and {} are its limit (maxTurns); {}", turns.turns,
                     end.max_turns.value_or(0),
                     turns.recorded ? "the model proxy saw them" : "the adapter says so");
}

// Of a case that states nothing but a contract.
std::optional<BadEnd> end_of(const TrialScore& score, const RunEnd& end) {
  if (score.outcome == AttemptOutcome::client_crash) {
    return BadEnd{"the client died on the model's call"};
  }
  switch (score.finished.value_or(FinishReason::stop)) {
    case FinishReason::refused_by_client:
      return BadEnd{"the client refused the model's call"};
    case FinishReason::max_turns:
      return BadEnd{std::string(kMaxTurns), true};
    case FinishReason::refusal:
      return BadEnd{
          "the model declined; where that is right, say it: \"expectedTool\": null, or the tool "
          "that is to be called before",
          true};
    case FinishReason::stop:
    case FinishReason::held:
      break;
  }
  if (score.over_turns) return BadEnd{over_turns_text(end), true};
  if (score.tool_errors > 0) return BadEnd{errors_text(score)};
  return std::nullopt;
}

void take_pass(TrialScore& score, std::string_view reason) {
  if (score.verdict != Verdict::pass) return;
  score.verdict = Verdict::fail;
  score.reasons.emplace_back(reason);
}

}  // namespace

void apply_bad_end(TrialScore& score, const TestCase& test_case, const RunEnd& end) {
  const bool agent = test_case.input.kind == CaseKind::agent;
  score.over_turns = agent && end.turns && end.max_turns && end.turns->turns > *end.max_turns;
  if (states_contract(test_case) && !states_verdict(test_case)) {
    std::optional<BadEnd> bad = end_of(score, end);
    if (!bad) return;
    score.verdict = Verdict::fail;
    if (bad->of_model) score.raw_verdict = Verdict::fail;
    score.reasons.push_back(std::move(bad->reason));
    return;
  }
  if (score.outcome == AttemptOutcome::client_crash) {
    // What had arrived stays on record as such; a client that died over it passes nothing all the
    // same. Nor does an agent that was asked for nothing but to keep its limits.
    if (end.reached) {
      take_pass(score, "the client died after the call had reached its tool");
    } else if (agent && states_limits_alone(test_case)) {
      take_pass(score, "the client died on the model's call");
    }
  }
  const bool stopped = agent && score.finished == FinishReason::max_turns;
  if (!stopped && !score.over_turns) return;
  take_pass(score, stopped ? std::string(kMaxTurns) : over_turns_text(end));
  if (score.raw_verdict == Verdict::pass) score.raw_verdict = Verdict::fail;
}

}  // namespace tare
