// The tools that an agent offers, as described by the adapter or by a file of the suite.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tare {

// What a tool says of itself (`annotations`); nullopt: it does not say.
struct ToolHints {
  std::optional<bool> read_only, destructive, idempotent, open_world;
  friend bool operator==(const ToolHints&, const ToolHints&) = default;
};

struct ToolSpec {
  std::string name;
  std::string json;                      // the whole tool object, verbatim JSON text
  std::string description;               // "" if absent
  std::string input_schema;              // verbatim JSON text, "" if absent
  std::optional<std::string> wire_name;  // under which it is sent to the model, if another
  std::optional<std::string> server;
  std::optional<std::string> approval;  // never, always, conditional
  bool builtin = false;
  bool read_only = false;    // annotations.readOnlyHint
  bool destructive = false;  // annotations.destructiveHint
  ToolHints hints;           // all four, as said
};

// An MCP server that the agent takes tools from.
struct McpServer {
  std::string name;
  std::optional<std::vector<std::string>> allowed_tools;  // its filter; nullopt: it has none
  std::optional<std::vector<std::string>> offered_tools;  // all that the server offers, if known
};

struct Manifest {
  std::vector<ToolSpec> tools;
  std::optional<std::string> instructions;
  std::optional<std::uint64_t> max_turns, max_calls;  // limits that the agent sets
  std::vector<McpServer> servers;

  // The canonical name of a raw name: that of the tool whose wireName it is, else itself.
  std::string_view canonical_name(std::string_view name) const;
  const ToolSpec* find(std::string_view name) const;
};

// The manifest with the names under which tools were sent (offered name, name as sent), where it
// does not say one itself.
Manifest with_wire_names(const Manifest& manifest,
                         const std::vector<std::pair<std::string, std::string>>& names);

// SHA-256 over names, descriptions and schemas in the order sent, number text as written.
std::string manifest_sha256(const Manifest& manifest);

}  // namespace tare
