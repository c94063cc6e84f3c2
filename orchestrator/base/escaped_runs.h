// A value spelled with any number of backslashes: JSON within JSON, Python's strings, or both.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tare {

struct SpelledValue {
  std::size_t end;      // the farthest end of a whole spelling; npos where there is none
  std::size_t to_edge;  // how many bytes of the value are spelled up to the very end of the text
};

// Reads the value from text[at] on, its first `matched` bytes having been found before it.
// O(bytes of the value), however long the text.
SpelledValue spelled_value(std::string_view text, std::size_t at, std::string_view value,
                           std::size_t matched);

// Can a value that begins with one of these bytes begin with the escape at text[at], a backslash?
bool escape_may_begin(std::string_view text, std::size_t at,
                      const std::array<bool, 256>& first_bytes);

}  // namespace tare
