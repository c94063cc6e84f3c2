#include "scoring/bfcl_dicts.h"

#include <fmt/format.h>

#include <string>

#include "base/escape.h"
#include "json/writer.h"
#include "scoring/python_values.h"

namespace tare {
namespace {

constexpr std::size_t kShownBytes = 120;

bool is_empty_string(json::Value v) { return v.is_string() && v.decoded_equals(""); }

std::optional<BfclFault> check_one(BfclVersion version, std::string_view parameter,
                                   json::Value value, json::Value answer);

std::optional<BfclFault> check_member(BfclVersion version, std::string_view parameter,
                                      std::string_view name, json::Value value,
                                      json::Value expected) {
  if (version == BfclVersion::v1 && expected.is_object()) {
    if (python_type(value) == PythonType::dict)
      return check_one(version, parameter, value, expected);
  } else if (expected.is_array() && is_among(standard_key(value), expected, true)) {
    return std::nullopt;
  }
  return BfclFault{
      "value_error:dict_value",
      fmt::format("in {}, the value of {} is {}; acceptable is {}", quote_json(parameter),
                  quote_json(name), bfcl_shown(value), bfcl_shown(expected))};
}

// `answer`: one acceptable dict, its values lists of acceptable values.
std::optional<BfclFault> check_one(BfclVersion version, std::string_view parameter,
                                   json::Value value, json::Value answer) {
  if (!answer.is_object()) {
    return BfclFault{
        "value_error:dict_value",
        fmt::format("{} is a dict; acceptable is {}", quote_json(parameter), bfcl_shown(answer))};
  }
  const auto items = dict_items(value);
  const auto answers = dict_items(answer);
  if (version == BfclVersion::v1 && items.size() != answers.size()) {
    return BfclFault{"value_error:dict_items",
                     fmt::format("{} has {} keys where {} are expected", quote_json(parameter),
                                 items.size(), answers.size())};
  }
  for (const auto& [name, given] : items) {
    const json::Value expected = answer.find(name);
    if (!expected.valid()) {
      return BfclFault{"value_error:dict_key",
                       fmt::format("{} has the key {}, which is not expected",
                                   quote_json(parameter), quote_json(name))};
    }
    if (auto fault = check_member(version, parameter, name, given, expected)) return fault;
  }
  if (version == BfclVersion::v1) return std::nullopt;
  for (const auto& [name, accepted] : answers) {
    const bool optional = accepted.is_array() && may_be_absent(accepted);
    if (!optional && !value.find(name).valid()) {
      return BfclFault{"value_error:dict_key",
                       fmt::format("{} lacks the key {}", quote_json(parameter), quote_json(name))};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string bfcl_shown(json::Value v) {
  return shorten(escape_for_terminal(json::as_strict_json(v)), kShownBytes);
}

std::optional<std::string> standard_key(json::Value v) {
  return v.is_string() ? python_string_key(standard_string(v.decoded())) : python_key(v);
}

bool is_among(const std::optional<std::string>& key, json::Value acceptable, bool standard) {
  if (!key) return false;
  for (const json::Value one : acceptable.elements()) {
    if (key == (standard ? standard_key(one) : python_key(one))) return true;
  }
  return false;
}

bool may_be_absent(json::Value acceptable) {
  for (const json::Value one : acceptable.elements()) {
    if (is_empty_string(one)) return true;
  }
  return false;
}

std::optional<BfclFault> check_bfcl_dict(BfclVersion version, std::string_view parameter,
                                         json::Value value, json::Value acceptable) {
  BfclFault last{"dict_checker:unclear",
                 fmt::format("no dict is acceptable for {}", quote_json(parameter))};
  for (const json::Value answer : acceptable.elements()) {
    if (is_empty_string(answer)) continue;
    std::optional<BfclFault> fault = check_one(version, parameter, value, answer);
    if (!fault) return std::nullopt;
    last = std::move(*fault);
  }
  return last;
}

std::optional<BfclFault> check_bfcl_dict_list(BfclVersion version, std::string_view parameter,
                                              json::Value value, json::Value acceptable) {
  BfclFault last{"list_dict_checker:unclear",
                 fmt::format("no list of dicts is acceptable for {}", quote_json(parameter))};
  for (const json::Value answer : acceptable.elements()) {
    const bool is_list = answer.is_array();
    if (!is_list && !is_empty_string(answer)) continue;
    const std::size_t length = is_list ? answer.size() : 0;
    if (value.size() != length) {
      last = {"value_error:list_dict_count",
              fmt::format("{} holds {} dicts where {} are expected", quote_json(parameter),
                          value.size(), length)};
      continue;
    }
    std::optional<BfclFault> fault;
    auto expected = answer.elements().begin();
    for (const json::Value element : value.elements()) {
      if (python_type(element) == PythonType::dict && !is_empty_string(*expected)) {
        fault = check_one(version, parameter, element, *expected);
      } else {
        fault = BfclFault{"value_error:dict_value",
                          fmt::format("{} holds {}, which is no acceptable dict",
                                      quote_json(parameter), bfcl_shown(element))};
      }
      if (fault) break;
      ++expected;
    }
    if (!fault) return std::nullopt;
    last = std::move(*fault);
  }
  return last;
}

}  // namespace tare
