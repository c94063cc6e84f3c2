#include "scoring/statistics.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr double kZ95 = 1.959963984540054;  // the 97.5 % point of the normal distribution

// The z within which a normal value lies with that probability: erfc(z / sqrt 2) = 1 - level,
// halved out, since erfc falls all the way.
double normal_point(double level) {
  double low = 0;
  double high = 40;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > 1 - level ? low : high) = middle;
  }
  return (low + high) / 2;
}

Interval wilson_at(std::uint64_t passed, std::uint64_t trials, double z) {
  if (trials == 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(passed) / n;
  const double weight = 1 + z * z / n;
  const double middle = (share + z * z / (2 * n)) / weight;
  const double half = z / weight * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // At the ends the formula gives exactly 0 and 1, which rounding may miss.
  return {passed == 0 ? 0.0 : std::max(0.0, middle - half),
          passed == trials ? 1.0 : std::min(1.0, middle + half)};
}

// The mean of a value over cases; nullopt where there is no case or one without the value.
template <class Of>
std::optional<double> mean(const std::vector<CaseTally>& cases, Of of) {
  if (cases.empty()) return std::nullopt;
  double sum = 0;
  for (const CaseTally& tally : cases) {
    const std::optional<double> value = of(tally);
    if (!value) return std::nullopt;
    sum += *value;
  }
  return sum / static_cast<double>(cases.size());
}

}  // namespace

std::optional<double> pass_hat_k_of(CaseTally tally, std::uint32_t k) {
  if (k == 0 || tally.trials < k) return std::nullopt;
  // C(c,k) / C(n,k) as a product of k quotients: no factorial ever leaves a double's range.
  double chance = 1;
  for (std::uint32_t i = 0; i < k && chance > 0; ++i) {
    chance *= tally.passed > i
                  ? static_cast<double>(tally.passed - i) / static_cast<double>(tally.trials - i)
                  : 0.0;
  }
  return chance;
}

std::optional<double> pass_hat_k(const std::vector<CaseTally>& cases, std::uint32_t k) {
  return mean(cases, [&](CaseTally tally) { return pass_hat_k_of(tally, k); });
}

// That none of k passed is that all of k failed.
std::optional<double> pass_at_k_of(CaseTally tally, std::uint32_t k) {
  const auto none = pass_hat_k_of({tally.trials - tally.passed, tally.trials}, k);
  if (!none) return std::nullopt;
  return 1 - *none;
}

std::optional<double> pass_at_k(const std::vector<CaseTally>& cases, std::uint32_t k) {
  return mean(cases, [&](CaseTally tally) { return pass_at_k_of(tally, k); });
}

Interval wilson_95(std::uint64_t passed, std::uint64_t trials) {
  return wilson_at(passed, trials, kZ95);
}

Interval wilson(std::uint64_t passed, std::uint64_t trials, double level) {
  return wilson_at(passed, trials, normal_point(level));
}

double chance_to_see(double rate, std::uint64_t trials) {
  if (rate >= 1) return trials > 0 ? 1 : 0;
  return -std::expm1(static_cast<double>(trials) * std::log1p(-rate));
}

double upper_bound_95(std::uint64_t seen, std::uint64_t trials) {
  if (seen >= trials) return 1;
  const auto n = static_cast<double>(trials);
  if (seen == 0) return 1 - std::pow(0.05, 1 / n);
  // The chance of at most `seen` falls as the rate grows: halve the range until it stands still.
  // Each term comes from the one before, in logarithms, since the first ones may be smaller than
  // any double.
  const auto chance = [&](double rate) {
    const double odds = std::log(rate) - std::log1p(-rate);
    double term = n * std::log1p(-rate);
    double sum = std::exp(term);
    for (std::uint64_t i = 1; i <= seen; ++i) {
      const auto k = static_cast<double>(i);
      term += std::log((n - k + 1) / k) + odds;
      sum += std::exp(term);
    }
    return sum;
  };
  double low = static_cast<double>(seen) / n;
  double high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (chance(middle) > 0.05 ? low : high) = middle;
  }
  return high;
}

std::optional<std::uint32_t> nearest_rank(std::vector<std::uint32_t> values, double percent) {
  if (values.empty()) return std::nullopt;
  const double rank = std::ceil(percent / 100 * static_cast<double>(values.size()));
  const std::size_t at = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::min(at, values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace tare
