// The check of a suite by all rules: what `tare lint` does between reading and printing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/lint_findings.h"
#include "lint/lint_rule.h"
#include "model/manifest.h"
#include "suite/suite.h"

namespace tare {

struct LintResult {
  std::vector<Violation> violations;  // in the order of the files
  std::vector<std::string> notes;     // what could not be looked at
};

// `manifest`: the suite's tools; null where nothing says them, and then no rule asks. `aside`: what
// load_suite_to_lint set aside. `cases`: those that are looked at; rules over the suite as a whole
// see all of it. O(cases).
Result<LintResult> lint_suite(const Suite& suite, const Manifest* manifest,
                              const std::vector<SetAside>& aside,
                              const std::vector<const TestCase*>& cases);

// By file, line and column; those of the suite as a whole first.
std::vector<Violation> in_file_order(const Suite& suite, std::vector<LintFinding> findings);

}  // namespace tare
