// Content is a string, or a list of parts of which those with `text` are words.
#include "lint/case_texts.h"

#include "json/reader.h"

namespace tare {
namespace {

std::string decoded(const std::string& json_text) {
  json::Document document;
  if (json_text.empty() || json::read_strict(json_text, document)) return {};
  return document.root().as_string().value_or("");
}

void append_content(std::string& out, json::Value content) {
  if (!content.valid()) return;
  if (content.is_string()) {
    out += content.decoded();
    out += '\n';
    return;
  }
  if (!content.is_array()) return;
  for (json::Value part : content.elements()) {
    const json::Value text = part.is_object() ? part.find("text") : json::Value();
    if (!text.valid() || !text.is_string()) continue;
    out += text.decoded();
    out += '\n';
  }
}

std::string messages_text(const std::string& messages_json, bool user_only) {
  json::Document document;
  std::string out;
  if (json::read_strict(messages_json, document)) return out;
  for (json::Value message : document.root().elements()) {
    const json::Value role = message.find("role");
    const std::string who = role.valid() ? role.as_string().value_or("") : "";
    if (user_only && who != "user") continue;
    if (!user_only) out += who + ": ";
    append_content(out, message.find("content"));
  }
  return out;
}

}  // namespace

std::string user_text(const TestCase& test_case) {
  const CaseInput& input = test_case.input;
  if (input.messages_json.empty()) return decoded(input.request_json);
  std::string text = messages_text(input.messages_json, true);
  if (!input.request_json.empty()) text += decoded(input.request_json);
  return text;
}

std::string conversation_text(const TestCase& test_case) {
  const CaseInput& input = test_case.input;
  if (input.messages_json.empty()) return decoded(input.request_json);
  return messages_text(input.messages_json, false) + decoded(input.request_json);
}

std::string contract_text(const TestCase& test_case) {
  return test_case.expected.rare ? decoded(test_case.expected.rare->expected_output_json)
                                 : std::string();
}

}  // namespace tare
