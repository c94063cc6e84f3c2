// The tools as they are now, and what their source can tell of them.
//
// An adapter that describes its agent tells everything. A server that is asked alone knows nothing
// of the agent's approvals and filter, and a body on its way to the model holds names, texts and
// schemas alone. What a source cannot tell is not held against it, and is said.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/manifest.h"

namespace tare {

struct LiveManifest {
  Manifest manifest;
  std::string origin;          // for a person: "the adapter", "tools.json"
  bool tells_approval = true;  // and annotations' consequences for it
  bool tells_agent = true;     // limits, servers and their filters
  bool tells_server = true;    // which server a tool comes from
};

// A list of tools, {"tools", "instructions"?, "limits"?, "mcp"?} as in the event `manifest`, or the
// answer of an MCP server to `tools/list`, with or without its JSON-RPC envelope. Faults with
// file:line:column.
Result<Manifest> read_manifest_file(std::string_view text, const std::string& shown);
Result<Manifest> load_manifest_file(const std::string& path);

// Joins what a server itself offers to an agent's manifest: the server's own list becomes
// `offered_tools`.
void add_offer(Manifest& agent, const std::string& server, const Manifest& offered);

}  // namespace tare
