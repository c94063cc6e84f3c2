// The tools of a live MCP server, asked over stdio or Streamable HTTP.
//
// For a check that needs no agent: start the server (or reach it), read all pages of its list, end
// it. Bounded in time and size; what it asks of us in between is answered with "not here".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "mcp/revision.h"
#include "model/manifest.h"

namespace tare {

struct ServerAddress {
  std::vector<std::string> command;  // over stdio; empty: over HTTP
  std::string url;                   // http:// or https://
  std::string bearer;                // sent as Authorization; "": none
  std::optional<mcp::Revision> revision;
  std::uint32_t deadline_ms = 30'000;  // for the whole of it
};

struct ServerTools {
  Manifest manifest;  // the tools, with instructions; without servers
  std::string name, version;
  mcp::Revision revision = mcp::kNewestWithInitialize;
  std::size_t pages = 0;
};

// Each tool's `server` is set to `as`, or to the name that the server gives itself.
Result<ServerTools> tools_of_server(const ServerAddress& address, const std::string& as);

}  // namespace tare
