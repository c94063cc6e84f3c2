#include "lint/lint.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "lint/lint_rules.h"
#include "lint/lint_waivers.h"

namespace tare {
namespace {

// Contradictions found while reading, of the cases that are looked at. Each belongs to the last
// case that begins before it.
void add_set_aside(const std::vector<SetAside>& aside, const std::vector<const TestCase*>& cases,
                   LintFindings& out) {
  if (aside.empty()) return;
  std::vector<const TestCase*> sorted(cases);
  std::sort(sorted.begin(), sorted.end(), [&](const TestCase* a, const TestCase* b) {
    const SourcePosition &x = a->position, &y = b->position;
    return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
  });
  for (const SetAside& one : aside) {
    const auto after = std::upper_bound(
        sorted.begin(), sorted.end(), one.at, [](const SourcePosition& at, const TestCase* other) {
          const SourcePosition& y = other->position;
          return std::tie(at.file, at.line, at.column) < std::tie(y.file, y.line, y.column);
        });
    if (after == sorted.begin()) continue;
    const TestCase* test_case = *std::prev(after);
    const auto rule = lint_rule_from_id(one.rule);
    if (test_case->id() != one.subject || !rule) continue;
    out.add(*rule, *test_case, one.text, one.mend);
    Violation& violation = out.list().back().violation;
    violation.line = one.at.line;
    violation.column = one.at.column;
  }
}

}  // namespace

std::vector<Violation> in_file_order(const Suite& suite, std::vector<LintFinding> findings) {
  std::unordered_map<std::string_view, std::size_t> order;
  for (std::size_t i = 0; i < suite.files.size(); ++i) order.emplace(suite.files[i], i);
  std::vector<std::size_t> file_of;
  for (const LintFinding& one : findings) {
    const auto at = order.find(one.violation.file);
    file_of.push_back(at == order.end() ? 0 : at->second);
  }
  std::vector<std::size_t> index(findings.size());
  for (std::size_t i = 0; i < index.size(); ++i) index[i] = i;
  std::stable_sort(index.begin(), index.end(), [&](std::size_t a, std::size_t b) {
    const Violation &x = findings[a].violation, &y = findings[b].violation;
    return std::tie(file_of[a], x.line, x.column) < std::tie(file_of[b], y.line, y.column);
  });
  std::vector<Violation> out;
  out.reserve(findings.size());
  for (const std::size_t i : index) out.push_back(std::move(findings[i].violation));
  return out;
}

Result<LintResult> lint_suite(const Suite& suite, const Manifest* manifest,
                              const std::vector<SetAside>& aside,
                              const std::vector<const TestCase*>& cases) {
  LintFindings out(suite);
  LintContext context(suite, manifest);
  add_set_aside(aside, cases, out);
  lint_ids(context, cases, out);
  for (const TestCase* test_case : cases) {
    const CaseExpectations expected(*test_case);
    lint_request(*test_case, expected, out);
    lint_agent(*test_case, out);
    lint_contradictions(context, *test_case, expected, out);
    lint_forbidden(suite, *test_case, expected, out);
    lint_acceptance(context, *test_case, expected, out);
    lint_contract(*test_case, out);
    lint_limits_of(context, *test_case, out);
  }
  lint_alike_requests(cases, out);
  lint_thresholds(context, out);
  if (const Result<void> waived =
          apply_lint_waivers(LintFamily::lint, cases.size() == suite.cases.size(), out);
      !waived) {
    return waived.error();
  }
  return LintResult{in_file_order(suite, std::move(out.list())), out.notes()};
}

}  // namespace tare
