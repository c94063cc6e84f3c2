// Predictions: matched with cases both ways, nothing missing, extra or double.
#include "suite/predictions.h"

#include <gtest/gtest.h>

#include "suite_test_support.h"

namespace tare {
namespace {

class Predictions : public testing::Test {
 protected:
  Predictions() {
    for (const char* id : {"a", "b#2", "c/é"}) {
      cases_.emplace_back().input.id = id;
    }
    for (const TestCase& c : cases_) pointers_.push_back(&c);
  }

  Result<std::vector<Prediction>> load(const std::string& text) {
    folder_.write("p", text);
    return load_predictions(folder_.file("p"), pointers_);
  }
  std::string faults(const std::string& text) {
    const auto result = load(text);
    return result ? "no fault" : all_faults(result.error(), folder_.path());
  }

  Folder folder_;
  std::deque<TestCase> cases_;
  std::vector<const TestCase*> pointers_;
};

TEST_F(Predictions, ArrayAndLinesAreReadAndSorted) {
  for (
      const char* text :
      {R"([{"caseId":"c/é","selectedTool":null},{"caseId":"a","selectedTool":"x"},{"selectedTool":"y","caseId":"b#2"}])",
       "{\"caseId\":\"c/é\",\"selectedTool\":null}\n\n{\"caseId\":\"a\",\"selectedTool\":\"x\"}\r\n"
       "{\"selectedTool\":\"y\",\"caseId\":\"b#2\"}"}) {
    const auto result = load(text);
    ASSERT_TRUE(result) << all_faults(result.error());
    ASSERT_EQ(result->size(), 3u);
    EXPECT_EQ((*result)[0].case_index, 0u);
    EXPECT_EQ((*result)[0].selected_tool, "x");
    EXPECT_EQ((*result)[1].case_index, 1u);
    EXPECT_EQ((*result)[1].trial, 1u);
    EXPECT_EQ((*result)[2].selected_tool, std::nullopt);
  }
}

TEST_F(Predictions, AWholeIdIsMatchedBeforeATrial) {
  const auto result =
      load(R"([{"caseId":"b#2","selectedTool":"1"},{"caseId":"b#2#2","selectedTool":"2"},
    {"caseId":"a#2","selectedTool":"2"},{"caseId":"a","selectedTool":"1"},
    {"caseId":"c/é#1","selectedTool":"1"},{"caseId":"c/é#2","selectedTool":"2"}])");
  ASSERT_TRUE(result) << all_faults(result.error());
  ASSERT_EQ(result->size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ((*result)[i].case_index, i / 2);
    EXPECT_EQ((*result)[i].trial, i % 2 + 1);
    EXPECT_EQ((*result)[i].selected_tool, std::to_string(i % 2 + 1));
  }
}

TEST_F(Predictions, MissingExtraAndDoubleOnesAreAllListed) {
  EXPECT_EQ(
      faults(R"([{"caseId":"a","selectedTool":"x"},
{"caseId":"d","selectedTool":"x"},{"caseId":"a","selectedTool":"x"},{"caseId":"a#0","selectedTool":"x"}])"),
      "p:2:11: a prediction for \"d\", which is none of the cases | remove it, or add the case\n"
      "p:2:45: a second prediction for \"a\", after the one at p:1:12 | keep one of them; further "
      "trials are "
      "written id#2, id#3, …\n"
      "p:2:79: a prediction for \"a#0\", which is none of the cases | remove it, or add the case\n"
      "p: no prediction for \"b#2\" | every case needs one, and each as many trials as the others; "
      "null says no "
      "call\n"
      "p: no prediction for \"c/é\" | every case needs one, and each as many trials as the others; "
      "null says no "
      "call");
}

TEST_F(Predictions, EveryCaseNeedsTheSameTrials) {
  EXPECT_EQ(
      faults(
          R"([{"caseId":"a#9","selectedTool":"x"},{"caseId":"b#2","selectedTool":"x"},{"caseId":"c/é","selectedTool":"x"}])")
          .substr(0, 116),
      "p: no prediction for \"a#1\", \"a#2\", \"a#3\", \"a#4\", \"a#5\" and 3 more | every case "
      "needs one, and each as "
      "many trials as");
  const std::string huge =
      R"([{"caseId":"a#4000000000","selectedTool":"x"},{"caseId":"a#99999","selectedTool":"x"}])";
  EXPECT_NE(faults(huge).find("and 99993 more"), std::string::npos);
  EXPECT_NE(faults(huge).find("a prediction for \"a#4000000000\", which is none"),
            std::string::npos);
}

TEST_F(Predictions, OneThatIsWrongIsNotMissingToo) {
  const std::string said = faults(
      R"([{"caseId":"a","selectedTool":1},{"caseId":"b#2","selectedTol":"x"},{"caseId":"c/é","raw":5}])");
  EXPECT_EQ(said.find("no prediction for"), std::string::npos) << said;
  const std::string other = faults(R"([{"caseId":"a#2","selectedTool":1}])");
  EXPECT_NE(other.find("no prediction for \"a\""), std::string::npos) << other;
}

TEST_F(Predictions, AMemberIsKnownByWhatAPredictionMayHold) {
  for (const auto& [slip, meant] : {std::pair("rwa", "raw"), std::pair("normalised", "normalized"),
                                    std::pair("finishd", "finished")}) {
    const std::string said = faults("[{\"caseId\":\"a\",\"" + std::string(slip) + "\":[]}]");
    EXPECT_NE(said.find("did you mean \"" + std::string(meant) + "\""), std::string::npos) << said;
  }
  EXPECT_NE(faults(R"([{"caseId":"a","selectedTool":"x","finished":"held"}])")
                .find("\"finished\" beside \"selectedTool\""),
            std::string::npos);
  EXPECT_NE(faults(R"([{"caseId":"a","selectedTool":"x","raw":[]}])")
                .find("\"selectedTool\" beside calls"),
            std::string::npos);
}

TEST_F(Predictions, FaultsOfForm) {
  EXPECT_NE(faults("{\"caseId\":\"a\"}").find("p:1:1: \"selectedTool\" is missing in a prediction"),
            std::string::npos);
  EXPECT_NE(faults(R"({"caseId":"a","selectedTol":"x","selectedTool":"x"})")
                .find("p:1:15: unknown member \"selectedTol\" in a prediction | did you mean "
                      "\"selectedTool\"?"),
            std::string::npos);
  EXPECT_NE(
      faults(R"({"caseId":"a","selectedTool":1})")
          .find("p:1:30: \"selectedTool\" is 1; it must be a tool's name, or null for no call"),
      std::string::npos);
  EXPECT_NE(faults(R"({"caseId":"a","selectedTool":"NO_TOOL"})")
                .find("p:1:30: \"selectedTool\" is \"NO_TOOL\", which is no tool's name | write "
                      "null where no tool was called"),
            std::string::npos);
  EXPECT_NE(faults("[5]").find("p:1:2: a prediction is 5; it must be an object"),
            std::string::npos);
  EXPECT_NE(faults("{\"caseId\":\"a\",\"selectedTool\":null}\n{").find("p:2:2: not valid JSON: "),
            std::string::npos);
  EXPECT_NE(faults("").find("p: no prediction for \"a\""), std::string::npos);
  EXPECT_EQ(faults("\"\xff\""), "p:1:2: a byte that is not UTF-8 | save the file as UTF-8");
  EXPECT_FALSE(load_predictions(folder_.file("absent"), pointers_));
}

}  // namespace
}  // namespace tare
