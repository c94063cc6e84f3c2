// Labels of people, matched with the trials of a run.
#include "suite/labels.h"

#include "suite_test_support.h"

namespace tare {
namespace {

class Labels : public testing::Test {
 protected:
  Labels() {
    folder_.write("tare.json", suite_text());
    folder_.write("cases.json", R"([{"id":"a","request":"x","expectedTool":"t"},)"
                                R"({"id":"b","request":"x","expectedTool":"t"},)"
                                R"({"id":"b#2","request":"x","expectedTool":"t"}])");
    suite_ = load_good(folder_);
    for (const TestCase& one : suite_.cases) cases_.push_back(&one);
  }

  Result<std::vector<Label>> load(const std::string& text) {
    folder_.write("labels.jsonl", text);
    return load_labels(folder_.file("labels.jsonl"), cases_, {1, 3, 1});
  }
  std::string faults(const std::string& text) {
    const auto labels = load(text);
    return labels ? "" : all_faults(labels.error(), folder_.path());
  }

  Folder folder_;
  Suite suite_;
  std::vector<const TestCase*> cases_;
};

TEST_F(Labels, AreReadFromLinesAndFromAList) {
  for (
      const char* text :
      {"{\"id\":\"a\",\"verdict\":\"PASS\",\"by\":\"ann\"}\n\n{\"caseId\":\"b#3\",\"score\":2.5}\n",
       "[{\"id\":\"a\",\"verdict\":\"PASS\",\"by\":\"ann\"},{\"caseId\":\"b#3\",\"score\":2.5}]"}) {
    const auto labels = load(text);
    ASSERT_TRUE(labels) << all_faults(labels.error());
    ASSERT_EQ(labels->size(), 2u);
    EXPECT_EQ((*labels)[0].case_index, 0u);
    EXPECT_EQ((*labels)[0].pass, true);
    EXPECT_EQ((*labels)[0].by, "ann");
    EXPECT_EQ((*labels)[1].case_index, 1u);
    EXPECT_EQ((*labels)[1].trial, 3u);
    EXPECT_EQ((*labels)[1].score, 2.5);
    EXPECT_FALSE((*labels)[1].pass);
  }
}

TEST_F(Labels, AnIdIsAWholeCaseBeforeItIsATrial) {
  const auto labels = load(R"({"id":"b#2","verdict":"FAIL"})");
  ASSERT_TRUE(labels);
  EXPECT_EQ((*labels)[0].case_index, 2u);
  EXPECT_EQ((*labels)[0].trial, 1u);
}

TEST_F(Labels, WhatTheRunDoesNotHaveIsKept) {
  const auto labels = load(
      "{\"id\":\"z\",\"verdict\":\"FAIL\"}\n{\"id\":\"b#4\",\"verdict\":\"FAIL\"}\n"
      "{\"id\":\"b#01\",\"verdict\":\"FAIL\"}\n{\"id\":\"b#\",\"verdict\":\"FAIL\"}");
  ASSERT_TRUE(labels) << all_faults(labels.error());
  for (const Label& one : *labels) EXPECT_FALSE(one.case_index) << one.id;
}

TEST_F(Labels, FaultsAreNamedByPlace) {
  EXPECT_EQ(faults(""), "labels.jsonl: the file holds no label");
  EXPECT_EQ(faults(R"({"id":"a"})"),
            "labels.jsonl:1:1: a label needs \"verdict\" or \"score\", one of the two | write "
            "\"verdict\": \"PASS\" or \"FAIL\", or \"score\" from 1 to 5");
  EXPECT_EQ(faults(R"({"id":"a","score":0})"),
            "labels.jsonl:1:19: \"score\" is 0; it must be a number from 1 to 5");
  EXPECT_NE(faults(R"({"id":"b","verdict":"PASS"})").find("has 3 trials"), std::string::npos);
  EXPECT_NE(faults("{\"id\":\"a\",\"verdict\":\"PASS\"}\n{\"id\":\"a#1\",\"verdict\":\"FAIL\"}")
                .find("labels.jsonl:2:7: a second label"),
            std::string::npos);
  EXPECT_NE(faults("{").find("labels.jsonl:1:2: not valid JSON"), std::string::npos);
  EXPECT_NE(faults("5").find("labels.jsonl:1:1"), std::string::npos);
}

}  // namespace
}  // namespace tare
