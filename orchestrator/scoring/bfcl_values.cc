#include "scoring/bfcl_values.h"

#include <fmt/format.h>

#include <utility>

#include "base/escape.h"
#include "base/utf8.h"
#include "scoring/bfcl_dicts.h"
#include "scoring/python_values.h"

namespace tare {
namespace {

// What a word of the leaderboard's schemas means. nullopt: none of them.
std::optional<PythonType> type_of_word(json::Value word) {
  if (!word.valid() || !word.is_string()) return std::nullopt;
  const std::string text = word.decoded();
  if (text == "string" || text == "any") return PythonType::string;
  if (text == "integer") return PythonType::integer;
  if (text == "float") return PythonType::real;
  if (text == "boolean") return PythonType::boolean;
  if (text == "array" || text == "tuple") return PythonType::list;
  if (text == "dict") return PythonType::dict;
  return std::nullopt;
}

bool is_word(json::Value word, std::string_view text) {
  return word.valid() && word.is_string() && word.decoded_equals(text);
}

// The type that the answers have: of the first that is not "".
std::optional<PythonType> answer_type(json::Value acceptable) {
  for (const json::Value one : acceptable.elements()) {
    if (!one.is_string() || !one.decoded_equals("")) return python_type(one);
  }
  return std::nullopt;
}

struct TypeResult {
  bool ok = false;
  bool is_variable = false;  // the answer is of another type than declared: compared exactly
  bool nested = false;       // what failed is the type of elements
};

// `type`: of the value, after an int was taken as a float.
TypeResult check_type(json::Value value, PythonType type, json::Value acceptable,
                      PythonType expected, std::optional<PythonType> nested) {
  const std::optional<PythonType> answers = answer_type(acceptable);
  const bool is_variable = answers && *answers != expected;
  if (type != expected) {
    const bool as_answer = answers && type == *answers;
    return {as_answer, as_answer, false};
  }
  if (!nested) return {true, is_variable, false};
  for (const json::Value answer : acceptable.elements()) {
    if (!answer.is_array()) return {true, is_variable, false};
    const std::optional<PythonType> inner = answer_type(answer);
    bool all = true;
    for (const json::Value element : value.elements()) {
      const PythonType one = python_type(element);
      all = one == *nested || (inner && one == *inner);
      if (!all) break;
    }
    if (all) return {true, is_variable, false};
  }
  return {false, false, true};
}

BfclFault type_fault(const BfclArgument& argument, PythonType type, bool nested) {
  if (nested) {
    return {"type_error:nested",
            fmt::format("{} is {}: its elements are not of the type that is declared or accepted",
                        quote_json(argument.name), bfcl_shown(argument.value))};
  }
  const json::Value word = argument.description.find("type");
  return {"type_error:simple",
          fmt::format("{} is {}, of type {}; declared is {}", quote_json(argument.name),
                      bfcl_shown(argument.value), python_type_name(type), bfcl_shown(word))};
}

BfclFault value_fault(std::string_view error_type, const BfclArgument& argument) {
  return {error_type, fmt::format("{} is {}; acceptable is {}", quote_json(argument.name),
                                  bfcl_shown(argument.value), bfcl_shown(argument.acceptable))};
}

// Direct elements that are strings in their standard form; what is deeper stays.
std::optional<std::string> list_key(json::Value list) {
  std::string key;
  for (const json::Value element : list.elements()) {
    const std::optional<std::string> one = standard_key(element);
    if (!one) return std::nullopt;
    key += *one + ',';
  }
  return key;
}

// A string where a list is due is the list of its characters, "" the empty one.
std::string characters_key(std::string_view text) {
  std::string key;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_at(text, at).length;
    key += python_string_key(standard_string(text.substr(at, length))) + ',';
    at += length;
  }
  return key;
}

bool list_matches(json::Value value, json::Value acceptable) {
  const std::optional<std::string> key = list_key(value);
  if (!key) return false;
  for (const json::Value answer : acceptable.elements()) {
    if (answer.is_array() && key == list_key(answer)) return true;
    if (answer.is_string() && *key == characters_key(answer.decoded())) return true;
  }
  return false;
}

bool string_matches(json::Value value, json::Value acceptable) {
  const std::string standard = standard_string(value.decoded());
  for (const json::Value answer : acceptable.elements()) {
    if (answer.is_string() && standard_string(answer.decoded()) == standard) return true;
  }
  return false;
}

std::optional<BfclFault> check_exact(const BfclArgument& argument, bool as_float) {
  const auto key = as_float ? python_key_as_float(argument.value) : python_key(argument.value);
  if (is_among(key, argument.acceptable, false)) return std::nullopt;
  return value_fault("value_error:others", argument);
}

}  // namespace

std::optional<BfclFault> check_bfcl_argument(BfclVersion version, const BfclArgument& argument) {
  const json::Value word =
      argument.description.is_object() ? argument.description.find("type") : json::Value();
  const std::optional<PythonType> expected = type_of_word(word);
  if (!expected || !argument.acceptable.is_array()) {
    return BfclFault{"type_error:simple",
                     fmt::format("{} has no type of the leaderboard's or no list of acceptable "
                                 "values in the case",
                                 quote_json(argument.name))};
  }
  std::optional<PythonType> nested;
  if (*expected == PythonType::list) {
    const json::Value items = argument.description.find("items");
    if (items.valid() && items.is_object()) nested = type_of_word(items.find("type"));
  }
  BfclArgument taken = argument;
  PythonType type = python_type(argument.value);
  if (type == PythonType::tuple && is_word(word, "tuple")) {
    taken.value = list_in_tuple(argument.value);
    type = PythonType::list;
  }
  const bool as_float = type == PythonType::integer && is_word(word, "float");
  if (as_float) type = PythonType::real;
  const TypeResult checked = check_type(taken.value, type, taken.acceptable, *expected, nested);
  if (!checked.ok) return type_fault(argument, type, checked.nested);
  if (checked.is_variable) return check_exact(taken, as_float);
  switch (*expected) {
    case PythonType::dict:
      return check_bfcl_dict(version, taken.name, taken.value, taken.acceptable);
    case PythonType::list:
      if (nested == PythonType::dict) {
        return check_bfcl_dict_list(version, taken.name, taken.value, taken.acceptable);
      }
      if (list_matches(taken.value, taken.acceptable)) return std::nullopt;
      return value_fault("value_error:list/tuple", taken);
    case PythonType::string:
      if (string_matches(taken.value, taken.acceptable)) return std::nullopt;
      return value_fault("value_error:string", taken);
    case PythonType::none:
    case PythonType::integer:
    case PythonType::real:
    case PythonType::boolean:
    case PythonType::tuple:
    case PythonType::other:
      break;
  }
  return check_exact(taken, as_float);
}

}  // namespace tare
