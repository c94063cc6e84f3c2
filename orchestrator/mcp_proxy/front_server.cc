#include "mcp_proxy/front_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include "mcp_proxy/child_server.h"

namespace tare {
namespace {

using Clock = std::chrono::steady_clock;

// SIGINT, SIGTERM and SIGHUP as something to poll for, so that the server is ended before we are.
class Signals {
 public:
  Signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, number);
    ::sigprocmask(SIG_BLOCK, &set, &before_);
    fd_.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~Signals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  int fd() const { return fd_.get(); }
  int take() const {
    signalfd_siginfo info{};
    return ::read(fd_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                                : 0;
  }

 private:
  UniqueFd fd_;
  sigset_t before_{};
};

class Front {
 public:
  Front(int in, int out, ChildServer& server, const Signals& signals, FrontPolicy& policy,
        FrameRecorder& recorder, const FrontLimits& limits)
      : in_(in),
        to_client_(out),
        to_server_(server.in()),
        server_(server),
        signals_(signals),
        policy_(policy),
        recorder_(recorder),
        limits_(limits),
        client_frames_(limits.client.frame_bytes),
        server_frames_(limits.server_frame_bytes) {}

  Result<FrontOutcome> run() {
    while (!error_ && server_.out() >= 0) {
      if (!step()) break;
    }
    if (error_) return *error_;
    const bool ended_first = !client_ended_ && outcome_.signal == 0;
    const std::string how = end_server();
    if (ended_first) outcome_.server_ended = how + " while its client was there";
    answer_rest(how);
    const bool drained = to_client_.drain(0, limits_.client.drain_ms);
    if (error_) return *error_;
    outcome_.stdio.client_left_replies = to_client_.closed() || !drained;
    return outcome_;
  }

 private:
  enum class Ending : std::uint8_t { no, input_closed, asked };

  // False: nothing more will come.
  bool step() {
    const bool room = to_client_.size() <= limits_.client.queued_bytes;
    const bool hear_client =
        !client_ended_ && room && to_server_.size() <= limits_.client.queued_bytes;
    std::array<pollfd, 6> ready{{{hear_client ? in_ : -1, POLLIN, 0},
                                 {to_client_.size() > 0 ? to_client_.fd() : -1, POLLOUT, 0},
                                 {to_server_.size() > 0 ? server_.in() : -1, POLLOUT, 0},
                                 {room ? server_.out() : -1, POLLIN, 0},
                                 {signals_.fd(), POLLIN, 0},
                                 {exited_ ? -1 : server_.exited(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), time_left()) < 0 && errno != EINTR) {
      error_ = system_error("cannot wait for client and server", errno);
      return false;
    }
    if (ready[1].revents != 0) to_client_.send_some();
    if (ready[2].revents != 0) to_server_.send_some();
    if (ready[3].revents != 0) read_server();
    if (ready[0].revents != 0) read_client();
    if (ready[4].revents != 0 && outcome_.signal == 0) {
      outcome_.signal = signals_.take();
      begin_ending();
    }
    if (ready[5].revents != 0) {
      exited_ = true;
      due_ = Clock::now() + std::chrono::milliseconds(limits_.leak_ms);
    }
    if (ending_ == Ending::input_closed && to_server_.size() == 0) server_.close_in();
    return !due_ || Clock::now() < *due_ || go_further();
  }

  void read_client() {
    read_some(
        in_, client_frames_, [this](const mcp::Frame& frame) { from_client(frame); },
        [this] {
          client_ended_ = true;
          begin_ending();
        });
  }
  void read_server() {
    read_some(
        server_.out(), server_frames_, [this](const mcp::Frame& frame) { from_server(frame); },
        [this] { server_.close_out(); });
  }
  template <class OnEnd>
  void read_some(int fd, mcp::FrameReader& reader, const mcp::FrameReader::Sink& sink,
                 OnEnd on_end) {
    const ssize_t got = ::read(fd, buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got > 0) return reader.feed({buffer_.data(), static_cast<std::size_t>(got)}, sink);
    reader.end_of_stream(sink);
    on_end();
  }

  void from_client(const mcp::Frame& frame) {
    if (error_) return;
    if (++outcome_.stdio.frames > limits_.client.frames) {
      error_ =
          Error{.kind = ErrorKind::system,
                .reason = fmt::format("the client sent more than {} frames", limits_.client.frames),
                .mend = "look at the record for a client that calls without end"};
      return;
    }
    const FrontPolicy::Decision decision = policy_.from_client(frame);
    if (Result<void> kept = recorder_.record(frame, decision.answers); !kept) {
      error_ = kept.error();  // what is not on record must not seem to have happened
      return;
    }
    if (decision.forward && !server_is_gone_) to_server_.add(frame.text);
    for (const mcp::Outgoing& answer : decision.answers) to_client_.add(answer.text);
  }

  void from_server(const mcp::Frame& frame) {
    if (error_) return;
    if (frame.cut()) {
      error_ = Error{.kind = ErrorKind::system,
                     .reason = fmt::format("the server sent a frame of {} bytes; at most {} are "
                                           "passed on",
                                           frame.bytes, frame.text.size())};
      return;
    }
    send({.text = std::string(frame.text), .calls = policy_.from_server(frame.text)});
  }

  void send(const mcp::Outgoing& frame) {
    if (error_) return;
    if (Result<void> kept = recorder_.record(frame); !kept) {
      error_ = kept.error();
      return;
    }
    to_client_.add(frame.text);
  }

  void begin_ending() {
    if (ending_ != Ending::no) return;
    ending_ = Ending::input_closed;
    due_ = Clock::now() + std::chrono::milliseconds(limits_.grace_ms);
  }

  // The server is gone. What its client asked without an answer, or has written since, gets an
  // error. A frame that is on its way, or ends with the input, has a moment to come whole.
  void answer_rest(const std::string& how) {
    server_is_gone_ = true;
    const auto until = Clock::now() + std::chrono::milliseconds(limits_.leak_ms);
    while (true) {
      if (policy_.any_waiting() && outcome_.signal == 0 && !outcome_.server_ended) {
        outcome_.server_ended = how + " and left requests without an answer";
      }
      for (const mcp::Outgoing& each : policy_.answer_waiting("The server " + how)) send(each);
      const std::size_t most = limits_.client.queued_bytes;
      if (error_ || client_ended_ || !to_client_.drain(most, limits_.client.drain_ms)) return;
      pollfd ready{in_, POLLIN, 0};
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      if (::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) <= 0) return;
      read_client();
    }
  }

  // The time for what was begun is over.
  bool go_further() {
    if (exited_ || ending_ == Ending::asked) return false;
    server_.close_in();
    server_.signal_group(SIGTERM);
    ending_ = Ending::asked;
    due_ = Clock::now() + std::chrono::milliseconds(limits_.grace_ms);
    return true;
  }

  // Its output has ended, or its time is over.
  std::string end_server() {
    server_.close_in();
    pollfd ready{server_.exited(), POLLIN, 0};
    if (::poll(&ready, 1, limits_.grace_ms) <= 0) server_.signal_group(SIGKILL);
    return server_.reap();
  }

  int time_left() const {
    if (!due_) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*due_ - Clock::now()).count();
    return static_cast<int>(std::max<decltype(left)>(0, left));
  }

  int in_;
  OutputQueue to_client_, to_server_;
  ChildServer& server_;
  const Signals& signals_;
  FrontPolicy& policy_;
  FrameRecorder& recorder_;
  const FrontLimits& limits_;
  mcp::FrameReader client_frames_, server_frames_;
  std::array<char, 65536> buffer_;
  FrontOutcome outcome_;
  std::optional<Error> error_;
  bool client_ended_ = false, exited_ = false, server_is_gone_ = false;
  Ending ending_ = Ending::no;
  std::optional<Clock::time_point> due_;
};

}  // namespace

Result<FrontOutcome> serve_front(int in, int out, const std::vector<std::string>& command,
                                 FrontPolicy& policy, FrameRecorder& recorder,
                                 const FrontLimits& limits) {
  const Signals signals;
  if (signals.fd() < 0) return system_error("cannot wait for signals", errno);
  auto server = ChildServer::start(command);
  if (!server) return server.error();
  return Front(in, out, *server, signals, policy, recorder, limits).run();
}

}  // namespace tare
