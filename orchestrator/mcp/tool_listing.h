// The client half of MCP as far as a reviewer needs it: which tools does this server offer?
//
// `initialize` first, since almost every server knows it; one that does not is asked as revisions
// without sessions are. All pages are read, for a tool on the second one is offered as much as one
// on the first. Free of any transport: the caller sends a text and gives back what answered it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mcp/revision.h"

namespace tare::mcp {

struct Conversation {
  // A request with that id (JSON text); gives back the whole response, result or error.
  std::function<Result<std::string>(std::string_view request, std::string_view id)> ask;
  std::function<Result<void>(std::string_view notification)> tell;
  // What the session has come to; for a transport that has to say it.
  std::function<void(Revision)> settled;
};

struct ListingOptions {
  std::optional<Revision> revision = {};  // to speak that and no other
  std::string client_version = {};
  std::size_t max_pages = 1000;
  std::size_t max_bytes = std::size_t{64} << 20;  // of all pages
};

struct ToolListing {
  std::string server_name, server_version;
  std::optional<std::string> instructions;
  Revision revision = kNewestWithInitialize;
  std::vector<std::string> tools;  // each as it was sent
  std::size_t pages = 0;
};

Result<ToolListing> list_tools(const Conversation& conversation, const ListingOptions& options);

}  // namespace tare::mcp
