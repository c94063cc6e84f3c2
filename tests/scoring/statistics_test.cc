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

// Draws every subset of k of n trials and asks whether any of them passed.
double any_slowly(std::uint32_t passed, std::uint32_t n, std::uint32_t k) {
  std::uint32_t all = 0;
  std::uint32_t good = 0;
  for (std::uint32_t subset = 0; subset < (1u << n); ++subset) {
    if (static_cast<std::uint32_t>(__builtin_popcount(subset)) != k) continue;
    ++all;
    if ((subset & ((1u << passed) - 1)) != 0) ++good;
  }
  return static_cast<double>(good) / all;
}

TEST(Statistics, PassAtKAgreesWithEverySubset) {
  for (std::uint32_t n = 1; n <= 8; ++n) {
    for (std::uint32_t c = 0; c <= n; ++c) {
      for (std::uint32_t k = 1; k <= n; ++k) {
        EXPECT_NEAR(*pass_at_k({{c, n}}, k), any_slowly(c, n, k), 1e-12);
      }
    }
  }
  EXPECT_EQ(pass_at_k({{1, 2}, {1, 3}}, 3), std::nullopt);
  EXPECT_EQ(pass_at_k({}, 1), std::nullopt);
  EXPECT_EQ(pass_at_k({{1, 1}}, 0), std::nullopt);
  EXPECT_EQ(pass_at_k({{0, 3}, {3, 3}}, 3), 0.5);
}

// Exact rational arithmetic (Python's fractions), for a million trials 60 digits (mpmath).
TEST(Statistics, PassAtKAndPassHatKAgreeWithExactArithmetic) {
  struct Row {
    std::uint32_t n, c, k;
    double at, hat;
  };
  const Row rows[] = {
      {1, 0, 1, 0, 0},
      {1, 1, 1, 1, 1},
      {4, 1, 2, 0.5, 0},
      {4, 2, 4, 1, 0},
      {10, 3, 5, 0.91666666666666663, 0},
      {200, 1, 100, 0.5, 0},
      {200, 7, 10, 0.3055988116177335, 0},
      {200, 199, 3, 1, 0.98499999999999999},
      {1000, 20, 100, 0.88099808147520819, 0},
      {1000000, 1, 10, 1.0e-5, 0},
      {1000000, 999999, 10, 1, 0.99999},
      {1000000, 500000, 20, 0.99999904650686803, 9.5349313196609169e-7},
      {1000000, 10, 64, 0.00063981858981352773, 0},
      {1000000, 1000000, 1000000, 1, 1},
      {1000000, 0, 1000000, 0, 0},
  };
  for (const Row& row : rows) {
    EXPECT_NEAR(*pass_at_k_of({row.c, row.n}, row.k), row.at, row.at * 1e-9) << row.n;
    EXPECT_NEAR(*pass_hat_k_of({row.c, row.n}, row.k), row.hat, row.hat * 1e-9) << row.n;
  }
}

// At 60 digits (mpmath).
TEST(Statistics, TheChanceToSeeAMisfireIsRightForRareOnesToo) {
  EXPECT_NEAR(chance_to_see(0.1, 3), 0.271, 1e-15);
  EXPECT_NEAR(chance_to_see(0.1, 10), 0.6513215599, 1e-15);
  EXPECT_NEAR(chance_to_see(0.1, 1), 0.1, 1e-15);
  EXPECT_EQ(chance_to_see(0.1, 0), 0);
  EXPECT_NEAR(chance_to_see(1e-9, 1'000'000), 0.00099950016712450858, 1e-15);
  EXPECT_EQ(chance_to_see(0.5, 1'000'000), 1);
  EXPECT_EQ(chance_to_see(1, 5), 1);
  EXPECT_EQ(chance_to_see(1, 0), 0);
  EXPECT_EQ(chance_to_see(0, 5), 0);
}

// z from its table at 60 digits (mpmath), the interval by the formula at the same precision.
TEST(Statistics, WilsonAtAnyLevelAgreesWithExactArithmetic) {
  struct Row {
    double level, low, high;
  };
  for (const Row& row : {Row{0.5, 0.5754533508375914, 0.7178743758239488},
                         Row{0.8, 0.506731163513478, 0.7705027427532927},
                         Row{0.9, 0.4665126888484716, 0.797739959943239},
                         Row{0.99, 0.3716618210473128, 0.8536065586230612},
                         Row{0.999, 0.3097733593356027, 0.8848576396470527}}) {
    EXPECT_NEAR(wilson(13, 20, row.level).low, row.low, 1e-12);
    EXPECT_NEAR(wilson(13, 20, row.level).high, row.high, 1e-12);
  }
  EXPECT_NEAR(wilson(13, 20, 0.95).low, wilson_95(13, 20).low, 1e-12);
  for (const std::uint64_t n : {1u, 20u, 1'000'000u}) {
    EXPECT_EQ(wilson_95(0, n).low, 0);
    EXPECT_EQ(wilson_95(n, n).high, 1);
    EXPECT_GT(wilson_95(0, n).high, 0);
    EXPECT_LT(wilson_95(n, n).low, 1);
  }
  EXPECT_EQ(wilson_95(0, 0).low, 0);
  EXPECT_EQ(wilson_95(0, 0).high, 1);
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
  EXPECT_EQ(upper_bound_95(0, 0), 1);
  EXPECT_NEAR(upper_bound_95(0, 1'000'000), 2.9957277863525444e-6, 1e-12);
  // At 60 digits (mpmath): where the chance of at most 10 is 0.05.
  EXPECT_NEAR(upper_bound_95(10, 1'000'000), 1.696216018838093e-5, 1e-13);
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
