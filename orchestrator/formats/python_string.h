// String literals of Python: where they end and what they mean.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tare::formats {

struct PythonString {
  bool is_string = false;     // false: none starts here, or one that holds no plain text (b'', f'')
  bool closed = false;        // false: the text ended before its closing quotes
  bool line_break = false;    // a raw line break between quotes that are not triple
  bool named_escape = false;  // \N{…}: left as it stands, for want of the names
  std::size_t end = 0;
};

// Appends what the literal at text[at] means (a lone surrogate as WTF-8). One literal: neighbours
// that Python would join are the caller's. An escape that Python does not have stands for itself.
PythonString read_python_string(std::string_view text, std::size_t at, std::string& decoded);

}  // namespace tare::formats
