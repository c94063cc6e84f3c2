// Pieces that the failure list and `tare show` share.
#pragma once

#include <string>
#include <string_view>

#include "model/score.h"
#include "model/test_case.h"
#include "report/reporters.h"

namespace tare {

// "ticket-delete-01", and "#2" behind it from the second trial on (or where the case has several).
std::string trial_name(const TestCase& test_case, const TrialScore& score);

// What the user says: the request, else the last user message, one escaped line of at most
// `max_bytes`.
std::string request_text(const CaseInput& input, std::size_t max_bytes);

// "  label    text", the text wrapped and indented below itself. Ends with a newline.
std::string labelled(std::string_view label, std::string_view text, const TerminalStyle& style);

// The last `lines` lines, escaped, each indented by four. "" where there is nothing.
std::string tail_lines(std::string_view text, std::size_t lines, const TerminalStyle& style);

}  // namespace tare
