#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite_test_support.h"

namespace tare {
namespace {

using testing::HasSubstr;

std::string faults(const std::string& calls, const std::string& order = "") {
  std::string text = R"({"id":"a","request":"x","expectedCalls":)" + calls;
  if (!order.empty()) text += R"(,"order":")" + order + "\"";
  return faults_of_case(text + "}");
}

TEST(TrajectoryParser, TakesWhatCanBePassedAndFailed) {
  EXPECT_EQ(faults(R"([{"tool":"a"}])"), "");
  EXPECT_EQ(faults(R"([{"tools":["a","b"],"times":3,"args":{"n":{"$any":true}}}])", "strict"), "");
  EXPECT_EQ(
      faults(R"([{"tool":"a","id":"x"},{"tool":"b","after":["x"],"optional":true}])", "superset"),
      "");
}

TEST(TrajectoryParser, AToolIsNamedInOneWay) {
  EXPECT_THAT(faults(R"([{"tool":"a","tools":["b"]}])"), HasSubstr("are both given"));
  EXPECT_THAT(faults(R"([{"args":{}}])"), HasSubstr("\"tool\" is missing"));
  EXPECT_THAT(faults(R"([{"tools":[]}])"), HasSubstr("empty array"));
  EXPECT_THAT(faults(R"([{"tool":"a","args":{"n":{"$rang":{}}}}])"), HasSubstr("\"$range\""));
}

TEST(TrajectoryParser, WhatPassesWhateverHappensIsRefused) {
  for (const char* order : {"strict", "inOrder", "unordered", "superset"}) {
    EXPECT_THAT(faults(R"([{"tool":"a","optional":true}])", order), HasSubstr("is optional"))
        << order;
  }
  EXPECT_THAT(faults("[]"), HasSubstr("empty array"));
  EXPECT_THAT(faults(R"([{"tool":"a"},{"tool":"b","optional":true}])", "subset"),
              HasSubstr("has no effect"));
  EXPECT_THAT(faults_of_case(
                  R"({"id":"a","request":"x","expectedTool":"a","expectedCalls":[{"tool":"a"}]})"),
              HasSubstr("beside an expected tool"));
}

TEST(TrajectoryParser, ConstraintsMustNameCallsAndBePossible) {
  EXPECT_THAT(faults(R"([{"tool":"a","id":"first"},{"tool":"b","after":["frist"]}])", "unordered"),
              HasSubstr("did you mean \"first\"?"));
  EXPECT_THAT(faults(R"([{"tool":"a","id":"x"},{"tool":"b","id":"x"}])"),
              HasSubstr("stands twice"));
  EXPECT_THAT(faults(R"([{"tool":"a","id":"x"},{"tool":"b","after":["x"]}])", "strict"),
              HasSubstr("has no effect"));
  EXPECT_THAT(faults(R"([{"tool":"a","id":"x","before":["x"]}])", "unordered"),
              HasSubstr("circle"));
  EXPECT_THAT(faults(R"([{"tool":"a","id":"x","before":["y"]},{"tool":"b","id":"y","before":["z"]},
                         {"tool":"c","id":"z","before":["x"]}])",
                     "superset"),
              HasSubstr("circle"));
}

TEST(TrajectoryParser, TheNumberOfCallsIsBounded) {
  EXPECT_EQ(faults(R"([{"tool":"a","times":1000}])"), "");
  EXPECT_THAT(faults(R"([{"tool":"a","times":1000},{"tool":"b"}])"),
              HasSubstr("stands for 1001 calls; 1000 are the most"));
  EXPECT_THAT(faults(R"([{"tool":"a","times":1001}])"), HasSubstr("from 1 to 1000"));
}

}  // namespace
}  // namespace tare
