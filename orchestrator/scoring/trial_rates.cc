#include "scoring/trial_rates.h"

#include <algorithm>

namespace tare {

void TrialRatesTally::SideSums::count(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      ++now.passed;
      ++now.trials;
      return;
    case Verdict::fail:
      ++now.trials;
      return;
    case Verdict::undecided:
    case Verdict::observed:
    case Verdict::waived:
      return;
  }
}

void TrialRatesTally::SideSums::end_case(std::uint64_t times) {
  if (now.trials == 0) return;
  fewest = cases == 0 ? now.trials : std::min(fewest, now.trials);
  most = std::max(most, now.trials);
  cases += times;
  const auto weight = static_cast<double>(times);
  rates += weight * static_cast<double>(now.passed) / static_cast<double>(now.trials);
  for (std::uint32_t k = 1; k <= std::min(fewest, kMaxK); ++k) {
    at[k - 1] += weight * pass_at_k_of(now, k).value_or(0);
    hat[k - 1] += weight * pass_hat_k_of(now, k).value_or(0);
  }
}

TrialRates TrialRatesTally::SideSums::rates_of() const {
  TrialRates out;
  out.cases = cases;
  out.fewest = fewest;
  out.most = most;
  if (cases == 0) return out;
  const auto all = static_cast<double>(cases);
  out.mean_pass_rate = rates / all;
  for (std::uint32_t k = 0; k < std::min(fewest, kMaxK); ++k) {
    out.pass_at_k.push_back(at[k] / all);
    out.pass_hat_k.push_back(hat[k] / all);
  }
  return out;
}

void TrialRatesTally::begin_case(const std::string& id) {
  id_ = id;
  raw_.now = normalized_.now = {0, 0};
}

void TrialRatesTally::add(const TrialScore& score) {
  raw_.count(score.raw_verdict);
  normalized_.count(score.verdict);
}

void TrialRatesTally::end_case(std::uint64_t times) {
  raw_.end_case(times);
  normalized_.end_case(times);
  keep_worst(normalized_.now, times);
}

// Of equal rates the case with more trials is the worse one, since less luck is in it; then the
// earlier.
void TrialRatesTally::keep_worst(CaseTally tally, std::uint64_t times) {
  if (tally.passed == tally.trials) return;
  imperfect_ += times;
  const auto worse = [](const CaseRate& a, const CaseRate& b) {
    const std::uint64_t left = std::uint64_t{a.passed} * b.trials;
    const std::uint64_t right = std::uint64_t{b.passed} * a.trials;
    return left != right ? left < right : a.trials > b.trials;
  };
  const CaseRate rate{id_, tally.passed, tally.trials};
  if (worst_.size() == kListed && !worse(rate, worst_.back())) return;
  worst_.insert(std::upper_bound(worst_.begin(), worst_.end(), rate, worse), rate);
  if (worst_.size() > kListed) worst_.pop_back();
}

TrialSummary TrialRatesTally::summary() const {
  return {raw_.rates_of(), normalized_.rates_of(), imperfect_, worst_};
}

}  // namespace tare
