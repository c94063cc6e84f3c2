// Text from outside on the page. Two dangers, two layers: what a reader cannot see (control
// characters, marks that turn the direction of writing, spaces beyond ASCII) becomes a visible
// escape first, and what HTML could read as its own becomes a reference then.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/display_text.h"

namespace tare {

// On one line, cut with "…".
std::string html_text(std::string_view bytes, std::size_t max_bytes = 400);
// Line ends and tabs stay: for <pre>.
std::string html_lines(std::string_view bytes, std::size_t max_bytes);

// A call's text with the `changed` ranges in <mark>; escapes stand in <i>, so that \n for a line
// end is not taken for a backslash and an n. Where it is longer than `max_bytes` it is cut around
// the first change, and how much is left out is said. `changed` is ascending, without overlaps.
std::string html_marked(std::string_view bytes, const std::vector<ByteRange>& changed,
                        std::size_t max_bytes);

}  // namespace tare
