// --adaptive: first a trial of every case, then another one of each that can still matter.
//
// Between two rounds all that is known is put to the gates, with every trial that has not run
// counted both ways. A gate that holds or fails whatever those bring is decided, and a case has run
// enough once all gates that concern it are. So the outcome is that of the full run, whatever the
// trials that were left out would have been; only what each case costs is less.
//
// From some rounds on, gates are asked only after every few, so that asking stays a small part of
// the work.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "model/run_summary.h"
#include "run/plan.h"
#include "run/score_run.h"

namespace tare {

class AdaptiveRounds {
 public:
  // REQUIRES: all outlive this.
  AdaptiveRounds(const RunPlan& plan, const Manifest* manifest, AttemptSource source);

  // The slots of the next round, in suite order; empty: every case has run enough.
  Result<std::vector<std::uint32_t>> next();

  // Cases that had trials left, in suite order.
  std::vector<EarlyStop> stopped() const;

 private:
  Result<void> close_decided();

  const RunPlan& plan_;
  const Manifest* manifest_;
  AttemptSource source_;
  std::uint32_t round_ = 0;                // trials of each open case so far
  std::vector<std::uint32_t> stopped_at_;  // by case; 0: it is open, or ran all its trials
};

// Of a case: after how many trials it stopped early; nullopt: it did not.
class EarlyStops {
 public:
  EarlyStops(const RunPlan& plan, const std::vector<EarlyStop>& stops);
  bool skips(std::size_t case_index, std::uint32_t trial) const {
    return !after_.empty() && after_[case_index] != 0 && trial > after_[case_index];
  }

 private:
  std::vector<std::uint32_t> after_;  // by case; empty: none stopped
};

}  // namespace tare
