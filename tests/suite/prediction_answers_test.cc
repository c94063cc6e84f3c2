#include "suite/prediction_answers.h"

#include <gtest/gtest.h>

#include "suite/predictions.h"
#include "suite_test_support.h"

namespace tare {
namespace {

class Predicted {
 public:
  explicit Predicted(const std::string& text) {
    folder_.write("tare.json", suite_text());
    folder_.write("cases.json", R"([{"id":"a","request":"r","expectedTool":"t"},
                                    {"id":"b","request":"r","expectedTool":"t"}])");
    suite_ = load_good(folder_);
    folder_.write("p.jsonl", text);
    for (const TestCase& one : suite_.cases) cases_.push_back(&one);
  }
  Result<std::vector<Prediction>> load() {
    return load_predictions(folder_.file("p.jsonl"), cases_);
  }
  std::string faults() {
    const auto loaded = load();
    return loaded ? "" : all_faults(loaded.error(), folder_.path());
  }

 private:
  Folder folder_;
  Suite suite_;
  std::vector<const TestCase*> cases_;
};

TEST(PredictionAnswers, CallsOfBothSidesAreKeptAsTheyStand) {
  Predicted predicted(
      R"({"caseId":"a","raw":[{"name":"t","arguments":"{\"n\": 1.0}"}],"normalized":[{"name":"t","arguments":{"n":1.0}}],"message":"hi"})"
      "\n"
      R"({"caseId":"b","normalized":[],"raw":[],"finished":"refusedByClient","message":"no","underscoreNames":true})"
      "\n");
  const auto loaded = predicted.load();
  ASSERT_TRUE(loaded) << all_faults(loaded.error());
  const PredictedAnswer& one = *(*loaded)[0].answer;
  EXPECT_EQ(
      one.short_form,
      R"({"raw":[{"name":"t","arguments":"{\"n\": 1.0}"}],"normalized":[{"name":"t","arguments":{"n":1.0}}],"message":"hi"})");
  EXPECT_FALSE(one.underscore_names);
  const PredictedAnswer& other = *(*loaded)[1].answer;
  EXPECT_EQ(other.short_form,
            R"({"raw":[],"normalized":[],"finished":"refusedByClient","message":"no"})");
  EXPECT_TRUE(other.underscore_names);
}

TEST(PredictionAnswers, PlainOnesMayStandBesideThem) {
  Predicted predicted(R"({"caseId":"a","selectedTool":"t"})"
                      "\n"
                      R"({"caseId":"b","raw":[]})"
                      "\n");
  const auto loaded = predicted.load();
  ASSERT_TRUE(loaded) << all_faults(loaded.error());
  EXPECT_FALSE((*loaded)[0].answer);
  EXPECT_TRUE((*loaded)[1].answer);
}

TEST(PredictionAnswers, SlipsAreToldByPlace) {
  EXPECT_NE(Predicted(R"({"caseId":"a","raw":{}})").faults().find("p.jsonl:1:21: \"raw\""),
            std::string::npos);
  EXPECT_NE(
      Predicted(R"({"caseId":"a","raw":[],"finished":"done"})").faults().find("refusedByClient"),
      std::string::npos);
  EXPECT_NE(
      Predicted(R"({"caseId":"a","raw":[],"selectedTool":"t"})").faults().find("selectedTool"),
      std::string::npos);
  EXPECT_NE(Predicted(R"({"raw":[]})").faults().find("caseId"), std::string::npos);
}

}  // namespace
}  // namespace tare
