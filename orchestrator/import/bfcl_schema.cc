#include "import/bfcl_schema.h"

#include <algorithm>

#include "import/case_text.h"
#include "json/writer.h"

namespace tare {
namespace {

std::string type_word(std::string_view word) {
  if (word == "dict") return "object";
  if (word == "float") return "number";
  if (word == "tuple") return "array";
  return std::string(word);
}

// Recurses as deep as the source's reader let the value be.
void append_schema(json::Value schema, std::string& out);

void append_properties(json::Value properties, std::string& out) {
  out.push_back('{');
  bool first = true;
  for (const json::Member property : properties.members()) {
    if (!first) out.push_back(',');
    first = false;
    out += std::string(property.name.text()) + ":";
    append_schema(property.value, out);
  }
  out.push_back('}');
}

void append_keyword(json::Member member, std::string& out) {
  const std::string name = member.name.decoded();
  out += std::string(member.name.text()) + ":";
  if (name == "type" && member.value.is_string()) {
    out += json_string(type_word(member.value.decoded()));
  } else if (name == "properties" && member.value.is_object()) {
    append_properties(member.value, out);
  } else if (name == "items" || name == "additionalProperties") {
    append_schema(member.value, out);
  } else {
    out += json::as_strict_json(member.value);
  }
}

void append_schema(json::Value schema, std::string& out) {
  if (!schema.is_object()) {
    out += json::as_strict_json(schema);
    return;
  }
  out.push_back('{');
  bool first = true;
  for (const json::Member member : schema.members()) {
    const bool any = member.name.decoded_equals("type") && member.value.is_string() &&
                     member.value.decoded_equals("any");
    if (any) continue;
    if (!first) out.push_back(',');
    first = false;
    append_keyword(member, out);
  }
  out.push_back('}');
}

std::string name_of(json::Value function) {
  const json::Value name = function.is_object() ? function.find("name") : json::Value();
  return name.valid() && name.is_string() ? name.decoded() : "";
}

}  // namespace

std::string bfcl_tools_json(const std::vector<json::Value>& functions) {
  std::vector<std::string> names;
  for (const json::Value function : functions) names.push_back(name_of(function));
  std::vector<std::string> taken = names;
  std::string out = "[";
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool known =
        std::ranges::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i),
                          names[i]) != names.begin() + static_cast<std::ptrdiff_t>(i);
    if (names[i].empty() || known) continue;
    out += (out.size() > 1 ? ",{\"name\":" : "{\"name\":") + json_string(names[i]);
    std::string wire = names[i];
    std::replace(wire.begin(), wire.end(), '.', '_');
    if (std::ranges::find(taken, wire) == taken.end()) {
      out += ",\"wireName\":" + json_string(wire);
      taken.push_back(wire);
    }
    const json::Value description = functions[i].find("description");
    if (description.valid() && description.is_string()) {
      out += ",\"description\":" + std::string(description.text());
    }
    const json::Value parameters = functions[i].find("parameters");
    if (parameters.valid() && parameters.is_object()) {
      out += ",\"inputSchema\":";
      append_schema(parameters, out);
    }
    out += "}";
  }
  return out + "]";
}

}  // namespace tare
