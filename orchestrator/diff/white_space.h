// White space as client layers trim it.
//
// The trim() of one language takes U+FEFF, the strip() of another U+001C; whichever ran, the tool
// received a text without its ends. So everything that a usual trim takes counts here: Unicode's
// White_Space, U+001C to U+001F and U+FEFF. Zero-width characters are kept by all of them, so their
// loss is another change.
#pragma once

#include <string_view>

namespace tare {

std::string_view trimmed(std::string_view text);

// "\r\n", "\r" and "\n" count as one and the same newline.
bool equal_but_for_newlines(std::string_view a, std::string_view b);

}  // namespace tare
