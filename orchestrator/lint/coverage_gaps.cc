// The gaps in a table of coverage, and the waivers that cover some of them.
//
// A waiver's `where` asks about cases. A gap is none, so it is held against a case that stands for
// it: one that expects the tool, with an id that says what is missing ("create_ticket/labels").
#include <fmt/format.h>

#include <deque>

#include "base/escape.h"
#include "lint/coverage.h"
#include "lint/lint_waivers.h"

namespace tare {
namespace {

class Gaps {
 public:
  Gaps(const Suite& suite, const Coverage& coverage) : coverage_(coverage), out_(suite) {}

  LintFindings& collect() {
    for (const ToolCoverage& tool : coverage_.tools) of_tool(tool);
    if (coverage_.no_tool_cases == 0) {
      add(LintRule::no_no_tool_case, "", "", "no case expects that nothing is called",
          "add some: \"expectedTool\": null, for small talk, questions and what is out of scope");
    }
    return out_;
  }

 private:
  void of_tool(const ToolCoverage& tool) {
    if (tool.cases == 0) {
      const std::string also =
          tool.accepted == 0 ? "" : fmt::format(" ({} accept it)", tool.accepted);
      add(LintRule::uncovered_tool, tool.name, tool.name, "no case expects it" + also,
          "add cases that only this tool serves");
    } else if (tool.cases < coverage_.min_cases) {
      add(LintRule::few_cases, tool.name, tool.name,
          fmt::format("{} case{} expect{} it, {} are wanted", tool.cases,
                      tool.cases == 1 ? "" : "s", tool.cases == 1 ? "s" : "", coverage_.min_cases),
          "");
      if (coverage_.min_cases_is_gate) {
        out_.list().back().violation.level = ViolationLevel::error;
      }
    }
    if (!tool.write_because.empty() && tool.near_neighbours == 0) {
      add(LintRule::no_near_neighbour, tool.name, tool.name,
          fmt::format("it writes ({}), and no case that looks like it must not call it",
                      tool.write_because),
          "add a case that expects another tool or none, with this one in \"forbid\", its "
          "counterpart in metadata.pair, or the tag \"near:TOOL\"");
    }
    for (const ArgumentCoverage& argument : tool.arguments) of_argument(tool, argument);
  }

  void of_argument(const ToolCoverage& tool, const ArgumentCoverage& argument) {
    const std::string place = tool.name + "/" + argument.path;
    if (argument.top && argument.cases == 0) {
      add(LintRule::uncovered_argument, place, tool.name,
          fmt::format("no case expects argument \"{}\"",
                      escape_for_terminal(shorten(argument.path, 60))),
          "add a case with it in expectedArgs");
      return;  // its values are not shown either: that is said already
    }
    std::vector<std::string> missing;
    std::size_t more = 0;
    for (const ValueCoverage& value : argument.values) {
      if (value.cases > 0) continue;
      if (missing.size() < 10) {
        missing.push_back(escape_for_terminal(shorten(value.text, 40)));
      } else {
        ++more;
      }
    }
    if (missing.empty()) return;
    add(LintRule::uncovered_value, place, tool.name,
        fmt::format("no case shows {} of argument \"{}\"{}", fmt::join(missing, ", "),
                    escape_for_terminal(shorten(argument.path, 60)),
                    more > 0 ? fmt::format(" ({} more)", more) : ""),
        "add a case for each, with the value in expectedArgs");
  }

  void add(LintRule rule, const std::string& place, const std::string& tool, std::string text,
           std::string mend) {
    out_.add(rule, SourcePosition{}, tool, std::move(text), std::move(mend));
    TestCase& stand_in = stand_ins_.emplace_back();
    stand_in.input.id = place;
    if (tool.empty()) {
      stand_in.expected.tool = Expectation::Tool::none;
    } else {
      stand_in.expected.tool = Expectation::Tool::named;
      stand_in.expected.expected_tool = tool;
    }
    out_.list().back().test_case = &stand_in;
  }

  const Coverage& coverage_;
  LintFindings out_;
  std::deque<TestCase> stand_ins_;
};

}  // namespace

Result<std::vector<Violation>> coverage_gaps(const Suite& suite, const Coverage& coverage,
                                             bool whole_suite) {
  Gaps gaps(suite, coverage);
  LintFindings& found = gaps.collect();
  if (const auto waived = apply_lint_waivers(LintFamily::coverage, whole_suite, found); !waived) {
    return waived.error();
  }
  std::vector<Violation> out;
  for (LintFinding& one : found.list()) out.push_back(std::move(one.violation));
  return out;
}

}  // namespace tare
