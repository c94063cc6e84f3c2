#include "scoring/significance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "scoring/agreement.h"

namespace tare {
namespace {

// Tosses every sequence of coins and counts those that fall at least as unevenly.
double slowly(std::uint32_t better, std::uint32_t worse) {
  const std::uint32_t n = better + worse;
  const std::uint32_t uneven = better > worse ? better - worse : worse - better;
  std::uint32_t as_uneven = 0;
  for (std::uint32_t toss = 0; toss < (1u << n); ++toss) {
    const auto heads = static_cast<std::uint32_t>(__builtin_popcount(toss));
    const std::uint32_t tails = n - heads;
    if ((heads > tails ? heads - tails : tails - heads) >= uneven) ++as_uneven;
  }
  return as_uneven / std::pow(2.0, n);
}

TEST(SignTest, AgreesWithEveryTossOfTheCoin) {
  for (std::uint32_t n = 0; n <= 14; ++n) {
    for (std::uint32_t better = 0; better <= n; ++better) {
      EXPECT_NEAR(sign_test(better, n - better), slowly(better, n - better), 1e-14)
          << better << " of " << n;
    }
  }
}

// Exact rational arithmetic (Python's fractions), the last four at 60 digits (mpmath).
TEST(SignTest, AgreesWithExactArithmetic) {
  struct Row {
    std::uint64_t better, worse;
    double p;
  };
  const Row rows[] = {
      {0, 0, 1},
      {1, 0, 1},
      {0, 5, 0.0625},
      {0, 6, 0.03125},
      {1, 6, 0.125},
      {1, 8, 0.0390625},
      {2, 10, 0.03857421875},
      {5, 5, 1},
      {20, 40, 0.01348929373119186},
      {20, 41, 0.0098534481952592644},
      {29, 31, 0.89742182699143047},
      {30, 31, 1},
      {4, 5, 1},
      {121, 59, 4.4344492637551764e-06},
      {10, 25, 0.016673847800120711},
      {3, 97, 2.6308668961301788e-25},
      {0, 1000, 1.8665272370064378e-301},
      {480, 520, 0.21744829320414094},
      {450, 550, 0.0017305360849763176},
      {499000, 501000, 0.045608299865382086},
      {498000, 502000, 6.3609337500824885e-5},
      {490000, 510000, 5.5443632876992246e-89},
      {0, 1000000, 0},  // 2e-301030: smaller than any double, and no NaN
  };
  for (const Row& row : rows) {
    EXPECT_NEAR(sign_test(row.better, row.worse), row.p, row.p * 1e-10) << row.better;
    EXPECT_EQ(sign_test(row.better, row.worse), sign_test(row.worse, row.better));
    EXPECT_EQ(mcnemar_exact(row.better, row.worse), sign_test(row.better, row.worse));
  }
}

TEST(SmallestDrop, IsTheLeastNumberOfOneWayCasesThatTells) {
  for (const double level : {0.5, 0.05, 0.01, 0.001, 1e-9}) {
    const std::uint64_t fewest = fewest_telling_cases(level);
    EXPECT_LE(sign_test(0, fewest), level);
    EXPECT_GT(sign_test(0, fewest - 1), level);
  }
  EXPECT_EQ(fewest_telling_cases(), 6u);
  EXPECT_EQ(smallest_visible_drop(0), std::nullopt);
  EXPECT_EQ(smallest_visible_drop(5), std::nullopt);
  EXPECT_EQ(smallest_visible_drop(6), 1.0);
  EXPECT_EQ(smallest_visible_drop(300), 0.02);
  EXPECT_EQ(smallest_visible_drop(1'000'000), 6e-6);
}

// Holm's procedure as he states it: step down from the smallest while p <= level / (left).
std::vector<bool> rejected(const std::vector<double>& p_values, double level) {
  std::vector<bool> out(p_values.size(), false);
  for (std::size_t left = p_values.size(); left > 0; --left) {
    std::size_t smallest = p_values.size();
    for (std::size_t i = 0; i < p_values.size(); ++i) {
      if (out[i]) continue;
      if (smallest == p_values.size() || p_values[i] < p_values[smallest]) smallest = i;
    }
    if (p_values[smallest] > level / static_cast<double>(left)) break;
    out[smallest] = true;
  }
  return out;
}

TEST(Holm, RejectsExactlyWhatTheProcedureRejects) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(0, 0.2);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> p_values(random() % 12);
    for (double& p : p_values) p = random() % 4 == 0 ? 0.01 : uniform(random);
    const std::vector<double> raised = holm(p_values);
    for (const double level : {0.003, 0.0499, 0.1, 0.7}) {
      const std::vector<bool> expected = rejected(p_values, level);
      for (std::size_t i = 0; i < p_values.size(); ++i) {
        EXPECT_EQ(raised[i] <= level, expected[i]) << p_values[i] << " at " << level;
      }
    }
  }
  EXPECT_TRUE(holm({}).empty());
}

TEST(Holm, KeepsTheOrderOfWhatItWasGiven) {
  const std::vector<double> raised = holm({0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected = {0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(raised[i], expected[i], 1e-15);
  EXPECT_EQ(holm({0.9, 0.8}), (std::vector<double>{1, 1}));
}

// kappa by going over every pair of items: the share that two raters' labels agree on where the
// items are not the same.
double kappa_slowly(const std::vector<std::pair<int, int>>& items) {
  double same = 0, chance = 0;
  for (const auto& [a, b] : items) {
    same += a == b ? 1 : 0;
    for (const auto& other : items) chance += a == other.second ? 1 : 0;
  }
  const auto n = static_cast<double>(items.size());
  return (same / n - chance / (n * n)) / (1 - chance / (n * n));
}

TEST(Kappa, AgreesWithEveryPairOfItems) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const std::size_t categories = 2 + random() % 4;
    std::vector<std::uint64_t> counts(categories * categories, 0);
    std::vector<std::pair<int, int>> items;
    for (int i = 0; i < 40; ++i) {
      const std::size_t a = random() % categories;
      const std::size_t b = random() % 3 == 0 ? random() % categories : a;
      ++counts[a * categories + b];
      items.emplace_back(static_cast<int>(a), static_cast<int>(b));
    }
    const auto kappa = cohen_kappa({counts, categories});
    ASSERT_TRUE(kappa.has_value());
    EXPECT_NEAR(*kappa, kappa_slowly(items), 1e-12);
  }
}

TEST(Kappa, IsThePublishedValueAndHasNoneWhereChanceExplainsAll) {
  // 50 grants read by two readers: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no give 0.4.
  const std::vector<std::uint64_t> readers = {20, 5, 10, 15};
  EXPECT_NEAR(*cohen_kappa({readers, 2}), 0.4, 1e-15);
  EXPECT_NEAR(*observed_agreement({readers, 2}), 0.7, 1e-15);
  const std::vector<std::uint64_t> equal = {333333, 0, 0, 666667};
  EXPECT_EQ(cohen_kappa({equal, 2}), 1.0);
  const std::vector<std::uint64_t> never = {0, 10, 10, 0};
  EXPECT_EQ(cohen_kappa({never, 2}), -1.0);
  const std::vector<std::uint64_t> one_answer = {1000000, 0, 0, 0};
  EXPECT_EQ(cohen_kappa({one_answer, 2}), std::nullopt);
  const std::vector<std::uint64_t> none = {0, 0, 0, 0};
  EXPECT_EQ(cohen_kappa({none, 2}), std::nullopt);
  EXPECT_EQ(observed_agreement({none, 2}), std::nullopt);
  EXPECT_EQ(cohen_kappa({}), std::nullopt);
}

}  // namespace
}  // namespace tare
