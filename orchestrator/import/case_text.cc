#include "import/case_text.h"

#include <algorithm>

#include "json/string_writer.h"
#include "json/writer.h"

namespace tare {
namespace {

void append_member(std::string& out, std::string_view name, std::string_view json) {
  if (!out.empty()) out.push_back(',');
  json::append_json_string(out, name);
  out.push_back(':');
  out += json;
}

// Recurses as deep as the source's reader let the value be.
void append_literal(json::Value v, std::string& out) {
  if (v.is_array()) {
    out.push_back('[');
    bool first = true;
    for (const json::Value element : v.elements()) {
      if (!first) out.push_back(',');
      first = false;
      append_literal(element, out);
    }
    out.push_back(']');
  } else if (v.is_object()) {
    out.push_back('{');
    bool first = true;
    for (const json::Member member : v.members()) {
      if (!first) out.push_back(',');
      first = false;
      const std::string name = member.name.decoded();
      json::append_json_string(out, name.starts_with('$') ? "$" + name : name);
      out.push_back(':');
      append_literal(member.value, out);
    }
    out.push_back('}');
  } else {
    out += v.text();
  }
}

}  // namespace

void CaseText::add(std::string_view name, std::string_view json) {
  append_member(members_, name, json);
  names_.emplace_back(name);
}
void CaseText::add(std::string_view name, json::Value v) { add(name, json::as_strict_json(v)); }
void CaseText::add_string(std::string_view name, std::string_view text) {
  add(name, json_string(text));
}
void CaseText::add_strings(std::string_view name, const std::vector<std::string>& list) {
  std::string json = "[";
  for (const std::string& one : list) json += (json.size() > 1 ? "," : "") + json_string(one);
  add(name, json + "]");
}
void CaseText::keep(std::string_view name, std::string_view json) {
  append_member(metadata_, name, json);
}
void CaseText::keep(std::string_view name, json::Value v) { keep(name, json::as_strict_json(v)); }

bool CaseText::has(std::string_view name) const {
  return std::ranges::find(names_, name) != names_.end();
}

std::string CaseText::line() const {
  std::string out = "{" + members_;
  if (!metadata_.empty()) {
    out += (members_.empty() ? "\"metadata\":{" : ",\"metadata\":{") + metadata_ + "}";
  }
  return out + "}";
}

std::string json_string(std::string_view text) {
  std::string out;
  json::append_json_string(out, text);
  return out;
}

std::string literal_json(json::Value v) {
  std::string out;
  append_literal(v, out);
  return out;
}

std::string tool_json(json::Value tool) {
  if (!tool.is_object()) return {};
  const json::Value inner = tool.find("function");
  if (inner.valid() && inner.is_object()) tool = inner;
  const json::Value name = tool.find("name");
  if (!name.valid() || !name.is_string() || name.decoded_equals("")) return {};
  std::string out = "{\"name\":" + std::string(name.text());
  for (const json::Member member : tool.members()) {
    if (member.name.decoded_equals("name")) continue;
    const bool schema =
        member.name.decoded_equals("parameters") || member.name.decoded_equals("input_schema");
    const bool null = member.value.is_null();
    if (null) continue;
    out += "," + (schema ? "\"inputSchema\"" : std::string(member.name.text())) + ":" +
           json::as_strict_json(member.value);
  }
  return out + "}";
}

std::optional<std::vector<std::string>> string_list(json::Value v) {
  if (!v.valid() || !v.is_array()) return std::nullopt;
  std::vector<std::string> out;
  for (const json::Value element : v.elements()) {
    if (!element.is_string() || element.decoded_equals("")) return std::nullopt;
    std::string text = element.decoded();
    if (std::ranges::find(out, text) != out.end()) return std::nullopt;
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace tare
