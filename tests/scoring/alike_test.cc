// Groups of trials, against maps that are filled case by case.
#include "scoring/alike.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <tuple>

#include "suite/suite_test_support.h"

namespace tare {
namespace {

class Alike : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    std::string cases, predictions;
    std::mt19937 random(9);
    const auto tool = [&random] { return "\"tool" + std::to_string(random() % 3) + "\""; };
    for (int i = 0; i < kCases; ++i) {
      const std::string id = "\"case/" + std::to_string(i) + "\"";
      const bool odd = random() % 40 == 0;
      cases += "{\"id\":" + id +
               ",\"request\":\"x\",\"expectedTool\":" + (random() % 5 == 0 ? "null" : tool()) +
               (random() % 3 == 0 ? ",\"acceptableTools\":[" + tool() + "]" : "") +
               ",\"risk\":" + std::to_string(1 + random() % 5) +
               (random() % 2 == 0 ? ",\"tags\":[\"a\",\"b\"]" : "") + (odd ? ",\"trials\":1" : "") +
               "}\n";
      predictions += "{\"caseId\":" + id +
                     ",\"selectedTool\":" + (random() % 6 == 0 ? "null" : tool()) + "}\n";
    }
    folder_.write("cases.jsonl", cases);
    folder_.write("predictions.jsonl", predictions);
  }

  static constexpr int kCases = 4000;
  Folder folder_;
};

TEST_P(Alike, GroupsCountsAndFirstOnesAreThoseOfANaiveCount) {
  BulkCases cases;
  const BulkCases::Options options{.workers = GetParam(), .piece_bytes = 5000};
  ASSERT_TRUE(cases.read({{folder_.file("cases.jsonl"), "cases.jsonl"}}, nullptr, options));
  ASSERT_TRUE(cases.match(folder_.file("predictions.jsonl"), options));
  const auto all = cases.all();
  AlikeGroups alike = find_alike(cases, GetParam());

  using Key = std::tuple<std::uint32_t, std::uint32_t, bool, bool>;
  std::map<Key, AlikeGroup> oracle;
  std::map<Key, std::uint32_t> group_of_key;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(alike.group_of[i] == kOddCase, all[i].is_odd);
    if (all[i].is_odd) continue;
    bool accepted = false;
    if (all[i].acceptable != 0) {
      for (const std::uint32_t tool : cases.tool_list(all[i].acceptable)) {
        accepted = accepted || (tool == all[i].selected && tool != all[i].tool);
      }
    }
    const Key key{all[i].tool, all[i].selected, accepted, all[i].is_agent};
    const auto [place, fresh] = oracle.try_emplace(key);
    if (fresh) {
      place->second.first = i;
      ASSERT_TRUE(group_of_key.emplace(key, alike.group_of[i]).second);
    }
    ++place->second.count[all[i].risk - 1u];
    ASSERT_EQ(group_of_key[key], alike.group_of[i]);
  }
  ASSERT_EQ(alike.groups.size(), oracle.size());
  for (const auto& [key, group] : oracle) {
    const AlikeGroup& made = alike.groups[group_of_key[key]];
    EXPECT_EQ(made.first, group.first);
    EXPECT_EQ(made.count, group.count);
  }

  // Marks: two for each group, so that groups share some.
  std::vector<std::array<std::uint32_t, 5>> marks(alike.groups.size());
  for (std::uint32_t g = 0; g < marks.size(); ++g) {
    marks[g] = {g % 3, g % 3, g % 3, 3, kNoMark};
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
  std::map<std::uint32_t, std::uint32_t> seen;
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].is_odd) {
      first.push_back(i);
      continue;
    }
    const std::uint32_t mark = marks[alike.group_of[i]][all[i].risk - 1u];
    if (mark == kNoMark) continue;
    ++counts[{all[i].tags, mark}];
    if (seen[mark]++ < 5) first.push_back(i);
  }
  EXPECT_EQ(first_of_sorts(cases, alike, marks, 4, 5, GetParam()), first);
  const std::vector<TagCount> made = count_tags(cases, alike, marks, GetParam());
  EXPECT_EQ(made.size(), counts.size());
  for (const TagCount& one : made) EXPECT_EQ((counts[{one.tags, one.mark}]), one.count);
}

INSTANTIATE_TEST_SUITE_P(Workers, Alike, ::testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace tare
