// A tool in a provider's own wrapping is a common slip: it is told apart from a missing name.
#include "suite/tool_list.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

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
  const auto hint = [&](std::string_view name) {
    return reader.flag(present(annotations, name), name);
  };
  tool.hints = {.read_only = hint("readOnlyHint"),
                .destructive = hint("destructiveHint"),
                .idempotent = hint("idempotentHint"),
                .open_world = hint("openWorldHint")};
  tool.read_only = tool.hints.read_only.value_or(false);
  tool.destructive = tool.hints.destructive.value_or(false);
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
  for (const std::string_view theirs : {"input_schema", "parameters"}) {
    const json::Value other = value.find(theirs);
    if (schema.valid() || !other.valid() || !other.is_object()) continue;
    reader.fault(other, fmt::format("a tool has \"{}\" and no \"inputSchema\"", theirs),
                 "its schema is named \"inputSchema\" here; under another name it would hold "
                 "nobody to it");
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

// What an agent says of its limits and of its servers, as in the event `manifest`.
void read_limits(ValueReader& reader, json::Value limits, Manifest& manifest) {
  if (!limits.valid() || !reader.object(limits, "limits")) return;
  constexpr std::uint64_t kMost = 1'000'000'000;
  manifest.max_turns = reader.whole(present(limits, "maxTurns"), "maxTurns", 1, kMost);
  manifest.max_calls = reader.whole(present(limits, "maxCalls"), "maxCalls", 1, kMost);
}

void read_servers(ValueReader& reader, json::Value servers, Manifest& manifest) {
  if (!servers.valid() || !reader.array(servers, "mcp")) return;
  std::set<std::string> names;
  for (const json::Value element : servers.elements()) {
    if (!reader.object(element, fmt::format("mcp[{}]", manifest.servers.size()))) continue;
    McpServer server;
    const json::Value name = element.find("server");
    if (!name.valid()) reader.fault(element, "a server has no \"server\", which is its name");
    server.name = reader.word(name, "server").value_or("");
    if (!server.name.empty() && !names.insert(server.name).second) {
      reader.fault(name, fmt::format("two entries are of the server {}", shown(name)),
                   "a server has one entry, with one filter");
    }
    server.allowed_tools = reader.words(present(element, "allowedTools"), "allowedTools");
    server.offered_tools = reader.words(present(element, "offeredTools"), "offeredTools");
    manifest.servers.push_back(std::move(server));
  }
}

}  // namespace

std::vector<ToolSpec> read_tool_list(ValueReader& reader, json::Value list) {
  std::vector<ToolSpec> tools;
  if (!reader.array(list, "tools")) return tools;
  std::set<std::pair<std::string, std::string>> names;  // two servers may offer one name each
  for (json::Value element : list.elements()) {
    if (!reader.object(element, fmt::format("tools[{}]", tools.size()))) continue;
    ToolSpec tool = read_tool(reader, element);
    if (!tool.name.empty() && !names.emplace(tool.server.value_or(""), tool.name).second) {
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
  // A server's answer to tools/list, cut off: what stands on the next page is offered as well.
  const json::Value cursor = present(root, "nextCursor");
  if (cursor.valid() && !(cursor.is_string() && cursor.decoded().empty())) {
    reader.fault(cursor, fmt::format("it is one page of several: nextCursor is {}", shown(cursor)),
                 "ask for the pages that follow with that cursor and join their lists of tools, or "
                 "let tare policy ask the server (--mcp-stdio, --mcp-url), which reads all pages");
  }
  manifest.tools = read_tool_list(reader, tools);
  manifest.instructions = reader.text(present(root, "instructions"), "instructions");
  read_limits(reader, present(root, "limits"), manifest);
  read_servers(reader, present(root, "mcp"), manifest);
  return manifest;
}

}  // namespace tare
