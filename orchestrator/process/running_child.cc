// Moves the bytes: request to stdin, stdout to the sink, stderr to the store, all three at once.
#include "process/running_child.h"

#include <poll.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

namespace tare {

namespace asio = boost::asio;

namespace {

// Enough to empty a pipe at once; more would only cost stack.
constexpr std::size_t kReadBytes = 65536;
// After so much of one stream the others, and other adapters, have their turn.
constexpr std::size_t kTurnBytes = std::size_t{1} << 18;
// The largest pipe an unprivileged process can make: what was in it at the end is read whole.
constexpr std::size_t kLastBytes = std::size_t{1} << 20;
// A killed process that does not die (a dead network disk) is given up after this.
constexpr auto kGiveUp = std::chrono::seconds(10);

}  // namespace

AdapterProcess::Impl::Impl(asio::any_io_executor executor, const LaunchSpec& spec,
                           RunClock& run_clock, ProcessTable& process_table)
    : clock(run_clock),
      table(process_table),
      scratch(spec.scratch),
      stdout_cap(spec.stdout_cap),
      in(executor),
      out(executor),
      err(executor),
      exit(executor),
      timer(executor),
      stderr_kept(static_cast<std::size_t>(spec.stderr_cap)) {}

bool AdapterProcess::Impl::adopt(Spawned& child) {
  const auto take = [](Stream& stream, UniqueFd& fd) {
    boost::system::error_code ec;
    stream.assign(fd.get(), ec);
    if (ec) return false;
    fd.release();
    stream.non_blocking(true, ec);
    return !ec;
  };
  if (!take(out, child.out) || !take(err, child.err) || !take(exit, child.pidfd)) return false;
  in_fd = std::move(child.in);
  return true;
}

void AdapterProcess::Impl::begin_request(std::string bytes, bool close_after) {
  request = std::move(bytes);
  written = 0;
  close_after_request = close_after;
  if (stdin_number() < 0) {
    stdin_unread = !request.empty();
    return;
  }
  feed();
}

void AdapterProcess::Impl::feed() {
  while (written < request.size()) {
    const ssize_t n = ::write(stdin_number(), request.data() + written, request.size() - written);
    if (n >= 0) {
      written += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == EAGAIN) {
      feed_when_there_is_room();
      return;
    }
    // EPIPE: it closed its stdin. A fact, no failure: it may have answered without reading.
    stdin_unread = true;
    close_stdin();
    return;
  }
  if (close_after_request) close_stdin();
}

void AdapterProcess::Impl::feed_when_there_is_room() {
  if (!in.is_open()) {
    boost::system::error_code ec;
    in.assign(in_fd.get(), ec);
    if (ec) {
      stdin_unread = true;
      close_stdin();
      return;
    }
    in_fd.release();
  }
  in.async_wait(Stream::wait_write, [self = shared_from_this()](boost::system::error_code ec) {
    if (!ec && self->in.is_open()) self->feed();
  });
}

void AdapterProcess::Impl::watch() {
  if (!exited && !exit_armed) {
    exit_armed = true;
    exit.async_wait(Stream::wait_read, [self = shared_from_this()](boost::system::error_code ec) {
      self->exit_armed = false;
      if (ec) return;
      // Readiness is a hint, and to take a live process for a dead one would be the worst mistake.
      if (self->exited_already()) {
        self->on_exit();
      } else {
        self->watch();
      }
    });
  }
  if (!out_eof && !out_armed) {
    out_armed = true;
    out.async_wait(Stream::wait_read, [self = shared_from_this()](boost::system::error_code ec) {
      self->out_armed = false;
      if (!ec) self->on_stdout();
    });
  }
  if (!err_eof && !err_armed) {
    err_armed = true;
    err.async_wait(Stream::wait_read, [self = shared_from_this()](boost::system::error_code ec) {
      self->err_armed = false;
      if (!ec) self->on_stderr();
    });
  }
}

void AdapterProcess::Impl::on_exit() {
  if (exited) return;
  exited = true;
  exited_at = clock.now();
  if (written < request.size()) stdin_unread = true;
  close_stdin();
  wake();
}

template <class Take>
bool AdapterProcess::Impl::read_some(Stream& stream, std::size_t at_most, Take take) {
  char buffer[kReadBytes];
  std::size_t total = 0;
  while (total < at_most && stream.is_open()) {
    const ssize_t n = ::read(stream.native_handle(), buffer, sizeof buffer);
    if (n > 0) {
      take(std::string_view(buffer, static_cast<std::size_t>(n)));
      total += static_cast<std::size_t>(n);
      // A short read has emptied the pipe.
      if (static_cast<std::size_t>(n) < sizeof buffer) return true;
      continue;
    }
    if (n < 0 && errno == EINTR) continue;
    return n < 0 && errno == EAGAIN;
  }
  return true;
}

void AdapterProcess::Impl::on_stdout() {
  if (!serving && !ending) {
    // Left in the pipe: whoever asks disturbed() learns of it.
    unasked = true;
    return;
  }
  out_eof = !read_some(out, kTurnBytes, [this](std::string_view bytes) { take_stdout(bytes); });
  if (out_eof) {
    wake();
  } else {
    watch();
  }
}

void AdapterProcess::Impl::on_stderr() {
  err_eof = !read_some(err, kTurnBytes, [this](std::string_view b) { stderr_kept.append(b); });
  if (err_eof) {
    wake();
  } else {
    watch();
  }
}

void AdapterProcess::Impl::take_stdout(std::string_view bytes) {
  last_byte_at = clock.now();
  stdout_bytes += bytes.size();
  const std::uint64_t room = stdout_cap - std::min(stdout_cap, served_bytes);
  served_bytes += bytes.size();
  if (!sink || cause != StopCause::none) return;
  const std::string_view allowed =
      bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size())));
  if (!allowed.empty()) {
    switch (sink(allowed)) {
      case SinkState::more:
        break;
      case SinkState::answered:
        answered = true;
        if (!close_after_request) wake();
        break;
      case SinkState::violation:
        stop(StopCause::violation, SIGTERM, false);
        return;
    }
  }
  if (allowed.size() < bytes.size()) stop(StopCause::output_overflow, SIGTERM, false);
}

void AdapterProcess::Impl::drain_now() {
  if (!out_eof && out.is_open()) {
    out_eof = !read_some(out, kLastBytes, [this](std::string_view bytes) { take_stdout(bytes); });
  }
  if (!err_eof && err.is_open()) {
    err_eof = !read_some(err, kLastBytes, [this](std::string_view b) { stderr_kept.append(b); });
  }
}

bool AdapterProcess::Impl::exited_already() const {
  if (exited || reaped) return true;
  pollfd event{const_cast<Stream&>(exit).native_handle(), POLLIN, 0};
  return ::poll(&event, 1, 0) > 0;
}

void AdapterProcess::Impl::stop(StopCause why, int signal, bool kill_now) {
  if (reaped) return;
  if (cause == StopCause::none) {
    cause = why;
    if (!exited_already()) {
      // Before the first signal, so that an end by it is never taken for the adapter's own.
      signalled = true;
      kill_at = clock.now() + std::chrono::milliseconds(deadlines.kill_grace_ms);
      signal_group(pid, signal);
    }
    wake();
  }
  if (kill_now) send_kill();
}

void AdapterProcess::Impl::send_kill() {
  if (killed || reaped) return;
  killed = true;
  if (!exited_already()) signalled = true;
  give_up_at = clock.now() + kGiveUp;
  signal_group(pid, SIGKILL);
  wake();
}

void AdapterProcess::Impl::close_stdin() {
  boost::system::error_code ec;
  if (in.is_open()) in.close(ec);
  in_fd.reset();
}

void AdapterProcess::Impl::close_all() {
  boost::system::error_code ec;
  close_stdin();
  for (Stream* stream : {&out, &err, &exit}) {
    if (stream->is_open()) stream->close(ec);
  }
  timer.cancel();
}

asio::awaitable<void> AdapterProcess::Impl::wait_until(std::optional<Nanoseconds> when) {
  timer.expires_at(when ? clock.to_steady(*when) : RunClock::Steady::time_point::max());
  waiting = true;
  co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
  waiting = false;
}

void AdapterProcess::Impl::wake() {
  if (waiting) timer.cancel();
}

}  // namespace tare
