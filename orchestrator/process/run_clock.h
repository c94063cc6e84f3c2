// The clock that deadlines are measured by: steady, and standing still while tare is stopped
// (Ctrl-Z).
#pragma once

#include <chrono>

namespace tare {

class RunClock {
 public:
  using Steady = std::chrono::steady_clock;

  // Time since some fixed point, pauses left out.
  std::chrono::nanoseconds now() const { return Steady::now().time_since_epoch() - paused_; }
  // The stretch from `from` until now was a pause.
  void add_pause(std::chrono::nanoseconds length) { paused_ += length; }
  // When, on the steady clock, `when` of this clock comes, if no pause follows. Timers that fire
  // early (a pause came) look at now() and wait again.
  Steady::time_point to_steady(std::chrono::nanoseconds when) const {
    return Steady::time_point(std::chrono::duration_cast<Steady::duration>(when + paused_));
  }

 private:
  std::chrono::nanoseconds paused_{0};
};

}  // namespace tare
