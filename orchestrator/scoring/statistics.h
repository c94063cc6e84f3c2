// Formulas, each with its source.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tare {

// pass^k: the mean over cases of C(c,k)/C(n,k), the chance that k trials drawn without replacement
// all passed (Yao et al., tau-bench, 2024). `passed[i]` of `trials[i]`. nullopt where a case has
// under k.
struct CaseTally {
  std::uint32_t passed, trials;
};
std::optional<double> pass_hat_k(const std::vector<CaseTally>& cases, std::uint32_t k);

// One case's part of it; nullopt where it has under k trials, or k is 0.
std::optional<double> pass_hat_k_of(CaseTally tally, std::uint32_t k);

// pass@k: the mean over cases of 1 - C(n-c,k)/C(n,k), the chance that at least one of k trials
// drawn without replacement passed (Chen et al., Evaluating Large Language Models Trained on Code,
// 2021). nullopt as above.
std::optional<double> pass_at_k(const std::vector<CaseTally>& cases, std::uint32_t k);
std::optional<double> pass_at_k_of(CaseTally tally, std::uint32_t k);

// Wilson's score interval for a share (Wilson 1927), at 95 % or any level between 0 and 1.
struct Interval {
  double low, high;
};
Interval wilson_95(std::uint64_t passed, std::uint64_t trials);
Interval wilson(std::uint64_t passed, std::uint64_t trials, double level);

// The chance that n trials show at least one misfire of a rate: 1 - (1-p)^n.
double chance_to_see(double rate, std::uint64_t trials);

// The largest rate at which seeing so few in so many trials still has a chance of 5 % (Clopper and
// Pearson 1934, one-sided). Where none was seen it is 1 - 0.05^(1/n).
double upper_bound_95(std::uint64_t seen, std::uint64_t trials);

// The smallest value that at least `percent` % of the values do not exceed (the nearest-rank
// method); nullopt where there is none.
std::optional<std::uint32_t> nearest_rank(std::vector<std::uint32_t> values, double percent);

}  // namespace tare
