// Repeated trials for a terminal: how often cases pass, how much so few trials can show, and the
// cases that pass least.
#pragma once

#include <string>

#include "model/run_summary.h"
#include "report/reporters.h"

namespace tare {

// "" where no case ran more than once.
std::string trials_text(const RunSummary& summary, const TerminalStyle& style);

}  // namespace tare
