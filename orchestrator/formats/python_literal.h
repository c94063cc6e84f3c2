// Python literals, as JSON.
//
// Models that call tools as in Python write values as Python prints them: both kinds of quotes,
// triple quotes, True and None, tuples, numbers with underscores. All of it has one meaning, and
// that meaning as JSON is what the tool was asked. What is no literal (a name, a sum, a call) has
// no meaning here; the caller keeps its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tare::formats {

enum class LiteralEnd {
  whole,
  cut,         // the text ends inside the literal: what was appended is the first part of it
  no_literal,  // nothing was appended
};

struct LiteralRead {
  LiteralEnd end = LiteralEnd::no_literal;
  std::size_t at = 0;       // past the literal
  bool json_words = false;  // true, false or null stood in it, which are JSON's words
  bool slips = false;       // a line break in a plain string, a member's name that is no string
};

// The literal at text[at], which is no white space. Containers deeper than this are none.
inline constexpr std::size_t kMaxLiteralDepth = 500;
LiteralRead read_python_literal(std::string_view text, std::size_t at, std::string& json);

// The end of an expression: the comma, closing bracket or end of the text that no bracket or quote
// of its own holds. O(n).
std::size_t skip_python_expression(std::string_view text, std::size_t at);

}  // namespace tare::formats
