// A judge beside labels: the table, what disagrees, and what has no counterpart.
#include "scoring/calibration_report.h"

#include <gtest/gtest.h>

namespace tare {
namespace {

LabelledItem item(bool label, std::optional<bool> judge, std::optional<double> score = {},
                  std::optional<double> judge_score = {}) {
  LabelledItem out;
  out.id = "c";
  out.pass = label;
  out.score = score;
  if (judge) out.judged = JudgedItem{judge_score, *judge, "so"};
  return out;
}

// Worked by hand: 20 + 15 agree of 50,
// by chance (25*30 + 25*20)/50^2 = 0.5, kappa = (0.7 - 0.5)/0.5 = 0.4.
TEST(Calibration, AgreementAndKappaAreThoseOfTheTable) {
  std::vector<LabelledItem> items;
  const auto add = [&](int count, bool label, bool judge) {
    for (int i = 0; i < count; ++i) items.push_back(item(label, judge));
  };
  add(20, true, true);
  add(5, true, false);
  add(10, false, true);
  add(15, false, false);
  const CalibrationReport report = compare_with_labels(std::move(items), {});
  EXPECT_EQ(report.pairs, 50u);
  EXPECT_EQ(report.table[0][1], 5u);
  EXPECT_EQ(report.table[1][0], 10u);
  EXPECT_DOUBLE_EQ(*report.agreement, 0.7);
  EXPECT_DOUBLE_EQ(*report.kappa, 0.4);
  EXPECT_EQ(report.disagreements.size(), 15u);
  EXPECT_EQ(report.scored_pairs, 0u);
}

TEST(Calibration, WhatHasNoCounterpartCountsInNoFigure) {
  const CalibrationReport report =
      compare_with_labels({item(true, true), item(true, std::nullopt)}, {"d#1"});
  EXPECT_EQ(report.pairs, 1u);
  EXPECT_EQ(report.unjudged.size(), 1u);
  EXPECT_EQ(report.unlabelled.size(), 1u);
  EXPECT_EQ(report.agreement, 1.0);
  EXPECT_FALSE(report.kappa);  // both said the same of all
  const CalibrationReport none = compare_with_labels({}, {});
  EXPECT_FALSE(none.agreement);
  EXPECT_FALSE(none.kappa);
}

TEST(Calibration, ScoresAreKeptWhereBothGaveThem) {
  const CalibrationReport report = compare_with_labels(
      {item(true, true, 5, 4.5), item(false, true, 1, 5), item(true, true, 4)}, {});
  EXPECT_EQ(report.scored_pairs, 2u);
  EXPECT_EQ(report.scores[4][3], 1u);
  EXPECT_EQ(report.scores[0][4], 1u);
}

}  // namespace
}  // namespace tare
