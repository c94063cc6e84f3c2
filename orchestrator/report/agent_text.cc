#include "report/agent_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "report/approvals_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

constexpr std::size_t kShownTools = 5;

std::string cost_text(double usd) { return fmt::format("{:.4g} USD", usd); }

// "get 3, set 1 and 2 more tools"
std::string tools_text(const std::map<std::string, std::uint64_t>& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> list(counts.begin(), counts.end());
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (std::size_t i = 0; i < std::min(list.size(), kShownTools); ++i) {
    const std::string name = list[i].first.empty() ? "an unnamed tool" : list[i].first;
    out += (i == 0 ? "" : ", ") + escape_for_terminal(shorten(name, 60)) + " " +
           count_text(list[i].second);
  }
  if (list.size() > kShownTools) {
    out += " and " + counted(list.size() - kShownTools, "more tool");
  }
  return out;
}

// How a person reads why a judge was not asked.
std::string_view words_of(std::string_view why) {
  static constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"incomplete", "incomplete"},        {"noCall", "no call"},
      {"limitCrossed", "a limit crossed"}, {"ruleBroken", "a rule broken"},
      {"toolError", "a tool error"},       {"refused", "refused by the client"},
      {"maxTurns", "out of turns"},        {"undecided", "undecided"}};
  for (const auto& [name, words] : kWords) {
    if (name == why) return words;
  }
  return why;
}

}  // namespace

std::string agent_text(const RunSummary& summary, const TerminalStyle& style) {
  const AgentSummary& agent = summary.agent;
  std::vector<std::string> parts;
  if (agent.turn_trials > 0) {
    parts.push_back(
        fmt::format("{:.1f} turns a trial, {} at most (n {})",
                    static_cast<double>(agent.turns) / static_cast<double>(agent.turn_trials),
                    agent.most_turns, count_text(agent.turn_trials)));
  }
  if (agent.tool_errors > 0) {
    parts.push_back(counted(agent.tool_errors, "tool error") + " (" +
                    tools_text(agent.tool_errors_of) + ")");
  }
  if (agent.tokens_seen) {
    parts.push_back(count_text(agent.input_tokens) + " tokens in, " +
                    count_text(agent.output_tokens) + " out");
  }
  if (summary.cost_usd) parts.push_back(cost_text(*summary.cost_usd));
  std::string out =
      parts.empty() ? "" : paragraph("Agent", fmt::format("{}", fmt::join(parts, "; ")), style);
  const std::string approvals = approvals_sentence(summary.approvals);
  if (!approvals.empty()) out += paragraph("Approvals", approvals, style);
  return out;
}

std::string judge_text(const RunSummary& summary, const TerminalStyle& style) {
  if (!summary.judge) return "";
  const JudgeSummary& judge = *summary.judge;
  const std::uint64_t judged = judge.passed + judge.failed;
  std::string text;
  if (judged == 0) {
    text = "no trial has a verdict";
  } else {
    text =
        fmt::format("{} of {} pass ({})", count_text(judge.passed), counted(judged, "trial"),
                    percent_text(static_cast<double>(judge.passed) / static_cast<double>(judged)));
  }
  if (judge.incomplete > 0) text += "; " + count_text(judge.incomplete) + " without a verdict";
  std::string not_asked;
  for (const auto& [why, count] : judge.not_asked) {
    not_asked += (not_asked.empty() ? "" : ", ") + count_text(count) + " ";
    not_asked += words_of(why);
  }
  if (!not_asked.empty()) text += "; not asked: " + not_asked;
  if (judge.cost_usd) text += "; " + cost_text(*judge.cost_usd);
  std::string out = paragraph("Judge", text, style);
  if (!judge.standing.empty()) out += paragraph("", judge.standing, style);
  return out;
}

std::string left_out_text(const RunSummary& summary, const TerminalStyle& style) {
  std::string out;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> stops;
  for (const EarlyStop& stop : summary.stopped_early) ++stops[{stop.after, stop.of}];
  for (const auto& [trials, cases] : stops) {
    out += paragraph(out.empty() ? "Saved" : "",
                     fmt::format("stopped early: {} after {} of {} trials: gates decided",
                                 counted(cases, "case"), trials.first, trials.second),
                     style);
  }
  if (summary.cost_stop) {
    out += paragraph(
        "Cost",
        fmt::format("stopped: {} are known to be spent, and the limit is {}; go on with a higher "
                    "--max-cost and --resume",
                    cost_text(summary.cost_stop->known_usd),
                    cost_text(summary.cost_stop->limit_usd)),
        style);
  }
  return out;
}

}  // namespace tare
