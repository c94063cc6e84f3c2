// Asking an MCP server over Streamable HTTP: each message is a POST, answered by JSON or by events.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "mcp/revision.h"
#include "mcp_proxy/event_reader.h"
#include "proxy/upstream_client.h"

namespace tare {

class HttpConversation {
 public:
  // `bearer`: "" for none.
  static Result<std::unique_ptr<HttpConversation>> create(
      std::string_view url, std::string bearer, std::chrono::steady_clock::time_point deadline);

  Result<std::string> ask(std::string_view request, std::string_view id);
  Result<void> tell(std::string_view notification);
  void settled(mcp::Revision revision) { revision_ = revision; }
  // Ends the session, if the server began one.
  void end();

 private:
  HttpConversation(proxy::Upstream upstream, std::string target, std::string bearer,
                   std::chrono::steady_clock::time_point deadline);

  proxy::Headers headers(std::string_view message) const;
  // Sends one message and hears the answer into the members below.
  Result<void> post(std::string method, std::string_view message, std::string_view id);
  boost::asio::awaitable<void> exchange(proxy::UpstreamTask task);
  boost::asio::awaitable<bool> on_head(proxy::UpstreamHead head);
  boost::asio::awaitable<bool> on_part(std::string part);
  void take_message(std::string_view text);

  proxy::Upstream upstream_;
  std::string target_, bearer_;
  std::chrono::steady_clock::time_point deadline_;
  std::optional<mcp::Revision> revision_;
  std::string session_;

  // Of the exchange that is under way.
  std::string id_, body_;
  bool events_ = false;
  std::uint32_t status_ = 0;
  std::optional<std::string> found_;
  std::string trouble_;
  proxy::UpstreamEnd ended_;
  std::unique_ptr<EventReader> reader_;
  std::unique_ptr<proxy::UpstreamClient> client_;
};

}  // namespace tare
