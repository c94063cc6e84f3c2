// A server on stdio that is nothing but a way to one over HTTP: each frame of the client is a POST,
// what comes back are lines.
//
// For clients that can only start a program. One frame at a time, in order, so that the far side
// records them in the order in which they were written. It keeps nothing and starts nothing: killed
// at any time, it leaves nothing behind.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "mcp_proxy/line_server.h"
#include "mcp_proxy/loopback_http.h"

namespace tare {

struct RelayOutcome {
  StdioOutcome stdio;
  bool failed = false;  // some frame did not get through, or its answer did not come back
};

// `say`: for a person; the client hears of it as an error. Ends when the client closes its end,
// after the session, if there was one, has been ended too.
Result<RelayOutcome> relay_stdio(int in, int out, const LoopbackUrl& url,
                                 const std::function<void(std::string_view)>& say,
                                 const HttpLimits& limits = {});

}  // namespace tare
