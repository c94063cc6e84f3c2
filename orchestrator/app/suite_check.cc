#include "app/suite_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include "run/describe_suite.h"
#include "run/plan.h"

namespace tare {

Result<std::vector<const TestCase*>> selected_cases(const Suite& suite, const std::string& filter) {
  RunOptions options;
  if (!filter.empty()) options.filter = filter;
  auto plan = make_plan(suite, options);
  if (!plan) return plan.error();
  return std::move(plan->cases);
}

Result<SuiteTools> tools_of_suite(const Suite& suite, const Console& console) {
  SuiteTools out;
  switch (suite.tools_from) {
    case ToolsFrom::nowhere:
      out.origin = "none of the suite: rules about tools are asked of cases that bring their own";
      return out;
    case ToolsFrom::file:
      out.manifest = suite.tools;
      out.origin = fmt::format("{} of the suite", suite.tools.tools.size());
      return out;
    case ToolsFrom::describe:
      break;
  }
  auto live = live_manifest_of(suite, true, console.style(STDERR_FILENO));
  if (!live) return live.error();
  out.origin = fmt::format("{} of {}", live->manifest.tools.size(), live->origin);
  out.manifest = std::move(live->manifest);
  return out;
}

std::vector<RuleInfo> rule_infos(LintFamily family) {
  std::vector<RuleInfo> out;
  for (const LintRuleInfo& info : lint_rules()) {
    // An idle waiver is one of either.
    if (info.family == family || info.rule == LintRule::unused_waiver) {
      out.push_back({info.id, info.why, info.page});
    }
  }
  return out;
}

}  // namespace tare
