// Expectations so generous that they tell nothing.
#include <fmt/format.h>

#include "base/escape.h"
#include "lint/lint_rules.h"

namespace tare {
namespace {

// With fewer tools two of them are most, and a pair that both will do is no generosity.
constexpr std::size_t kFewestTools = 4;

}  // namespace

void lint_acceptance(LintContext& context, const TestCase& test_case,
                     const CaseExpectations& expected, LintFindings& out) {
  const ToolTable* tools = context.tools_of(test_case);
  if (tools == nullptr) return;
  for (const ExpectedUse& use : expected.uses()) {
    const std::size_t offered = tools->tools().size();
    if (offered >= kFewestTools && use.tools.size() * 2 > offered) {
      out.add(LintRule::accepts_most_tools, test_case,
              fmt::format("{} of {} tools will do", use.tools.size(), offered),
              "accept only what serves the user as well; else split the case");
    }
    const ToolSpec* tool = tools->find(use.tools.front());
    if (tool == nullptr || !use.args.valid() || use.whole) continue;
    const std::shared_ptr<KnownSchema> schema = context.schema_of(*tool);
    if (schema == nullptr) continue;
    for (const std::string& name : matchers_of_anything(use.args, *schema, context.matchers())) {
      out.add(LintRule::matches_anything, test_case,
              fmt::format("the matcher of argument \"{}\" takes every value that the schema allows",
                          escape_for_terminal(shorten(name, 60))),
              "say what must be in it, or leave the argument out of expectedArgs");
    }
  }
}

}  // namespace tare
