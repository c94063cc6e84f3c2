// What `tare lint` and `tare coverage` share: which cases, which tools, which rules.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "base/result.h"
#include "lint/lint_rule.h"
#include "model/manifest.h"
#include "report/violations.h"
#include "suite/suite.h"

namespace tare {

// The cases that the filter selects, as a run would take them; "" is all.
Result<std::vector<const TestCase*>> selected_cases(const Suite& suite, const std::string& filter);

struct SuiteTools {
  std::optional<Manifest> manifest;  // nullopt: nothing says which tools there are
  std::string origin;                // for a person
};
// Those of the suite; where it says "describe" the adapter is asked, as a run would ask it.
Result<SuiteTools> tools_of_suite(const Suite& suite, const Console& console);

// For reporters that list what was looked for.
std::vector<RuleInfo> rule_infos(LintFamily family);

}  // namespace tare
