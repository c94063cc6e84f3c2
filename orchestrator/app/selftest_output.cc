#include "app/selftest_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/json_text.h"
#include "report/paint.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

// How many of a list the terminal shows without --verbose.
constexpr std::size_t kShown = 20;

const SelftestAgent* agent_named(const SelftestResult& result, std::string_view name) {
  for (const SelftestAgent& agent : result.agents) {
    if (agent.name == name) return &agent;
  }
  return nullptr;
}

std::string agent_words(std::string_view name) {
  if (name == "oracle") return "answers as expected";
  if (name == "neverCalls") return "never calls a tool";
  if (name == "firstTool") return "always calls the first tool";
  return "always: " + std::string(name);
}

std::string gates_words(const SelftestAgent& agent) {
  if (agent.failing_gates.empty()) return "no gate fails";
  std::string out = agent.failing_gates.front();
  if (agent.failing_gates.size() > 1) {
    out += " and " + counted(agent.failing_gates.size() - 1, "more gate");
  }
  return out + (agent.failing_gates.size() > 1 ? " fail" : " fails");
}

template <class List, class Line>
std::string shown_list(std::string_view title, const List& list, const TerminalStyle& style,
                       Line line) {
  if (list.empty()) return "";
  std::string out = "\n" + paint(style.color, Ink::strong, title) + "\n";
  const std::size_t shown = style.verbose ? list.size() : std::min(list.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) out += "  " + line(list[i]) + "\n";
  if (list.size() > shown) {
    out += "  and " + count_text(list.size() - shown) + " more (--verbose shows all)\n";
  }
  return out;
}

std::string case_line(const SelftestCase& one) {
  return shown_text(one.id, 200) + ": " + shown_text(one.why, 500);
}

// Every case is left to a judge, who is not asked here: that an agent gets through shows nothing.
bool only_a_judge_decides(const SelftestResult& result) {
  return result.cases == result.outside &&
         std::ranges::any_of(result.not_asked, [](const SelftestUnasked& one) {
           return one.gate.starts_with("judgePassRate");
         });
}

}  // namespace

SelftestVerdict selftest_verdict(const SelftestResult& result, double max_live) {
  SelftestVerdict out;
  out.max_live = max_live;
  if (!result.contradictions.empty()) {
    out.findings.push_back(
        "the suite contradicts itself: an agent that answers as expected fails " +
        counted(result.contradictions.size(), "case"));
  }
  if (const SelftestAgent* oracle = agent_named(result, "oracle");
      oracle != nullptr && result.contradictions.empty() && !oracle->failing_gates.empty()) {
    out.findings.push_back("an agent that answers as expected does not get through: " +
                           gates_words(*oracle));
  }
  const bool judged = only_a_judge_decides(result);
  if (judged) {
    out.notes.push_back(
        "only a judge decides these cases, and none was asked: whether the suite can fail is open");
  }
  for (const char* name : {"neverCalls", "firstTool"}) {
    const SelftestAgent* agent = agent_named(result, name);
    if (!judged && agent != nullptr && agent->failing_gates.empty()) {
      out.findings.push_back("an agent that " +
                             std::string(name == std::string_view("firstTool")
                                             ? "always calls the first tool"
                                             : "never calls a tool") +
                             " gets through every gate");
    }
  }
  for (const SelftestAgent& agent : result.agents) {
    const bool simple =
        agent.name == "oracle" || agent.name == "neverCalls" || agent.name == "firstTool";
    if (!simple && agent.failed > 0 && agent.failing_gates.empty()) {
      out.notes.push_back(fmt::format("no gate notices {}, though {} by it", agent.name,
                                      counted(agent.failed, "trial fails", "trials fail")));
    }
  }
  if (result.live_share() > max_live) {
    out.findings.push_back(fmt::format("{} of {} mutants live ({}); {} may",
                                       count_text(result.live.size()), count_text(result.made()),
                                       percent_text(result.live_share()), percent_text(max_live)));
  }
  return out;
}

std::string selftest_text(const SelftestResult& result, const SelftestVerdict& verdict,
                          const TerminalStyle& style) {
  std::string out = paint(style.color, Ink::strong, pad_right("Agent", 32)) +
                    paint(style.color, Ink::dim, "  passed  failed   other  gates") + "\n";
  for (const SelftestAgent& agent : result.agents) {
    out += pad_right(agent_words(agent.name), 32) + pad_left(count_text(agent.passed), 8) +
           pad_left(count_text(agent.failed), 8) + pad_left(count_text(agent.other), 8) + "  " +
           shown_text(gates_words(agent), 200) + "\n";
  }
  out += "\n" + paint(style.color, Ink::strong, pad_right("Mutants", 32)) +
         paint(style.color, Ink::dim, "    made  killed    live") + "\n";
  for (std::size_t i = 0; i < result.kinds.size(); ++i) {
    const MutantTally& tally = result.kinds[i];
    if (tally.made == 0) continue;
    out += pad_right(std::string(mutant_kind_name(static_cast<MutantKind>(i))), 32) +
           pad_left(count_text(tally.made), 8) + pad_left(count_text(tally.killed), 8) +
           pad_left(count_text(tally.made - tally.killed), 8) + "\n";
  }
  out += fmt::format("{} of {} live ({}); ", count_text(result.live.size()),
                     counted(result.made(), "mutant"), percent_text(result.live_share()));
  out += "made of " + counted(result.from_record, "recorded answer") + " and " +
         counted(result.from_expected, "expected one") + "\n";
  if (result.waived_mutants > 0) {
    out += counted(result.waived_mutants, "more mutant") +
           " of waived cases: what fails there stops no build, so they count as nothing\n";
  }
  if (result.outside > 0) {
    out += counted(result.outside, "case") + " outside: nothing is stated that code decides\n";
  }
  for (const SelftestUnasked& one : result.not_asked) {
    out += "not asked: " + shown_text(one.gate, 200) + ": " + one.why + "\n";
  }
  out += shown_list("Contradictions", result.contradictions, style, case_line);
  out += shown_list("Waived", result.waived, style, case_line);
  out += shown_list("Without an answer (no expected value could be made up: record a run, --from)",
                    result.unanswered, style, case_line);
  out += shown_list("Mutants that live", result.live, style, [](const LiveMutant& one) {
    return shown_text(one.case_id, 200) + ": " + shown_text(one.text, 300) + " [" +
           std::string(mutant_kind_name(one.kind)) + "]";
  });
  out += "\n";
  for (const std::string& finding : verdict.findings) {
    out += paint(style.color, Ink::bad, "FAIL  " + finding) + "\n";
  }
  for (const std::string& note : verdict.notes) {
    out += paint(style.color, Ink::doubt, "NOTE  " + note) + "\n";
  }
  if (verdict.findings.empty()) {
    out +=
        paint(style.color, Ink::good,
              only_a_judge_decides(result) ? "PASS  nothing that code decides is wrong"
                                           : "PASS  the suite can fail, and agrees with itself") +
        "\n";
  }
  return out;
}

std::string selftest_json(const SelftestResult& result, const SelftestVerdict& verdict) {
  const auto cases = [](const std::vector<SelftestCase>& list) {
    Json out = Json::array();
    for (const SelftestCase& one : list) {
      out.push_back({{"case", readable_utf8(one.id)}, {"why", readable_utf8(one.why)}});
    }
    return out;
  };
  Json out = Json::object();
  out["format"] = "tare-selftest/1";
  out["good"] = verdict.findings.empty();
  out["findings"] = verdict.findings;
  out["notes"] = verdict.notes;
  out["cases"] = result.cases;
  out["outside"] = result.outside;
  out["fromRecord"] = result.from_record;
  out["contradictions"] = cases(result.contradictions);
  out["unanswered"] = cases(result.unanswered);
  out["waived"] = cases(result.waived);
  out["mutants"] = {{"made", result.made()},
                    {"live", result.live.size()},
                    {"waived", result.waived_mutants},
                    {"liveShare", result.live_share()},
                    {"maxLive", verdict.max_live}};
  Json kinds = Json::object();
  for (std::size_t i = 0; i < result.kinds.size(); ++i) {
    kinds[std::string(mutant_kind_name(static_cast<MutantKind>(i)))] = {
        {"made", result.kinds[i].made}, {"killed", result.kinds[i].killed}};
  }
  out["kinds"] = std::move(kinds);
  Json live = Json::array();
  for (const LiveMutant& one : result.live) {
    live.push_back({{"case", readable_utf8(one.case_id)},
                    {"kind", mutant_kind_name(one.kind)},
                    {"what", readable_utf8(one.text)}});
  }
  out["live"] = std::move(live);
  Json agents = Json::array();
  for (const SelftestAgent& agent : result.agents) {
    Json gates = Json::array();
    for (const std::string& gate : agent.failing_gates) gates.push_back(readable_utf8(gate));
    agents.push_back({{"agent", agent.name},
                      {"passed", agent.passed},
                      {"failed", agent.failed},
                      {"other", agent.other},
                      {"exitCode", agent.exit_code},
                      {"failingGates", std::move(gates)}});
  }
  out["agents"] = std::move(agents);
  // Per gate: who breaks it. One that nobody breaks protects nothing.
  Json gates = Json::array();
  for (const std::string& name : result.gate_names) {
    Json by = Json::array();
    for (const SelftestAgent& agent : result.agents) {
      if (std::ranges::find(agent.failing_gates, name) != agent.failing_gates.end()) {
        by.push_back(agent.name);
      }
    }
    gates.push_back({{"gate", readable_utf8(name)}, {"failsFor", std::move(by)}});
  }
  out["gates"] = std::move(gates);
  Json not_asked = Json::array();
  for (const SelftestUnasked& one : result.not_asked) {
    not_asked.push_back({{"gate", readable_utf8(one.gate)}, {"why", one.why}});
  }
  out["notAsked"] = std::move(not_asked);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare
