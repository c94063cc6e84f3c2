#include "policy/policy_writer.h"

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "base/sha256.h"
#include "json/reader.h"
#include "json/value.h"

namespace tare {
namespace {

// Every token as it was spelled. REQUIRES: a strict document; its depth is bounded by the reader.
void append_indented(std::string& out, json::Value value, std::size_t indent) {
  const bool object = value.is_object();
  if ((!object && !value.is_array()) || value.size() == 0) {
    out += value.is_object() ? "{}" : value.is_array() ? "[]" : std::string(value.text());
    return;
  }
  out += object ? "{" : "[";
  bool first = true;
  const auto line = [&] {
    out += first ? "\n" : ",\n";
    first = false;
    out.append(indent + 2, ' ');
  };
  if (object) {
    for (const json::Member member : value.members()) {
      line();
      out += std::string(member.name.text()) + ": ";
      append_indented(out, member.value, indent + 2);
    }
  } else {
    for (const json::Value element : value.elements()) {
      line();
      append_indented(out, element, indent + 2);
    }
  }
  out += "\n";
  out.append(indent, ' ');
  out += object ? "}" : "]";
}

std::string names_json(const std::vector<std::string>& names) {
  std::string out = "[";
  for (std::size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : ", ") + quote_json(names[i]);
  return out + "]";
}

std::string hints_json(const ToolHints& hints) {
  std::string out;
  const auto add = [&out](std::string_view name, std::optional<bool> hint) {
    if (!hint) return;
    out += (out.empty() ? "" : ", ") + quote_json(name) + ": " + (*hint ? "true" : "false");
  };
  add("readOnlyHint", hints.read_only);
  add("destructiveHint", hints.destructive);
  add("idempotentHint", hints.idempotent);
  add("openWorldHint", hints.open_world);
  return "{" + out + "}";
}

// Deeper ones are kept on one line; the recursion above is bounded by this.
constexpr std::uint32_t kIndentedDepth = 256;

std::string schema_json(const std::string& schema) {
  json::Document document;
  if (json::read_strict(schema, document, {.max_depth = kIndentedDepth})) return schema;
  std::string out;
  append_indented(out, document.root(), 6);
  return out;
}

std::string tool_json(const ReviewedTool& tool) {
  std::string out = "    " + quote_json(tool.name) + ": {\n";
  out += "      \"approval\": " + quote_json(tool.approval) + ",\n";
  out += "      \"server\": " + (tool.server ? quote_json(*tool.server) : "null");
  const auto add = [&out](std::string_view name, const std::string& json) {
    out += ",\n      " + quote_json(name) + ": " + json;
  };
  if (tool.annotations) add("annotations", hints_json(*tool.annotations));
  if (tool.description) add("description", quote_json(*tool.description));
  if (tool.description_sha256) add("descriptionSha256", quote_json(*tool.description_sha256));
  if (tool.input_schema) add("inputSchema", schema_json(*tool.input_schema));
  return out + "\n    }";
}

std::string members_json(const std::vector<std::string>& members, std::string_view indent) {
  std::string out;
  for (std::size_t i = 0; i < members.size(); ++i) {
    out += (i == 0 ? "\n" : ",\n") + std::string(indent) + members[i];
  }
  return out;
}

// The filter as it is, or what it comes to where there is none.
std::vector<std::string> allowed_of(const Manifest& manifest, const std::string& server) {
  for (const McpServer& known : manifest.servers) {
    if (known.name == server && known.allowed_tools) return *known.allowed_tools;
  }
  std::vector<std::string> out;
  for (const ToolSpec& tool : manifest.tools) {
    if (tool.server == server) out.push_back(tool.name);
  }
  return out;
}

void add_servers(const Manifest& manifest, Policy& policy) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const McpServer& server : manifest.servers) {
    if (seen.insert(server.name).second) names.push_back(server.name);
  }
  for (const ToolSpec& tool : manifest.tools) {
    if (tool.server && seen.insert(*tool.server).second) names.push_back(*tool.server);
  }
  for (const std::string& name : names) {
    ReviewedServer server{.name = name,
                          .allowed_tools = allowed_of(manifest, name),
                          .offered_tools = std::nullopt,
                          .place = {}};
    for (const McpServer& known : manifest.servers) {
      if (known.name == name) server.offered_tools = known.offered_tools;
    }
    policy.servers.push_back(std::move(server));
  }
}

}  // namespace

Policy policy_of(const LiveManifest& live, SameName same_name) {
  Policy policy;
  policy.file = live.origin;
  std::set<std::string_view> seen;
  std::vector<std::string> unasked;
  for (const ToolSpec& tool : live.manifest.tools) {
    if (!seen.insert(tool.name).second && same_name == SameName::once) continue;
    ReviewedTool reviewed;
    reviewed.name = tool.name;
    reviewed.approval = tool.approval.value_or("always");
    reviewed.server = tool.server;
    reviewed.description = tool.description;
    reviewed.description_sha256 = sha256_hex(tool.description);
    reviewed.input_schema = tool.input_schema.empty() ? "true" : tool.input_schema;
    if (live.tells_annotations) reviewed.annotations = tool.hints;
    if (tool.approval == "never") unasked.push_back(tool.name);
    policy.tools.push_back(std::move(reviewed));
  }
  policy.writes =
      WriteRule{.verbs = {"place_", "release_", "create_", "send_", "update_", "delete_"},
                .approval = "always",
                .place = {}};
  add_servers(live.manifest, policy);
  policy.max_turns = live.manifest.max_turns;
  policy.max_calls = live.manifest.max_calls;
  if (live.tells_approval) policy.may_run_without_approval = std::move(unasked);
  return policy;
}

std::string policy_json(const Policy& policy) {
  std::string out = "{\n  \"format\": \"tare-policy/1\",\n";
  out += "  \"reviewedBy\": " + quote_json(policy.reviewed_by) + ",\n";
  out += "  \"reviewedOn\": " + quote_json(policy.reviewed_on) + ",\n  \"tools\": {";
  for (std::size_t i = 0; i < policy.tools.size(); ++i) {
    out += (i == 0 ? "\n" : ",\n") + tool_json(policy.tools[i]);
  }
  out += policy.tools.empty() ? "},\n" : "\n  },\n";
  if (policy.writes) {
    out += "  \"writes\": {\"verbs\": " + names_json(policy.writes->verbs) +
           ", \"approval\": " + quote_json(policy.writes->approval) + "},\n";
  }
  if (!policy.servers.empty()) {
    std::vector<std::string> servers;
    for (const ReviewedServer& server : policy.servers) {
      std::string one =
          quote_json(server.name) + ": {\"allowedTools\": " + names_json(server.allowed_tools);
      if (server.offered_tools) one += ", \"offeredTools\": " + names_json(*server.offered_tools);
      servers.push_back(one + "}");
    }
    out += "  \"mcp\": {" + members_json(servers, "    ") + "\n  },\n";
  }
  out +=
      "  \"descriptions\": {\"leastLength\": " + std::to_string(policy.least_description) + "},\n";
  std::vector<std::string> limits;
  if (policy.max_turns) limits.push_back("\"maxTurns\": " + std::to_string(*policy.max_turns));
  if (policy.max_calls) limits.push_back("\"maxCalls\": " + std::to_string(*policy.max_calls));
  if (policy.may_run_without_approval) {
    limits.push_back("\"mayRunWithoutApproval\": " + names_json(*policy.may_run_without_approval));
  }
  if (!limits.empty()) out += "  \"limits\": {" + members_json(limits, "    ") + "\n  },\n";
  out += std::string("  \"onDrift\": ") +
         (policy.on_drift == OnDrift::refuse ? "\"refuse\"" : "\"warn\"") + "\n}\n";
  return out;
}

}  // namespace tare
