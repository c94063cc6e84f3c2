// The tools as they are now, and what their source can tell of them.
//
// An adapter that describes its agent tells everything. A server that is asked alone knows nothing
// of the agent's approvals and filter, and a body on its way to the model holds names, texts and
// schemas alone. What a source cannot tell is not held against it, and is said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/manifest.h"

namespace tare {

// What a live server answered, whatever an agent's filter lets through of it.
struct ServerOffer {
  std::string server;  // as the agent calls it
  Manifest manifest;   // its tools, and its own instructions
};

struct LiveManifest {
  Manifest manifest;
  std::string origin;             // for a person: "the adapter", "tools.json"
  bool tells_approval = true;     // and annotations' consequences for it
  bool tells_agent = true;        // limits, servers and their filters
  bool tells_server = true;       // which server a tool comes from
  bool tells_annotations = true;  // what a tool says of its own effects
  std::vector<ServerOffer> offers = {};
};

// "approval, limits, filters": what its source says nothing of; "" where it tells everything.
std::string untold(const LiveManifest& live);

// A list of tools, {"tools", "instructions"?, "limits"?, "mcp"?} as in the event `manifest`, or the
// answer of an MCP server to `tools/list`, with or without its JSON-RPC envelope. Faults with
// file:line:column.
Result<Manifest> read_manifest_file(std::string_view text, const std::string& shown);
// The same as a source. An answer to `tools/list` is known by its envelope or by a member that only
// such an answer has (`nextCursor`, `_meta`, `resultType`, `ttlMs`, `cacheScope`); it is silent of
// approval, limits, filters and servers. Any other list is the agent's own: an approval that it
// leaves out is left out, and is never taken as reviewed.
Result<LiveManifest> load_live_file(const std::string& path);

// Joins what a server itself offers to an agent's manifest: the names become `offered_tools`, and
// all of it is kept beside, to be held against the policy.
void add_offer(LiveManifest& agent, const std::string& server, Manifest offered);

}  // namespace tare
