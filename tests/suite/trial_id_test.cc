// How a text names a trial.
#include "suite/trial_id.h"

#include <gtest/gtest.h>

namespace tare {
namespace {

const CasesById kCases = {{"a", 0}, {"b", 1}, {"b#2", 2}};

TEST(TrialId, AWholeIdIsTriedBeforeATrial) {
  EXPECT_EQ(find_trial(kCases, "b#2")->case_index, 2u);
  EXPECT_FALSE(find_trial(kCases, "b#2")->trial);
  EXPECT_EQ(find_trial(kCases, "b#3")->case_index, 1u);
  EXPECT_EQ(find_trial(kCases, "b#3")->trial, 3u);
  EXPECT_EQ(find_trial(kCases, "b#2#2")->case_index, 2u);
  EXPECT_EQ(find_trial(kCases, "b#2#2")->trial, 2u);
}

TEST(TrialId, ATrialIsPlainDigitsFromOneOn) {
  for (const char* bad : {"", "#", "#1", "c", "a#", "a#0", "a#01", "a#+1", "a#-1", "a# 1", "a#1 ",
                          "a#1x", "a#100001", "a#99999999999999999999"}) {
    EXPECT_FALSE(find_trial(kCases, bad)) << bad;
  }
  EXPECT_EQ(find_trial(kCases, "a#100000")->trial, 100000u);
}

}  // namespace
}  // namespace tare
