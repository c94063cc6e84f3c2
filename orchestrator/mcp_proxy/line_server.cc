#include "mcp_proxy/line_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

namespace tare {
namespace {

class LineServer {
 public:
  LineServer(int in, int out, const FrameHandler& on_frame, const StdioLimits& limits)
      : in_(in), queue_(out), on_frame_(on_frame), limits_(limits), reader_(limits.frame_bytes) {}

  Result<StdioOutcome> run() {
    const auto sink = [this](const mcp::Frame& frame) { take(frame); };
    std::array<char, 65536> buffer;
    while (!error_) {
      std::array<pollfd, 2> ready{{{in_, POLLIN, 0}, {queue_.fd(), POLLOUT, 0}}};
      if (::poll(ready.data(), queue_.size() > 0 ? 2 : 1, -1) < 0) {
        if (errno == EINTR) continue;
        return system_error("cannot wait for the client", errno);
      }
      if (queue_.size() > 0 && ready[1].revents != 0) queue_.send_some();
      if (ready[0].revents == 0) continue;
      const ssize_t got = ::read(in_, buffer.data(), buffer.size());
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got < 0) return system_error("cannot read from the client", errno);
      if (got == 0) break;
      reader_.feed({buffer.data(), static_cast<std::size_t>(got)}, sink);
    }
    reader_.end_of_stream(sink);
    const bool drained = queue_.drain(0, limits_.drain_ms);
    if (error_) return *error_;
    outcome_.client_left_replies = queue_.closed() || !drained;
    return outcome_;
  }

 private:
  void take(const mcp::Frame& frame) {
    if (error_) return;
    if (++outcome_.frames > limits_.frames) {
      error_ = Error{.kind = ErrorKind::system,
                     .reason = fmt::format("the client sent more than {} frames", limits_.frames),
                     .mend = "look at the record for a client that calls without end"};
      return;
    }
    if (Result<void> done = on_frame_(frame, queue_); !done) {
      error_ = done.error();
      return;
    }
    queue_.drain(limits_.queued_bytes, -1);
  }

  int in_;
  OutputQueue queue_;
  const FrameHandler& on_frame_;
  const StdioLimits& limits_;
  mcp::FrameReader reader_;
  StdioOutcome outcome_;
  std::optional<Error> error_;
};

}  // namespace

Result<StdioOutcome> serve_lines(int in, int out, const FrameHandler& on_frame,
                                 const StdioLimits& limits) {
  return LineServer(in, out, on_frame, limits).run();
}

}  // namespace tare
