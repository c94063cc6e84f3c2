// The table of ids against a map.
#include "suite/id_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace tare {
namespace {

TEST(IdIndex, FindsTheFirstCaseOfEachIdAsAMapDoes) {
  std::deque<TestCase> cases;
  IdIndex ids(cases);
  std::map<std::string, std::size_t> oracle;
  std::mt19937 random(5);
  std::size_t repeated = 0;
  for (std::size_t i = 0; i < 20000; ++i) {
    cases.emplace_back().input.id = "pr/x/" + std::to_string(random() % 15000);
    const auto [first, fresh] = oracle.emplace(cases.back().id(), i);
    const std::optional<std::size_t> found = ids.add(i);
    ASSERT_EQ(found.has_value(), !fresh) << cases.back().id();
    if (found) {
      ASSERT_EQ(*found, first->second);
      ++repeated;
    }
  }
  EXPECT_GT(repeated, 1000u);
}

}  // namespace
}  // namespace tare
