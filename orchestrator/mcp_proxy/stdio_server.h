// A session over two descriptors: reads frames, records them, answers them, until the client closes
// its end.
//
// One thread, one poll. Output is queued up to a bound; over it nothing more is read until the
// client takes some, so a client that asks and never listens costs a bounded memory. A client that
// stops listening but goes on asking is still recorded to its end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "mcp/session.h"
#include "mcp_proxy/frame_recorder.h"

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

Result<StdioOutcome> serve_stdio(int in, int out, mcp::Session& session, FrameRecorder& recorder,
                                 const StdioLimits& limits = {});

}  // namespace tare
