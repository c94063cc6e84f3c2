// From a record of frames to what was seen: the calls as views, and whether anybody was there.
//
// Pure, and by the frames alone, so a record can be read again at any time. A call that is missing
// here counts as dropped only where the proxy was connected and all frames could be read: else
// nothing is known, which is not the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/call.h"

namespace tare {

struct McpRecording {
  // Each tools/call in the order it came: at `tool`, evidence `recorded`, the arguments as their
  // bytes in the frame ("" where the call has none), the status that the proxy answered with.
  // MCP hands on no id of the model's call, so views have none.
  std::vector<View> views;
  bool connected = false;               // a client sent a request that was a good message
  bool tools_listed = false;            // and asked for the tools
  std::uint64_t frames = 0;             // from clients
  std::uint64_t unread = 0;             // of them: cut, no JSON, or no message; may hide a call
  bool cut_off = false;                 // the record ends within a line: its writer was ended
  std::optional<std::string> revision;  // the last that a client asked for
  std::optional<std::string> client_name, client_version;

  // May the absence of a call be held against the client?
  bool absence_counts() const { return connected && unread == 0 && !cut_off; }
};

// `server`: the name that the views are given as theirs.
Result<McpRecording> read_mcp_record(std::string_view lines,
                                     const std::optional<std::string>& server = std::nullopt);

}  // namespace tare
