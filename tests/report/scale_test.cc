// Runs larger than memory should hold, and texts larger than anybody reads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "report/capture.h"
#include "report/reporters.h"
#include "report/sample_run.h"
#include "report/trial_view.h"

namespace tare {
namespace {

using sample::TemporaryFolder;
using sample::Trial;

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

TEST(Scale, MemoryDoesNotGrowWithTheRun) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer keeps freed memory";
#endif
  TemporaryFolder folder;
  Trial trial = sample::wrong_tool();
  ReportContext context;
  sample::Capture screen;
  auto json = make_results_json_reporter(folder.file("results.json"));
  auto junit = make_junit_reporter(folder.file("junit.xml"));
  auto terminal = make_terminal_reporter(screen.fd(), {});
  for (Reporter* reporter : {json.get(), junit.get(), terminal.get()}) reporter->begin(context);
  auto feed = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      trial.test_case.input.id = "case-" + std::to_string(i);
      for (Reporter* reporter : {json.get(), junit.get(), terminal.get()})
        reporter->trial(trial.test_case, trial.score, trial.record);
    }
  };
  feed(0, 500);
  std::size_t before = resident_bytes();
  feed(500, 5000);
  EXPECT_LT(resident_bytes(), before + (std::size_t{4} << 20));
  for (Reporter* reporter : {json.get(), junit.get(), terminal.get()})
    EXPECT_TRUE(reporter->end(sample::worked_summary()).ok());
}

TEST(Scale, TextsOfMegabytesAreCutNotChoked) {
  Trial trial = sample::wrong_tool();
  std::string words;
  for (int i = 0; i < 500'000; ++i) words += "word" + std::to_string(i) + " \x1b";
  trial.test_case.input.id = words;
  trial.test_case.input.request_json = "\"" + words + "\"";
  trial.test_case.expected.expected_tool = words;
  trial.score.reasons = {words};
  trial.score.normalized.selected = words;
  trial.score.limits.push_back(
      {words, words, Never::Level::called, words, words, At::wire, 1, false, true, true});
  View& raw = trial.record.answer.views[0];
  View& normalized = trial.record.answer.views[1];
  raw.name = words;
  raw.id = words;
  raw.arguments = "{\"a\":\"" + words + "\"}";
  normalized.arguments = "{\"a\":\"" + words + "!\"}";
  trial.score.traces[0].findings[0].raw = words;
  trial.score.traces[0].findings[0].path = words;
  trial.record.answer.finish_message = words;
  std::string text = render_failure(trial.test_case, trial.score, trial.record, {});
  EXPECT_LT(text.size(), 64u * 1024);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Scale, ManyCallsAreCounted) {
  Trial trial = sample::wrong_tool();
  for (int i = 0; i < 10'000; ++i)
    sample::add_call(trial, "t", "{}", "{\"a\":1}")
        .findings.push_back(sample::make_finding("keyInjected", "/a", "1", "number", "1", "number",
                                                 Severity::medium, Effect::neutral));
  std::string text = render_failure(trial.test_case, trial.score, trial.record, {});
  EXPECT_THAT(text, testing::HasSubstr("and 9,996 more changed calls"));
}

}  // namespace
}  // namespace tare
