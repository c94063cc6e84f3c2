#include "run/run_control.h"

#include <fmt/format.h>
#include <signal.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/escape.h"

namespace tare {

RunControl::RunControl(boost::asio::io_context& io, RunClock& clock, ProcessTable& table)
    : io_(io), clock_(clock), table_(table), signals_(io) {}

void RunControl::watch_signals(std::function<void(const std::string&)> message) {
  message_ = std::move(message);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1}) {
    // A shell that starts tare with & or nohup has SIGINT or SIGHUP ignored, and means it.
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    boost::system::error_code ignored;
    signals_.add(signal, ignored);
  }
  listen();
}

void RunControl::ignore_signals() {
  boost::system::error_code ignored;
  signals_.clear(ignored);
  signals_.cancel(ignored);
}

void RunControl::listen() {
  signals_.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    on_signal(signal);
    listen();
  });
}

void RunControl::on_signal(int signal) {
  if (signal == SIGUSR1) {
    message_(running_report());
    return;
  }
  if (signal == SIGTSTP) {
    pause();
    return;
  }
  ++stop_signals_;
  if (stop_signals_ == 1) {
    message_(
        fmt::format("tare: {}: no new attempts; {} running are told to end (again: kill them; a "
                    "third time: die)",
                    ::strsignal(signal), running()));
    stop(StopReason::interrupted);
    for (auto& [process, work] : work_) process->stop(StopCause::interrupted, signal);
  } else if (stop_signals_ == 2) {
    message_("tare: killing what still runs");
    for (auto& [process, work] : work_) process->stop(StopCause::interrupted, SIGKILL, true);
    table_.signal_all(SIGKILL);
  } else {
    table_.signal_all(SIGKILL);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

void RunControl::pause() {
  table_.signal_all(SIGSTOP);
  const auto before = RunClock::Steady::now();
  ::raise(SIGSTOP);  // returns when somebody sends SIGCONT
  clock_.add_pause(RunClock::Steady::now() - before);
  table_.signal_all(SIGCONT);
}

std::string RunControl::running_report() const {
  std::string out = fmt::format("tare: {} running", running());
  for (const auto& [process, work] : work_) {
    if (!work.busy) continue;
    const auto seconds = std::chrono::duration<double>(clock_.now() - work.since).count();
    out += fmt::format("\n  {}#{} attempt {}: {:.1f} s, pid {}",
                       escape_for_terminal(shorten(work.case_id, 120)), work.trial, work.attempt,
                       seconds, process->pid());
  }
  return out;
}

void RunControl::stop(StopReason reason) {
  if (reason <= reason_) return;
  reason_ = reason;
  for (auto* timer : waits_) timer->cancel();
}

void RunControl::give_up(Error error) {
  if (!error_) error_ = std::move(error);
  stop(StopReason::broken);
  for (auto& [process, work] : work_) process->stop(StopCause::interrupted, SIGTERM);
}

void RunControl::remember(AdapterProcess* process, std::string case_id, std::uint32_t trial,
                          std::uint32_t attempt) {
  Work& work = work_[process];
  work = {std::move(case_id), trial, attempt, clock_.now(), true};
  ++working_;
  if (reason_ >= StopReason::interrupted) process->stop(StopCause::interrupted, SIGTERM);
}

void RunControl::idle(AdapterProcess* process) {
  const auto found = work_.find(process);
  if (found == work_.end() || !found->second.busy) return;
  found->second.busy = false;
  --working_;
}

void RunControl::forget(AdapterProcess* process) {
  const auto found = work_.find(process);
  if (found == work_.end()) return;
  if (found->second.busy) --working_;
  work_.erase(found);
}

boost::asio::awaitable<void> RunControl::wait_ms(std::uint32_t ms) {
  if (!may_start()) co_return;
  boost::asio::steady_timer timer(io_);
  const auto until = clock_.now() + std::chrono::milliseconds(ms);
  waits_.insert(&timer);
  while (may_start() && clock_.now() < until) {
    timer.expires_at(clock_.to_steady(until));
    (void)co_await timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  waits_.erase(&timer);
}

}  // namespace tare
