// What the files of a session share: one request with the revision that it is answered by, and the
// words of `_meta`. Not for use from outside.
#pragma once

#include <string>
#include <string_view>

#include "mcp/message.h"
#include "mcp/revision.h"
#include "mcp/session.h"

namespace tare::mcp {

inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";

struct Session::Request {
  const Message& message;
  Revision revision;
  bool says_revision;  // in its own `_meta`
};

// A member of `params._meta`; invalid where there is none.
json::Value meta_member(json::Value params, std::string_view name);

// A member of params; invalid where it is absent or null, which some clients send for absent.
json::Value present_member(json::Value params, std::string_view name);

}  // namespace tare::mcp
