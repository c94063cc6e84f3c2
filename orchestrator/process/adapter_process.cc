// The order of events in an adapter's life: what starts a clock, what ends a wait, what is done to
// whom, and in which order. docs/processes.md gives the reasons.
#include "process/adapter_process.h"

// Process v2's headers lean on these two without including them.
#include <boost/optional.hpp>
#include <boost/type_traits.hpp>
//
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <boost/process/v2/process.hpp>
#include <cerrno>
#include <csignal>
#include <exception>
#include <utility>

#include "process/running_child.h"

namespace tare {

namespace asio = boost::asio;

namespace {

using Impl = AdapterProcess::Impl;
using Nanoseconds = std::chrono::nanoseconds;
using Milliseconds = std::chrono::milliseconds;

constexpr auto kLookAgain = Milliseconds(5);
constexpr auto kSweepAtMost = std::chrono::seconds(2);
constexpr std::size_t kNamesShown = 8;

void earliest(std::optional<Nanoseconds>& out, Nanoseconds candidate) {
  out = out ? std::min(*out, candidate) : candidate;
}

struct Due {
  Nanoseconds when;
  StopCause cause;
};

// The clock that runs out first. Until the first byte the start clock runs, then the idle clock
// (from the start, where there is no start clock); after the answer neither: silence is in order
// then.
Due next_clock(const Impl& child) {
  const Deadlines& limits = child.deadlines;
  Due due{child.started_at + Milliseconds(limits.total_ms), StopCause::deadline};
  const auto sooner = [&due](Nanoseconds when, StopCause cause) {
    if (when < due.when) due = Due{when, cause};
  };
  if (child.answered) return due;
  if (!child.last_byte_at && limits.startup_ms) {
    sooner(child.started_at + Milliseconds(*limits.startup_ms), StopCause::startup_timeout);
  } else if (limits.idle_ms) {
    sooner(child.last_byte_at.value_or(child.started_at) + Milliseconds(*limits.idle_ms),
           StopCause::idle_timeout);
  }
  return due;
}

// What both coroutines do when a wait is over: the kill that follows a stop without effect.
void kill_if_due(Impl& child) {
  if (child.kill_at && !child.killed && !child.exited && child.clock.now() >= *child.kill_at) {
    child.send_kill();
  }
}

bool given_up(const Impl& child) {
  return child.give_up_at && child.clock.now() >= *child.give_up_at;
}

Nanoseconds leak_end(const Impl& child) {
  return child.exited_at + Milliseconds(child.deadlines.leak_ms);
}

// A killed group leaves nobody to close the pipes in good time, so the window still applies; what
// is cut short is the wait for a leader that was told to die at once.
bool stream_settled(const Impl& child, bool at_end_of_file) {
  return child.exited && (at_end_of_file || child.clock.now() >= leak_end(child));
}

bool serve_done(const Impl& child) {
  if (given_up(child) || stream_settled(child, child.out_eof)) return true;
  return !child.close_after_request && child.answered && child.cause == StopCause::none;
}

std::optional<Nanoseconds> next_wake(const Impl& child, std::optional<Nanoseconds> other) {
  std::optional<Nanoseconds> when = other;
  if (child.exited) {
    earliest(when, leak_end(child));
  } else if (child.killed) {
    earliest(when, *child.give_up_at);
  } else if (child.kill_at) {
    earliest(when, *child.kill_at);
  }
  return when;
}

asio::awaitable<ServeResult> serve_child(std::shared_ptr<Impl> child) {
  std::string state;
  for (;;) {
    kill_if_due(*child);
    if (serve_done(*child)) break;
    std::optional<Nanoseconds> when;
    if (!child->exited && child->cause == StopCause::none) {
      const Due due = next_clock(*child);
      when = due.when;
      // A pause may have moved the clock since the timer was set: it decides, not the timer.
      if (child->clock.now() >= due.when) {
        state = describe_process_state(child->pid);
        child->stop(due.cause, SIGTERM, false);
        continue;
      }
    }
    co_await child->wait_until(next_wake(*child, when));
  }
  if (child->exited && !child->out_eof) child->drain_now();
  child->serving = false;
  child->sink = nullptr;
  if (child->written < child->request.size()) child->stdin_unread = true;
  co_return ServeResult{.answered = child->answered,
                        .exited = child->exited,
                        .stdout_closed = child->out_eof,
                        .stdin_unread = child->stdin_unread,
                        .stop = child->cause,
                        .process_state = std::move(state)};
}

// The status of a leader that has exited, which is reaped by this. Through Process v2's handle: it
// is handed the process, and our pidfd, only now, since its own wait would reap at once and its
// destructor kills the leader alone and blocks.
int reap_status(Impl& child) {
  int status = 0;
  try {
    UniqueFd pidfd(child.exit.release());
    boost::process::v2::process handle(child.timer.get_executor(), child.pid, pidfd.get());
    pidfd.release();
    boost::system::error_code ec;
    handle.running(ec);
    status = handle.native_exit_code();
    // Detached at once: the pid may be somebody else's from now on.
    (void)handle.detach();
  } catch (const std::exception&) {
    // The event loop has no room for the handle; nothing was waited for yet.
    while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
  return status;
}

Termination reap(Impl& child) {
  const int status = reap_status(child);
  child.reaped = true;
  child.table.remove(child.pid);
  Termination out;
  out.kind = child.signalled       ? Termination::Kind::stopped
             : WIFSIGNALED(status) ? Termination::Kind::signalled
                                   : Termination::Kind::exited;
  if (WIFSIGNALED(status)) {
    out.value = WTERMSIG(status);
    out.core_dumped = WCOREDUMP(status);
  } else {
    out.value = WEXITSTATUS(status);
    out.stop_exited = child.signalled;
  }
  return out;
}

asio::awaitable<void> wait_for_the_end(std::shared_ptr<Impl> child) {
  const Nanoseconds patience = child->clock.now() + Milliseconds(child->deadlines.leak_ms);
  for (;;) {
    kill_if_due(*child);
    if (given_up(*child) || stream_settled(*child, child->out_eof && child->err_eof)) co_return;
    std::optional<Nanoseconds> when;
    if (!child->exited && !child->kill_at && !child->killed) {
      when = patience;
      if (child->clock.now() >= patience) {
        // Ended, and the loop has not told us yet: the news wakes the wait below. A stop would send
        // nothing, and to ask again without waiting would keep the news from coming.
        if (!child->exited_already()) {
          child->stop(StopCause::none, SIGTERM, false);
          continue;
        }
        when.reset();
      }
    }
    co_await child->wait_until(next_wake(*child, when));
  }
}

asio::awaitable<void> end_all_leftovers(std::shared_ptr<Impl> child, Leftovers& left) {
  const Nanoseconds give_up = child->clock.now() + kSweepAtMost;
  while (!child->table.end_leftovers(left)) {
    const Nanoseconds now = child->clock.now();
    if (now >= give_up) co_return;
    co_await child->wait_until(now + kLookAgain);
  }
}

asio::awaitable<Ending> end_child(std::shared_ptr<Impl> child) {
  Ending ending;
  co_await wait_for_the_end(child);
  if (!child->exited) {
    // It does not even die of SIGKILL. As an orphan of ours it is reaped by a later sweep.
    child->table.remove(child->pid);
    child->reaped = true;
    ending.termination = Termination{.kind = Termination::Kind::stopped, .value = SIGKILL};
  } else {
    ending.leaked_pipe = !child->out_eof || !child->err_eof;
    if (ending.leaked_pipe) child->drain_now();
    Leftovers left = child->table.find_leftovers(child->pid, child->signalled);
    // Before the leader is reaped: until then nobody else can have this group number.
    ::kill(-child->pid, SIGKILL);
    ending.termination = reap(*child);
    if (left.present) co_await end_all_leftovers(child, left);
    if (ending.leaked_pipe) child->drain_now();
    ending.descendants_left = static_cast<std::uint32_t>(left.names.size());
    left.names.resize(std::min(left.names.size(), kNamesShown));
    ending.descendant_names = std::move(left.names);
  }
  child->close_all();
  ending.stop = child->cause;
  ending.stderr_head = child->stderr_kept.head();
  ending.stderr_tail = child->stderr_kept.tail();
  ending.stderr_bytes = child->stderr_kept.total();
  ending.stdout_bytes = child->stdout_bytes;
  co_return ending;
}

// For a process that nobody has ended: the destructor's blocking way.
void end_now(Impl& child) {
  signal_group(child.pid, SIGKILL);
  pollfd event{child.exit.native_handle(), POLLIN, 0};
  ::poll(&event, 1, 10'000);
  if (::waitpid(child.pid, nullptr, WNOHANG) == 0) signal_group(child.pid, SIGKILL);
  child.reaped = true;
  child.table.remove(child.pid);
  child.table.sweep(child.scratch);
}

}  // namespace

AdapterProcess::AdapterProcess(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

AdapterProcess::~AdapterProcess() {
  if (!impl_->reaped) end_now(*impl_);
  impl_->close_all();
}

Result<std::unique_ptr<AdapterProcess>> AdapterProcess::start(asio::any_io_executor executor,
                                                              const LaunchSpec& spec,
                                                              RunClock& clock,
                                                              ProcessTable& table) {
  Result<Spawned> spawned = spawn(spec);
  if (!spawned.ok()) return std::move(spawned.error());
  auto impl = std::make_shared<Impl>(std::move(executor), spec, clock, table);
  impl->pid = spawned->pid;
  table.add(impl->pid, spec.scratch);
  const bool adopted = impl->adopt(spawned.value());
  // From here on the destructor ends the process.
  std::unique_ptr<AdapterProcess> process(new AdapterProcess(std::move(impl)));
  if (!adopted) return system_error("cannot watch the pipes of \"" + spec.program + "\"", ENOMEM);
  return process;
}

int AdapterProcess::pid() const { return impl_->pid; }

asio::awaitable<ServeResult> AdapterProcess::serve(
    std::string request, bool close_stdin, Deadlines deadlines,
    std::function<SinkState(std::string_view)> sink) {
  Impl& child = *impl_;
  child.deadlines = deadlines;
  child.sink = std::move(sink);
  child.serving = true;
  child.answered = child.stdin_unread = child.unasked = false;
  child.served_bytes = 0;
  child.last_byte_at.reset();
  child.started_at = child.clock.now();
  if (child.cause == StopCause::none) child.begin_request(std::move(request), close_stdin);
  child.watch();
  return serve_child(impl_);
}

bool AdapterProcess::disturbed() {
  Impl& child = *impl_;
  if (child.unasked || child.out_eof || child.exited_already()) return true;
  pollfd event{child.out.native_handle(), POLLIN, 0};
  return ::poll(&event, 1, 0) > 0;
}

std::string AdapterProcess::stderr_so_far(std::size_t max_bytes) const {
  return impl_->stderr_kept.last(max_bytes);
}

std::uint64_t AdapterProcess::stderr_bytes() const { return impl_->stderr_kept.total(); }

asio::awaitable<Ending> AdapterProcess::end(Deadlines deadlines) {
  Impl& child = *impl_;
  child.deadlines = deadlines;
  child.ending = true;
  child.close_stdin();
  child.watch();
  return end_child(impl_);
}

void AdapterProcess::stop(StopCause cause, int signal, bool kill_now) {
  impl_->stop(cause, signal, kill_now);
}

}  // namespace tare
