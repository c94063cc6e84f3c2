// A case that the suite's own limits forbid to pass. What a case says against itself is refused
// when a run reads it, and set aside for the report when a check does.
#include <fmt/format.h>

#include <unordered_set>

#include "base/escape.h"
#include "base/glob.h"
#include "lint/lint_rules.h"

namespace tare {
namespace {

// With arguments it forbids some calls of a tool, and not the tool.
bool hits_every_call(const Never& limit, const TestCase& test_case) {
  if (!limit.args_json.empty()) return false;
  switch (limit.level) {
    case Never::Level::called:
      return test_case.input.kind != CaseKind::invoke;  // which no model calls
    case Never::Level::executed: {
      const RareExpectation* rare = test_case.expected.rare.get();
      return rare != nullptr && rare->expected_status_json == "\"executed\"";
    }
  }
  return false;
}

}  // namespace

void lint_forbidden(const Suite& suite, const TestCase& test_case, const CaseExpectations& expected,
                    LintFindings& out) {
  std::unordered_set<std::string> told;
  for (const Never& limit : suite.never) {
    if (!hits_every_call(limit, test_case)) continue;
    for (const ExpectedUse& use : expected.uses()) {
      for (const std::string& tool : use.tools) {
        if (!glob_match(limit.tool, tool) || !told.insert(limit.tool + "\n" + tool).second)
          continue;
        out.add(LintRule::forbids_expected, test_case,
                fmt::format("\"{}\" must never be {} in this suite, but \"{}\" is expected",
                            escape_for_terminal(shorten(limit.tool, 60)),
                            limit.level == Never::Level::executed ? "executed" : "called",
                            escape_for_terminal(shorten(tool, 60))),
                "such a case cannot pass: narrow the glob, or expect another tool");
      }
    }
  }
}

}  // namespace tare
