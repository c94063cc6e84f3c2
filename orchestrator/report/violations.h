// What a check found, in the forms that a person, a script, a build server and a code host read.
//
// Checks (of a policy, of a suite) make violations and know nothing of formats; the formats here
// know nothing of checks. One line of text a violation, its subject first, since a reviewer asks
// which tool or which case before anything else. Waived ones are shown apart and decide nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/violation.h"
#include "report/reporters.h"

namespace tare {

struct ViolationReport {
  std::string what;                        // "policy check"
  std::vector<Violation> violations = {};  // in the order in which they are shown
  std::vector<std::pair<std::string, std::string>> facts = {};  // label, text: printed before
  std::string checked_at = {};  // "2026-11-30T10:44:53.123Z" for JUnit; "" leaves it undated
  bool strict = false;          // warnings are findings too
};

struct ViolationCounts {
  std::uint64_t errors = 0, warnings = 0, notes = 0, waived = 0;  // the first three: not waived
};
ViolationCounts violation_counts(const ViolationReport& report);

// Does it decide the exit code: an error (where `strict`, a warning) that nothing waives.
bool is_finding(const ViolationReport& report, const Violation& violation);
// 0 or 1.
int exit_code_of(const ViolationReport& report);

// "policy check: 2 errors, 1 warning, 1 waived", "policy check: nothing found".
std::string violation_summary(const ViolationReport& report);

std::string violations_text(const ViolationReport& report, const TerminalStyle& style);
// `tare-violations/1` (schemas/violations.schema.json).
std::string violations_json(const ViolationReport& report);
// One testcase a violation, and one for each rule that found nothing.
std::string violations_junit(const ViolationReport& report, std::span<const RuleInfo> rules);
// SARIF 2.1.0, for code hosts. `version`: of tare.
std::string violations_sarif(const ViolationReport& report, std::span<const RuleInfo> rules,
                             std::string_view version);
std::string violations_markdown(const ViolationReport& report);

}  // namespace tare
