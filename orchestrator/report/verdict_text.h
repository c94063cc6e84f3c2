// What the build is told: the gates, those that fail first, and the line that says how the run
// ended.
#pragma once

#include <string>

#include "model/run_summary.h"
#include "report/reporter.h"
#include "report/reporters.h"

namespace tare {

std::string gates_text(const RunSummary& summary, const TerminalStyle& style);
std::string closing_text(const RunSummary& summary, const ReportContext& context,
                         const TerminalStyle& style);

}  // namespace tare
