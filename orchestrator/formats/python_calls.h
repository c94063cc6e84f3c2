// Calls written as in Python: `f(a=1, b='x')`, alone, in a list, or one a line.
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/model_text.h"

namespace tare::formats {

struct PythonCalls {
  std::size_t end = 0;      // past the last call and the list's bracket
  bool list_closed = true;  // false: the list's closing bracket is missing
};

// Whether a call, or a list of them, begins at `at`.
bool python_calls_begin(std::string_view text, std::size_t at);

// The calls in text[at, limit) from `at` on, until something else stands there. `json_words`: the
// format's template prints true, false and null. O(n).
PythonCalls read_python_calls(std::string_view text, std::size_t at, std::size_t limit,
                              bool json_words, ModelText& out);

}  // namespace tare::formats
