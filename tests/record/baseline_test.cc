#include "record/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"

namespace tare {
namespace {

using testing::HasSubstr;

class Baseline : public testing::Test {
 protected:
  Baseline() {
    std::string name = (std::filesystem::temp_directory_path() / "tare-baseline-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Baseline() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Result<RunFacts> read(const std::string& text) {
    const std::string path = folder_ + "/b.json";
    EXPECT_TRUE(write_file_atomically(path, text).ok());
    return read_baseline(path);
  }
  Error refused(const std::string& text) {
    auto facts = read(text);
    EXPECT_FALSE(facts.ok()) << text;
    return facts.ok() ? Error{} : facts.error();
  }
  std::string folder_;
};

RunFacts sample() {
  RunFacts out;
  out.provenance.model = "m";
  out.provenance.variant = "v";
  out.provenance.adapter_name = "a";
  out.provenance.adapter_version = "1";
  out.provenance.layers = {{"sdk", "openai", "7"}};
  out.provenance.tool_manifest_sha256 = "t";
  out.provenance.dataset_sha256 = "d";
  out.provenance.gates_sha256 = "g";
  out.provenance.trials_per_case = 3;
  out.provenance.run_id = "r";
  out.provenance.os = "Linux";
  out.provenance.adapter_files = {{"adapter.py", "f"}};
  out.provenance.command_line = {"tare", "run", ""};
  out.gates = {{"passRate", "normalized", "tag(read)", 0.9, {}}, {"findings", "", "", {}, 3}};
  out.figures["exactAccuracy"] = {0.1, 2.0 / 3};
  out.figures["findings"] = {std::nullopt, 3};
  CaseFacts full;
  full.id = "pr/ü \"x\"";
  full.trials = 3;
  full.tool = "get";
  full.tags = {"read", "two words"};
  full.risk = 4;
  full.raw.passed = {1, 2};
  full.normalized.passed = {3, 3};
  full.raw.exact = {1, 3};
  full.raw.acceptable = {2, 3};
  full.normalized.exact = full.normalized.acceptable = {3, 3};
  full.raw.args = {1, 2};
  full.normalized.schema = {2, 2};
  full.raw.confusions = {{"get -> NO_TOOL", 1}};
  full.coercions = {{"stringToNumber", 5}};
  CaseFacts bare;
  bare.id = "none";
  bare.trials = 1;
  bare.tool = "";
  out.cases = {full, bare};
  return out;
}

TEST_F(Baseline, WhatIsWrittenIsReadAgain) {
  const std::string text = baseline_document(sample());
  const auto facts = read(text);
  ASSERT_TRUE(facts.ok()) << facts.error().reason;
  EXPECT_EQ(baseline_document(*facts), text);
  const RunFacts expected = sample();
  EXPECT_EQ(facts->gates, expected.gates);
  EXPECT_EQ(facts->figures, expected.figures);
  EXPECT_EQ(facts->provenance.command_line, expected.provenance.command_line);
  const CaseFacts& one = facts->cases[0];
  EXPECT_TRUE(one.detailed);
  EXPECT_EQ(one.id, expected.cases[0].id);
  EXPECT_EQ(one.tags, expected.cases[0].tags);
  EXPECT_EQ(one.raw.passed.right, 1u);
  EXPECT_EQ(one.raw.passed.of, 2u);
  EXPECT_EQ(one.raw.acceptable.right, 2u);
  EXPECT_EQ(one.raw.confusions, expected.cases[0].raw.confusions);
  EXPECT_EQ(one.coercions, expected.cases[0].coercions);
  EXPECT_EQ(facts->cases[1].tool, "");
}

TEST_F(Baseline, OneCaseStandsOnOneLine) {
  const std::string text = baseline_document(sample());
  EXPECT_THAT(text, HasSubstr("\n{\"id\":\"none\",\"trials\":1,\"passes\":{\"raw\":null,"
                              "\"normalized\":null},\"tool\":null}\n]}\n"));
}

TEST_F(Baseline, TheLeastThatAPersonCanWrite) {
  const auto facts = read(
      R"({"format":"tare-baseline/1","cases":[{"id":"a","trials":3,"passes":{"normalized":2}}]})");
  ASSERT_TRUE(facts.ok()) << facts.error().reason;
  const CaseFacts& one = facts->cases[0];
  EXPECT_FALSE(one.detailed);
  EXPECT_EQ(one.tool, std::nullopt);
  EXPECT_EQ(one.raw.passed.of, 0u);
  EXPECT_EQ(one.normalized.passed.right, 2u);
  EXPECT_EQ(one.normalized.passed.of, 3u);
}

TEST_F(Baseline, FaultsAreToldWithTheirPlace) {
  const auto with_case = [](const std::string& text) {
    return "{\"format\":\"tare-baseline/1\",\n\"cases\":[\n" + text + "]}";
  };
  const std::string good = R"({"id":"a","trials":1,"passes":{"raw":1}})";
  struct Row {
    std::string text, reason;
  };
  const Row rows[] = {
      {"", "empty"},
      {"[]", "a baseline"},
      {"{\"format\":\"tare-baseline/2\",\"cases\":[]}", "tare-baseline/1"},
      {"{\"format\":\"tare-baseline/1\",\"cases\":[]}", "no case"},
      {with_case(good + "," + good), "two cases have the id"},
      {with_case(R"({"id":"","trials":1,"passes":{}})"), "id"},
      {with_case(R"({"id":"a","trials":1,"passes":{"raw":2}})"), "2 of 1 trials passed"},
      {with_case(R"({"id":"a","trials":-1,"passes":{}})"), "trials"},
      {with_case(R"({"id":"a","trials":1e9,"passes":{}})"), "trials"},
      {with_case(R"({"id":"a","trials":1.5,"passes":{}})"), "trials"},
      {with_case(R"({"id":"a","passes":{}})"), "\"trials\" is missing"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"risk":6})"), "risk"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"choice":{"raw":[2,1,1]}})"), "choice"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"choice":{"raw":[1,1]}})"), "choice"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"args":{"raw":[0,1,1]}})"), "args"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"confusions":{"raw":{"x":1,"x":1}}})"),
       "twice"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"tols":1})"), "unknown member"},
      {with_case("1"), "a case"},
      {with_case(R"({"id":"a","trials":1,"passes":{"raw":1},"judged":{"raw":2}})"),
       "2 of 1 trials are judged"},
      {with_case(R"({"id":"a","trials":3,"passes":{"raw":null},"judged":{"raw":2}})"),
       "not said how many passed"},
      {with_case(R"({"id":"a","trials":3,"passes":{},"judged":{"normalized":2}})"),
       "not said how many passed"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"choice":{"raw":[1,0,1]}})"), "choice"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"choice":{"raw":[1,2,3]}})"),
       "is of 3 trials, and the case has 1"},
      {with_case(R"({"id":"a","trials":1,"passes":{},"args":{"raw":[1,2]}})"),
       "is of 2 trials, and the case has 1"},
  };
  for (const Row& row : rows) {
    const Error error = refused(row.text);
    EXPECT_THAT(error.reason, HasSubstr(row.reason)) << row.text;
    EXPECT_THAT(error.where, HasSubstr("b.json")) << row.text;
  }
  EXPECT_THAT(refused(rows[4].text).where, HasSubstr("b.json:3:"));
  EXPECT_EQ(read_baseline(folder_ + "/nothing").error().kind, ErrorKind::system);
}

TEST_F(Baseline, AFigureIsOneThatIsKnownAndWithinItsRange) {
  const auto with = [](const std::string& members) {
    return "{\"format\":\"tare-baseline/1\",\n" + members +
           ",\n\"cases\":[{\"id\":\"a\",\"trials\":1,\"passes\":{\"raw\":1}}]}";
  };
  const auto figure = [&](const std::string& name, const std::string& value) {
    return with("\"figures\":{\"" + name + "\":{\"normalized\":" + value + "}}");
  };
  EXPECT_TRUE(read(figure("passRate", "1")).ok());
  EXPECT_TRUE(read(figure("passRate", "null")).ok());
  EXPECT_TRUE(read(figure("clientDelta", "-1")).ok());
  EXPECT_TRUE(read(figure("findings", "70000")).ok());
  EXPECT_TRUE(read(figure("costUsd", "3.5")).ok());
  struct Row {
    std::string text, reason;
  };
  const Row rows[] = {
      {figure("passRate", "85.7"), "a share, from 0 to 1"},
      {figure("passRate", "-0.1"), "a share, from 0 to 1"},
      {figure("clientDelta", "1.5"), "from -1 to 1"},
      {figure("findings", "2.5"), "a whole number from 0"},
      {figure("costUsd", "-1"), "from 0"},
      {figure("costUsd", "1e999"), "a number"},
      {figure("passRtae", "1"), "is no figure"},
      {with(R"("gates":[{"figure":"passRtae","min":1}])"), "is no figure"},
      {with(R"("gates":[{"figure":"passRate","view":"both","min":1}])"), "view"},
  };
  for (const Row& row : rows) {
    const Error error = refused(row.text);
    EXPECT_THAT(error.reason, HasSubstr(row.reason)) << row.text;
    EXPECT_THAT(error.where, HasSubstr("b.json:2:")) << row.text;
  }
  EXPECT_THAT(refused(rows[6].text).mend, HasSubstr("passRate"));
}

TEST_F(Baseline, ManyMembersAreReadInOneGo) {
  std::string many = "{";
  for (int i = 0; i < 200'000; ++i) {
    many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + " -> x\":1";
  }
  const auto facts = read(
      R"({"format":"tare-baseline/1","details":true,"cases":[{"id":"a","trials":1,"passes":{},)"
      R"("confusions":{"raw":)" +
      many + "}}}]}");
  ASSERT_TRUE(facts.ok()) << facts.error().reason;
  EXPECT_EQ(facts->cases[0].raw.confusions.size(), 200'000u);
}

TEST_F(Baseline, IdsThatAreNoUtf8AreShownAndTheFileStaysGood) {
  RunFacts facts = sample();
  facts.cases[0].id = "a\xff";
  EXPECT_TRUE(read(baseline_document(facts)).ok());
}

}  // namespace
}  // namespace tare
