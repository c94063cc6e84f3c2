// --max-cost: what is known to be spent, and whether that is enough.
//
// Costs are known when an attempt has ended, so what runs at that time ends, and the sum may lie
// above the limit by as much. An attempt that does not say what it cost cannot be held to any.
#pragma once

#include <cstdint>
#include <optional>

#include "model/answer.h"

namespace tare {

class Budget {
 public:
  explicit Budget(std::optional<double> limit_usd) : limit_usd_(limit_usd) {}

  // Of an attempt of the adapter, or of the judge.
  void add(const Usage& usage) {
    ++attempts_;
    if (usage.cost_seen) {
      known_usd_ += usage.cost_usd;
    } else {
      ++silent_;
    }
  }
  bool limited() const { return limit_usd_.has_value(); }
  // A sum that is no number (costs past all bounds) is over any limit.
  bool reached() const { return limit_usd_ && !(known_usd_ < *limit_usd_); }
  double limit_usd() const { return limit_usd_.value_or(0); }
  double known_usd() const { return known_usd_; }
  std::uint64_t attempts() const { return attempts_; }
  std::uint64_t silent() const { return silent_; }  // attempts that did not say their cost

 private:
  std::optional<double> limit_usd_;
  double known_usd_ = 0;
  std::uint64_t attempts_ = 0, silent_ = 0;
};

}  // namespace tare
