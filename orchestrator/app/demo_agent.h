// The agent of `tare demo`: replays recorded model replies through a small client layer.
//
// The same as examples/tickets/adapter.py, in C++, so that the demonstration needs nothing but the
// binary. Its client layer has one rule, which many real ones have: a string that spells an integer
// becomes that integer where the tool's schema asks for one.
#pragma once

#include <string_view>

namespace tare {

inline constexpr std::string_view kDemoAgentMarker = "--tare-demo-agent";

// argv: tare, the marker, a file of replies. Reads requests on stdin, prints events on stdout.
int run_demo_agent(int argc, char** argv);

}  // namespace tare
