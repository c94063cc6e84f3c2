// A value of one JSON type became one of another: the pair of types, and then the two values, tell
// which kind of change it is. Whatever fits no row is `typeChanged`.
#include <algorithm>
#include <array>
#include <string>

#include "coercion/number_text.h"
#include "coercion/scalar_change.h"
#include "json/decimal.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Kind;
using json::Value;

std::string lower_trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  std::string out(text.substr(first, text.find_last_not_of(kSpace) - first + 1));
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::optional<bool> truth_of_word(std::string_view text) {
  constexpr std::array<std::string_view, 6> kTrue = {"true", "yes", "on", "1", "y", "t"};
  constexpr std::array<std::string_view, 6> kFalse = {"false", "no", "off", "0", "n", "f"};
  if (text.size() > 64) return std::nullopt;
  const std::string word = lower_trimmed(text);
  if (std::ranges::find(kTrue, word) != kTrue.end()) return true;
  if (std::ranges::find(kFalse, word) != kFalse.end()) return false;
  return std::nullopt;
}

bool is_null_word(std::string_view text) {
  if (text.size() > 64) return false;
  const std::string word = lower_trimmed(text);
  return word.empty() || word == "null" || word == "none";
}

// Does the text, read as JSON, spell the value? `plain`: printed without white space and in the
// value's own spelling, so that it can be had back.
bool spells(const std::string& text, Value value, ValueIds& ids, bool* plain) {
  json::Document inner;
  if (json::read_strict(text, inner) || inner.root().kind() != value.kind()) return false;
  ids.add(inner);
  const bool same = ids.same(inner.root(), value);
  ids.forget(inner);
  if (!same) return false;
  if (plain != nullptr) *plain = text == json::as_strict_json(value);
  return true;
}

Change string_to_number(Value raw, Value normalized) {
  const std::string text = raw.decoded();
  const std::optional<std::string> number = number_in_string(text);
  if (!number || !is_decimal(normalized.number_text()) ||
      !json::same_number(*number, normalized.number_text())) {
    return change_of("typeChanged");
  }
  Change change = change_of("stringToNumber");
  change.lossless = is_plain_spelling(text, normalized.number_text());
  if (!change.lossless) change.shift = 1;  // R1
  return change;
}

Change string_to(Value raw, Value normalized, ValueIds& ids) {
  switch (normalized.kind()) {
    case Kind::number:
      return string_to_number(raw, normalized);
    case Kind::boolean: {
      const std::optional<bool> truth = truth_of_word(raw.decoded());
      if (!truth) return change_of("typeChanged");
      return change_of(*truth == normalized.boolean() ? "stringToBool" : "boolInverted");
    }
    case Kind::null:
      return change_of(is_null_word(raw.decoded()) ? "stringToNull" : "valueNulled");
    case Kind::array:
    case Kind::object: {
      Change change = change_of("jsonStringParsed");
      if (spells(raw.decoded(), normalized, ids, &change.lossless)) return change;
      return change_of("typeChanged");
    }
    case Kind::string:
      break;
  }
  return change_of("typeChanged");
}

Change to_string(Value raw, Value normalized, ValueIds& ids) {
  const std::string text = normalized.decoded();
  switch (raw.kind()) {
    case Kind::number: {
      const std::optional<std::string> number = number_in_string(text);
      const bool same =
          number && is_decimal(raw.number_text()) && json::same_number(*number, raw.number_text());
      return change_of(same ? "numberToString" : "typeChanged");
    }
    case Kind::boolean: {
      const std::optional<bool> truth = truth_of_word(text);
      return change_of(truth == raw.boolean() ? "boolToString" : "typeChanged");
    }
    case Kind::null:
      return change_of(is_null_word(text) ? "nullToString" : "typeChanged");
    case Kind::array:
    case Kind::object:
      return change_of(spells(text, raw, ids, nullptr) ? "jsonValueStringified" : "typeChanged");
    case Kind::string:
      break;
  }
  return change_of("typeChanged");
}

Change number_to_bool(Value number, Value boolean) {
  if (!is_decimal(number.number_text())) return change_of("typeChanged");
  const bool zero = json::same_number(number.number_text(), "0");
  if (boolean.boolean() == zero) return change_of("boolInverted");
  const bool unit = zero || json::same_number(number.number_text(), "1");
  return change_of(unit ? "boolToNumber" : "typeChanged");
}

Change bool_to_number(Value boolean, Value number) {
  const bool same = is_decimal(number.number_text()) &&
                    json::same_number(number.number_text(), boolean.boolean() ? "1" : "0");
  return change_of(same ? "boolToNumber" : "typeChanged");
}

// The elements as one string, if all are strings and a usual separator joins them to `text`.
bool joins_to(Value list, std::string_view text) {
  for (const std::string_view separator : {" ", ",", ", ", "\n", ""}) {
    std::size_t at = 0;
    bool first = true;
    bool fits = true;
    for (const Value element : list.elements()) {
      if (!element.is_string()) return false;
      const std::string piece = (first ? "" : std::string(separator)) + element.decoded();
      first = false;
      if (text.substr(std::min(at, text.size()), piece.size()) != piece) {
        fits = false;
        break;
      }
      at += piece.size();
    }
    if (fits && at == text.size() && !first) return true;
  }
  return false;
}

std::optional<Change> unwrapped(Value raw, Value normalized, const ValueIds& ids) {
  if (raw.size() == 1 && ids.same(*raw.elements().begin(), normalized)) {
    Change change = change_of("arrayUnwrapped");
    change.lossless = true;
    return change;
  }
  if (normalized.is_string() && raw.size() > 1 && joins_to(raw, normalized.decoded())) {
    return change_of("arrayUnwrapped");
  }
  return std::nullopt;
}

}  // namespace

Change type_change(Value raw, Value normalized, ValueIds& ids, const schema::Declared*) {
  if (raw.is_array()) {
    if (const std::optional<Change> change = unwrapped(raw, normalized, ids)) return *change;
  }
  if (normalized.is_array() && normalized.size() == 1 &&
      ids.same(raw, *normalized.elements().begin())) {
    return change_of(raw.is_null() ? "typeChanged" : "arrayWrapped");
  }
  if (raw.is_string()) return string_to(raw, normalized, ids);
  if (normalized.is_string()) return to_string(raw, normalized, ids);
  if (normalized.is_null()) return change_of("valueNulled");
  if (raw.is_number() && normalized.is_boolean()) return number_to_bool(raw, normalized);
  if (raw.is_boolean() && normalized.is_number()) return bool_to_number(raw, normalized);
  return change_of("typeChanged");
}

}  // namespace tare
