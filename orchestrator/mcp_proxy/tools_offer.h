// A file of tools as what a server offers.
//
// The same files that suites use. What is Tare's own in a tool (wireName, server, approval,
// builtin) is not sent, nor is a member that is null; all else goes out as it is spelled. A schema
// that says no type gets `"type":"object"`, for clients refuse the whole list without it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "mcp/session.h"

namespace tare {

// JSON with comments and trailing commas, or YAML by the name. `path` is named in faults.
Result<mcp::Offer> read_tools_offer(std::string_view text, const std::string& path);

}  // namespace tare
