#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tare {
namespace {

const std::vector<std::string_view> kKnown = {
    "expectedTool", "acceptableTools", "forbid", "never", "id", "risk", "tags", "trials"};

TEST(NearestName, SlipsAreRecognised) {
  EXPECT_EQ(nearest_name("expectedTol", kKnown), "expectedTool");
  EXPECT_EQ(nearest_name("expected_tool", kKnown), "expectedTool");
  EXPECT_EQ(nearest_name("EXPECTEDTOOL", kKnown), "expectedTool");
  EXPECT_EQ(nearest_name("acceptable-tools", kKnown), "acceptableTools");
  EXPECT_EQ(nearest_name("nevre", kKnown), "never");
  EXPECT_EQ(nearest_name("Id", kKnown), "id");
  EXPECT_EQ(nearest_name("tag", kKnown), "tags");
}

TEST(NearestName, OtherWordsAreNot) {
  EXPECT_EQ(nearest_name("ix", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name("", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name("prompt", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name("x", {}), std::nullopt);
}

TEST(NearestName, TheFirstOfEquallyNearOnesWins) {
  const std::vector<std::string_view> known = {"cart", "card"};
  EXPECT_EQ(nearest_name("carx", known), "cart");
}

TEST(NearestName, CaseAndSeparatorsWeighLess) {
  const std::vector<std::string_view> known = {"getTickets", "get_ticket"};
  EXPECT_EQ(nearest_name("getTicket", known), "get_ticket");
}

TEST(NearestName, HintsAreSentences) {
  EXPECT_EQ(nearest_name_hint("expectedTol", kKnown), "did you mean \"expectedTool\"?");
  const std::vector<std::string_view> two = {"pass", "fail"};
  EXPECT_EQ(nearest_name_hint("zzzzzz", two), "known: pass, fail");
}

TEST(NearestName, HugeInputIsCutNotSearched) {
  const std::string huge(1 << 20, 'a');
  EXPECT_EQ(nearest_name(huge, kKnown), std::nullopt);
}

}  // namespace
}  // namespace tare
