#include "mcp_proxy/frame_recorder.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <utility>

#include "base/escape.h"
#include "base/names.h"
#include "mcp_proxy/record_line.h"

namespace tare {

FrameRecorder::FrameRecorder(UniqueFd fd, std::string path, std::uint64_t max_bytes)
    : fd_(std::move(fd)),
      path_(std::move(path)),
      session_(new_run_id()),
      max_bytes_(max_bytes),
      start_(std::chrono::steady_clock::now()) {}

Result<FrameRecorder> FrameRecorder::open(const std::string& path, std::uint64_t max_bytes) {
  UniqueFd fd;
  if (!path.empty()) {
    fd.reset(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!fd) return system_error("cannot open " + quote_json(path), errno);
  }
  return FrameRecorder(std::move(fd), path, max_bytes);
}

std::uint64_t FrameRecorder::now_ms() const {
  const auto since = std::chrono::steady_clock::now() - start_;
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

void FrameRecorder::append(const mcp::Outgoing& sent, std::uint64_t at_ms) {
  append_record_line(lines_, {.session = session_,
                              .direction = FrameDirection::to_client,
                              .at_ms = at_ms,
                              .text = sent.text,
                              .bytes = sent.text.size(),
                              .calls = &sent.calls});
}

Result<void> FrameRecorder::record(const mcp::Frame& frame,
                                   const std::vector<mcp::Outgoing>& answers) {
  if (!fd_) return {};
  const std::uint64_t at_ms = now_ms();
  lines_.clear();
  append_record_line(lines_, {.session = session_,
                              .at_ms = at_ms,
                              .text = frame.text,
                              .bytes = frame.bytes,
                              .has_newline = frame.has_newline});
  for (const mcp::Outgoing& answer : answers) append(answer, at_ms);
  return write();
}

Result<void> FrameRecorder::record(const mcp::Outgoing& sent) {
  if (!fd_) return {};
  lines_.clear();
  append(sent, now_ms());
  return write();
}

Result<void> FrameRecorder::write() {
  if (lines_.size() > max_bytes_ - written_) {
    return Error{.kind = ErrorKind::system,
                 .reason = fmt::format("the record would grow over {} bytes", max_bytes_),
                 .where = path_,
                 .mend = "look at it for a client that calls without end"};
  }
  written_ += lines_.size();
  if (Result<void> written = write_all(fd_.get(), lines_); !written) {
    written.error().where = path_;
    return written;
  }
  return {};
}

}  // namespace tare
