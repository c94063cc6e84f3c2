#include "coercion/call_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_answers.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(CallsMerged, ArgumentsThatRunTogetherAreOneFindingAndNoDroppedCall) {
  const Answer answer =
      both_ends({wire("search", R"({"q":"a"})", "c1"), wire("search", R"({"q":"b"})", "c2"),
                 tool("search", R"({"q":"a"}{"q":"b"})", "c2")});
  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_TRUE(traces[0].dropped);
  EXPECT_THAT(traces[0].findings, IsEmpty());
  ASSERT_EQ(traces[1].findings.size(), 1u);
  const Finding& finding = traces[1].findings[0];
  EXPECT_EQ(finding.kind, "callsMerged");
  EXPECT_EQ(finding.severity, Severity::critical);
  EXPECT_EQ(finding.effect, Effect::damaged);
  EXPECT_FALSE(finding.lossless);
  EXPECT_EQ(finding.raw_call, 1u);
  EXPECT_EQ(finding.normalized_call, 0u);
  EXPECT_EQ(finding.raw_type, "array");
}

TEST(CallsMerged, AlsoAsAListByValueAndAsTheUnionOfMembers) {
  const std::vector<View> raw = {wire("s", R"({"q":"a"})"), wire("s", R"({"p":1.0})")};
  for (const char* merged :
       {R"([{"q":"a"},{"p":1}])", R"({"p":1, "q":"a"})", R"({"q": "a"} {"p": 1.0})"}) {
    std::vector<View> views = raw;
    views.push_back(tool("s", merged));
    EXPECT_THAT(kinds(both_ends(views)), ElementsAre("callsMerged")) << merged;
  }
}

TEST(CallsMerged, NamesThatRunTogetherToo) {
  EXPECT_THAT(kinds(both_ends({wire("read", R"({"p":1})"), wire("write", R"({"p":2})"),
                               tool("readwrite", R"({"p":1})")})),
              ElementsAre("callsMerged"));
}

TEST(CallsMerged, ADroppedCallBesideOneThatChangedIsNoMerger) {
  EXPECT_THAT(kinds(both_ends(
                  {wire("s", R"({"q":"1"})"), wire("s", R"({"q":"2"})"), tool("s", R"({"q":1})")})),
              UnorderedElementsAre("stringToNumber", "callDropped"));
  EXPECT_THAT(kinds(both_ends({wire("s", R"({"q":1})"), wire("s", R"({"q":1,"p":2})"),
                               tool("s", R"({"q":1,"p":2})")})),
              ElementsAre("callDropped"))
      << "the second arrived as it was";
}

TEST(CallSplit, ArgumentsTornInTwo) {
  const Answer answer =
      both_ends({wire("w", R"({"city":"Rome"})", "c1"), tool("w", R"({"city":)", "c1"),
                 tool(std::nullopt, R"("Rome"})")});
  const auto found = all_findings(answer);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "callSplit");
  EXPECT_EQ(found[0].severity, Severity::high);
  EXPECT_EQ(found[0].effect, Effect::damaged);
  EXPECT_EQ(found[0].normalized_type, "array");
  EXPECT_TRUE(trace_calls(answer, {})[1].invented);
}

TEST(CallSplit, ANameWithoutArgumentsAndArgumentsWithoutAName) {
  EXPECT_THAT(kinds(both_ends({wire("w", R"({"city":"Rome"})"), tool("w", ""),
                               tool(std::nullopt, R"({"city":"Rome"})")})),
              ElementsAre("callSplit"));
}

TEST(CallSplit, MembersSpreadOverCallsOfTheName) {
  EXPECT_THAT(kinds(both_ends({wire("w", R"({"a":1,"b":2})"), tool("w", R"({"a":1})"),
                               tool("w", R"({"b":2})")})),
              ElementsAre("callSplit"));
  EXPECT_THAT(kinds(both_ends({wire("w", R"({"a":1,"b":2})"), tool("w", R"({"a":1})"),
                               tool("v", R"({"b":2})")})),
              UnorderedElementsAre("keyDropped", "callInjected"))
      << "another tool's call is another call";
  EXPECT_THAT(kinds(both_ends({wire("w", R"({"a":1,"b":2,"c":3})"), tool("w", R"({"a":1,"b":2})"),
                               tool("w", R"({"b":2,"c":3})")})),
              UnorderedElementsAre("keyDropped", "callInjected"))
      << "nothing that is torn in two is there twice";
}

// Thousands of changed calls beside thousands of new ones: each pair of them would be too many.
TEST(CallGroups, ManyCallsThatAreNoGroupAreNoBurden) {
  std::vector<View> views;
  for (int i = 0; i < 20'000; ++i) {
    views.push_back(wire("t", "{\"n\":\"" + std::to_string(i) + "\"}", std::to_string(i)));
    views.push_back(tool("t", "{\"n\":" + std::to_string(i) + "}", std::to_string(i)));
    views.push_back(tool("t", "{\"x\":" + std::to_string(i) + "}"));
  }
  EXPECT_EQ(kinds(both_ends(views)).size(), 40'000u);
}

}  // namespace
}  // namespace tare
