// A session over two descriptors: reads frames, records them, answers them, until the client closes
// its end.
#pragma once

#include "base/result.h"
#include "mcp/session.h"
#include "mcp_proxy/frame_recorder.h"
#include "mcp_proxy/line_server.h"

namespace tare {

Result<StdioOutcome> serve_stdio(int in, int out, mcp::Session& session, FrameRecorder& recorder,
                                 const StdioLimits& limits = {});

}  // namespace tare
