#include "mcp_proxy/tools_offer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "suite/read_document.h"
#include "suite/tool_list.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 4> kOwnMembers = {"wireName", "server", "approval",
                                                         "builtin"};
constexpr std::string_view kAnyObject = R"({"type":"object"})";

// REQUIRES: schema is valid and not null.
std::string sent_schema(ValueReader& reader, json::Value schema) {
  if (schema.is_boolean() && schema.boolean()) return std::string(kAnyObject);
  if (!schema.is_object()) {
    reader.misfit(schema, "inputSchema", "a JSON Schema for an object");
    return {};
  }
  const json::Value type = schema.find("type");
  std::string text = json_text(schema);
  if (!type.valid()) {
    return fmt::format("{}{}{}", R"({"type":"object")", schema.size() == 0 ? "" : ",",
                       std::string_view(text).substr(1));
  }
  if (!type.is_string() || !type.decoded_equals("object")) {
    reader.misfit(type, "type", "\"object\" in an inputSchema: arguments are objects");
  }
  return text;
}

std::string sent_tool(ValueReader& reader, json::Value tool) {
  std::string out = "{";
  bool has_schema = false;
  std::unordered_set<std::string> seen;
  for (const json::Member member : tool.members()) {
    const std::string name = member.name.decoded();
    if (!seen.insert(name).second) {
      reader.fault(member.name, fmt::format("{} stands there twice", shown(member.name)));
    }
    if (member.value.is_null() || std::ranges::find(kOwnMembers, name) != kOwnMembers.end()) {
      continue;
    }
    if (out.size() > 1) out += ',';
    out += member.name.text();
    out += ':';
    if (name == "inputSchema") {
      has_schema = true;
      out += sent_schema(reader, member.value);
    } else {
      out += json_text(member.value);
    }
  }
  if (!has_schema) out += fmt::format(",\"inputSchema\":{}", kAnyObject);
  return out + "}";
}

}  // namespace

Result<mcp::Offer> read_tools_offer(std::string_view text, const std::string& path) {
  FaultList faults;
  mcp::Offer offer;
  if (const auto document = TextDocument::parse(text, is_yaml_name(path), 0, faults)) {
    ValueReader reader(document->source(), faults);
    const json::Value root = document->root();
    Manifest manifest = read_tools_document(reader, root);
    offer.instructions = std::move(manifest.instructions);
    const json::Value tools = root.is_array() ? root : root.find("tools");
    // Only a list without a fault has its tools one to one.
    if (!faults.any()) {
      std::size_t i = 0;
      for (const json::Value tool : tools.elements()) {
        offer.tools.push_back({manifest.tools[i++].name, sent_tool(reader, tool)});
      }
    }
  }
  if (faults.any()) return faults.to_error({path});
  return offer;
}

}  // namespace tare
