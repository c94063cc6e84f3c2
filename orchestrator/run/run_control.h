// Reasons to stop, and the signals that give them.
//
// First SIGINT, SIGTERM, SIGHUP or SIGQUIT: start nothing more, hand the signal to every adapter,
// let them end within the grace. Second: SIGKILL to all. Third: the default, on tare itself.
// SIGTSTP stops the adapters, then tare; SIGCONT goes on, and no clock has moved. SIGUSR1 prints
// what is running.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/result.h"
#include "process/adapter_process.h"

namespace tare {

enum class StopReason : std::uint8_t { none, cost_limit, fail_fast, interrupted, broken };

class RunControl {
 public:
  RunControl(boost::asio::io_context& io, RunClock& clock, ProcessTable& table);

  // `message` prints one line for a person.
  void watch_signals(std::function<void(const std::string&)> message);
  void ignore_signals();

  // Only a graver reason replaces an earlier one.
  void stop(StopReason reason);
  // The run cannot go on (disk full, adapter cannot start): `error` is what to tell.
  void give_up(Error error);
  StopReason reason() const { return reason_; }
  bool may_start() const { return reason_ == StopReason::none; }
  const std::optional<Error>& error() const { return error_; }

  // Processes at work, by attempt. A remembered process is stopped with the run.
  void remember(AdapterProcess* process, std::string case_id, std::uint32_t trial,
                std::uint32_t attempt);
  void idle(AdapterProcess* process);
  void forget(AdapterProcess* process);
  std::uint32_t running() const { return working_; }

  // Waits, or returns at once when the run stops.
  boost::asio::awaitable<void> wait_ms(std::uint32_t ms);

 private:
  struct Work {
    std::string case_id;
    std::uint32_t trial = 1, attempt = 1;
    std::chrono::nanoseconds since{0};
    bool busy = true;
  };
  void listen();
  void on_signal(int signal);
  void pause();
  std::string running_report() const;

  boost::asio::io_context& io_;
  RunClock& clock_;
  ProcessTable& table_;
  boost::asio::signal_set signals_;
  std::function<void(const std::string&)> message_;
  std::map<AdapterProcess*, Work> work_;
  std::set<boost::asio::steady_timer*> waits_;
  StopReason reason_ = StopReason::none;
  std::optional<Error> error_;
  std::uint32_t working_ = 0;
  int stop_signals_ = 0;
};

}  // namespace tare
