// Is it a difference, or luck? Exact tests over paired cases, each with its source.
//
// Two runs of one suite are compared case by case: of the cases that changed, how many went which
// way. Where nothing is different, each way is as likely as the other, so that the count is a coin
// tossed once a changed case. No normal approximation: suites are small.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tare {

// The level at which a difference counts as told from noise.
inline constexpr double kSignificance = 0.05;

// The sign test, two-sided and exact (Arbuthnott 1710; Conover, Practical Nonparametric Statistics,
// 1999, section 3.4): the chance that a fair coin, tossed `better + worse` times, falls at least as
// unevenly. Cases that did not change take no part. 1 where none did.
double sign_test(std::uint64_t better, std::uint64_t worse);

// McNemar's test (1947) in its exact form: the sign test on the discordant pairs of a yes-or-no
// outcome.
inline double mcnemar_exact(std::uint64_t gained, std::uint64_t lost) {
  return sign_test(gained, lost);
}

// Holm's step-down correction (Holm 1979): the p-values of one family, each raised to what it is
// worth among the others, in the order given. The chance of one false alarm in the whole family
// stays below the level.
std::vector<double> holm(const std::vector<double>& p_values);

// The least number of cases that, all changed one way, are told from noise at the level; the test
// has no use for fewer.
std::uint64_t fewest_telling_cases(double level = kSignificance);

// The smallest drop that a suite of so many paired cases could have seen: that number as a share of
// them. nullopt where even all of them would not have been enough.
std::optional<double> smallest_visible_drop(std::uint64_t cases, double level = kSignificance);

}  // namespace tare
