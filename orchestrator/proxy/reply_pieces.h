// A text in parts: where a reply may be cut for its events, and how its strings are spelled.
//
// An event's JSON has to be read on its own, so a cut never parts the bytes of one character. With
// escapes a character beyond the first plane is two of them, and the cut may fall in between: that
// is what servers do whose strings are UTF-16.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tare::proxy {

// At most `bytes` each (0: all in one), but never less than a character; nothing for "". `halves`:
// a character of two surrogates may become two parts, each a surrogate in its WTF-8 form.
std::vector<std::string> pieces_of(std::string_view text, std::size_t bytes, bool halves);

// A JSON string that reads back as these very bytes. `escapes`: all that is not ASCII as \u….
std::string json_quoted(std::string_view text, bool escapes);

}  // namespace tare::proxy
