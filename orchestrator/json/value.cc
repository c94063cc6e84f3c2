// Asking a value: all work that the readers left undone happens here, on demand and for one token.
#include "json/value.h"

#include <charconv>

#include "json/decimal.h"
#include "json/string_token.h"

namespace tare::json {

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "boolean";
    case Kind::number:
      return "number";
    case Kind::string:
      return "string";
    case Kind::array:
      return "array";
    case Kind::object:
      return "object";
  }
  return "";
}

std::string_view deviation_name(DeviationKind kind) {
  switch (kind) {
    case DeviationKind::trailing_comma:
      return "trailingComma";
    case DeviationKind::single_quotes:
      return "singleQuotes";
    case DeviationKind::unquoted_key:
      return "unquotedKey";
    case DeviationKind::python_literal:
      return "pythonLiteral";
    case DeviationKind::comment:
      return "comment";
    case DeviationKind::nan_or_infinity:
      return "nanOrInfinity";
    case DeviationKind::truncated:
      return "truncated";
    case DeviationKind::text_after_value:
      return "textAfterValue";
    case DeviationKind::text_before_value:
      return "textBeforeValue";
    case DeviationKind::code_fence:
      return "codeFence";
    case DeviationKind::leading_plus:
      return "leadingPlus";
    case DeviationKind::leading_zeros:
      return "leadingZeros";
    case DeviationKind::unescaped_quote:
      return "unescapedQuote";
    case DeviationKind::raw_control_character:
      return "rawControlCharacter";
    case DeviationKind::bad_escape:
      return "badEscape";
    case DeviationKind::byte_order_mark:
      return "byteOrderMark";
    case DeviationKind::missing_comma:
      return "missingComma";
    case DeviationKind::bare_word:
      return "bareWord";
    case DeviationKind::bad_number:
      return "badNumber";
    case DeviationKind::unexpected_character:
      return "unexpectedCharacter";
    case DeviationKind::invalid_utf8_outside_string:
      return "invalidUtf8OutsideString";
  }
  return "";
}

std::string_view tail_name(TruncationTail tail) {
  switch (tail) {
    case TruncationTail::none:
      return "none";
    case TruncationTail::in_string:
      return "in_string";
    case TruncationTail::in_number:
      return "in_number";
    case TruncationTail::in_literal:
      return "in_literal";
    case TruncationTail::after_key:
      return "after_key";
    case TruncationTail::after_comma:
      return "after_comma";
    case TruncationTail::after_value:
      return "after_value";
  }
  return "";
}

bool Value::boolean() const {
  const std::string_view token = text();
  return token.starts_with('t') || token.starts_with('T');
}

std::optional<std::string_view> Value::undecoded() const {
  if (has_note(StringNote::has_escape)) return std::nullopt;
  return has_note(StringNote::repaired) ? repaired_content(text()) : strict_content(text());
}

std::string Value::decoded() const {
  if (const auto plain = undecoded()) return std::string(*plain);
  const bool repaired = has_note(StringNote::repaired);
  const std::string_view content = repaired ? repaired_content(text()) : strict_content(text());
  std::string out;
  out.reserve(content.size());
  append_decoded(out, content);
  return out;
}

bool Value::decoded_equals(std::string_view wanted) const {
  if (const auto plain = undecoded()) return *plain == wanted;
  // Decoding never makes a string longer, and at most six times shorter.
  const std::size_t size = text().size();
  if (size < wanted.size() || size > 6 * wanted.size() + 2) return false;
  return decoded() == wanted;
}

std::size_t Value::size() const {
  const std::size_t count = document_->nodes_[index_].bits >> kCountShift;
  if (count != kMaxCount || !(is_array() || is_object())) {
    return is_array() || is_object() ? count : 0;
  }
  std::size_t exact = 0;
  if (is_array()) {
    for (auto it = elements().begin(); it != elements().end(); ++it) ++exact;
  } else {
    for (auto it = members().begin(); it != members().end(); ++it) ++exact;
  }
  return exact;
}

Value Value::find(std::string_view name) const {
  Value found;
  if (!is_object()) return found;
  for (const Member& member : members()) {
    if (member.name.decoded_equals(name)) found = member.value;
  }
  return found;
}

std::size_t Value::count(std::string_view name) const {
  std::size_t found = 0;
  if (!is_object()) return found;
  for (const Member& member : members()) found += member.name.decoded_equals(name) ? 1 : 0;
  return found;
}

std::optional<std::string> Value::as_string() const {
  if (!valid() || !is_string()) return std::nullopt;
  return decoded();
}

std::optional<std::int64_t> Value::as_integer() const {
  if (!valid() || !is_number()) return std::nullopt;
  return integer_value(text());
}

std::optional<bool> Value::as_boolean() const {
  if (!valid() || !is_boolean()) return std::nullopt;
  return boolean();
}

std::optional<double> Value::as_double() const {
  if (!valid() || !is_number()) return std::nullopt;
  const std::string number = canonical_number(text());
  double out = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out);
  if (error == std::errc::result_out_of_range) {
    // Too near to zero is zero; too far from it does not fit.
    const bool is_small = compare_numbers(number, "-1") == std::partial_ordering::greater &&
                          compare_numbers(number, "1") == std::partial_ordering::less;
    return is_small ? std::optional<double>(0.0) : std::nullopt;
  }
  if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  if (out != out || out - out != 0) return std::nullopt;  // NaN, Infinity
  return out;
}

}  // namespace tare::json
