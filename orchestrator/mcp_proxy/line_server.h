// The loop of a server on stdio: frames in, one a line, until the client closes its end.
//
// One thread, one poll. Output is queued up to a bound; over it nothing more is read until the
// client takes some, so a client that asks and never listens costs a bounded memory. A client that
// stops listening but goes on asking is still heard to its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/result.h"
#include "mcp/frame_reader.h"
#include "mcp_proxy/output_queue.h"

namespace tare {

struct StdioLimits {
  std::size_t frame_bytes = 8388608;
  std::uint64_t frames = 1000000;
  std::size_t queued_bytes = 16777216;
  // After the client's end of input, how long it may leave replies lying without taking any.
  int drain_ms = 5000;
};

struct StdioOutcome {
  std::uint64_t frames = 0;
  bool client_left_replies = false;  // it closed, or did not read, its input before the end
};

// Adds what answers the frame. An error ends the loop.
using FrameHandler = std::function<Result<void>(const mcp::Frame& frame, OutputQueue& to_client)>;

Result<StdioOutcome> serve_lines(int in, int out, const FrameHandler& on_frame,
                                 const StdioLimits& limits = {});

}  // namespace tare
