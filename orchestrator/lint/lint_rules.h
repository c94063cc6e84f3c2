// The families of rules, one file each. Each looks at one case, or at the suite as a whole, and
// puts what it finds into `out`; none of them looks at what another found.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lint/argument_check.h"
#include "lint/case_expectations.h"
#include "lint/lint_findings.h"
#include "lint/tool_tables.h"
#include "model/manifest.h"
#include "suite/suite.h"

namespace tare {

// What the rules share: tools, schemas and patterns, each read once.
class LintContext {
 public:
  // `manifest` may be null.
  LintContext(const Suite& suite, const Manifest* manifest) : suite_(suite), tables_(manifest) {}

  const Suite& suite() const { return suite_; }
  // Null where nothing says which tools there are. Good until the next call.
  const ToolTable* tools_of(const TestCase& test_case) { return tables_.of(test_case); }
  const ToolTable* tools() const { return tables_.of_suite(); }
  // Null where the tool has no schema that compiles.
  std::shared_ptr<KnownSchema> schema_of(const ToolSpec& tool);
  MatcherCache& matchers() { return matchers_; }

 private:
  const Suite& suite_;
  ToolTables tables_;
  MatcherCache matchers_;
  std::unordered_map<std::string, std::shared_ptr<KnownSchema>> schemas_;  // by their text
};

using LintCases = std::span<const TestCase* const>;

// ids.cc: id-shape, retired-id, missing-tags.
void lint_ids(LintContext& context, LintCases cases, LintFindings& out);
// requests.cc: names-its-tool, placeholder.
void lint_request(const TestCase& test_case, const CaseExpectations& expected, LintFindings& out);
// alike_requests.cc: near-duplicate, contradicting-cases. Over all cases.
void lint_alike_requests(LintCases cases, LintFindings& out);
// agents.cc: error-not-expected.
void lint_agent(const TestCase& test_case, LintFindings& out);
// contradictions.cc: unknown-tool, unknown-argument, impossible-value, missing-argument.
void lint_contradictions(LintContext& context, const TestCase& test_case,
                         const CaseExpectations& expected, LintFindings& out);
// forbidden.cc: forbids-expected.
void lint_forbidden(const Suite& suite, const TestCase& test_case, const CaseExpectations& expected,
                    LintFindings& out);
// acceptance.cc: accepts-most-tools, matches-anything.
void lint_acceptance(LintContext& context, const TestCase& test_case,
                     const CaseExpectations& expected, LintFindings& out);
// contracts.cc: vague-contract.
void lint_contract(const TestCase& test_case, LintFindings& out);
// thresholds.cc: gate-cannot-fail, gate-selects-nothing, limit-matches-no-tool, judge-threshold.
void lint_thresholds(LintContext& context, LintFindings& out);
void lint_limits_of(LintContext& context, const TestCase& test_case, LintFindings& out);

}  // namespace tare
