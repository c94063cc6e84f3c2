#include "scoring/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tare {
namespace {

// Draws every subset of k of n trials and asks whether all of them passed.
double slowly(std::uint32_t passed, std::uint32_t n, std::uint32_t k) {
  std::uint32_t all = 0;
  std::uint32_t good = 0;
  for (std::uint32_t subset = 0; subset < (1u << n); ++subset) {
    if (static_cast<std::uint32_t>(__builtin_popcount(subset)) != k) continue;
    ++all;
    if (subset < (1u << passed)) ++good;
  }
  return static_cast<double>(good) / all;
}

TEST(Statistics, PassHatKAgreesWithEverySubset) {
  for (std::uint32_t n = 1; n <= 8; ++n) {
    for (std::uint32_t c = 0; c <= n; ++c) {
      for (std::uint32_t k = 1; k <= n; ++k) {
        EXPECT_NEAR(*pass_hat_k({{c, n}}, k), slowly(c, n, k), 1e-12);
      }
    }
  }
  EXPECT_EQ(pass_hat_k({{1, 2}, {1, 3}}, 3), std::nullopt);
  EXPECT_EQ(pass_hat_k({}, 1), std::nullopt);
  EXPECT_EQ(pass_hat_k({{1, 1}}, 0), std::nullopt);
}

TEST(Statistics, WilsonSolvesItsOwnEquation) {
  for (std::uint64_t n : {1u, 3u, 10u, 1000u}) {
    for (std::uint64_t c = 0; c <= n; c += std::max<std::uint64_t>(1, n / 7)) {
      const Interval interval = wilson_95(c, n);
      const double share = static_cast<double>(c) / static_cast<double>(n);
      for (const double p : {interval.low, interval.high}) {
        if ((c == 0 && p == 0) || (c == n && p == 1)) continue;
        const double z = std::abs(share - p) / std::sqrt(p * (1 - p) / static_cast<double>(n));
        EXPECT_NEAR(z, 1.959963984540054, 1e-6);
      }
    }
  }
  // Newcombe 1998, table I: 81 of 263.
  EXPECT_NEAR(wilson_95(81, 263).low, 0.2553, 5e-5);
  EXPECT_NEAR(wilson_95(81, 263).high, 0.3662, 5e-5);
}

TEST(Statistics, TheUpperBoundIsWhereSoFewAreStillSeenOneTimeInTwenty) {
  EXPECT_NEAR(upper_bound_95(0, 10), 0.2589, 5e-5);
  EXPECT_EQ(upper_bound_95(3, 3), 1);
  for (const std::uint64_t n : {2u, 7u, 12u}) {
    for (std::uint64_t seen = 0; seen < n; ++seen) {
      const double rate = upper_bound_95(seen, n);
      double chance = 0;
      for (std::uint32_t draw = 0; draw < (1u << n); ++draw) {
        const auto hits = static_cast<std::uint64_t>(__builtin_popcount(draw));
        if (hits > seen) continue;
        chance += std::pow(rate, static_cast<double>(hits)) *
                  std::pow(1 - rate, static_cast<double>(n - hits));
      }
      EXPECT_NEAR(chance, 0.05, 1e-9);
    }
  }
}

TEST(Statistics, NearestRankIsTheSmallestValueThatCoversTheShare) {
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint32_t> values(1 + random() % 60);
    for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random() % 40);
    for (const double percent : {50.0, 95.0, 100.0}) {
      std::vector<std::uint32_t> sorted = values;
      std::ranges::sort(sorted);
      std::uint32_t expected = sorted.back();
      for (const std::uint32_t candidate : sorted) {
        const auto covered =
            std::ranges::count_if(values, [&](std::uint32_t value) { return value <= candidate; });
        if (static_cast<double>(covered) * 100 >= percent * static_cast<double>(values.size())) {
          expected = candidate;
          break;
        }
      }
      EXPECT_EQ(nearest_rank(values, percent), expected);
    }
  }
  EXPECT_EQ(nearest_rank({}, 50), std::nullopt);
}

}  // namespace
}  // namespace tare
