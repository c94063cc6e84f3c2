#include <gtest/gtest.h>

#include "suite_test_support.h"

namespace tare {
namespace {

std::string faults_of_bfcl(const std::string& bfcl, const std::string& extra = {}) {
  return faults_of_case(R"({"id":"a","request":"r","bfcl":)" + bfcl + extra + "}");
}

constexpr const char* kFunctions = R"("functions":[{"name":"f"}])";

TEST(BfclExpectation, StandsInPlaceOfAnExpectedTool) {
  Folder folder;
  folder.write("tare.json", suite_text());
  folder.write("cases.json",
               R"({"id":"a","request":"r","bfcl":{"version":"v4","category":"simple_python",
                   "functions":[{"name":"f"}],"groundTruth":[{"f":{"p":[1.50,""]}}]}})");
  const Suite suite = load_good(folder);
  ASSERT_EQ(suite.cases.size(), 1U);
  EXPECT_EQ(suite.cases[0].expected.tool, Expectation::Tool::unstated);
  EXPECT_EQ(
      suite.cases[0].expected.rare->bfcl_json,
      R"({"version":"v4","category":"simple_python","functions":[{"name":"f"}],"groundTruth":[{"f":{"p":[1.50,""]}}]})");
}

TEST(BfclExpectation, AKeyIsNeededWhereTheCategoryHasOne) {
  EXPECT_EQ(faults_of_bfcl(std::string(R"({"version":"v4","category":"irrelevance",)") +
                           kFunctions + "}"),
            "");
  EXPECT_EQ(
      faults_of_bfcl(std::string(R"({"version":"v4","category":"multiple",)") + kFunctions + "}"),
      "cases.json:1:32: case \"a\": \"groundTruth\" is missing, and category \"multiple\" has an "
      "answer key | only relevance and irrelevance do without one");
}

TEST(BfclExpectation, TheFormOfTheKeyGoesWithTheVersion) {
  const std::string list = std::string(R"({"version":"v1","category":"simple",)") + kFunctions +
                           R"(,"groundTruth":[{"f":{}}]})";
  EXPECT_NE(faults_of_bfcl(list).find("groundTruth"), std::string::npos);
  const std::string object = std::string(R"({"version":"v4","category":"simple",)") + kFunctions +
                             R"(,"groundTruth":{"f":{}}})";
  EXPECT_NE(faults_of_bfcl(object).find("groundTruth"), std::string::npos);
  const std::string scalar = std::string(R"({"version":"v1","category":"simple",)") + kFunctions +
                             R"(,"groundTruth":{"f":{"p":1}}})";
  EXPECT_NE(faults_of_bfcl(scalar).find("acceptable values"), std::string::npos);
  const std::string published = std::string(R"({"version":"v1","category":"simple",)") +
                                kFunctions + R"(,"groundTruth":{"f":{"p":[1]},"g":["",1]}})";
  EXPECT_EQ(faults_of_bfcl(published), "");
}

TEST(BfclExpectation, SlipsAreFoundWhenTheSuiteIsRead) {
  EXPECT_NE(faults_of_bfcl(R"({"version":"v2","category":"simple","functions":[]})").find("v1"),
            std::string::npos);
  EXPECT_NE(
      faults_of_bfcl(R"({"version":"v4","categry":"simple","functions":[]})").find("category"),
      std::string::npos);
  EXPECT_NE(faults_of_bfcl(R"({"version":"v4","category":"irrelevance","functions":[{}]})")
                .find("functions[0] has no \"name\""),
            std::string::npos);
  EXPECT_NE(faults_of_bfcl(R"({"version":"v4","category":"irrelevance","functions":[]})",
                           R"(,"kind":"agent")")
                .find("kind is not tool-call"),
            std::string::npos);
}

TEST(BfclExpectation, KeysOfTooManyCallsAreRefused) {
  std::string truth = "[";
  for (int i = 0; i < 501; ++i) truth += i == 0 ? "{\"f\":{}}" : ",{\"f\":{}}";
  EXPECT_NE(faults_of_bfcl(std::string(R"({"version":"v4","category":"parallel",)") + kFunctions +
                           ",\"groundTruth\":" + truth + "]}")
                .find("501 calls; at most 500"),
            std::string::npos);
}

}  // namespace
TEST(BfclExpectation, ASlipInACategoryAndAnEmptyKeyAreFaults) {
  const std::string rest = std::string(kFunctions) + R"(,"groundTruth":[{"f":{"p":[1]}}]})";
  EXPECT_NE(faults_of_bfcl(R"({"version":"v4","category":"paralel",)" + rest).find("parallel"),
            std::string::npos);
  for (const char* category : {"simple_python", "parallel", "live_multiple"}) {
    const std::string empty = std::string(R"({"version":"v4","category":")") + category + "\"," +
                              kFunctions + R"(,"groundTruth":[]})";
    EXPECT_NE(faults_of_bfcl(empty).find("is empty"), std::string::npos) << category;
  }
}

}  // namespace tare
