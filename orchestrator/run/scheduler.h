// Who runs when: `jobs` seats, trials in suite order (or round by round, adaptive.h), retries of
// operational failures only, and the judge behind the trial that it is asked about.
//
// The first launch goes alone, until its first byte, its exit or 200 ms: if the system cannot start
// the adapter, the run ends with that one error and not with one a case.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/score.h"
#include "record/journal.h"
#include "record/run_folder.h"
#include "report/progress.h"
#include "run/adaptive.h"
#include "run/attempt.h"
#include "run/budget.h"
#include "run/judge.h"
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
  Judge* judge = nullptr;                 // null: the run has none
  const JournalReader* reader = nullptr;  // of the same journal; REQUIRED with a judge
  AdaptiveRounds* rounds = nullptr;       // null: all trials in suite order
  Budget* budget = nullptr;
  bool first_launch_proven = false;  // `describe` has already shown that the adapter starts
};

class Scheduler {
 public:
  Scheduler(boost::asio::io_context& io, SchedulerParts parts);

  // Runs all trials that are not done; returns when every seat is empty. The scheduler must outlive
  // the io_context's run(), not only this call.
  boost::asio::awaitable<void> run();

 private:
  boost::asio::awaitable<void> run_seats();
  boost::asio::awaitable<void> seat_loop(std::uint32_t number);
  boost::asio::awaitable<void> run_trial(Seat& seat, std::uint32_t slot);
  boost::asio::awaitable<void> judge_trial(Seat& seat, std::uint32_t slot);
  bool next_slot(std::uint32_t& slot);
  bool has_work(std::uint32_t slot) const;
  bool needs_attempt(std::uint32_t slot) const;
  bool needs_judge(std::uint32_t slot) const;
  void spend(const Usage& usage);
  void record(AttemptResult& result, std::uint32_t slot, const TestCase& test_case,
              std::vector<AttemptRecord>& earlier);
  boost::asio::awaitable<void> wait_for_first_launch();
  boost::asio::awaitable<void> tick_loop();
  void first_launch_done();
  std::uint32_t elapsed_ms() const;

  boost::asio::io_context& io_;
  SchedulerParts parts_;
  std::uint32_t next_ = 0;            // slot, or place in round_
  std::vector<std::uint32_t> round_;  // with `rounds`
  std::uint32_t seats_open_ = 0;
  bool first_taken_ = false, first_done_ = false;
  boost::asio::steady_timer first_gate_, all_done_, tick_;
  bool ticking_ = true;
  std::chrono::nanoseconds began_{0};
};

}  // namespace tare
