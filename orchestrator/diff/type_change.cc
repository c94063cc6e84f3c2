// A value of one JSON type became one of another: the pair of types, and then the two values, tell
// which kind of change it is. Whatever fits no row is `typeChanged`.
//
// Lists come first: what was wrapped or unwrapped kept its value. A text and a number that are not
// the same number are judged as two numbers: an id as text that a double rounded is
// `bigintPrecisionLoss`, and "3.7" cut to 3 `fractionTruncated`, as if the model had written
// numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "diff/json_in_string.h"
#include "diff/list_change.h"
#include "diff/number_text.h"
#include "diff/scalar_change.h"
#include "diff/white_space.h"
#include "json/decimal.h"
#include "json/equal.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Kind;
using json::Value;

// Words are short; a long text is none.
std::string as_word(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 16) return "(long)";
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::optional<bool> truth_of_word(std::string_view text) {
  constexpr std::array<std::string_view, 6> kTrue = {"true", "yes", "on", "1", "y", "t"};
  constexpr std::array<std::string_view, 6> kFalse = {"false", "no", "off", "0", "n", "f"};
  const std::string word = as_word(text);
  if (std::ranges::find(kTrue, word) != kTrue.end()) return true;
  if (std::ranges::find(kFalse, word) != kFalse.end()) return false;
  return std::nullopt;
}

bool is_null_word(std::string_view text) {
  const std::string word = as_word(text);
  return word.empty() || word == "null" || word == "none" || word == "nil" || word == "undefined";
}

// Infinite, or none at all, to a reader that has only doubles.
bool is_nonfinite(std::string_view number) {
  if (is_nonfinite_word(number)) return true;
  const std::optional<std::string> decimal = decimal_of(number);
  return decimal && std::isinf(nearest_double(*decimal));
}

// Two numbers, at least one of them spelled in a string, that are not the same.
Change changed_on_the_way(std::string_view raw, std::string_view normalized) {
  constexpr std::array<std::string_view, 4> kExplained = {
      "bigintPrecisionLoss", "floatPrecisionLoss", "fractionTruncated", "nonfiniteNumber"};
  const std::optional<Change> change = number_change(raw, normalized);
  if (!change || std::ranges::find(kExplained, change->kind) == kExplained.end()) {
    return change_of("typeChanged");
  }
  Change out = *change;
  out.equal_as_double = false;  // equal they are not: the type differs too
  return out;
}

Change string_to_number(Value raw, Value normalized) {
  const std::string text = raw.decoded();
  if (is_nonfinite_word(text)) return changed_on_the_way(trimmed(text), normalized.number_text());
  const std::optional<std::string> number = number_in_string(text);
  if (!number || !is_decimal(normalized.number_text())) return change_of("typeChanged");
  if (!json::same_number(*number, normalized.number_text())) {
    return changed_on_the_way(*number, normalized.number_text());
  }
  Change change = change_of("stringToNumber");
  change.lossless = is_plain_spelling(text, normalized.number_text());
  if (!change.lossless) change.shift = 1;  // R1
  return change;
}

Change number_to_string(Value raw, Value normalized) {
  const std::string text = normalized.decoded();
  if (is_nonfinite_word(text)) {
    return change_of(is_nonfinite(json::json_number_text(raw)) ? "nonfiniteNumber" : "typeChanged");
  }
  const std::optional<std::string> number = number_in_string(text);
  const std::optional<std::string> before = decimal_of(json::json_number_text(raw));
  if (!number || !before) return change_of("typeChanged");
  if (json::same_number(*number, *before)) return change_of("numberToString");
  return changed_on_the_way(*before, *number);
}

Change string_to_null(Value raw) {
  const std::string text = raw.decoded();
  if (is_null_word(text)) return change_of("stringToNull");
  const std::optional<std::string> number = number_in_string(text);
  const bool nonfinite = is_nonfinite(number ? *number : text);
  return change_of(nonfinite ? "nonfiniteNumber" : "valueNulled");
}

Change string_to(Value raw, Value normalized) {
  switch (normalized.kind()) {
    case Kind::number:
      return string_to_number(raw, normalized);
    case Kind::boolean: {
      const std::optional<bool> truth = truth_of_word(raw.decoded());
      if (!truth) return change_of("typeChanged");
      return change_of(*truth == normalized.boolean() ? "stringToBool" : "boolInverted");
    }
    case Kind::null:
      return string_to_null(raw);
    case Kind::array:
    case Kind::object: {
      const Spelling spelling = spelling_of(raw.decoded(), normalized);
      if (spelling == Spelling::other) return change_of("typeChanged");
      Change change = change_of("jsonStringParsed");
      change.lossless = spelling == Spelling::plain;
      return change;
    }
    case Kind::string:
      break;
  }
  return change_of("typeChanged");
}

Change to_string(Value raw, Value normalized) {
  switch (raw.kind()) {
    case Kind::number:
      return number_to_string(raw, normalized);
    case Kind::boolean: {
      const std::optional<bool> truth = truth_of_word(normalized.decoded());
      if (!truth) return change_of("typeChanged");
      return change_of(*truth == raw.boolean() ? "boolToString" : "boolInverted");
    }
    case Kind::null:
      return change_of(is_null_word(normalized.decoded()) ? "nullToString" : "typeChanged");
    case Kind::array:
    case Kind::object:
      return change_of(spelling_of(normalized.decoded(), raw) == Spelling::other
                           ? "typeChanged"
                           : "jsonValueStringified");
    case Kind::string:
      break;
  }
  return change_of("typeChanged");
}

// 0 is false and 1 is true; any other number is true where a boolean is asked for.
Change number_to_bool(Value number, Value boolean) {
  const std::optional<std::string> decimal = decimal_of(json::json_number_text(number));
  if (!decimal) return change_of("typeChanged");
  const bool zero = json::same_number(*decimal, "0");
  if (boolean.boolean() == zero) return change_of("boolInverted");
  const bool unit = zero || json::same_number(*decimal, "1");
  return change_of(unit ? "boolToNumber" : "typeChanged");
}

Change bool_to_number(Value boolean, Value number) {
  const std::string_view same = boolean.boolean() ? "1" : "0";
  const std::string_view other = boolean.boolean() ? "0" : "1";
  if (json::same_number(number.number_text(), same)) return change_of("boolToNumber");
  return change_of(json::same_number(number.number_text(), other) ? "boolInverted" : "typeChanged");
}

Change by_types(Value raw, Value normalized) {
  if (raw.is_array()) {
    if (const std::optional<Change> change = unwrapped(raw, normalized)) return *change;
  }
  if (normalized.is_array() && normalized.size() == 1 &&
      json::equal_by_value(raw, *normalized.elements().begin())) {
    return change_of("arrayWrapped");
  }
  if (is_list_as_object(raw, normalized)) return change_of("arrayObjectSwap");
  if (raw.is_string()) return string_to(raw, normalized);
  if (normalized.is_string()) return to_string(raw, normalized);
  if (normalized.is_null()) {
    const bool nonfinite = raw.is_number() && is_nonfinite(json::json_number_text(raw));
    return change_of(nonfinite ? "nonfiniteNumber" : "valueNulled");
  }
  if (raw.is_number() && normalized.is_boolean()) return number_to_bool(raw, normalized);
  if (raw.is_boolean() && normalized.is_number()) return bool_to_number(raw, normalized);
  return change_of("typeChanged");
}

// "high" became 3, and the schema lists 3 but not "high".
bool is_mapped_by_enum(Value raw, Value normalized, const schema::Declared& declared) {
  const auto is = [](Value value) {
    return [value](Value member) { return json::equal_by_value(member, value); };
  };
  return raw.is_string() && std::ranges::any_of(declared.enum_values, is(normalized)) &&
         std::ranges::none_of(declared.enum_values, is(raw));
}

}  // namespace

Change type_change(Value raw, Value normalized, const schema::Declared* declared) {
  Change change = by_types(raw, normalized);
  if (change.kind == "typeChanged" && declared != nullptr &&
      is_mapped_by_enum(raw, normalized, *declared)) {
    change = change_of("enumMapped");
  }
  return change;
}

}  // namespace tare
