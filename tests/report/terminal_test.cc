// The terminal report: whole outputs, and what must hold for any of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "report/capture.h"
#include "report/display_text.h"
#include "report/golden.h"
#include "report/reporters.h"
#include "report/sample_run.h"

namespace tare {
namespace {

using sample::Trial;
using testing::HasSubstr;
using testing::Not;

ReportContext context() {
  ReportContext context;
  context.suite_path = "tare.json";
  context.run_folder = ".tare/runs/20261130T104453Z-3f9a2c";
  return context;
}

std::string printed(const std::vector<Trial>& trials, const RunSummary& summary,
                    TerminalStyle style, const ReportContext& about = context()) {
  sample::Capture capture;
  auto reporter = make_terminal_reporter(capture.fd(), style);
  Result<void> done = sample::feed(*reporter, trials, summary, about);
  EXPECT_TRUE(done.ok());
  return capture.text();
}

std::vector<Trial> good() {
  std::vector<Trial> trials = sample::seven();
  trials.erase(trials.begin() + 4);
  return trials;
}

RunSummary good_summary() {
  RunSummary summary = sample::worked_summary();
  summary.gates.erase(summary.gates.begin());
  summary.raw_confusions.clear();
  summary.normalized_confusions.clear();
  summary.coercions.by_kind.clear();
  summary.coercions.by_severity.clear();
  summary.coercions.calls_changed = 0;
  summary.fail = 0;
  summary.exit_code = 0;
  return summary;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Terminal, WorkedExample) {
  sample::expect_golden("terminal_worked_example.txt",
                        printed(sample::seven(), sample::worked_summary(), {}));
}

TEST(Terminal, WorkedExampleInColor) {
  sample::expect_golden(
      "terminal_worked_example_color.txt",
      printed(sample::seven(), sample::worked_summary(), {.color = true, .width = 80}));
}

TEST(Terminal, EverythingThatCanHappen) {
  sample::expect_golden("terminal_troubled.txt",
                        printed(sample::troubled(), sample::troubled_summary(), {}));
}

TEST(Terminal, EverythingThatCanHappenOnAWideTerminal) {
  sample::expect_golden(
      "terminal_troubled_120.txt",
      printed(sample::troubled(), sample::troubled_summary(), {.color = false, .width = 120}));
}

TEST(Terminal, NarrowTerminalStacksTheSides) {
  sample::expect_golden(
      "terminal_worked_example_60.txt",
      printed(sample::seven(), sample::worked_summary(), {.color = false, .width = 60}));
}

// The verdict; below it stands only where the run lies.
std::string closing_line(const std::string& text) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("PASS") || line.starts_with("FAIL  a gate") ||
        line.starts_with("FAIL  trials") || line.find("(exit code") != std::string::npos) {
      return line;
    }
  }
  return "";
}

TEST(Terminal, GoodRunIsShort) {
  std::string text = printed(good(), good_summary(), {});
  sample::expect_golden("terminal_good.txt", text);
  EXPECT_LE(lines_of(text).size(), 14u);
  EXPECT_THAT(closing_line(text), testing::StartsWith("PASS"));
  EXPECT_THAT(lines_of(text).back(), HasSubstr("run .tare/runs/"));
}

TEST(Terminal, NoLineIsWiderThanTheTerminal) {
  for (std::uint32_t width : {0u, 60u, 72u, 80u, 100u, 133u})
    for (const std::string& line :
         lines_of(printed(sample::troubled(), sample::troubled_summary(), {.width = width})))
      // A heading keeps its id whole, however long.
      EXPECT_TRUE(line.starts_with("INCOMPLETE") ||
                  text_columns(line) <= std::max(width, kMinWidth))
          << width << ": " << line;
}

TEST(Terminal, WhatAnAdapterWroteNeverReachesTheTerminalAsItIs) {
  for (bool verbose : {false, true}) {
    TerminalStyle style{.verbose = verbose};
    std::string text = printed(sample::troubled(), sample::troubled_summary(), style);
    for (char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << int{c};
    EXPECT_THAT(text, Not(HasSubstr("\u202e")));
    EXPECT_THAT(text, HasSubstr("evil\\x1b[2J\\xff"));
  }
}

TEST(Terminal, FailuresComeBeforeIncompleteOnesAndBothBeforeTheFigures) {
  std::string text = printed(sample::troubled(), sample::troubled_summary(), {});
  EXPECT_LT(text.find("FAIL  pr/hostile"), text.find("CHANGED  "));
  EXPECT_LT(text.find("CHANGED  "), text.find("INCOMPLETE  "));
  EXPECT_LT(text.find("INCOMPLETE  "), text.find("Tool choice"));
  EXPECT_LT(text.find("Tool choice"), text.find("Gates"));
  EXPECT_THAT(text, HasSubstr("2 of 7 passed, 1 incomplete, 1 flaky,\n      2 min 00 s\n"));
}

TEST(Terminal, ClientDeltaIsSaidInPoints) {
  RunSummary summary = sample::worked_summary();
  summary.scores.raw.exact_accuracy = 0.15;
  summary.scores.normalized.exact_accuracy = 0.5;
  summary.scores.raw_of_both.exact_accuracy = 0.15;
  summary.scores.normalized_of_both.exact_accuracy = 0.923;
  EXPECT_THAT(printed({}, summary, {}),
              HasSubstr("model 15.0 %, after client 92.3 %: client +77.3 points"));
}

TEST(Terminal, FailuresPastTheLimitAreCounted) {
  std::vector<Trial> trials;
  for (int i = 0; i < 9; ++i) trials.push_back(sample::wrong_tool());
  std::string text = printed(trials, sample::worked_summary(), {.max_failures = 2});
  EXPECT_THAT(text, HasSubstr("and 7 more failed trials; see tare show .tare/runs/"));
}

TEST(Terminal, OnlyTheWorstChangesOfPassingTrialsAreShown) {
  std::vector<Trial> trials;
  for (Severity severity :
       {Severity::info, Severity::low, Severity::critical, Severity::medium, Severity::high}) {
    trials.push_back(sample::passing("case-" + std::string(severity_name(severity)), "get_ticket"));
    trials.back().score.traces[0].findings.push_back(sample::make_finding(
        "stringAltered", "/a", "\"a\"", "string", "\"b\"", "string", severity, Effect::neutral));
  }
  std::string text = printed(trials, good_summary(), {});
  EXPECT_LT(text.find("CHANGED  case-critical"), text.find("CHANGED  case-high"));
  EXPECT_LT(text.find("CHANGED  case-high"), text.find("CHANGED  case-medium"));
  EXPECT_THAT(text, Not(HasSubstr("case-low")));
  EXPECT_THAT(text, HasSubstr("and 2 more trials with calls changed on the way"));
}

TEST(Terminal, AWaivedTrialWithoutAChangedCallIsNotCountedAsChanged) {
  std::vector<Trial> trials;
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) {
    trials.push_back(sample::passing(id, "get_ticket"));
    trials.back().score.verdict = Verdict::waived;
  }
  trials.push_back(sample::passing("changed", "get_ticket"));
  trials.back().score.traces[0].findings.push_back(
      sample::make_finding("stringAltered", "/a", "\"a\"", "string", "\"b\"", "string",
                           Severity::high, Effect::neutral));
  const std::string text = printed(trials, good_summary(), {});
  EXPECT_THAT(text, HasSubstr("CHANGED  changed"));
  EXPECT_THAT(text, HasSubstr("and 4 more trials waived, no call of which changed"));
  EXPECT_THAT(text, Not(HasSubstr("with calls changed on the way")));
}

TEST(Terminal, SaysWhatIsNotKnown) {
  EXPECT_THAT(printed(good(), good_summary(), {}),
              HasSubstr("server-side parsing was not audited"));
  std::vector<Trial> trials = good();
  trials[0].record.answer.views[0].at = At::text;
  EXPECT_THAT(printed(trials, good_summary(), {}),
              Not(HasSubstr("server-side parsing was not audited")));
  ReportContext predictions = context();
  predictions.predictions = true;
  EXPECT_THAT(printed(good(), good_summary(), {}, predictions),
              HasSubstr("predictions name one tool for both sides"));
}

TEST(Terminal, ExitCodesAreExplained) {
  RunSummary summary = good_summary();
  auto last = [&](int code) {
    summary.exit_code = code;
    return closing_line(printed({}, summary, {.width = 200}));
  };
  EXPECT_THAT(last(0), testing::StartsWith("PASS  every gate holds (exit code 0)"));
  EXPECT_THAT(last(1), testing::StartsWith("FAIL  a gate failed (exit code 1)"));
  EXPECT_THAT(last(3), HasSubstr("incomplete or a gate is undecided (exit code 3)"));
  EXPECT_THAT(last(130), HasSubstr("go on with: tare run --resume .tare/runs/"));
}

TEST(Terminal, QuietSaysOnlyWhatWentWrong) {
  EXPECT_EQ(printed(good(), good_summary(), {.quiet = true}), "");
  std::string text =
      printed(sample::troubled(), sample::troubled_summary(), {.width = 120, .quiet = true});
  EXPECT_THAT(text, HasSubstr("neverCalled: 1, must be at most 0"));
  EXPECT_THAT(closing_line(text), HasSubstr("exit code 1"));
  EXPECT_THAT(text, testing::Not(HasSubstr("Tool choice")));
}

TEST(Terminal, FailedTrialsThatNoGateStopsAreSaid) {
  RunSummary summary = good_summary();
  summary.fail = 2;
  const std::string text = printed({}, summary, {.color = true, .width = 200});
  EXPECT_THAT(text, HasSubstr("no gate stops the build on failed trials"));
  EXPECT_THAT(text, HasSubstr("\nPASS  every gate holds"));  // not in the colour of success
}

TEST(Terminal, AnAdapterThatRecordsNothingIsSaid) {
  RunSummary summary = good_summary();
  EXPECT_THAT(printed({}, summary, {}), HasSubstr("no adapter recorded a call"));
}

TEST(Terminal, ClosedDescriptorIsAnError) {
  auto reporter = make_terminal_reporter(-1, {});
  EXPECT_FALSE(sample::feed(*reporter, good(), good_summary(), context()).ok());
}

TEST(Terminal, EmptyRunIsNoProblem) {
  EXPECT_THAT(printed({}, RunSummary{}, {}), testing::StartsWith("Gates       none"));
}

TEST(Terminal, ARefusedCallIsNoCallThatChanged) {
  std::vector<Trial> trials(1);
  trials[0] = sample::passing("refused", "get_ticket");
  trials[0].score.traces[0].dropped = true;
  EXPECT_THAT(printed(trials, sample::worked_summary(), {}), testing::Not(HasSubstr("CHANGED")));
}

}  // namespace
}  // namespace tare
