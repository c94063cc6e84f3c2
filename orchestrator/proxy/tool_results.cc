#include "proxy/tool_results.h"

#include <algorithm>
#include <utility>

#include "json/reader.h"

namespace tare::proxy {
namespace {

using formats::Provider;
using json::Value;

std::optional<std::string> text_of(Value object, std::string_view name) {
  const Value value = object.find(name);
  if (!value.valid() || !value.is_string()) return std::nullopt;
  return value.decoded();
}

bool says(Value object, std::string_view name, std::string_view word) {
  const Value value = object.find(name);
  return value.valid() && value.is_string() && value.decoded_equals(word);
}

// A text, or the texts of a list of parts joined; JSON as it stands otherwise.
std::optional<std::string> content_text(Value content) {
  if (!content.valid() || content.is_null()) return std::nullopt;
  if (content.is_string()) return content.decoded();
  if (!content.is_array()) return std::string(content.text());
  std::string out;
  for (const Value part : content.elements()) {
    if (part.is_object()) out += text_of(part, "text").value_or("");
  }
  return out;
}

// {"role":"tool"} of chat completions and Ollama.
void take_tool_message(Value message, std::vector<ToolResult>& out) {
  if (!says(message, "role", "tool") && !says(message, "role", "function")) return;
  auto name = text_of(message, "name");
  if (!name) name = text_of(message, "tool_name");
  out.push_back({.id = text_of(message, "tool_call_id"),
                 .name = std::move(name),
                 .text = content_text(message.find("content"))});
}

void take_output_item(Value item, std::vector<ToolResult>& out) {
  const Value type = item.find("type");
  if (!type.valid() || !type.is_string()) return;
  const std::string word = type.decoded();
  if (word != "function_call_output" && word != "custom_tool_call_output") return;
  out.push_back({.id = text_of(item, "call_id"),
                 .name = std::nullopt,
                 .text = content_text(item.find("output"))});
}

void take_result_blocks(Value message, std::vector<ToolResult>& out) {
  const Value content = message.find("content");
  if (!content.valid() || !content.is_array()) return;
  for (const Value block : content.elements()) {
    if (!block.is_object() || !says(block, "type", "tool_result")) continue;
    const Value error = block.find("is_error");
    out.push_back({.id = text_of(block, "tool_use_id"),
                   .name = std::nullopt,
                   .text = content_text(block.find("content")),
                   .is_error = error.valid() && error.is_boolean() && error.boolean()});
  }
}

void take_function_responses(Value content, std::vector<ToolResult>& out) {
  const Value parts = content.find("parts");
  if (!parts.valid() || !parts.is_array()) return;
  for (const Value part : parts.elements()) {
    if (!part.is_object()) continue;
    Value response = part.find("functionResponse");
    if (!response.valid()) response = part.find("function_response");
    if (!response.valid() || !response.is_object()) continue;
    const Value inner = response.find("response");
    out.push_back({.id = text_of(response, "id"),
                   .name = text_of(response, "name"),
                   .text = content_text(inner),
                   .is_error = inner.valid() && inner.is_object() && inner.find("error").valid()});
  }
}

}  // namespace

std::vector<ToolResult> tool_results(Provider provider, std::string_view messages_json) {
  std::vector<ToolResult> out;
  json::Document document;
  if (json::read_strict(messages_json, document) || !document.root().is_array()) return out;
  for (const Value entry : document.root().elements()) {
    if (!entry.is_object()) continue;
    switch (provider) {
      case Provider::openai_chat:
      case Provider::ollama:
        take_tool_message(entry, out);
        break;
      case Provider::openai_responses:
        take_output_item(entry, out);
        break;
      case Provider::anthropic:
        take_result_blocks(entry, out);
        break;
      case Provider::gemini:
        take_function_responses(entry, out);
        break;
    }
  }
  return out;
}

void NewResults::add(std::vector<ToolResult> of_request) {
  std::unordered_map<std::string, std::size_t> seen;
  for (ToolResult& result : of_request) {
    const std::string id = result.id.value_or("");
    std::size_t& known = counts_[id];
    if (++seen[id] <= known) continue;
    ++known;
    known_.push_back(std::move(result));
  }
}

}  // namespace tare::proxy
