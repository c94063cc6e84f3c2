// A tool in a provider's own wrapping is a common slip: it is told apart from a missing name.
#include "suite/tool_list.h"

#include <fmt/format.h>

#include <array>
#include <unordered_set>

namespace tare {
namespace {

constexpr std::array<std::string_view, 3> kApprovals = {"never", "always", "conditional"};

// Servers write null for what they do not say.
json::Value present(json::Value object, std::string_view name) {
  const json::Value v = object.find(name);
  return v.valid() && v.is_null() ? json::Value() : v;
}

void read_annotations(ValueReader& reader, json::Value annotations, ToolSpec& tool) {
  if (!reader.object(annotations, "annotations")) return;
  tool.read_only =
      reader.flag(present(annotations, "readOnlyHint"), "readOnlyHint").value_or(false);
  tool.destructive =
      reader.flag(present(annotations, "destructiveHint"), "destructiveHint").value_or(false);
}

ToolSpec read_tool(ValueReader& reader, json::Value value) {
  ToolSpec tool;
  tool.json = json_text(value);
  const json::Value name = value.find("name");
  if (!name.valid()) {
    const bool wrapped = value.find("function").valid();
    reader.fault(value, "a tool has no \"name\"",
                 wrapped ? "write {\"name\", \"description\", \"inputSchema\"} without the "
                           "\"function\" around it"
                         : "");
  }
  if (auto text = reader.word(name, "name")) tool.name = std::move(*text);
  if (auto text = reader.text(present(value, "description"), "description"))
    tool.description = *text;
  const json::Value schema = present(value, "inputSchema");
  if (schema.valid() && !schema.is_boolean() && reader.object(schema, "inputSchema")) {
    tool.input_schema = json_text(schema);
  } else if (schema.valid() && schema.is_boolean()) {
    tool.input_schema = json_text(schema);
  }
  tool.wire_name = reader.word(present(value, "wireName"), "wireName");
  tool.server = reader.word(present(value, "server"), "server");
  if (auto which = reader.choice(present(value, "approval"), "approval", kApprovals)) {
    tool.approval = kApprovals[*which];
  }
  tool.builtin = reader.flag(present(value, "builtin"), "builtin").value_or(false);
  read_annotations(reader, present(value, "annotations"), tool);
  return tool;
}

}  // namespace

std::vector<ToolSpec> read_tool_list(ValueReader& reader, json::Value list) {
  std::vector<ToolSpec> tools;
  if (!reader.array(list, "tools")) return tools;
  std::unordered_set<std::string> names;
  for (json::Value element : list.elements()) {
    if (!reader.object(element, fmt::format("tools[{}]", tools.size()))) continue;
    ToolSpec tool = read_tool(reader, element);
    if (!tool.name.empty() && !names.insert(tool.name).second) {
      reader.fault(element.find("name"),
                   fmt::format("two tools are named {}", shown(element.find("name"))),
                   "names of tools are unique");
    }
    tools.push_back(std::move(tool));
  }
  return tools;
}

Manifest read_tools_document(ValueReader& reader, json::Value root) {
  Manifest manifest;
  if (root.is_array()) {
    manifest.tools = read_tool_list(reader, root);
    return manifest;
  }
  const json::Value tools = root.is_object() ? root.find("tools") : json::Value();
  if (!tools.valid()) {
    reader.fault(root, fmt::format("the tools file holds {}; it must be an array of tools, or an "
                                   "object with \"tools\"",
                                   shown(root)));
    return manifest;
  }
  manifest.tools = read_tool_list(reader, tools);
  manifest.instructions = reader.text(root.find("instructions"), "instructions");
  return manifest;
}

}  // namespace tare
