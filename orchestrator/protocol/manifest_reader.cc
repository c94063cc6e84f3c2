#include "protocol/manifest_reader.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "base/escape.h"
#include "json/reader.h"
#include "protocol/answer_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 3> kApprovals = {"never", "always", "conditional"};

EventFault read_tool(json::Value tool, std::string_view what, ToolSpec& out) {
  Fields fields(tool, what);
  if (!fields.stands("name") && fields.stands("function")) {
    fields.fail(fmt::format("{} has its description inside \"function\"; put name, description and "
                            "inputSchema on the tool itself",
                            what),
                tool.offset());
  }
  out.name = fields.required_text("name");
  if (out.name.empty() && !fields.fault()) {
    fields.fail(fmt::format("{} has an empty \"name\"", what), tool.offset());
  }
  out.json = std::string(tool.text());
  out.description = fields.text("description").value_or("");
  const json::Value schema = fields.get("inputSchema");
  if (schema.valid()) {
    if (!schema.is_object() && !schema.is_boolean()) {
      fields.fail(fmt::format("{}: \"inputSchema\" must be a JSON Schema, not {}", what,
                              json::kind_name(schema.kind())),
                  schema.offset());
    }
    out.input_schema = std::string(schema.text());
  }
  for (const std::string_view theirs : {"input_schema", "parameters"}) {
    if (schema.valid() || !fields.stands(theirs)) continue;
    const json::Value other = fields.get(theirs);
    if (!other.is_object()) continue;
    fields.fail(
        fmt::format("{} has its schema as \"{}\"; its name is \"inputSchema\"", what, theirs),
        other.offset());
  }
  out.wire_name = fields.text("wireName");
  out.server = fields.text("server");
  if (const std::optional<std::size_t> approval = fields.word("approval", kApprovals)) {
    out.approval = std::string(kApprovals[*approval]);
  }
  out.builtin = fields.boolean("builtin").value_or(false);
  const json::Value annotations = fields.object("annotations");
  EventFault fault = fields.take_fault();
  if (fault || !annotations.valid()) return fault;
  Fields hints(annotations, what);
  out.hints = {.read_only = hints.boolean("readOnlyHint"),
               .destructive = hints.boolean("destructiveHint"),
               .idempotent = hints.boolean("idempotentHint"),
               .open_world = hints.boolean("openWorldHint")};
  out.read_only = out.hints.read_only.value_or(false);
  out.destructive = out.hints.destructive.value_or(false);
  return hints.take_fault();
}

// nullopt where it is absent or null: the agent has no such list.
EventFault read_names(json::Value list, std::string_view what,
                      std::optional<std::vector<std::string>>& out) {
  if (!list.valid()) return {};
  out.emplace();
  for (const json::Value name : list.elements()) {
    if (!name.is_string()) {
      return {
          fmt::format("{} must hold names of tools, not {}", what, json::kind_name(name.kind())),
          name.offset()};
    }
    out->push_back(name.decoded());
  }
  return {};
}

EventFault read_server(json::Value server, std::string_view what, McpServer& out) {
  Fields fields(server, what);
  out.name = fields.required_text("server");
  const json::Value allowed = fields.array("allowedTools");
  const json::Value offered = fields.array("offeredTools");
  if (EventFault fault = fields.take_fault()) return fault;
  if (EventFault fault = read_names(allowed, "\"allowedTools\"", out.allowed_tools)) return fault;
  return read_names(offered, "\"offeredTools\"", out.offered_tools);
}

}  // namespace

EventFault read_manifest_limits(json::Value limits, Manifest& out) {
  Fields fields(limits, "\"limits\"");
  out.max_turns = fields.whole("maxTurns", 1);
  out.max_calls = fields.whole("maxCalls", 1);
  return fields.take_fault();
}

EventFault read_manifest_servers(json::Value servers, Manifest& out) {
  std::set<std::string> names;
  for (const json::Value server : servers.elements()) {
    const std::string what = fmt::format("server {} of \"mcp\"", out.servers.size() + 1);
    if (!server.is_object()) {
      return {fmt::format("{} must be an object, not {}", what, json::kind_name(server.kind())),
              server.offset()};
    }
    McpServer one;
    if (EventFault fault = read_server(server, what, one)) return fault;
    if (!names.insert(one.name).second) {
      return {
          fmt::format("two servers of \"mcp\" are called \"{}\"", escape_for_terminal(one.name)),
          server.offset()};
    }
    out.servers.push_back(std::move(one));
  }
  return {};
}

EventFault read_tools(json::Value tools, Manifest& out) {
  std::set<std::pair<std::string, std::string>> seen;  // two servers may offer one name each
  std::size_t number = 0;
  for (const json::Value tool : tools.elements()) {
    const std::string what = fmt::format("tool {}", ++number);
    if (!tool.is_object()) {
      return {fmt::format("{} must be an object, not {}", what, json::kind_name(tool.kind())),
              tool.offset()};
    }
    ToolSpec spec;
    if (EventFault fault = read_tool(tool, what, spec)) return fault;
    if (!seen.emplace(spec.server.value_or(""), spec.name).second) {
      return {fmt::format("two tools are called \"{}\"", escape_for_terminal(spec.name)),
              tool.offset()};
    }
    out.tools.push_back(std::move(spec));
  }
  return {};
}

std::optional<Manifest> manifest_from_tools_json(std::string_view json, std::string* reason) {
  const auto refuse = [&](std::string why) -> std::optional<Manifest> {
    if (reason) *reason = std::move(why);
    return std::nullopt;
  };
  json::Document document;
  if (const json::ReadError error = json::read_relaxed_file(json, document)) {
    return refuse(fmt::format("{} at byte {}", error.reason, error.offset));
  }
  if (!document.root().is_array()) {
    return refuse(fmt::format("tools must be an array of tool objects, not {}",
                              json::kind_name(document.root().kind())));
  }
  Manifest manifest;
  if (const EventFault fault = read_tools(document.root(), manifest)) {
    return refuse(fmt::format("{} at byte {}", fault.reason, fault.offset));
  }
  return manifest;
}

}  // namespace tare
