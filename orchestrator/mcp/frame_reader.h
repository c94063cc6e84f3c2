// Bytes from a stream, in any pieces, to the frames of MCP over stdio: one JSON text a line.
//
// Bounded: of a frame over the limit the head is kept and the size counted on, so that a client
// gone wild costs no memory and its next frame is read again as usual. Each byte is looked at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tare::mcp {

struct Frame {
  std::string_view text;    // without its newline, otherwise as it came; dies with the call
  std::uint64_t bytes = 0;  // of the whole frame; more than text.size() where it was cut
  bool has_newline = true;  // false: the stream ended within it
  bool cut() const { return bytes > text.size(); }
};

class FrameReader {
 public:
  explicit FrameReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  using Sink = std::function<void(const Frame&)>;
  // Lines of nothing but white space are no frames: they are passed over, and counted.
  void feed(std::string_view bytes, const Sink& sink);
  // What stands after the last newline is a frame too.
  void end_of_stream(const Sink& sink);

  std::uint64_t blank_lines() const { return blank_lines_; }

 private:
  void keep(std::string_view piece);
  void finish(std::string_view piece, bool has_newline, const Sink& sink);

  std::size_t max_bytes_;
  std::string head_;         // of the frame that is under way; never longer than max_bytes_
  std::uint64_t bytes_ = 0;  // of that frame, so far
  std::uint64_t blank_lines_ = 0;
};

}  // namespace tare::mcp
