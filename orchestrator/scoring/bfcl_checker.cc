#include "scoring/bfcl_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/escape.h"
#include "scoring/bfcl_dicts.h"
#include "scoring/bfcl_values.h"
#include "scoring/python_values.h"

namespace tare {
namespace {

// One call of the answer key.
struct Expected {
  std::string name;
  json::Value arguments;    // {parameter: [acceptable…]}
  json::Value description;  // of the function; invalid: none was offered under this name
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string name_of(json::Value description) {
  if (!description.is_object()) return {};
  const json::Value name = description.find("name");
  return name.valid() && name.is_string() ? name.decoded() : std::string();
}

json::Value describe(const BfclTask& task, BfclRule rule, std::string_view name) {
  if (!task.functions.valid() || !task.functions.is_array()) return {};
  for (const json::Value function : task.functions.elements()) {
    if (rule == BfclRule::simple) return function;
    const std::string offered = name_of(function);
    // The keys of version 1 carry _1, _2 behind the name, and no exact comparison finds it.
    const bool is_it = task.version == BfclVersion::v1 ? contains(name, offered) : name == offered;
    if (is_it) return function;
  }
  return {};
}

std::vector<Expected> expected_calls(const BfclTask& task, BfclRule rule) {
  std::vector<Expected> out;
  const auto add = [&](json::Value object) {
    for (auto& [name, arguments] : dict_items(object)) {
      out.push_back({name, arguments, describe(task, rule, name)});
      if (task.version == BfclVersion::v4) return;
    }
  };
  const json::Value truth = task.ground_truth;
  if (!truth.valid()) return out;
  if (truth.is_object()) {
    add(truth);
  } else if (truth.is_array()) {
    for (const json::Value one : truth.elements()) {
      if (one.is_object()) add(one);
    }
  }
  return out;
}

json::Value member_of(json::Value object, std::string_view name) {
  return object.valid() && object.is_object() ? object.find(name) : json::Value();
}

std::optional<BfclFault> check_names(const Expected& expected, const BfclTask& task,
                                     const BfclCall& call) {
  std::string name = name_of(expected.description);
  if (task.underscore_names) std::replace(name.begin(), name.end(), '.', '_');
  if (call.name != name) {
    return BfclFault{
        "simple_function_checker:wrong_func_name",
        fmt::format("the call is of {}; expected is {}", quote_json(call.name), quote_json(name))};
  }
  if (!call.arguments.valid() || !call.arguments.is_object()) {
    return BfclFault{"ast_decoder:decoder_wrong_output_format",
                     fmt::format("the arguments of {} are no object", quote_json(name))};
  }
  return std::nullopt;
}

std::optional<BfclFault> check_required(json::Value parameters, json::Value arguments) {
  const json::Value required = member_of(parameters, "required");
  if (!required.valid() || !required.is_array()) return std::nullopt;
  for (const json::Value name : required.elements()) {
    if (!name.is_string() || arguments.find(name.decoded()).valid()) continue;
    return BfclFault{
        "simple_function_checker:missing_required",
        fmt::format("the required parameter {} is missing", quote_json(name.decoded()))};
  }
  return std::nullopt;
}

std::optional<BfclFault> check_one_call(const Expected& expected, const BfclTask& task,
                                        const BfclCall& call) {
  if (auto fault = check_names(expected, task, call)) return fault;
  const json::Value parameters = member_of(expected.description, "parameters");
  if (auto fault = check_required(parameters, call.arguments)) return fault;
  const json::Value properties = member_of(parameters, "properties");
  const auto arguments = dict_items(call.arguments);
  for (const auto& [name, value] : arguments) {
    const json::Value description = member_of(properties, name);
    const json::Value acceptable = member_of(expected.arguments, name);
    if (!description.valid() || !acceptable.valid()) {
      return BfclFault{"simple_function_checker:unexpected_param",
                       fmt::format("the parameter {} is not in the {}", quote_json(name),
                                   description.valid() ? "answer key" : "function's description")};
    }
    if (auto fault = check_bfcl_argument(task.version, {name, value, description, acceptable})) {
      return fault;
    }
  }
  if (!expected.arguments.is_object()) return std::nullopt;
  for (const auto& [name, acceptable] : dict_items(expected.arguments)) {
    if (acceptable.is_array() && may_be_absent(acceptable)) continue;
    if (call.arguments.find(name).valid()) continue;
    return BfclFault{"simple_function_checker:missing_optional",
                     fmt::format("the parameter {} is missing, and the answer key does not let it "
                                 "be left out",
                                 quote_json(name))};
  }
  return std::nullopt;
}

BfclFault count_fault(std::string_view error_type, std::size_t calls, std::size_t expected) {
  return {error_type, fmt::format("{} call{} where {} {} expected", calls, calls == 1 ? "" : "s",
                                  expected, expected == 1 ? "is" : "are")};
}

BfclFault nameless_fault(const Expected& expected) {
  return {"parallel_function_checker_no_order:cannot_find_description",
          fmt::format("the answer key expects {}, which is none of the functions",
                      quote_json(expected.name))};
}

std::optional<BfclFault> check_parallel(const BfclTask& task, std::span<const Expected> expected,
                                        std::span<const BfclCall> calls) {
  if (calls.size() != expected.size()) {
    return count_fault("parallel_function_checker_no_order:wrong_count", calls.size(),
                       expected.size());
  }
  std::vector<bool> used(calls.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!expected[i].description.valid()) return nameless_fault(expected[i]);
    bool matched = false;
    std::string why;
    for (std::size_t c = 0; c < calls.size() && !matched; ++c) {
      if (used[c]) continue;
      const std::optional<BfclFault> fault = check_one_call(expected[i], task, calls[c]);
      matched = !fault;
      if (matched) {
        used[c] = true;
      } else if (why.empty()) {
        why = fault->sentence;
      }
    }
    if (matched) continue;
    return BfclFault{
        "parallel_function_checker_no_order:cannot_find_match",
        fmt::format("no call matches expected call {}, {} (the first that is left: {})", i + 1,
                    quote_json(expected[i].name), why)};
  }
  return std::nullopt;
}

std::optional<BfclFault> check_no_call(const BfclTask& task, std::span<const BfclCall> calls) {
  if (calls.empty()) return std::nullopt;
  const bool v1 = task.version == BfclVersion::v1;
  return BfclFault{v1 ? "relevance_error:decoder_success" : "irrelevance_error:decoder_success",
                   fmt::format("{} is called where no call is right", quote_json(calls[0].name))};
}

}  // namespace

BfclRule bfcl_rule(BfclVersion version, std::string_view category) {
  if (contains(category, "irrelevance")) return BfclRule::no_call;
  if (contains(category, "relevance")) {
    return version == BfclVersion::v1 ? BfclRule::no_call : BfclRule::any_call;
  }
  if (contains(category, "parallel")) return BfclRule::parallel;
  if (!contains(category, "multiple")) return BfclRule::simple;
  return version == BfclVersion::v1 ? BfclRule::parallel : BfclRule::multiple;
}

std::optional<BfclFault> check_bfcl(const BfclTask& task, std::span<const BfclCall> calls) {
  const BfclRule rule = bfcl_rule(task.version, task.category);
  if (rule == BfclRule::no_call) return check_no_call(task, calls);
  if (rule == BfclRule::any_call) {
    if (!calls.empty()) return std::nullopt;
    return BfclFault{"relevance_error:decoder_failed", "no call where some call is right"};
  }
  const std::vector<Expected> expected = expected_calls(task, rule);
  if (rule == BfclRule::parallel) return check_parallel(task, expected, calls);
  if (expected.empty() || calls.size() != 1) {
    return count_fault(rule == BfclRule::simple ? "simple_function_checker:wrong_count"
                                                : "multiple_function_checker:wrong_count",
                       calls.size(), 1);
  }
  if (!expected.front().description.valid()) return nameless_fault(expected.front());
  return check_one_call(expected.front(), task, calls.front());
}

}  // namespace tare
