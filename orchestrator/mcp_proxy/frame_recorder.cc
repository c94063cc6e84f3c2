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

Result<void> FrameRecorder::record(const mcp::Frame& frame,
                                   const std::vector<mcp::Outgoing>& answers) {
  if (!fd_) return {};
  const auto since = std::chrono::steady_clock::now() - start_;
  FrameRecord line;
  line.session = session_;
  line.at_ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
  line.text = frame.text;
  line.bytes = frame.bytes;
  line.has_newline = frame.has_newline;
  lines_.clear();
  append_record_line(lines_, line);
  line.direction = FrameDirection::to_client;
  line.has_newline = true;
  for (const mcp::Outgoing& answer : answers) {
    line.text = answer.text;
    line.bytes = answer.text.size();
    line.calls = &answer.calls;
    append_record_line(lines_, line);
  }
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
