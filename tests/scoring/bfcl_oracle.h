// The leaderboard's rules once more, straight and slow, over another library's values: an oracle
// for scoring/bfcl_checker.h. Written from the rules (docs/bfcl.md), not from the code under test.
#pragma once

#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tare::bfcl_oracle {

using Json = nlohmann::ordered_json;

struct Verdict {
  bool pass = true;
  std::string type;
};

inline Verdict fail(const std::string& type) { return {false, type}; }

inline bool is_tuple(const Json& v) {
  return v.is_object() && v.size() == 1 && v.contains("$tuple") && v["$tuple"].is_array();
}

// "int", "float", "bool", "str", "list", "dict", "tuple", "None"
inline std::string type_of(const Json& v) {
  if (v.is_null()) return "None";
  if (v.is_boolean()) return "bool";
  if (v.is_number_float()) return "float";
  if (v.is_number()) return "int";
  if (v.is_string()) return "str";
  if (v.is_array()) return "list";
  return is_tuple(v) ? "tuple" : "dict";
}

inline bool same(const Json& a, const Json& b) {
  const auto numeric = [](const Json& v) { return v.is_boolean() || v.is_number(); };
  if (numeric(a) && numeric(b)) {
    const auto value = [](const Json& v) {
      return v.is_boolean() ? (v.get<bool>() ? 1.0 : 0.0) : v.get<double>();
    };
    return value(a) == value(b);
  }
  if (type_of(a) != type_of(b)) return false;
  if (a.is_array()) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same(a[i], b[i])) return false;
    }
    return true;
  }
  if (a.is_object()) {
    if (a.size() != b.size()) return false;
    for (const auto& [key, value] : a.items()) {
      if (!b.contains(key) || !same(value, b[key])) return false;
    }
    return true;
  }
  return a == b;
}

inline bool is_in(const Json& v, const Json& list) {
  for (const Json& one : list) {
    if (same(v, one)) return true;
  }
  return false;
}

inline std::string std_text(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (std::string(" ,./-_*^").find(c) != std::string::npos) continue;
    if (c == '\'') c = '"';
    out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  }
  return out;
}

inline Json standard(const Json& v) {
  return v.is_string() ? Json(std_text(v.get<std::string>())) : v;
}

inline Json standard_list(const Json& list) {
  Json out = Json::array();
  for (const Json& one : list) out.push_back(standard(one));
  return out;
}

inline std::string expected_type(const std::string& word) {
  if (word == "integer") return "int";
  if (word == "float") return "float";
  if (word == "boolean") return "bool";
  if (word == "array" || word == "tuple") return "list";
  if (word == "dict") return "dict";
  return "str";
}

inline std::string answer_type(const Json& acceptable) {
  for (const Json& one : acceptable) {
    if (one != "") return type_of(one);
  }
  return "";
}

struct Checked {
  Verdict verdict;
  bool variable = false;
};

inline Checked type_check(const Json& v, const std::string& type, const Json& acceptable,
                          const std::string& expected, const std::string& nested) {
  const std::string answers = answer_type(acceptable);
  const bool variable = !answers.empty() && answers != expected;
  if (type == expected) {
    if (nested.empty()) return {{}, variable};
    for (const Json& answer : acceptable) {
      bool all = true;
      if (answer.is_array()) {
        for (const Json& element : v) {
          all = all && type_check(element, type_of(element), answer, nested, "").verdict.pass;
        }
      }
      if (all) return {{}, variable};
    }
    return {fail("type_error:nested")};
  }
  if (!answers.empty() && type == answers) return {{}, true};
  return {fail("type_error:simple")};
}

inline Verdict dict_check(int version, const Json& v, const Json& acceptable) {
  Verdict last = fail("dict_checker:unclear");
  for (const Json& answer : acceptable) {
    if (answer == "") continue;
    last = {};
    if (version == 1 && v.size() != answer.size()) {
      last = fail("value_error:dict_items");
      continue;
    }
    for (const auto& [key, value] : v.items()) {
      if (!answer.contains(key)) {
        last = fail("value_error:dict_key");
      } else if (version == 1 && answer[key].is_object()) {
        last = value.is_object() ? dict_check(1, value, Json::array({answer[key]}))
                                 : fail("value_error:dict_value");
      } else if (!is_in(standard(value), standard_list(answer[key]))) {
        last = fail("value_error:dict_value");
      }
      if (!last.pass) break;
    }
    if (last.pass && version == 4) {
      for (const auto& [key, values] : answer.items()) {
        if (!v.contains(key) && !is_in("", values)) {
          last = fail("value_error:dict_key");
          break;
        }
      }
    }
    if (last.pass) return {};
  }
  return last;
}

inline Verdict dict_list_check(int version, const Json& v, const Json& acceptable) {
  Verdict last = fail("list_dict_checker:unclear");
  for (const Json& answer : acceptable) {
    const std::size_t length = answer == "" ? 0 : answer.size();
    if (v.size() != length) {
      last = fail("value_error:list_dict_count");
      continue;
    }
    last = {};
    for (std::size_t i = 0; i < v.size() && last.pass; ++i) {
      last = v[i].is_object() && !is_tuple(v[i])
                 ? dict_check(version, v[i], Json::array({answer[i]}))
                 : fail("value_error:dict_value");
    }
    if (last.pass) return {};
  }
  return last;
}

inline Verdict value_check(int version, Json v, const Json& description, const Json& acceptable) {
  const std::string word = description["type"];
  const std::string expected = expected_type(word);
  std::string nested;
  if (word == "array" || word == "tuple") nested = expected_type(description["items"]["type"]);
  if (word == "tuple" && is_tuple(v)) v = Json(v["$tuple"]);
  std::string type = type_of(v);
  if (word == "float" && type == "int") type = "float";
  const Checked checked = type_check(v, type, acceptable, expected, nested);
  if (!checked.verdict.pass) return checked.verdict;
  if (!checked.variable) {
    if (expected == "dict") return dict_check(version, v, acceptable);
    if (expected == "list" && nested == "dict") return dict_list_check(version, v, acceptable);
    if (expected == "str") {
      for (const Json& one : acceptable) {
        if (one.is_string() && std_text(one) == std_text(v)) return {};
      }
      return fail("value_error:string");
    }
    if (expected == "list") {
      for (const Json& one : acceptable) {
        const Json list = one == "" ? Json::array() : standard_list(one);
        if (same(standard_list(v), list)) return {};
      }
      return fail("value_error:list/tuple");
    }
  }
  return is_in(v, acceptable) ? Verdict{} : fail("value_error:others");
}

// `call`: {name: {parameter: value}}; `expected`: {name: {parameter: [acceptable…]}}
inline Verdict one_call(int version, const Json& function, const Json& call, const Json& expected,
                        bool underscore) {
  std::string name = function["name"];
  for (char& c : name) {
    if (underscore && c == '.') c = '_';
  }
  if (call.begin().key() != name) return fail("simple_function_checker:wrong_func_name");
  const Json& args = call.begin().value();
  if (!args.is_object()) return fail("ast_decoder:decoder_wrong_output_format");
  const Json& key = expected.begin().value();
  const Json& parameters = function["parameters"];
  for (const Json& required : parameters.value("required", Json::array())) {
    if (!args.contains(required)) return fail("simple_function_checker:missing_required");
  }
  for (const auto& [parameter, value] : args.items()) {
    if (!parameters["properties"].contains(parameter) || !key.contains(parameter)) {
      return fail("simple_function_checker:unexpected_param");
    }
    const Verdict verdict =
        value_check(version, value, parameters["properties"][parameter], key[parameter]);
    if (!verdict.pass) return verdict;
  }
  for (const auto& [parameter, acceptable] : key.items()) {
    if (!args.contains(parameter) && !is_in("", acceptable)) {
      return fail("simple_function_checker:missing_optional");
    }
  }
  return {};
}

inline Verdict check(int version, const std::string& category, const Json& functions,
                     const Json& truth, const std::vector<Json>& calls, bool underscore) {
  const auto has = [&](const char* part) { return category.find(part) != std::string::npos; };
  if (has("irrelevance") || (version == 1 && has("relevance"))) {
    return calls.empty() ? Verdict{}
                         : fail(version == 1 ? "relevance_error:decoder_success"
                                             : "irrelevance_error:decoder_success");
  }
  if (has("relevance")) {
    return calls.empty() ? fail("relevance_error:decoder_failed") : Verdict{};
  }
  std::vector<Json> expected;
  if (version == 1) {
    for (const auto& [name, key] : truth.items()) expected.push_back(Json{{name, key}});
  } else {
    for (const Json& one : truth) expected.push_back(one);
  }
  const auto describe = [&](const std::string& name) -> Json {
    for (const Json& function : functions) {
      const std::string offered = function["name"];
      if (version == 1 ? name.find(offered) != std::string::npos : name == offered) return function;
    }
    return nullptr;
  };
  if (has("parallel") || (version == 1 && has("multiple"))) {
    if (calls.size() != expected.size()) {
      return fail("parallel_function_checker_no_order:wrong_count");
    }
    std::vector<Json> left = calls;
    for (const Json& one : expected) {
      bool found = false;
      const Json function = describe(one.begin().key());
      if (function.is_null()) {
        return fail("parallel_function_checker_no_order:cannot_find_description");
      }
      for (auto it = left.begin(); it != left.end() && !found; ++it) {
        if (!one_call(version, function, *it, one, underscore).pass) continue;
        left.erase(it);
        found = true;
        break;
      }
      if (!found) return fail("parallel_function_checker_no_order:cannot_find_match");
    }
    return {};
  }
  if (calls.size() != 1) {
    return fail(has("multiple") ? "multiple_function_checker:wrong_count"
                                : "simple_function_checker:wrong_count");
  }
  const Json function = has("multiple") ? describe(expected[0].begin().key()) : functions[0];
  if (function.is_null()) {
    return fail("parallel_function_checker_no_order:cannot_find_description");
  }
  return one_call(version, function, calls[0], expected[0], underscore);
}

}  // namespace tare::bfcl_oracle
