// JUnit XML: valid against the Ant schema whatever a case holds, counts that add up, retries that
// show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "report/command.h"
#include "report/golden.h"
#include "report/reporters.h"
#include "report/sample_run.h"

namespace tare {
namespace {

using sample::TemporaryFolder;
using sample::Trial;
using testing::HasSubstr;

std::string written(const std::vector<Trial>& trials, const RunSummary& summary,
                    std::uint64_t cases = 0, std::uint64_t all_trials = 0) {
  TemporaryFolder folder;
  Provenance provenance = sample::provenance();
  ReportContext context;
  context.suite_path = "cases/tare.json";
  context.provenance = &provenance;
  context.cases = cases;
  context.trials = all_trials;
  auto reporter = make_junit_reporter(folder.file("junit.xml"));
  Result<void> done = sample::feed(*reporter, trials, summary, context);
  EXPECT_TRUE(done.ok()) << done.error().reason;
  EXPECT_EQ(folder.entries(), 1u) << "parts were left behind";
  return sample::read_text(folder.file("junit.xml"));
}

void expect_valid(const std::string& xml) {
  std::string schema = sample::shared_data() + "/schemas/junit/JUnit.xsd";
  if (!std::filesystem::exists(schema)) GTEST_SKIP() << "no " << schema;
  TemporaryFolder folder;
  std::ofstream(folder.file("junit.xml"), std::ios::binary) << xml;
  sample::CommandResult result = sample::run_command("xmllint --noout --schema '" + schema + "' '" +
                                                     folder.file("junit.xml") + "'");
  if (result.exit_code == 127) GTEST_SKIP() << "xmllint is not installed";
  EXPECT_EQ(result.exit_code, 0) << result.output << xml;
}

TEST(Junit, WorkedExampleIsWrittenToTheByte) {
  sample::expect_golden("junit_worked_example.xml",
                        written(sample::seven(), sample::worked_summary()));
}

TEST(Junit, EverythingThatCanHappenToATrialIsWrittenToTheByte) {
  sample::expect_golden("junit_troubled.xml",
                        written(sample::troubled(), sample::troubled_summary()));
}

TEST(Junit, IsValidAgainstTheSchema) {
  expect_valid(written(sample::seven(), sample::worked_summary()));
  expect_valid(written(sample::troubled(), sample::troubled_summary()));
  expect_valid(written({}, RunSummary{}));
}

TEST(Junit, IsValidWhateverByteACaseHolds) {
  std::vector<Trial> trials;
  for (int byte = 0; byte < 256; ++byte) {
    std::string evil =
        "a" + std::string(1, static_cast<char>(byte)) + "]]>&<\"'\xef\xbf\xbf\xed\xa0\x80";
    Trial trial = sample::make_trial(evil + "/x", "r", "get_ticket", evil);
    trial.score.reasons = {evil, "second\nline"};
    trial.test_case.input.tags = {evil};
    sample::add_call(trial, evil, evil, evil + "!")
        .findings.push_back(sample::make_finding("stringAltered", evil, evil, "string", evil,
                                                 "string", Severity::low, Effect::neutral));
    trials.push_back(std::move(trial));
  }
  expect_valid(written(trials, sample::worked_summary()));
}

TEST(Junit, RetriedAttemptsShow) {
  std::string xml = written(sample::troubled(), sample::troubled_summary());
  EXPECT_THAT(xml, HasSubstr("<property name=\"tare.flaky.pr/get_ticket/flaky\" "
                             "value=\"2 attempts, the first: exitCode\"/>"));
  EXPECT_THAT(xml, HasSubstr("flaky: pr/get_ticket/flaky"));
  EXPECT_THAT(xml, HasSubstr("attempt 1: exitCode, exited 3"));
  EXPECT_THAT(xml, HasSubstr("retried: pr/search/slow"));
}

TEST(Junit, CountsAreThoseOfTheElements) {
  std::string xml = written(sample::troubled(), sample::troubled_summary());
  auto count = [&](std::string_view needle) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = xml.find(needle, at)) != std::string::npos; ++at) ++found;
    return std::to_string(found);
  };
  EXPECT_THAT(xml, HasSubstr("tests=\"" + count("<testcase ") + "\" failures=\"" +
                             count("<failure ") + "\" errors=\"" + count("<error ") +
                             "\" skipped=\"" + count("<skipped") + "\""));
  EXPECT_EQ(count("<error "), "1");
}

TEST(Junit, TrialsAreToldApartWhereThereAreSeveral) {
  std::vector<Trial> trials;
  for (std::uint32_t i = 1; i <= 2; ++i) {
    trials.push_back(sample::passing("pr/a", "get_ticket"));
    trials.back().score.trial = i;
  }
  std::string xml = written(trials, sample::worked_summary(), 1, 2);
  EXPECT_THAT(xml, HasSubstr("name=\"pr/a#1\" classname=\"pr\""));
  EXPECT_THAT(xml, HasSubstr("name=\"pr/a#2\" classname=\"pr\""));
}

TEST(Junit, FailureShowsBothSides) {
  std::string xml = written(sample::seven(), sample::worked_summary());
  EXPECT_THAT(xml, HasSubstr("model wrote"));
  EXPECT_THAT(xml,
              HasSubstr("{&quot;key&quot;:&quot;QA-7&quot;,&quot;limit&quot;:&quot;10&quot;}"));
}

TEST(Junit, FolderThatIsNotThereIsAnError) {
  auto reporter = make_junit_reporter("/nonexistent/junit.xml");
  EXPECT_FALSE(
      sample::feed(*reporter, sample::seven(), sample::worked_summary(), ReportContext{}).ok());
}

TEST(Junit, WhatIsLearntDuringTheRunStandsInItsProperties) {
  TemporaryFolder folder;
  Provenance provenance;
  ReportContext context;
  context.provenance = &provenance;
  auto reporter = make_junit_reporter(folder.file("junit.xml"));
  reporter->begin(context);
  provenance.model = "model-b";
  ASSERT_TRUE(reporter->end(sample::worked_summary()).ok());
  EXPECT_THAT(sample::read_text(folder.file("junit.xml")),
              HasSubstr("name=\"tare.model\" value=\"model-b\""));
}

}  // namespace
}  // namespace tare
