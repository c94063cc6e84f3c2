// Appends frames to a record as they pass: what was received is on record before it is answered.
//
// A frame and its answers go out in one write to a file opened for appending, so that a process
// that is ended leaves whole lines, and several on one file do not tear each other's.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "mcp/session.h"

namespace tare {

class FrameRecorder {
 public:
  // `path` empty: nothing is kept. Parents are not made.
  static Result<FrameRecorder> open(const std::string& path, std::uint64_t max_bytes);

  // A frame as it came, and the frames that answer it.
  Result<void> record(const mcp::Frame& frame, const std::vector<mcp::Outgoing>& answers);
  // A frame to the client that came by itself.
  Result<void> record(const mcp::Outgoing& sent);

 private:
  std::uint64_t now_ms() const;
  void append(const mcp::Outgoing& sent, std::uint64_t at_ms);
  Result<void> write();

  FrameRecorder(UniqueFd fd, std::string path, std::uint64_t max_bytes);

  UniqueFd fd_;
  std::string path_, session_, lines_;
  std::uint64_t max_bytes_;
  std::uint64_t written_ = 0;  // by this process
  std::chrono::steady_clock::time_point start_;
};

}  // namespace tare
