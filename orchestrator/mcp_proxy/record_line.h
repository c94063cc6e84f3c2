// One frame on record: a line of JSON that holds the frame's bytes as they came.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/session.h"

namespace tare {

enum class FrameDirection : std::uint8_t { from_client, to_client };
std::string_view direction_name(FrameDirection direction);  // "fromClient", "toClient"

struct FrameRecord {
  std::string_view session;  // one life of one server; a file may hold several
  FrameDirection direction = FrameDirection::from_client;
  std::uint64_t at_ms = 0;  // since the session began
  std::string_view text;    // without its newline
  std::uint64_t bytes = 0;  // of the whole frame; more than text.size() where it was cut
  bool has_newline = true;
  const std::vector<mcp::AnsweredCall>* calls = nullptr;  // that this frame answers
};

// Appends the line with its newline.
void append_record_line(std::string& out, const FrameRecord& frame);

}  // namespace tare
