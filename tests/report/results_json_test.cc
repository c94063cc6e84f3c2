// results.json: its shape to the byte for the worked example, its schema, and what it does with
// bytes that are no text and folders that cannot be written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/names.h"
#include "report/command.h"
#include "report/golden.h"
#include "report/reporters.h"
#include "report/sample_run.h"

namespace tare {
namespace {

using sample::TemporaryFolder;
using sample::Trial;
using Json = nlohmann::ordered_json;

std::string written(const std::vector<Trial>& trials, const RunSummary& summary,
                    const Provenance* provenance = nullptr) {
  TemporaryFolder folder;
  auto reporter = make_results_json_reporter(folder.file("results.json"));
  ReportContext context;
  context.provenance = provenance;
  Result<void> done = sample::feed(*reporter, trials, summary, context);
  EXPECT_TRUE(done.ok()) << done.error().reason;
  EXPECT_EQ(folder.entries(), 1u) << "parts were left behind";
  return sample::read_text(folder.file("results.json"));
}

std::vector<std::string> names_of(const Json& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items()) names.push_back(item.key());
  return names;
}

void expect_valid(const std::string& text) {
  TemporaryFolder folder;
  std::ofstream(folder.file("results.json"), std::ios::binary) << text;
  std::string source = TARE_SOURCE_DIR;
  sample::CommandResult result = sample::run_command(
      "/usr/bin/python3 '" + source + "/tests/support/validate_json.py' '" + source +
      "/schemas/results.schema.json' '" + folder.file("results.json") + "'");
  if (result.exit_code == 77) GTEST_SKIP() << "python3-jsonschema is not installed";
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

TEST(ResultsJson, WorkedExampleIsWrittenToTheByte) {
  sample::expect_golden("results_worked_example.json",
                        written(sample::seven(), sample::worked_summary()));
}

TEST(ResultsJson, EverythingThatCanHappenToATrialIsWrittenToTheByte) {
  sample::expect_golden("results_troubled.json",
                        written(sample::troubled(), sample::troubled_summary()));
}

TEST(ResultsJson, MembersStandInTheDocumentedOrder) {
  Json json = Json::parse(written(sample::seven(), sample::worked_summary()));
  EXPECT_THAT(names_of(json),
              testing::ElementsAre("format", "provenance", "totals", "scores", "confusions",
                                   "slices", "coercions", "gates", "cases", "timing", "exitCode"));
  Json with_outcomes = Json::parse(written(sample::troubled(), sample::troubled_summary()));
  EXPECT_THAT(names_of(with_outcomes), testing::Contains("outcomes"));
  EXPECT_THAT(names_of(json["cases"][0]["trials"][0]),
              testing::ElementsAre("trial", "outcome", "verdict", "rawVerdict", "finished",
                                   "selected", "calls", "attempts", "reasons"));
}

TEST(ResultsJson, NumbersAreTheShortestThatReadBackTheSame) {
  RunSummary summary = sample::worked_summary();
  summary.scores.raw.args_accuracy = 0.1;
  summary.scores.raw.schema_valid = std::numeric_limits<double>::quiet_NaN();
  summary.scores.normalized.schema_valid = std::numeric_limits<double>::infinity();
  std::string text = written({}, summary);
  EXPECT_THAT(text, testing::HasSubstr("\"exactAccuracy\":0.8571428571428571,"));
  EXPECT_THAT(text, testing::HasSubstr("\"noToolAccuracy\":1,"));
  EXPECT_THAT(text,
              testing::HasSubstr("\"argsAccuracy\":0.1,\"schemaValid\":null,\"argsTrials\":0"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("inf")));
}

TEST(ResultsJson, TwoWritingsAreTheSameBytes) {
  EXPECT_EQ(written(sample::troubled(), sample::troubled_summary()),
            written(sample::troubled(), sample::troubled_summary()));
}

TEST(ResultsJson, DurationsStandUnderTimingAlone) {
  std::vector<Trial> fast = sample::seven(), slow = sample::seven();
  for (Trial& t : slow) {
    t.score.duration_ms = 5000;
    t.score.attempts[0].duration_ms = 5000;
  }
  RunSummary slow_summary = sample::worked_summary();
  slow_summary.wall_ms = slow_summary.p50_ms = slow_summary.p95_ms = 5000;
  Json a = Json::parse(written(fast, sample::worked_summary()));
  Json b = Json::parse(written(slow, slow_summary));
  EXPECT_NE(a, b);
  a.erase("timing");
  b.erase("timing");
  EXPECT_EQ(a, b);
}

TEST(ResultsJson, TrialsOfOneCaseStandTogether) {
  std::vector<Trial> trials;
  for (std::uint32_t i = 1; i <= 3; ++i) {
    trials.push_back(sample::passing("a", "get_ticket"));
    trials.back().score.trial = i;
    trials.back().score.duration_ms = i;
  }
  trials.push_back(sample::passing("b", "get_ticket"));
  Json json = Json::parse(written(trials, sample::worked_summary()));
  ASSERT_EQ(json["cases"].size(), 2u);
  EXPECT_EQ(json["cases"][0]["trials"].size(), 3u);
  EXPECT_EQ(json["cases"][1]["id"], "b");
  EXPECT_EQ(json["timing"]["cases"]["a"], Json::parse("[1,2,3]"));
}

TEST(ResultsJson, ArgumentsAreTheTextAsCaptured) {
  Trial trial = sample::passing("a", "");
  sample::add_call(trial, "t", R"({"a": 1.0, "a":"\ud800"})", "{}");
  Json json = Json::parse(written({}, sample::worked_summary()));
  std::vector<Trial> trials;
  trials.push_back(std::move(trial));
  json = Json::parse(written(trials, sample::worked_summary()));
  EXPECT_EQ(json["cases"][0]["trials"][0]["calls"][0]["raw"]["arguments"],
            R"({"a": 1.0, "a":"\ud800"})");
}

TEST(ResultsJson, BytesThatAreNoTextComeBackWhole) {
  std::vector<Trial> trials = sample::troubled();
  trials.push_back(sample::passing("id\xff", "get_ticket"));
  trials.push_back(sample::passing("id\xfe", "get_ticket"));
  std::string text = written(trials, sample::troubled_summary());
  Json json = Json::parse(text);
  Json hostile, broken_id = json["cases"].back();
  for (const Json& c : json["cases"])
    if (c["id"] == "pr/hostile/bytes") hostile = c["trials"][0]["calls"][0]["raw"];
  ASSERT_TRUE(hostile.is_object());
  EXPECT_FALSE(hostile.contains("arguments"));
  EXPECT_EQ(*base64_decode(hostile["argumentsBase64"].get<std::string>()),
            "{\"a\":\"\xff\xfe\",\"b\":\"\u202egnp\"}");
  EXPECT_EQ(*base64_decode(hostile["nameBase64"].get<std::string>()), "evil\x1b[2J\xff");
  EXPECT_EQ(*base64_decode(broken_id["idBase64"].get<std::string>()), "id\xfe");
  EXPECT_EQ(json["timing"]["cases"].size(), trials.size());
  expect_valid(text);
}

TEST(ResultsJson, DroppedAndInventedCallsHaveNoOtherSide) {
  Json json = Json::parse(written(sample::troubled(), sample::troubled_summary()));
  auto call_of = [&](const std::string& id) {
    for (const Json& c : json["cases"])
      if (c["id"] == id) return c["trials"][0]["calls"][0];
    return Json();
  };
  EXPECT_TRUE(call_of("pr/update_ticket/dropped")["normalized"].is_null());
  EXPECT_TRUE(call_of("pr/update_ticket/dropped")["raw"].is_object());
  EXPECT_TRUE(call_of("pr/none/injected")["raw"].is_null());
  EXPECT_TRUE(call_of("pr/none/injected")["normalized"].is_object());
}

TEST(ResultsJson, TraceThatPointsOutsideTheRecordIsLeftOut) {
  std::vector<Trial> trials;
  trials.push_back(sample::passing("a", "get_ticket"));
  trials[0].score.traces[0].views = {7, 4'000'000'000};
  Json json = Json::parse(written(trials, sample::worked_summary()));
  EXPECT_EQ(json["cases"][0]["trials"][0]["calls"][0]["views"], 0);
}

TEST(ResultsJson, MatchesItsSchema) {
  Provenance provenance = sample::provenance();
  expect_valid(written(sample::seven(), sample::worked_summary(), &provenance));
  expect_valid(written(sample::troubled(), sample::troubled_summary()));
  expect_valid(written({}, RunSummary{}));
}

TEST(ResultsJson, SchemaIsClosed) {
  const Json good = Json::parse(written(sample::troubled(), sample::troubled_summary()));
  std::vector<Json> documents = {good};
  for (const char* place :
       {"/more", "/totals/more", "/scores/raw/more", "/cases/0/more", "/cases/0/trials/0/more",
        "/cases/2/trials/0/calls/0/more", "/cases/2/trials/0/calls/0/raw/more", "/gates/0/more",
        "/cases/2/trials/0/calls/0/findings/0/more", "/timing/more", "/coercions/more",
        "/outcomes/more"}) {
    documents.push_back(good);
    documents.back()[Json::json_pointer(place)] = 1;
  }
  documents.push_back(good);
  documents.back()["cases"][0]["trials"][0].erase("failure");  // an incomplete trial names it

  TemporaryFolder folder;
  std::ofstream lines(folder.file("r.jsonl"), std::ios::binary);
  for (const Json& document : documents) lines << document.dump() << "\n";
  lines.close();
  std::string source = TARE_SOURCE_DIR;
  sample::CommandResult result = sample::run_command(
      "/usr/bin/python3 '" + source + "/tests/support/validate_json.py' '" + source +
      "/schemas/results.schema.json' '" + folder.file("r.jsonl") + "' --lines");
  if (result.exit_code == 77) GTEST_SKIP() << "python3-jsonschema is not installed";
  EXPECT_THAT(result.output, testing::Not(testing::HasSubstr("line 1: ")));
  for (std::size_t i = 2; i <= documents.size(); ++i)
    EXPECT_THAT(result.output, testing::HasSubstr("line " + std::to_string(i) + ": "));
}

TEST(ResultsJson, FolderThatIsNotThereIsAnErrorNotACrash) {
  auto reporter = make_results_json_reporter("/nonexistent/folder/results.json");
  Result<void> done =
      sample::feed(*reporter, sample::seven(), sample::worked_summary(), ReportContext{});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind, ErrorKind::system);
  EXPECT_THAT(done.error().reason, testing::HasSubstr("No such file or directory"));
}

TEST(ResultsJson, FailureLeavesTheOldFileAndNoParts) {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("results.json/in-the-way"));
  auto reporter = make_results_json_reporter(folder.file("results.json"));
  Result<void> done =
      sample::feed(*reporter, sample::seven(), sample::worked_summary(), ReportContext{});
  EXPECT_FALSE(done.ok());
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(ResultsJson, AbandonedReporterLeavesNothing) {
  TemporaryFolder folder;
  {
    auto reporter = make_results_json_reporter(folder.file("results.json"));
    reporter->begin(ReportContext{});
    Trial trial = sample::passing("a", "get_ticket");
    reporter->trial(trial.test_case, trial.score, trial.record);
  }
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(ResultsJson, WhatIsLearntDuringTheRunStandsInItsProvenance) {
  TemporaryFolder folder;
  Provenance provenance = sample::provenance();
  const std::string ended = std::exchange(provenance.ended, "");
  auto reporter = make_results_json_reporter(folder.file("results.json"));
  ReportContext context;
  context.provenance = &provenance;
  reporter->begin(context);
  provenance.ended = ended;
  ASSERT_TRUE(reporter->end(sample::worked_summary()).ok());
  const Json results = Json::parse(sample::read_text(folder.file("results.json")));
  EXPECT_EQ(results["provenance"]["ended"], ended);
}

TEST(ResultsJson, WhereNormalizedIsNotKnownTheCallHasNone) {
  Trial trial = sample::passing("half", "get_ticket");
  trial.record.answer.views.pop_back();
  trial.score.traces[0].views = {0};
  trial.score.traces[0].normalized_known = false;
  std::vector<Trial> trials;
  trials.push_back(std::move(trial));
  const Json call =
      Json::parse(written(trials, sample::worked_summary()))["cases"][0]["trials"][0]["calls"][0];
  EXPECT_EQ(call["normalized"], nullptr);
  EXPECT_EQ(call["raw"]["name"], "get_ticket");
}

}  // namespace
}  // namespace tare
