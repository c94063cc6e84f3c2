#include "run/server_tools.h"

#include <chrono>
#include <memory>

#include "base/escape.h"
#include "mcp/tool_listing.h"
#include "policy/live_manifest.h"
#include "run/http_conversation.h"
#include "run/stdio_conversation.h"
#include "run/version.h"

namespace tare {
namespace {

using Clock = std::chrono::steady_clock;

Result<mcp::ToolListing> over_stdio(const ServerAddress& address, Clock::time_point deadline,
                                    const mcp::ListingOptions& options) {
  auto started = StdioConversation::start(address.command, deadline);
  if (!started) return started.error();
  StdioConversation& server = *started;
  mcp::Conversation talk;
  talk.ask = [&server](std::string_view request, std::string_view id) {
    return server.ask(request, id);
  };
  talk.tell = [&server](std::string_view text) { return server.tell(text); };
  talk.settled = [](mcp::Revision) {};
  return mcp::list_tools(talk, options);
}

Result<mcp::ToolListing> over_http(const ServerAddress& address, Clock::time_point deadline,
                                   const mcp::ListingOptions& options) {
  auto made = HttpConversation::create(address.url, address.bearer, deadline);
  if (!made) return made.error();
  HttpConversation& server = **made;
  mcp::Conversation talk;
  talk.ask = [&server](std::string_view request, std::string_view id) {
    return server.ask(request, id);
  };
  talk.tell = [&server](std::string_view text) { return server.tell(text); };
  talk.settled = [&server](mcp::Revision revision) { server.settled(revision); };
  auto listing = mcp::list_tools(talk, options);
  server.end();
  return listing;
}

}  // namespace

Result<ServerTools> tools_of_server(const ServerAddress& address, const std::string& as) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(address.deadline_ms);
  mcp::ListingOptions options;
  options.revision = address.revision;
  options.client_version = std::string(kVersion);
  auto listing = address.command.empty() ? over_http(address, deadline, options)
                                         : over_stdio(address, deadline, options);
  if (!listing) return listing.error();
  std::string text = "{\"tools\":[";
  for (std::size_t i = 0; i < listing->tools.size(); ++i) {
    text += (i == 0 ? "" : ",\n") + listing->tools[i];
  }
  text += "]";
  if (listing->instructions) text += ",\"instructions\":" + quote_json(*listing->instructions);
  const std::string name = as.empty() ? listing->server_name : as;
  auto manifest = read_manifest_file(text + "}", "tools/list");
  if (!manifest) return manifest.error();
  ServerTools out;
  out.manifest = std::move(*manifest);
  for (ToolSpec& tool : out.manifest.tools) tool.server = name;
  out.name = name;
  out.version = listing->server_version;
  out.revision = listing->revision;
  out.pages = listing->pages;
  return out;
}

}  // namespace tare
