// Ids and tags: how a case is called, and how it is found again.
#include <fmt/format.h>

#include <unordered_map>

#include "base/escape.h"
#include "lint/lint_rules.h"
#include "schema/pattern.h"
#include "suite/id_shape.h"

namespace tare {
namespace {

constexpr std::size_t kMaxPattern = 100'000;  // instructions

// What may stand for <tool>.
std::vector<std::string> tools_in_id(const TestCase& test_case) {
  if (test_case.expected.tool == Expectation::Tool::none) return {"no_tool", "no-tool"};
  const CaseExpectations expected(test_case);
  std::vector<std::string> tools;
  for (const ExpectedUse& use : expected.uses()) {
    tools.push_back(use.tools.front());
    if (!expected.uses().front().whole && expected.uses().size() == 1) break;
  }
  return tools;
}

// Shapes with what stands for their placeholders: most cases share a handful.
class Shapes {
 public:
  explicit Shapes(const std::vector<std::string>& shapes) : shapes_(shapes) {}

  bool any_fits(const TestCase& test_case) {
    const std::vector<std::string> tools = tools_in_id(test_case);
    for (const std::string& shape : shapes_) {
      // Of a pattern that is too large to run nothing is said.
      if (pattern(id_shape_pattern(shape, tools, test_case.input.kind)).match(test_case.id()) !=
          schema::Match::no) {
        return true;
      }
    }
    return false;
  }

 private:
  const schema::Pattern& pattern(std::string source) {
    const auto at = known_.find(source);
    if (at != known_.end()) return at->second;
    if (known_.size() >= 1024) known_.clear();
    schema::Pattern made(source, kMaxPattern);
    return known_.emplace(std::move(source), std::move(made)).first->second;
  }

  const std::vector<std::string>& shapes_;
  std::unordered_map<std::string, schema::Pattern> known_;
};

}  // namespace

void lint_ids(LintContext& context, LintCases cases, LintFindings& out) {
  const LintSpec& spec = context.suite().lint;
  std::unordered_map<std::string_view, SourcePosition> retired;
  for (const RetiredId& one : spec.retired) retired.emplace(one.id, one.position);
  Shapes shapes(spec.id_shapes);
  for (const TestCase* test_case : cases) {
    if (const auto at = retired.find(test_case->id()); at != retired.end()) {
      out.add(LintRule::retired_id, *test_case,
              fmt::format("the id was retired, at {}", context.suite().where(at->second)),
              "give the case a new id; histories and baselines know the old one");
    }
    if (!spec.id_shapes.empty() && !shapes.any_fits(*test_case)) {
      out.add(LintRule::id_shape, *test_case,
              fmt::format("the id does not fit {}", escape_for_terminal(fmt::format(
                                                        "{}", fmt::join(spec.id_shapes, " or ")))),
              "rename the case, or mend what it expects");
    }
    if (test_case->input.tags.empty()) {
      out.add(LintRule::missing_tags, *test_case, "the case has no tags",
              "say what it is of, such as [\"read\"], so that a filter and a gate can mean it");
    }
  }
}

}  // namespace tare
