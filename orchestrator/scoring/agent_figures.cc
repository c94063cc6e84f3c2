#include "scoring/agent_figures.h"

#include <algorithm>

namespace tare {

std::optional<TurnCount> turns_of(const Answer& answer) {
  std::uint64_t seen = 0, told = answer.usage.model_calls;
  if (answer.recorders && answer.recorders->model) {
    seen = std::min(answer.recorders->model_requests, answer.recorders->model_replies);
  }
  for (const View& view : answer.views) {
    std::uint64_t& turns = view.evidence == Evidence::recorded ? seen : told;
    turns = std::max<std::uint64_t>(turns, view.turn.value_or(0));
  }
  const std::uint64_t turns = std::max(seen, told);
  if (turns == 0) return std::nullopt;
  return TurnCount{static_cast<std::uint32_t>(std::min<std::uint64_t>(turns, UINT32_MAX)),
                   seen >= told};
}

std::optional<std::string> final_text_of(const Answer& answer) {
  for (auto message = answer.messages.rbegin(); message != answer.messages.rend(); ++message) {
    if (message->role == "assistant" && !message->reasoning) return message->text;
  }
  return std::nullopt;
}

Usage usage_of(std::span<const AttemptRecord> attempts) {
  Usage out;
  for (const AttemptRecord& attempt : attempts) {
    const Usage& usage = attempt.answer.usage;
    out.seen = out.seen || usage.seen;
    out.input_tokens += usage.input_tokens;
    out.output_tokens += usage.output_tokens;
    out.model_calls += usage.model_calls;
    if (usage.cost_seen) {
      out.cost_seen = true;
      out.cost_usd += usage.cost_usd;
    }
  }
  return out;
}

void add_agent(AgentSummary& sum, const TrialScore& score, std::uint64_t times) {
  sum.tool_errors += score.tool_errors * times;
  for (const auto& [tool, count] : score.tool_errors_of) sum.tool_errors_of[tool] += count * times;
  if (score.turns) {
    sum.turn_trials += times;
    sum.turns += *score.turns * times;
    sum.most_turns = std::max(sum.most_turns, *score.turns);
  }
  sum.tokens_seen = sum.tokens_seen || score.usage.input_tokens + score.usage.output_tokens > 0;
  sum.input_tokens += score.usage.input_tokens * times;
  sum.output_tokens += score.usage.output_tokens * times;
  sum.model_calls += score.usage.model_calls * times;
}

void add_judge(std::optional<JudgeSummary>& sum, const TrialScore& score, std::uint64_t times) {
  if (!score.judge || score.skipped) return;
  if (!sum) sum.emplace();
  if (score.judge->cost_usd) {
    sum->cost_usd = sum->cost_usd.value_or(0) + *score.judge->cost_usd * static_cast<double>(times);
  }
  switch (score.judge->state) {
    case JudgeScore::State::passed:
      sum->passed += times;
      return;
    case JudgeScore::State::failed:
      sum->failed += times;
      return;
    case JudgeScore::State::incomplete:
      sum->incomplete += times;
      return;
    case JudgeScore::State::not_asked:
      sum->not_asked[std::string(not_judged_name(score.judge->why))] += times;
      return;
  }
}

}  // namespace tare
