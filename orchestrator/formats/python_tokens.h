// Python source as tokens, as far as one expression needs them.
//
// A client layer that hands a model's text to Python's own parser accepts exactly what Python
// accepts: a stray `?`, a line break in the wrong place or a word such as `from` used as a name
// fails the whole text. To tell what such a layer did, the text is held to the same rules here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare::formats {

enum class PythonTokenKind : std::uint8_t {
  name,  // no keyword
  keyword,
  number,
  string,  // `value` decoded
  bytes,
  f_string,  // not looked into
  sign,      // an operator or a bracket
  end,
};

struct PythonToken {
  PythonTokenKind kind = PythonTokenKind::end;
  std::string_view text;  // as it stands
  std::string value;      // of a string
  std::size_t begin = 0;
};

// All tokens and the end. nullopt: no Python, or more than one logical line; `why` says it.
std::optional<std::vector<PythonToken>> read_python_tokens(std::string_view text, std::string& why);

}  // namespace tare::formats
