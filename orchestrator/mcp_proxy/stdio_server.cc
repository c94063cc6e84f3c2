#include "mcp_proxy/stdio_server.h"

#include <vector>

namespace tare {

Result<StdioOutcome> serve_stdio(int in, int out, mcp::Session& session, FrameRecorder& recorder,
                                 const StdioLimits& limits) {
  const auto on_frame = [&](const mcp::Frame& frame, OutputQueue& to_client) -> Result<void> {
    const std::vector<mcp::Outgoing> answers = session.handle(frame);
    // What is not on record must not seem to have happened.
    if (Result<void> recorded = recorder.record(frame, answers); !recorded) return recorded;
    for (const mcp::Outgoing& answer : answers) to_client.add(answer.text);
    return {};
  };
  return serve_lines(in, out, on_frame, limits);
}

}  // namespace tare
