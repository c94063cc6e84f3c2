// One Python expression as a tree: what `ast.parse(text, mode="eval")` would make of it.
//
// Only what can stand for a call or a value has a kind of its own. All else that is good Python
// (comparisons, lambdas, comprehensions, slices) is `other`: it may stand where nobody asks for
// its value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/model_text.h"

namespace tare::formats {

enum class PythonKind : std::uint8_t {
  number,     // text
  string,     // text: decoded
  bytes,      // span
  word,       // text: True, False, None, ...
  name,       // text
  attribute,  // text: the attribute's name; children: its object
  call,       // children: callee, then positional arguments; keywords
  subscript,  // children: object, index
  list,
  tuple,
  set,
  dict,    // children: key, value, key, value, …; a key of kind `other` without a span is `**`
  unary,   // text: + - ~ not; children: operand
  binary,  // text: operator; children: left, right
  other,   // span
};

struct PythonNode {
  PythonKind kind = PythonKind::other;
  std::string text;
  Span span;  // of the source
  std::vector<std::uint32_t> children;
  std::vector<std::pair<std::string, std::uint32_t>> keywords;  // "" is **
};

struct PythonTree {
  std::vector<PythonNode> nodes;
  std::uint32_t root = 0;

  const PythonNode& at(std::uint32_t index) const { return nodes[index]; }
};

// nullopt: no expression, or more than one; `why` says where it fails.
std::optional<PythonTree> read_python_expression(std::string_view text, std::string& why);

}  // namespace tare::formats
