#include "run/server_tools.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <set>

#include "base/escape.h"
#include "json/reader.h"
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

std::string name_of(const std::string& tool) {
  json::Document document;
  if (json::read_strict(tool, document) || !document.root().is_object()) return "";
  const json::Value name = document.root().find("name");
  return name.valid() && name.is_string() ? name.decoded() : "";
}

// In words of the server: the text that the places are of is nowhere to be seen.
Error of_server(const std::string& server, const mcp::ToolListing& listing, Error error) {
  const std::string who = server.empty() ? "the server" : "the server " + quote_json(server);
  std::set<std::string> seen;
  for (const std::string& tool : listing.tools) {
    const std::string name = name_of(tool);
    if (name.empty() || seen.insert(name).second) continue;
    return {.kind = ErrorKind::input,
            .reason = fmt::format("{} offers two tools named {}: which of them a call reaches is "
                                  "not known, and neither can be reviewed",
                                  who, quote_json(shorten(name, 100))),
            .mend = "give each tool of the server a name of its own"};
  }
  const auto tell = [&](Error& one) {
    one.reason = fmt::format("the answer of {} to tools/list: {}", who, one.reason);
    one.where.clear();
  };
  tell(error);
  for (Error& more : error.more) tell(more);
  return error;
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
  const std::string name = as.empty() ? listing->server_name : as;
  std::string text = "{\"tools\":[";
  for (std::size_t i = 0; i < listing->tools.size(); ++i) {
    text += (i == 0 ? "" : ",\n") + listing->tools[i];
  }
  text += "]";
  if (listing->instructions) text += ",\"instructions\":" + quote_json(*listing->instructions);
  auto manifest = read_manifest_file(text + "}", "tools/list");
  if (!manifest) return of_server(name, *listing, std::move(manifest).error());
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
