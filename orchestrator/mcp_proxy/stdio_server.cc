#include "mcp_proxy/stdio_server.h"

#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

namespace tare {
namespace {

// What is waiting for the client to read it.
class OutputQueue {
 public:
  explicit OutputQueue(int fd) : fd_(fd) {}

  void add(std::string_view text) {
    if (closed_) return;
    queue_ += text;
    queue_ += '\n';
  }
  std::size_t size() const { return queue_.size() - sent_; }
  bool closed() const { return closed_; }
  int fd() const { return fd_; }

  // REQUIRES: poll said that it is writable, or broken. A pipe that polls as writable takes
  // PIPE_BUF bytes without blocking, whatever mode somebody else's end is in.
  void send_some() {
    const std::size_t size = std::min<std::size_t>(this->size(), PIPE_BUF);
    const ssize_t wrote = ::write(fd_, queue_.data() + sent_, size);
    if (wrote < 0) {
      if (errno == EINTR || errno == EAGAIN) return;
      closed_ = true;  // EPIPE, or as bad: what waits is lost to the client
      queue_.clear();
      sent_ = 0;
      return;
    }
    sent_ += static_cast<std::size_t>(wrote);
    if (sent_ == queue_.size()) {
      queue_.clear();
      sent_ = 0;
    } else if (sent_ > queue_.size() / 2) {
      queue_.erase(0, sent_);
      sent_ = 0;
    }
  }

  // Until at most `most` bytes wait. False if the client took nothing for `timeout_ms` (-1: ever).
  bool drain(std::size_t most, int timeout_ms) {
    while (size() > most) {
      pollfd ready{fd_, POLLOUT, 0};
      const int count = ::poll(&ready, 1, timeout_ms);
      if (count == 0) return false;
      if (count > 0) send_some();
    }
    return true;
  }

 private:
  int fd_;
  std::string queue_;
  std::size_t sent_ = 0;
  bool closed_ = false;
};

class Server {
 public:
  Server(int in, int out, mcp::Session& session, FrameRecorder& recorder, const StdioLimits& limits)
      : in_(in),
        queue_(out),
        session_(session),
        recorder_(recorder),
        limits_(limits),
        reader_(limits.frame_bytes) {}

  Result<StdioOutcome> run() {
    const auto sink = [this](const mcp::Frame& frame) { on_frame(frame); };
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
  void on_frame(const mcp::Frame& frame) {
    if (error_) return;
    if (++outcome_.frames > limits_.frames) {
      error_ = Error{.kind = ErrorKind::system,
                     .reason = fmt::format("the client sent more than {} frames", limits_.frames),
                     .mend = "look at the record for a client that calls without end"};
      return;
    }
    const std::vector<mcp::Outgoing> answers = session_.handle(frame);
    if (Result<void> recorded = recorder_.record(frame, answers); !recorded) {
      error_ = recorded.error();  // what is not on record must not seem to have happened
      return;
    }
    for (const mcp::Outgoing& answer : answers) {
      queue_.add(answer.text);
      queue_.drain(limits_.queued_bytes, -1);
    }
  }

  int in_;
  OutputQueue queue_;
  mcp::Session& session_;
  FrameRecorder& recorder_;
  const StdioLimits& limits_;
  mcp::FrameReader reader_;
  StdioOutcome outcome_;
  std::optional<Error> error_;
};

}  // namespace

Result<StdioOutcome> serve_stdio(int in, int out, mcp::Session& session, FrameRecorder& recorder,
                                 const StdioLimits& limits) {
  return Server(in, out, session, recorder, limits).run();
}

}  // namespace tare
