// The live line, without a clock: the caller says what time it is.
#include "report/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/capture.h"

namespace tare {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Progress, TerminalLineIsRedrawnInPlace) {
  sample::Capture capture;
  Progress progress(capture.fd(), true, {}, 1000);
  for (int i = 0; i < 412; ++i) progress.trial_done("a", i < 3, 1000 + 40u * unsigned(i), 8);
  progress.tick(17'600, 8);
  std::string text = capture.text();
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(text.substr(text.rfind('\r')),
            "\r\x1b[K412 of 1,000 trials  41 %  23/s  26 s left  3 incomplete  8 running");
}

TEST(Progress, TerminalLineIsNotDrawnForEveryTrial) {
  sample::Capture capture;
  Progress progress(capture.fd(), true, {}, 10'000);
  for (unsigned i = 0; i < 9'000; ++i) progress.trial_done("a", false, i / 10, 2);
  std::string text = capture.text();
  EXPECT_LE(std::count(text.begin(), text.end(), '\r'), 10);
}

TEST(Progress, TerminalLineNeverWraps) {
  sample::Capture capture;
  Progress progress(capture.fd(), true, {.width = 20}, 1000);
  progress.trial_done("a", true, 5000, 200);
  EXPECT_EQ(capture.text(), "\r\x1b[K1 of 1,000 trials …") << capture.text();
}

TEST(Progress, ElsewhereAPlainLineEveryTenSeconds) {
  sample::Capture capture;
  Progress progress(capture.fd(), false, {}, 100);
  for (unsigned second = 0; second <= 35; ++second)
    progress.trial_done("a", false, second * 1000, 2);
  std::string text = capture.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_THAT(text, testing::StartsWith(
                        "tare: 11 of 100 trials  11 %  1.1/s  1 min 21 s left  2 running\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Progress, ShortRunSaysNothingElsewhere) {
  sample::Capture capture;
  Progress progress(capture.fd(), false, {}, 10);
  for (unsigned i = 0; i < 10; ++i) progress.trial_done("a", false, i * 100, 2);
  EXPECT_EQ(capture.text(), "");
}

TEST(Progress, ElsewhereTicksSpeakToo) {
  sample::Capture capture;
  Progress progress(capture.fd(), false, {}, 10);
  progress.tick(9'999, 2);
  EXPECT_EQ(capture.text(), "");
  progress.tick(10'000, 2);
  EXPECT_THAT(capture.text(), HasSubstr("0 of 10 trials  0 %  2 running\n"));
}

TEST(Progress, MessagesClearTheLineFirst) {
  sample::Capture capture;
  Progress progress(capture.fd(), true, {}, 10);
  progress.trial_done("a", false, 1000, 1);
  progress.message("the \x1b[2J line");
  EXPECT_THAT(capture.text(), testing::EndsWith("\r\x1b[Kthe \\x1b[2J line\n"));
  progress.clear();
  EXPECT_THAT(capture.text(), testing::EndsWith("line\n")) << "nothing is left to clear";
}

TEST(Progress, QuietSaysNothing) {
  sample::Capture capture;
  Progress progress(capture.fd(), true, {.quiet = true}, 10);
  progress.trial_done("a", false, 20'000, 1);
  progress.tick(30'000, 1);
  EXPECT_EQ(capture.text(), "");
}

}  // namespace
}  // namespace tare
