// Gates and limits that no run can break, or that decide the same whatever happens.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/escape.h"
#include "base/glob.h"
#include "lint/lint_rules.h"
#include "scoring/gate_figure.h"
#include "scoring/gate_tally.h"
#include "scoring/skipped_trial.h"
#include "suite/figures.h"
#include "suite/filter.h"
#include "suite/reserved_tools.h"

namespace tare {
namespace {

// No suite makes so many calls, costs so many dollars or takes so many milliseconds.
constexpr double kBeyondAnyRun = 1e9;
constexpr double kLowestScore = 1;

// What names in confusions that are no tools stand for.
bool is_stand_in(std::string_view glob) {
  return glob_match(glob, kNoTool) || glob_match(glob, kClientRefused);
}

bool matches_a_tool(const ToolTable& tools, std::string_view glob) {
  return std::any_of(tools.tools().begin(), tools.tools().end(), [&](const ToolSpec& tool) {
    return glob_match(glob, tool.name) || (tool.wire_name && glob_match(glob, *tool.wire_name));
  });
}

// Why the bounds hold for every value that the figure can have; "" where they do not.
std::string always_held(const GateSpec& gate, const FigureInfo& figure) {
  double least = 0, most = kBeyondAnyRun;
  switch (figure.range) {
    case FigureInfo::Range::rate:
      most = 1;
      break;
    case FigureInfo::Range::delta:
      least = -1, most = 1;
      break;
    case FigureInfo::Range::count:
    case FigureInfo::Range::amount:
      break;
  }
  const bool low = !gate.min || *gate.min <= least;
  const bool high = !gate.max || *gate.max >= most;
  if (!low || !high) return {};
  if (gate.min && gate.max) return fmt::format("from {} to {}", *gate.min, *gate.max);
  return gate.min ? fmt::format("at least {}", *gate.min) : fmt::format("at most {}", *gate.max);
}

std::string gate_name(const GateSpec& gate) {
  std::string name = gate.figure;
  if (!gate.of.empty()) name += " of " + gate.of;
  if (!gate.where.empty()) name += " where " + escape_for_terminal(shorten(gate.where, 80));
  return name;
}

class GateCheck {
 public:
  GateCheck(LintContext& context, LintFindings& out) : context_(context), out_(out) {}

  void look_at(const GateSpec& gate, const std::string& of_profile) {
    const std::string where = of_profile.empty()
                                  ? std::string()
                                  : fmt::format(" (profile {})", escape_for_terminal(of_profile));
    const FigureInfo* figure = find_figure(gate.figure);
    if (figure == nullptr) return;
    // A drop is of a rate nearly always, and none can drop by more than all of it.
    const FigureInfo* held = gate.figure == "drop" ? find_figure(gate.of) : figure;
    if (held == nullptr) return;
    if (const std::string bound = always_held(gate, *held); !bound.empty()) {
      out_.add(LintRule::gate_cannot_fail, gate.position, gate_name(gate),
               fmt::format("every value is {}: no run can fail this gate{}", bound, where),
               "set a bound that a bad run would break, or take the gate out");
      return;
    }
    if (!concerns_a_case(gate)) {
      out_.add(LintRule::gate_selects_nothing, gate.position, gate_name(gate),
               fmt::format("no case of the suite moves this figure{}", where),
               held->min_in_map ? "a rate over nothing fails always: mend the filter or add cases"
                                : "a count over nothing is 0 always: mend the filter or add cases");
      return;
    }
    confusions(gate, where);
  }

 private:
  bool concerns_a_case(const GateSpec& gate) const {
    const std::string& name = gate.figure == "drop" ? gate.of : gate.figure;
    const std::optional<GateFigure> figure = gate_figure_from_name(name);
    Result<Filter> filter = Filter::parse(gate.where);
    if (!figure || !filter) return true;
    const Suite& suite = context_.suite();
    // A share of trials or a cost is of the run, and every case has a part in it.
    if (*figure == GateFigure::incomplete || *figure == GateFigure::cost_usd) {
      return std::any_of(suite.cases.begin(), suite.cases.end(),
                         [&](const TestCase& one) { return filter->matches(one); });
    }
    if (*figure == GateFigure::judge_pass_rate && !suite.judge) return false;
    GateTally tally(gate, *figure, std::move(*filter), Side::normalized, false);
    tally.set_suite_limits(limit_levels(suite.never));
    return std::any_of(suite.cases.begin(), suite.cases.end(),
                       [&](const TestCase& one) { return tally.may_concern(one); });
  }

  // A pair of which one half names no tool that there is.
  void confusions(const GateSpec& gate, const std::string& where) {
    const ToolTable* tools = context_.tools();
    if (!gate.pair || tools == nullptr) return;
    constexpr std::string_view kArrow = " -> ";
    const std::size_t arrow = gate.pair->find(kArrow);
    if (arrow == std::string::npos) return;
    for (const std::string& half :
         {gate.pair->substr(0, arrow), gate.pair->substr(arrow + kArrow.size())}) {
      if (is_stand_in(half) || matches_a_tool(*tools, half) || case_tools_match(half)) continue;
      out_.add(LintRule::gate_selects_nothing, gate.position, gate_name(gate),
               fmt::format("\"{}\" in the pair matches no tool: no run can fail this gate{}",
                           escape_for_terminal(shorten(half, 60)), where),
               "check the spelling");
      return;
    }
  }

  bool case_tools_match(const std::string& glob) {
    const auto& cases = context_.suite().cases;
    return std::any_of(cases.begin(), cases.end(), [&](const TestCase& one) {
      if (one.input.tools_json.empty()) return false;
      const ToolTable* own = context_.tools_of(one);
      return own != nullptr && matches_a_tool(*own, glob);
    });
  }

  LintContext& context_;
  LintFindings& out_;
};

void limit_of_no_tool(const ToolTable& tools, const Never& limit, const auto& add) {
  if (matches_a_tool(tools, limit.tool)) return;
  add(fmt::format("\"{}\" is limited, and matches no tool",
                  escape_for_terminal(shorten(limit.tool, 60))),
      "check the spelling; a limit on a tool that is not offered guards nothing");
}

}  // namespace

void lint_thresholds(LintContext& context, LintFindings& out) {
  const Suite& suite = context.suite();
  GateCheck check(context, out);
  for (const GateSpec& gate : suite.gates) check.look_at(gate, "");
  for (const auto& [name, profile] : suite.profiles) {
    if (!profile.gates) continue;
    for (const GateSpec& gate : *profile.gates) check.look_at(gate, name);
  }
  if (suite.judge && suite.judge->threshold <= kLowestScore) {
    out.add(LintRule::judge_threshold, {}, "judge",
            fmt::format("a score of {} passes, and none is lower", suite.judge->threshold),
            "scores go from 1 to 5; 4 is usual");
  }
  const ToolTable* tools = context.tools();
  if (tools == nullptr) return;
  for (const Never& limit : suite.never) {
    limit_of_no_tool(*tools, limit, [&](std::string text, std::string mend) {
      out.add(LintRule::limit_matches_no_tool, {}, "never", std::move(text), std::move(mend));
    });
  }
}

void lint_limits_of(LintContext& context, const TestCase& test_case, LintFindings& out) {
  if (!test_case.expected.rare || test_case.expected.rare->never.empty()) return;
  const ToolTable* tools = context.tools_of(test_case);
  if (tools == nullptr) return;
  for (const Never& limit : test_case.expected.rare->never) {
    limit_of_no_tool(*tools, limit, [&](std::string text, std::string mend) {
      out.add(LintRule::limit_matches_no_tool, test_case, std::move(text), std::move(mend));
    });
  }
}

}  // namespace tare
