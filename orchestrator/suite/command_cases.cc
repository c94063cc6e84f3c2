#include "suite/command_cases.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "json/reader.h"

namespace tare {
namespace {

// A JSON string as a case file holds it, decoded; "" where it is absent.
std::string string_in(const std::string& json_text) {
  json::Document document;
  if (json_text.empty() || json::read_tolerant(json_text, document)) return "";
  return document.root().is_string() ? document.root().decoded() : "";
}

bool is_plain_user_message(json::Value message) {
  return message.is_object() && message.find("role").valid() && message.find("role").is_string() &&
         message.find("role").decoded_equals("user") && message.find("content").valid() &&
         message.find("content").is_string();
}

}  // namespace

std::optional<std::string> request_text(const CaseInput& input) {
  if (!input.request_json.empty()) return string_in(input.request_json);
  json::Document document;
  if (input.messages_json.empty() || json::read_tolerant(input.messages_json, document)) {
    return std::nullopt;
  }
  const json::Value messages = document.root();
  if (!messages.is_array() || messages.size() != 1) return std::nullopt;
  for (const json::Value message : messages.elements()) {
    if (is_plain_user_message(message)) return message.find("content").decoded();
  }
  return std::nullopt;
}

PlaceholderValues text_values(const Suite& suite, const CaseInput& input,
                              const VariantSpec* variant) {
  PlaceholderValues values;
  value_of(values, Placeholder::request) = request_text(input).value_or("");
  value_of(values, Placeholder::instructions) = input.instructions_json.empty()
                                                    ? suite.instructions.value_or("")
                                                    : string_in(input.instructions_json);
  value_of(values, Placeholder::case_id) = input.id;
  if (variant) {
    value_of(values, Placeholder::model) = variant->model.value_or("");
    value_of(values, Placeholder::variant) = variant->name;
  }
  return values;
}

void check_command_cases(const Suite& suite, FaultList& faults) {
  const AdapterSpec& adapter = suite.adapter;
  const auto named = [&](Placeholder placeholder) {
    return uses(adapter.command, placeholder) ||
           std::ranges::any_of(adapter.files, [&](const CommandFile& file) {
             return uses(file.text, placeholder);
           });
  };
  const bool names_variant = named(Placeholder::variant);
  const bool names_model = named(Placeholder::model);
  const auto lacks_model = [](const VariantSpec& variant) { return !variant.model; };
  if ((names_variant || names_model) && suite.variants.empty()) {
    faults.add({0, 0, 0},
               fmt::format("the command has {{{}}}, and the suite has no variants",
                           names_model ? "model" : "variant"),
               "add \"variants\", or write the word itself");
  } else if (names_model &&
             std::any_of(suite.variants.begin(), suite.variants.end(), lacks_model)) {
    faults.add({0, 0, 0}, "the command has {model}, and not every variant has a \"model\"",
               "add it to each of them");
  }
  const bool one_text =
      adapter.command_stdin == CommandStdin::request || uses(adapter.command, Placeholder::request);
  for (const TestCase& test_case : suite.cases) {
    const std::string name = fmt::format("case {}", quote_json(shorten(test_case.id(), 100)));
    if (test_case.input.kind == CaseKind::invoke) {
      faults.add(test_case.position,
                 name +
                     ": kind invoke calls one tool function, which an adapter of kind "
                     "\"command\" cannot be asked for",
                 "give such cases a suite with an adapter that speaks the protocol");
      continue;
    }
    if (one_text && !request_text(test_case.input)) {
      faults.add(test_case.position,
                 name +
                     ": {request} is one text, and the case has several messages and no "
                     "\"request\"",
                 "add \"request\", or pass {messages}");
      continue;
    }
    const VariantSpec* variant = suite.variants.empty() ? nullptr : &suite.variants.front();
    if (auto filled = fill_command(adapter.command, text_values(suite, test_case.input, variant));
        !filled) {
      faults.add(test_case.position, name + ": " + filled.error().reason, filled.error().mend);
    }
  }
}

std::vector<std::string> command_warnings(const Suite& suite) {
  const AdapterSpec& adapter = suite.adapter;
  std::vector<std::string> out;
  if (!suite.proxy.any()) {
    out.push_back(
        "adapter.kind \"command\": such a program tells of no call, and no recorder stands between "
        "it and model or tools; which tools are called is not on record, and cases that expect "
        "something stay undecided");
  }
  const bool told =
      adapter.command_stdin != CommandStdin::none || uses(adapter.command, Placeholder::request) ||
      uses(adapter.command, Placeholder::messages) || uses(adapter.command, Placeholder::case_id);
  if (!told) {
    out.push_back(
        "adapter.command has neither {request} nor {messages}, and \"stdin\" is \"none\": the "
        "program is not told what the user says");
  }
  return out;
}

}  // namespace tare
