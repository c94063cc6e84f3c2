// What the ways of `tare proxy mcp` share: its arguments, and what is read from its files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/console.h"
#include "base/result.h"
#include "mcp_proxy/canned_answers.h"

namespace tare {

struct ProxyMcpArguments {
  Console console;
  std::string tools, answers, record;
  std::string name = "tare";
  std::string page_size;  // as it was given; "": all on one
  bool http = false;
  std::uint16_t port = 0;
  std::string connect;  // a URL
  bool front = false;
  std::vector<std::string> command;  // of the server behind --front
};

inline constexpr std::uint64_t kMaxMcpRecordBytes = std::uint64_t{1} << 30;

// On the loopback until it is ended. The exit code.
int serve_mcp_over_http(const ProxyMcpArguments& arguments, mcp::Offer offer,
                        const CannedAnswers& answers);

}  // namespace tare
