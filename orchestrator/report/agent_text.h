// What agents did, what their judge said, and what was left out, for a terminal.
//
// Each part is one string that ends with a newline, or "" where there is nothing to say.
#pragma once

#include <string>

#include "model/run_summary.h"
#include "report/reporters.h"

namespace tare {

std::string agent_text(const RunSummary& summary, const TerminalStyle& style);
std::string judge_text(const RunSummary& summary, const TerminalStyle& style);
// --adaptive and --max-cost.
std::string left_out_text(const RunSummary& summary, const TerminalStyle& style);

}  // namespace tare
