#include "report/agent_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/approvals_text.h"
#include "report/json_text.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

Json amount(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (*value == std::trunc(*value) && std::fabs(*value) < 9007199254740992.0)
    return static_cast<std::int64_t>(*value);
  return *value;
}

template <class Counts>
Json counts_json(const Counts& counts) {
  Json out = Json::object();
  for (const auto& [name, count] : counts) out[id_key(name)] = count;
  return out;
}

Json judge_to_json(const JudgeScore& judge) {
  Json out = Json::object();
  switch (judge.state) {
    case JudgeScore::State::passed:
    case JudgeScore::State::failed:
      out["pass"] = judge.state == JudgeScore::State::passed;
      if (judge.score) out["score"] = amount(judge.score);
      out["reason"] = readable_utf8(judge.reason);
      break;
    case JudgeScore::State::incomplete:
      out["pass"] = nullptr;
      out["incomplete"] = readable_utf8(judge.reason);
      break;
    case JudgeScore::State::not_asked:
      out["pass"] = nullptr;
      out["notAsked"] = not_judged_name(judge.why);
      break;
  }
  if (judge.tries > 1) out["tries"] = judge.tries;
  if (judge.cost_usd) out["costUsd"] = amount(judge.cost_usd);
  return out;
}

Json usage_to_json(const Usage& usage) {
  Json out = Json::object();
  out["inputTokens"] = usage.input_tokens;
  out["outputTokens"] = usage.output_tokens;
  out["modelCalls"] = usage.model_calls;
  out["costUsd"] = usage.cost_seen ? amount(usage.cost_usd) : Json(nullptr);
  return out;
}

Json summary_to_json(const RunSummary& summary) {
  const AgentSummary& agent = summary.agent;
  Json out = Json::object();
  out["toolErrors"] = agent.tool_errors;
  out["toolErrorsOf"] = counts_json(agent.tool_errors_of);
  if (agent.turn_trials > 0) {
    Json& turns = out["turns"] = Json::object();
    turns["trials"] = agent.turn_trials;
    turns["mean"] =
        amount(static_cast<double>(agent.turns) / static_cast<double>(agent.turn_trials));
    turns["most"] = agent.most_turns;
  }
  if (agent.tokens_seen) {
    out["inputTokens"] = agent.input_tokens;
    out["outputTokens"] = agent.output_tokens;
  }
  if (agent.model_calls > 0) out["modelCalls"] = agent.model_calls;
  if (summary.cost_usd) out["costUsd"] = amount(summary.cost_usd);
  return out;
}

Json judge_summary_to_json(const JudgeSummary& judge) {
  Json out = Json::object();
  const std::uint64_t judged = judge.passed + judge.failed;
  out["passRate"] = judged == 0
                        ? Json(nullptr)
                        : amount(static_cast<double>(judge.passed) / static_cast<double>(judged));
  out["passed"] = judge.passed;
  out["failed"] = judge.failed;
  out["incomplete"] = judge.incomplete;
  out["notAsked"] = counts_json(judge.not_asked);
  out["costUsd"] = amount(judge.cost_usd);
  out["decides"] = judge.decides;
  out["standing"] = readable_utf8(judge.standing);
  return out;
}

void add_part(std::string& out, const char* name, const Json& json) {
  out += ",\n\"" + std::string(name) +
         "\":" + json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string agent_members(const TrialScore& score) {
  Json out = Json::object();
  if (score.judge) out["judge"] = judge_to_json(*score.judge);
  if (score.tool_errors > 0) {
    out["toolErrors"] = score.tool_errors;
    out["toolErrorsOf"] = counts_json(score.tool_errors_of);
  }
  if (score.turns) out["turns"] = *score.turns;
  if (score.usage.seen) out["usage"] = usage_to_json(score.usage);
  if (score.final_text) out["finalText"] = readable_utf8(*score.final_text);
  if (out.empty()) return "";
  std::string text = out.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.front() = ',';
  text.pop_back();
  return text;
}

std::string agent_parts(const RunSummary& summary) {
  std::string out;
  const AgentSummary& agent = summary.agent;
  if (agent.tool_errors + agent.turn_trials + agent.model_calls > 0 || agent.tokens_seen ||
      summary.cost_usd) {
    add_part(out, "agent", summary_to_json(summary));
  }
  if (summary.approvals.calls > 0) {
    out += ",\n\"approvals\":" + approvals_json(summary.approvals);
  }
  if (summary.judge) add_part(out, "judge", judge_summary_to_json(*summary.judge));
  if (!summary.stopped_early.empty()) {
    Json list = Json::array();
    for (const EarlyStop& stop : summary.stopped_early) {
      Json entry = Json::object();
      entry["id"] = readable_utf8(stop.case_id);
      entry["after"] = stop.after;
      entry["of"] = stop.of;
      list.push_back(std::move(entry));
    }
    add_part(out, "stoppedEarly", list);
  }
  if (summary.cost_stop) {
    Json stop = Json::object();
    stop["limitUsd"] = amount(summary.cost_stop->limit_usd);
    stop["knownUsd"] = amount(summary.cost_stop->known_usd);
    add_part(out, "costStop", stop);
  }
  return out;
}

}  // namespace tare
