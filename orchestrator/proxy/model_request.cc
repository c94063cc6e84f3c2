#include "proxy/model_request.h"

#include <array>

#include "formats/provider_reply.h"
#include "json/reader.h"

namespace tare::proxy {
namespace {

using formats::Provider;
using json::Value;

std::string text_of(Value object, std::string_view name) {
  const Value value = object.find(name);
  return value.valid() && value.is_string() ? value.decoded() : std::string();
}

bool is_true(Value object, std::string_view name, bool absent = false) {
  const Value value = object.find(name);
  return value.valid() && value.is_boolean() ? value.boolean() : absent;
}

void add_tool(Manifest& out, Value whole, Value part) {
  ToolSpec tool;
  tool.json = std::string(whole.text());
  tool.name = text_of(part, "name");
  tool.description = text_of(part, "description");
  static constexpr std::array<std::string_view, 4> kSchemas = {
      "parameters", "input_schema", "parametersJsonSchema", "inputSchema"};
  for (const std::string_view name : kSchemas) {
    const Value schema = part.find(name);
    if (!schema.valid()) continue;
    tool.input_schema = std::string(schema.text());
    break;
  }
  // A tool that the provider itself runs is known by its type alone.
  const std::string type = text_of(whole, "type");
  tool.builtin =
      tool.input_schema.empty() && !type.empty() && type != "function" && type != "custom";
  if (tool.name.empty()) tool.name = type;
  out.tools.push_back(std::move(tool));
}

void add_tools(Manifest& out, Value list) {
  if (!list.valid() || !list.is_array()) return;
  for (const Value entry : list.elements()) {
    if (!entry.is_object()) continue;
    bool held_others = false;
    // Gemini's declarations, and the tools of a namespace.
    for (const std::string_view name : {"functionDeclarations", "function_declarations", "tools"}) {
      const Value inner = entry.find(name);
      if (!inner.valid() || !inner.is_array()) continue;
      held_others = true;
      for (const Value tool : inner.elements()) {
        if (!tool.is_object()) continue;
        add_tool(out, tool, tool);
        // Calls of it have to say the namespace.
        if (const std::string space = text_of(entry, "name"); !space.empty()) {
          out.tools.back().server = space;
        }
      }
    }
    if (held_others) continue;
    const Value function = entry.find("function");
    add_tool(out, entry, function.valid() && function.is_object() ? function : entry);
  }
}

std::string_view messages_member(Provider provider) {
  switch (provider) {
    case Provider::openai_chat:
    case Provider::anthropic:
    case Provider::ollama:
      return "messages";
    case Provider::openai_responses:
      return "input";
    case Provider::gemini:
      return "contents";
  }
  return "";
}

}  // namespace

ModelRequest read_model_request(const Endpoint& endpoint, std::string_view body) {
  ModelRequest out;
  json::Document document;
  if (const json::ReadError error = json::read_strict(body, document)) {
    out.fault = "the body is no JSON: " + error.reason;
    return out;
  }
  const Value root = document.root();
  if (!root.is_object()) {
    out.fault = "the body is no JSON object";
    return out;
  }
  out.model = endpoint.model.empty() ? text_of(root, "model") : endpoint.model;
  // Ollama streams unless it is told not to; all others the other way round.
  out.stream =
      endpoint.stream_path || is_true(root, "stream", endpoint.provider == Provider::ollama);
  if (endpoint.provider == Provider::gemini) out.stream = endpoint.stream_path;
  const Value options = root.find("stream_options");
  if (options.valid() && options.is_object()) {
    out.usage_in_stream = is_true(options, "include_usage");
  }
  add_tools(out.tools, root.find("tools"));
  add_tools(out.tools, root.find("functions"));
  const Value messages = root.find(messages_member(endpoint.provider));
  if (messages.valid()) out.messages_json = std::string(messages.text());
  return out;
}

}  // namespace tare::proxy
