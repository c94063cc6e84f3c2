// What repeated trials come to: how often cases pass, and what that says of the next trial.
//
// Trials are added case by case and never gathered into one verdict a case. Only those that passed
// or failed count: one that is incomplete, observed or waived says nothing of how often a case
// passes. Sums for each k are kept as far as every case so far has that many trials, so memory does
// not grow with the cases.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/run_summary.h"
#include "model/score.h"
#include "scoring/statistics.h"

namespace tare {

class TrialRatesTally {
 public:
  void begin_case(const std::string& id);
  void add(const TrialScore& score);
  // `times`: how many such cases there were, alike but for their ids.
  void end_case(std::uint64_t times = 1);
  TrialSummary summary() const;

 private:
  static constexpr std::uint32_t kMaxK = 64;
  static constexpr std::size_t kListed = 20;

  struct SideSums {
    CaseTally now{0, 0};
    std::uint64_t cases = 0;
    std::uint32_t fewest = 0, most = 0;
    double rates = 0;
    std::array<double, kMaxK> at{}, hat{};

    void count(Verdict verdict);
    void end_case(std::uint64_t times);
    TrialRates rates_of() const;
  };
  void keep_worst(CaseTally tally, std::uint64_t times);

  std::string id_;
  SideSums raw_, normalized_;
  std::uint64_t imperfect_ = 0;
  std::vector<CaseRate> worst_;
};

}  // namespace tare
