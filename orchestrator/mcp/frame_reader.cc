#include "mcp/frame_reader.h"

#include <algorithm>

namespace tare::mcp {

void FrameReader::feed(std::string_view bytes, const Sink& sink) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) {
      keep(bytes);
      return;
    }
    finish(bytes.substr(0, end), true, sink);
    bytes.remove_prefix(end + 1);
  }
}

void FrameReader::end_of_stream(const Sink& sink) {
  if (bytes_ != 0) finish({}, false, sink);
}

void FrameReader::keep(std::string_view piece) {
  head_.append(piece.substr(0, max_bytes_ - head_.size()));
  bytes_ += piece.size();
}

void FrameReader::finish(std::string_view piece, bool has_newline, const Sink& sink) {
  // A frame that stands whole in one piece is handed on without a copy.
  Frame frame{piece.substr(0, max_bytes_), piece.size(), has_newline};
  if (bytes_ != 0) {
    keep(piece);
    frame.text = head_;
    frame.bytes = bytes_;
  }
  const bool blank = !frame.cut() && std::all_of(frame.text.begin(), frame.text.end(), [](char c) {
    return c == ' ' || c == '\t' || c == '\r';
  });
  if (blank) {
    ++blank_lines_;
  } else {
    sink(frame);
  }
  head_.clear();
  bytes_ = 0;
}

}  // namespace tare::mcp
