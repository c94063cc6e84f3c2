// The table of coverage for a person, a page and a script.
#pragma once

#include <string>

#include "lint/coverage.h"
#include "report/reporters.h"
#include "report/violations.h"

namespace tare {

// The table, then `report`'s gaps.
std::string coverage_text(const Coverage& coverage, const ViolationReport& report,
                          const TerminalStyle& style);
std::string coverage_markdown(const Coverage& coverage, const ViolationReport& report);
// `tare-coverage/1` (schemas/coverage.schema.json).
std::string coverage_json(const Coverage& coverage, const ViolationReport& report,
                          const std::string& suite_path);

}  // namespace tare
