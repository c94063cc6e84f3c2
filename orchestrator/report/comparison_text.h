// A comparison for a terminal, as Markdown and as one JSON document (tare-compare/1,
// docs/compare.md).
#pragma once

#include <string>

#include "report/reporters.h"
#include "scoring/comparison.h"

namespace tare {

// What the runs were comes first, and of that what makes figures incomparable: cases and
// thresholds.
std::string comparison_text(const Comparison& comparison, const TerminalStyle& style);
std::string comparison_markdown(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

// "Baseline    …": what a run says of its baseline, in a few lines; "" where it had none.
std::string baseline_text(const RunSummary& summary, const TerminalStyle& style);

}  // namespace tare
