// Who runs when: `jobs` seats, trials in suite order, retries of operational failures only.
//
// The first launch goes alone, until its first byte, its exit or 200 ms: if the system cannot start
// the adapter, the run ends with that one error and not with one a case.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>

#include "model/score.h"
#include "record/journal.h"
#include "record/run_folder.h"
#include "report/progress.h"
#include "run/attempt.h"
#include "run/trial_table.h"

namespace tare {

struct SchedulerParts {
  const AttemptSetting* setting = nullptr;
  TrialTable* table = nullptr;
  JournalWriter* journal = nullptr;
  const RunFolder* folder = nullptr;
  const Masker* masker = nullptr;
  const Manifest* scored_manifest = nullptr;  // the setting's, masked
  Progress* progress = nullptr;
  bool fail_fast = false;
  bool first_launch_proven = false;  // `describe` has already shown that the adapter starts
};

class Scheduler {
 public:
  Scheduler(boost::asio::io_context& io, SchedulerParts parts);

  // Runs all trials that are not done; returns when every seat is empty. The scheduler must outlive
  // the io_context's run(), not only this call.
  boost::asio::awaitable<void> run();

 private:
  boost::asio::awaitable<void> seat_loop(std::uint32_t number);
  boost::asio::awaitable<void> run_trial(Seat& seat, std::uint32_t slot);
  bool next_slot(std::uint32_t& slot);
  void record(AttemptResult& result, std::uint32_t slot, const TestCase& test_case,
              std::vector<AttemptRecord>& earlier);
  boost::asio::awaitable<void> wait_for_first_launch();
  boost::asio::awaitable<void> tick_loop();
  void first_launch_done();
  std::uint32_t elapsed_ms() const;

  boost::asio::io_context& io_;
  SchedulerParts parts_;
  std::uint32_t next_ = 0;
  std::uint32_t seats_open_ = 0;
  bool first_taken_ = false, first_done_ = false;
  boost::asio::steady_timer first_gate_, all_done_, tick_;
  bool ticking_ = true;
  std::chrono::nanoseconds began_{0};
};

}  // namespace tare
