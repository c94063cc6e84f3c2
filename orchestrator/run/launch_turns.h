// Launches take turns with everything else that the one thread does.
//
// A launch blocks until the child has become its program, and where all processors are taken that
// lasts as long as the child has to wait for one. Two hundred of them in a row would leave the
// proxy, the pipes and the clocks of what runs already unattended for many seconds. So after each
// launch the rest has its time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>

namespace tare {

class LaunchTurns {
 public:
  explicit LaunchTurns(boost::asio::io_context& io) : io_(io) {}
  LaunchTurns(const LaunchTurns&) = delete;
  LaunchTurns& operator=(const LaunchTurns&) = delete;

  // One launch, which ends with the object: wait for nothing meanwhile.
  class Turn {
   public:
    explicit Turn(LaunchTurns& turns) : turns_(&turns) {}
    Turn(Turn&& other) noexcept : turns_(other.turns_) { other.turns_ = nullptr; }
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (turns_ != nullptr) turns_->done();
    }

   private:
    LaunchTurns* turns_;
  };
  // In the order of the calls.
  boost::asio::awaitable<Turn> next();

 private:
  using Clock = std::chrono::steady_clock;
  void done();

  boost::asio::io_context& io_;
  bool taken_ = false;
  Clock::time_point began_;                       // of the turn that is taken
  Clock::time_point rest_until_;                  // no launch before
  std::list<boost::asio::steady_timer> waiting_;  // the front one is next
};

}  // namespace tare
