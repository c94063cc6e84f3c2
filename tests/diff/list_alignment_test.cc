// The alignment against every way to turn one list into the other.
#include "diff/list_alignment.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace tare {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Ids = std::vector<std::uint32_t>;

std::size_t plenty = 1u << 30;

Alignment aligned(const Ids& raw, const Ids& normalized) {
  std::size_t cells = plenty;
  return align(
      raw, normalized, [](auto, auto, auto&) { return 1u; }, cells);
}

// Edits by trying each way.
std::size_t fewest(const Ids& raw, const Ids& normalized, std::size_t i = 0, std::size_t j = 0) {
  if (i == raw.size() || j == normalized.size()) return raw.size() - i + normalized.size() - j;
  const std::size_t pair = raw[i] == normalized[j] ? 0 : 1;
  return std::min({pair + fewest(raw, normalized, i + 1, j + 1),
                   1 + fewest(raw, normalized, i + 1, j), 1 + fewest(raw, normalized, i, j + 1)});
}

// Edits where order does not count: what is on one side alone, in pairs as far as they go.
std::size_t fewest_without_order(Ids raw, Ids normalized) {
  for (auto at = raw.begin(); at != raw.end();) {
    const auto equal = std::ranges::find(normalized, *at);
    if (equal == normalized.end()) {
      ++at;
      continue;
    }
    normalized.erase(equal);
    at = raw.erase(at);
  }
  return std::max(raw.size(), normalized.size());
}

std::size_t edits(const Alignment& alignment, const Ids& raw, const Ids& normalized) {
  return static_cast<std::size_t>(std::ranges::count_if(alignment.pairs, [&](const auto& pair) {
    return pair.first == kNoPartner || pair.second == kNoPartner ||
           raw[pair.first] != normalized[pair.second];
  }));
}

TEST(ListAlignment, HasTheFewestEditsOfAll) {
  std::mt19937 random(3);
  int reordered = 0;
  for (int round = 0; round < 20'000; ++round) {
    Ids raw(random() % 6);
    Ids normalized(random() % 6);
    for (Ids* ids : {&raw, &normalized}) {
      for (std::uint32_t& id : *ids) id = static_cast<std::uint32_t>(random() % 5);
    }
    const Alignment found = aligned(raw, normalized);
    const std::size_t in_order = fewest(raw, normalized);
    const std::size_t without = fewest_without_order(raw, normalized) + 1;
    ASSERT_EQ(edits(found, raw, normalized) + (found.reordered ? 1 : 0),
              std::min(in_order, without));
    Ids seen_raw;
    Ids seen_normalized;
    for (const auto& [i, j] : found.pairs) {
      if (i != kNoPartner) seen_raw.push_back(i);
      if (j != kNoPartner) seen_normalized.push_back(j);
    }
    ASSERT_EQ(seen_raw.size(), raw.size());
    ASSERT_EQ(seen_normalized.size(), normalized.size());
    ASSERT_TRUE(std::ranges::is_sorted(seen_raw));
    ASSERT_TRUE(found.reordered || std::ranges::is_sorted(seen_normalized));
    reordered += found.reordered ? 1 : 0;
  }
  EXPECT_GT(reordered, 100);
}

TEST(ListAlignment, GoesByPositionWhereNothingElseIsShorter) {
  EXPECT_THAT(aligned({1, 2}, {2, 3}).pairs, ElementsAre(Pair(0, 0), Pair(1, 1)));
  EXPECT_THAT(aligned({1, 2, 3}, {2, 3, 4}).pairs,
              ElementsAre(Pair(0, kNoPartner), Pair(1, 0), Pair(2, 1), Pair(kNoPartner, 2)));
}

TEST(ListAlignment, PairsWhatIsNearestAmongEqualWays) {
  std::size_t cells = plenty;
  const auto nearest = [](std::uint32_t raw, std::uint32_t, std::size_t&) {
    return raw == 1 ? 1u : 9u;
  };
  EXPECT_THAT(align(Ids{1, 2, 3}, Ids{4}, nearest, cells).pairs,
              ElementsAre(Pair(0, kNoPartner), Pair(1, 0), Pair(2, kNoPartner)));
}

TEST(ListAlignment, AMovedElementIsAChangeOfOrderAlone) {
  const Alignment moved = aligned({1, 2, 3, 4, 5}, {5, 1, 2, 9, 4});
  EXPECT_TRUE(moved.reordered);
  EXPECT_EQ(edits(moved, {1, 2, 3, 4, 5}, {5, 1, 2, 9, 4}), 1u);
  EXPECT_FALSE(aligned({1, 2, 3}, {1, 3}).reordered);
}

TEST(ListAlignment, ATableThatDoesNotFitGoesByPosition) {
  Ids raw;
  Ids normalized;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    raw.push_back(2 * i);
    normalized.push_back(2 * i + 1);
  }
  std::size_t cells = 1'000'000;
  const Alignment found = align(
      raw, normalized, [](auto, auto, auto&) { return 1u; }, cells);
  EXPECT_EQ(found.pairs.size(), 5000u);
  EXPECT_EQ(found.pairs[4999], std::pair(4999u, 4999u));
  EXPECT_EQ(cells, 1'000'000u);
}

}  // namespace
}  // namespace tare
