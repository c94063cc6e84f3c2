// Expectations that no good call can meet, the tools being what they are.
#include <fmt/format.h>

#include <unordered_set>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "lint/lint_rules.h"

namespace tare {
namespace {

constexpr std::size_t kMaxHintNames = 2000;

void unknown_tool(const ToolTable& tools, const TestCase& test_case, const std::string& tool,
                  std::string_view verb, LintFindings& out) {
  std::string mend;
  std::vector<std::string_view> names;
  for (const ToolSpec& one : tools.tools()) {
    if (one.wire_name == tool) {
      mend = fmt::format("that is the wire name of \"{}\"; expect the name",
                         escape_for_terminal(shorten(one.name, 60)));
    }
    if (names.size() < kMaxHintNames) names.push_back(one.name);
  }
  if (mend.empty() && names.empty()) mend = "no tool is offered";
  if (mend.empty()) {
    const auto near = nearest_name(tool, names);
    if (near) mend = fmt::format("did you mean \"{}\"?", escape_for_terminal(*near));
  }
  out.add(LintRule::unknown_tool, test_case,
          fmt::format("{} tool \"{}\", which the manifest does not have", verb,
                      escape_for_terminal(shorten(tool, 60))),
          std::move(mend));
}

}  // namespace

void lint_contradictions(LintContext& context, const TestCase& test_case,
                         const CaseExpectations& expected, LintFindings& out) {
  const ToolTable* tools = context.tools_of(test_case);
  if (tools == nullptr) return;
  std::unordered_set<std::string> named;
  for (const ExpectedUse& use : expected.uses()) {
    bool first = true;
    for (const std::string& tool : use.tools) {
      const bool canonical = std::exchange(first, false);
      const ToolSpec* spec = tools->find(tool);
      if (spec == nullptr) {
        if (!named.insert(tool).second) continue;
        unknown_tool(*tools, test_case, tool,
                     use.whole ? "invokes" : (canonical ? "expects" : "accepts"), out);
        continue;
      }
      // What is expected of arguments is written for the canonical tool.
      if (!canonical || !use.args.valid()) continue;
      const std::shared_ptr<KnownSchema> schema = context.schema_of(*spec);
      if (schema == nullptr || (use.whole && expects_refusal(test_case))) continue;
      const std::vector<ArgumentFault> faults =
          use.whole ? check_whole_arguments(use.args, tool, *schema)
                    : check_expected_arguments(use.args, tool, *schema, context.matchers());
      for (const ArgumentFault& one : faults) out.add(one.rule, test_case, one.text, one.mend);
    }
  }
  const RareExpectation* rare = test_case.expected.rare.get();
  if (rare == nullptr) return;
  for (const std::string& tool : rare->expected_errors) {
    if (tools->find(tool) == nullptr && named.insert(tool).second) {
      unknown_tool(*tools, test_case, tool, "expects an error of", out);
    }
  }
}

}  // namespace tare
