#include "diff/json_in_string.h"

#include <algorithm>

#include "json/equal.h"
#include "json/reader.h"
#include "json/string_writer.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Value;

bool begins_like(std::string_view text, json::Kind kind) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == (kind == json::Kind::array ? '[' : '{');
}

// Reads as JSON, or as JSON written by Python.
bool read_spelled(const std::string& text, json::Document& out) {
  if (!json::read_strict(text, out)) return true;
  if (json::read_tolerant(text, out)) return false;
  return std::ranges::all_of(out.deviations(), [](const json::Deviation& deviation) {
    return deviation.kind == json::DeviationKind::python_literal ||
           deviation.kind == json::DeviationKind::single_quotes;
  });
}

bool same_token(Value printed, Value value) {
  if (printed.kind() != value.kind()) return false;
  if (!printed.is_string()) {
    return printed.is_array() || printed.is_object() || printed.text() == value.text();
  }
  if (printed.text() == value.text()) return true;
  std::string usual;
  json::append_json_string(usual, value.decoded());
  return printed.text() == usual;
}

// Token by token on the two tapes, so in the same order too.
bool same_tokens(Value printed, Value value) {
  const std::uint32_t count = printed.document()->nodes()[printed.index()].next - printed.index();
  if (value.document()->nodes()[value.index()].next - value.index() != count) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!same_token(Value(printed.document(), printed.index() + i),
                    Value(value.document(), value.index() + i))) {
      return false;
    }
  }
  return true;
}

}  // namespace

Spelling spelling_of(const std::string& text, Value value) {
  json::Document inner;
  if (!begins_like(text, value.kind()) || !read_spelled(text, inner) ||
      inner.root().kind() != value.kind() || !json::equal_by_value(inner.root(), value)) {
    return Spelling::other;
  }
  const bool plain = inner.deviations().empty() && same_tokens(inner.root(), value) &&
                     json::minified(inner.root()) == text;
  return plain ? Spelling::plain : Spelling::spells;
}

}  // namespace tare
