#include "lint/lint_findings.h"

#include <utility>

namespace tare {

ViolationLevel level_in(const Suite& suite, ViolationLevel given) {
  return given == ViolationLevel::warning && suite.lint.strict ? ViolationLevel::error : given;
}

Violation LintFindings::violation(LintRule rule, SourcePosition at, std::string subject,
                                  std::string text, std::string mend) const {
  const LintRuleInfo& info = lint_rule_info(rule);
  Violation out;
  out.rule = info.id;
  out.level = level_in(suite_, info.level);
  out.subject = std::move(subject);
  out.text = std::move(text);
  out.mend = std::move(mend);
  if (at.file < suite_.files.size()) out.file = suite_.files[at.file];
  out.line = at.line;
  out.column = at.column;
  return out;
}

void LintFindings::add(LintRule rule, const TestCase& test_case, std::string text,
                       std::string mend) {
  list_.push_back(
      {rule, &test_case,
       violation(rule, test_case.position, test_case.id(), std::move(text), std::move(mend))});
}

void LintFindings::add(LintRule rule, SourcePosition at, std::string subject, std::string text,
                       std::string mend) {
  list_.push_back(
      {rule, nullptr, violation(rule, at, std::move(subject), std::move(text), std::move(mend))});
}

}  // namespace tare
