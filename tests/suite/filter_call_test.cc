// Filters that pick calls and findings: tool() looks at the call.
#include <gtest/gtest.h>

#include "suite/filter.h"

namespace tare {
namespace {

TestCase expecting(const std::string& tool, std::vector<std::string> tags = {}) {
  TestCase out;
  out.input.id = "a";
  out.input.tags = std::move(tags);
  out.expected.tool = Expectation::Tool::named;
  out.expected.expected_tool = tool;
  return out;
}

bool matches(const std::string& expression, const TestCase& test_case,
             const std::vector<std::string>& tools) {
  return Filter::parse(expression)->matches_call(test_case, tools);
}

TEST(FilterCall, ToolLooksAtEveryNameOfTheCallAndNotAtTheExpectation) {
  const TestCase c = expecting("get", {"read"});
  EXPECT_TRUE(matches("tool(put_*)", c, {"functions.put_x", "put_x"}));
  EXPECT_FALSE(matches("tool(get)", c, {"put_x"}));
  EXPECT_TRUE(matches("!tool(get)", c, {"put_x"}));
  EXPECT_FALSE(matches("tool(*)", c, {}));
  EXPECT_TRUE(matches("tag(read) & tool(put_x)", c, {"put_x"}));
  EXPECT_FALSE(matches("tag(write) & tool(put_x)", c, {"put_x"}));
  EXPECT_TRUE(matches("", c, {}));
}

TEST(FilterCall, BeforeTheCallsAreKnownOnlyTheOtherTermsDecide) {
  const TestCase c = expecting("get", {"read"});
  const auto may = [&](const std::string& expression) {
    return Filter::parse(expression)->may_match_call(c);
  };
  EXPECT_TRUE(may("tool(x)"));
  EXPECT_TRUE(may("!tool(x)"));
  EXPECT_TRUE(may("tool(x) & tag(read)"));
  EXPECT_FALSE(may("tool(x) & tag(write)"));
  EXPECT_FALSE(may("tool(x) & !tag(read)"));
  EXPECT_TRUE(may("tool(x) | tag(write)"));
  EXPECT_FALSE(may("id(b) | tag(write)"));
  EXPECT_TRUE(may(""));
}

TEST(FilterCall, KnowsWhetherItMentionsATool) {
  EXPECT_TRUE(Filter::parse("a & (tag(b) | !tool(c))")->mentions_tool());
  EXPECT_FALSE(Filter::parse("a & tag(b)")->mentions_tool());
  EXPECT_FALSE(Filter().mentions_tool());
}

}  // namespace
}  // namespace tare
