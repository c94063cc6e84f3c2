// The proxy in front of a real server on stdio: frames pass through in both directions as they
// came, each on record before it is handed on, but for the calls that are answered here.
//
// One thread, one poll over both. What waits for either side is bounded: while it is too much,
// nothing more is read from the other. The server ends with the client: its input is closed, then
// it is asked, then it is killed, with all of its group. Whoever ends first: each request that the
// client had asked by then hears an answer of the server's or an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "mcp_proxy/frame_recorder.h"
#include "mcp_proxy/front_policy.h"
#include "mcp_proxy/line_server.h"

namespace tare {

struct FrontLimits {
  StdioLimits client = {};
  std::size_t server_frame_bytes = 67108864;
  int grace_ms = 2000;  // to end by itself once its input is closed; then again once it is asked
  int leak_ms = 500;    // after its end, until its output is closed by all who hold it
};

struct FrontOutcome {
  StdioOutcome stdio;
  // Before the client did, or before it had answered all that was asked: how, for a person.
  std::optional<std::string> server_ended;
  int signal = 0;  // that ended the proxy; 0: none did
};

Result<FrontOutcome> serve_front(int in, int out, const std::vector<std::string>& command,
                                 FrontPolicy& policy, FrameRecorder& recorder,
                                 const FrontLimits& limits = {});

}  // namespace tare
