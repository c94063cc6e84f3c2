// What all reports of an audit say alike: the mark of an outcome, a cell and a comparison in words.
//
// A mark is one character, so that thirty clients stand side by side and nothing hangs on colour:
// small letters and dots for what somebody was told of, digits for how grave a silent change is,
// capitals for calls that were lost.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "audit/audit.h"
#include "audit/comparison.h"

namespace tare {

// ". ~ 1 2 3 4 e a E D X ?"; `severity` counts where it was coerced.
char outcome_mark(CellOutcome outcome, Severity severity);

struct MarkMeaning {
  std::string_view marks;  // "1 2 3 4"
  std::string_view words;  // a sentence without its full stop
};
const std::array<MarkMeaning, kCellOutcomes>& mark_meanings();  // by outcome

// "coerced, critical: bigintPrecisionLoss, keyDropped". Escaped for a terminal.
std::string cell_words(const AuditCell& cell);
std::string kinds_text(const std::vector<std::string>& kinds);  // likewise
// What the text is that a cell was told: "client said", "why", "it ended with".
std::string_view told_word(const AuditCell& cell);
std::string_view way_word(CellChange::Way way);  // "worse"

// "3 cells worse, 1 better, 2 otherwise changed, of 408 in both audits", and what else is to be
// known before the cells are read, a sentence each.
std::vector<std::string> comparison_sentences(const AuditComparison& comparison);
// "openai 6.1.0 -> openai 7.0.0 (openai/chat-json and 7 more)", each change of versions once.
std::vector<std::string> version_sentences(const AuditComparison& comparison);

// "12 clients, 204 cases each": what the audit was, in a few words.
std::string audit_size_text(const Audit& audit);

}  // namespace tare
