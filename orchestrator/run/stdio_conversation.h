// Asking an MCP server on stdio: one request at a time, each waited for until a deadline.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mcp/frame_reader.h"
#include "mcp_proxy/child_server.h"

namespace tare {

class StdioConversation {
 public:
  static Result<StdioConversation> start(const std::vector<std::string>& command,
                                         std::chrono::steady_clock::time_point deadline);

  Result<std::string> ask(std::string_view request, std::string_view id);
  Result<void> tell(std::string_view notification);

 private:
  StdioConversation(ChildServer server, std::chrono::steady_clock::time_point deadline);

  Result<void> send(std::string_view line);
  // More of the server's output, or why there is none.
  Result<void> receive();
  // The response with that id among what came; requests of the server's are refused on the way.
  Result<std::optional<std::string>> response(std::string_view id);
  int left_ms() const;

  ChildServer server_;
  std::chrono::steady_clock::time_point deadline_;
  mcp::FrameReader reader_;
  std::deque<std::string> frames_;
};

}  // namespace tare
