#include "import/chat_calls.h"

#include "json/reader.h"

namespace tare {
namespace {

json::Value member(json::Value object, std::string_view name) {
  return object.is_object() ? object.find(name) : json::Value();
}

// nullopt: no object, nor the text of one.
std::optional<std::string> arguments_of(json::Value v) {
  if (!v.valid() || v.is_null()) return "";
  if (v.is_object()) return literal_json(v);
  if (!v.is_string()) return std::nullopt;
  const std::string text = v.decoded();
  if (text.empty()) return "";
  json::Document document;
  if (json::read_strict(text, document) || !document.root().is_object()) return std::nullopt;
  return literal_json(document.root());
}

std::optional<IdealCall> ideal_call(json::Value v) {
  const json::Value inner = member(v, "function");
  if (inner.valid() && inner.is_object()) v = inner;
  const json::Value name = member(v, "name");
  if (!name.valid() || !name.is_string() || name.decoded_equals("")) return std::nullopt;
  json::Value given = member(v, "arguments");
  for (const char* other : {"args", "parameters", "input"}) {
    if (!given.valid()) given = member(v, other);
  }
  const std::optional<std::string> arguments = arguments_of(given);
  if (!arguments) return std::nullopt;
  return IdealCall{name.decoded(), *arguments};
}

}  // namespace

std::optional<std::vector<IdealCall>> ideal_calls(json::Value v) {
  std::vector<IdealCall> out;
  if (!v.valid()) return std::nullopt;
  if (v.is_object()) {
    const json::Value held = member(v, "tool_calls");
    if (held.valid() && held.is_array()) return ideal_calls(held);
    const std::optional<IdealCall> one = ideal_call(v);
    if (!one) return std::nullopt;
    return std::vector<IdealCall>{*one};
  }
  if (!v.is_array()) return std::nullopt;
  for (const json::Value element : v.elements()) {
    const std::optional<IdealCall> one = ideal_call(element);
    if (!one) return std::nullopt;
    out.push_back(*one);
  }
  return out;
}

void expect_calls(CaseText& text, const std::vector<IdealCall>& calls) {
  if (calls.empty()) {
    text.add("expectedTool", std::string_view("null"));
    return;
  }
  if (calls.size() == 1) {
    text.add_string("expectedTool", calls[0].tool);
    if (!calls[0].arguments_json.empty()) {
      text.add("expectedArgs", std::string_view(calls[0].arguments_json));
    }
    return;
  }
  std::string list = "[";
  for (const IdealCall& call : calls) {
    list += (list.size() > 1 ? ",{\"tool\":" : "{\"tool\":") + json_string(call.tool);
    if (!call.arguments_json.empty()) list += ",\"args\":" + call.arguments_json;
    list += "}";
  }
  text.add("expectedCalls", std::string_view(list + "]"));
}

}  // namespace tare
