#include "report/figure_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tare {
namespace {

TEST(FigureText, RatesArePercentWithOneDigit) {
  EXPECT_EQ(percent_text(6.0 / 7), "85.7 %");
  EXPECT_EQ(percent_text(0.75), "75.0 %");
  EXPECT_EQ(percent_text(1.0), "100.0 %");
  EXPECT_EQ(percent_text(0.0), "0.0 %");
  EXPECT_EQ(percent_text(std::nullopt), "-");
  EXPECT_EQ(percent_text(std::numeric_limits<double>::quiet_NaN()), "-");
}

TEST(FigureText, OnlyAllIsAHundredAndOnlyNoneIsZero) {
  EXPECT_EQ(percent_text(0.99999), "99.9 %");
  EXPECT_EQ(percent_text(0.00001), "0.1 %");
}

TEST(FigureText, DifferencesArePoints) {
  EXPECT_EQ(points_text(0.773), "+77.3 points");
  EXPECT_EQ(points_text(-1.0 / 3), "-33.3 points");
  EXPECT_EQ(points_text(-0.00001), "0.0 points");
  EXPECT_EQ(points_text(std::nullopt), "-");
}

TEST(FigureText, CountsAreGrouped) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1164), "1,164");
  EXPECT_EQ(count_text(18446744073709551615u), "18,446,744,073,709,551,615");
  EXPECT_EQ(counted(1, "trial"), "1 trial");
  EXPECT_EQ(counted(2, "process", "processes"), "2 processes");
}

TEST(FigureText, DurationsChangeTheirUnit) {
  EXPECT_EQ(duration_text(812), "812 ms");
  EXPECT_EQ(duration_text(3400), "3.4 s");
  EXPECT_EQ(duration_text(59'960), "1 min 00 s");
  EXPECT_EQ(duration_text(125'000), "2 min 05 s");
  EXPECT_EQ(duration_text(3'840'000), "1 h 04 min");
}

TEST(FigureText, GatesSpeakInTheUnitOfTheirFigure) {
  EXPECT_EQ(gate_value_text("exactAccuracy", 0.85), "85.0 %");
  EXPECT_EQ(gate_value_text("findings", 3.0), "3");
  EXPECT_EQ(gate_value_text("clientDelta", 0.05), "+5.0 points");
  EXPECT_EQ(gate_value_text("costUsd", 1.5), "1.50 USD");
  EXPECT_EQ(gate_value_text("p95Ms", 60.0), "60 ms");
  EXPECT_EQ(gate_value_text("exactAccuracy", std::nullopt), "no value");
  EXPECT_EQ(gate_value_text("costUsd", 0.0012), "0.0012 USD");
  EXPECT_EQ(gate_value_text("costUsd", 0.0), "0.00 USD");
}

TEST(FigureText, ADifferenceIsInTheUnitOfItsFigureToo) {
  EXPECT_EQ(gate_difference_text("passRate", 0.1), "+10.0 points");
  EXPECT_EQ(gate_difference_text("incomplete", -0.1), "-10.0 points");
  EXPECT_EQ(gate_difference_text("clientDelta", 0.05), "+5.0 points");
  EXPECT_EQ(gate_difference_text("confusions", 2.0), "+2");
  EXPECT_EQ(gate_difference_text("findings", -1200.0), "-1,200");
  EXPECT_EQ(gate_difference_text("findings", 0.0), "0");
  EXPECT_EQ(gate_difference_text("p95Ms", 250.0), "+250 ms");
  EXPECT_EQ(gate_difference_text("costUsd", -0.5), "-0.50 USD");
  EXPECT_EQ(gate_difference_text("costUsd", std::nullopt), "no value");
}

}  // namespace
}  // namespace tare
