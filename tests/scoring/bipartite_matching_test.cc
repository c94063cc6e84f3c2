#include "scoring/bipartite_matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tare {
namespace {

using Fits = std::vector<std::vector<std::uint32_t>>;

std::size_t pairs_of(const std::vector<std::uint32_t>& columns) {
  return static_cast<std::size_t>(
      std::ranges::count_if(columns, [](std::uint32_t c) { return c != kUnmatched; }));
}

// Every choice for every row, one after the other.
std::size_t most_pairs(const Fits& fits, std::size_t row, std::vector<bool>& taken) {
  if (row == fits.size()) return 0;
  std::size_t best = most_pairs(fits, row + 1, taken);
  for (const std::uint32_t column : fits[row]) {
    if (taken[column]) continue;
    taken[column] = true;
    best = std::max(best, 1 + most_pairs(fits, row + 1, taken));
    taken[column] = false;
  }
  return best;
}

TEST(BipartiteMatching, AnEarlyChoiceGivesWayToALaterNeed) {
  EXPECT_EQ(maximum_matching({{0, 1}, {0}}, 2), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(maximum_matching({{0}, {0}}, 1), (std::vector<std::uint32_t>{0, kUnmatched}));
  EXPECT_TRUE(maximum_matching({}, 3).empty());
}

TEST(BipartiteMatching, FindsAsManyPairsAsTryingEverythingDoes) {
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t rows = random() % 7, columns = 1 + random() % 6;
    const std::size_t density = 1 + random() % 4;
    Fits fits(rows);
    for (auto& row : fits) {
      for (std::uint32_t c = 0; c < columns; ++c) {
        if (random() % 5 < density) row.push_back(c);
      }
    }
    const std::vector<std::uint32_t> found = maximum_matching(fits, columns);
    ASSERT_EQ(found.size(), rows);
    std::vector<bool> used(columns, false);
    for (std::size_t row = 0; row < rows; ++row) {
      if (found[row] == kUnmatched) continue;
      ASSERT_TRUE(std::ranges::find(fits[row], found[row]) != fits[row].end());
      ASSERT_FALSE(used[found[row]]);
      used[found[row]] = true;
    }
    std::vector<bool> taken(columns, false);
    ASSERT_EQ(pairs_of(found), most_pairs(fits, 0, taken));
  }
}

TEST(BipartiteMatching, LongChainsNeedNoStack) {
  // Each row may take its own column or the next, the last only the first: all must move by one.
  const std::uint32_t n = 100'000;
  Fits fits(n);
  for (std::uint32_t i = 0; i + 1 < n; ++i) fits[i] = {i, i + 1};
  fits[n - 1] = {0};
  EXPECT_EQ(pairs_of(maximum_matching(fits, n)), n);
}

}  // namespace
}  // namespace tare
