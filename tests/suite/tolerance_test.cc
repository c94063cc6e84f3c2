#include "suite/tolerance.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "json/decimal.h"

namespace tare {
namespace {

bool is_near(std::string_view got, std::string_view value, std::string_view abs,
             std::string_view rel = "") {
  const auto near = tolerance_around(value, abs, rel);
  EXPECT_TRUE(near.has_value());
  return near && json::compare_numbers(got, near->least) >= 0 &&
         json::compare_numbers(got, near->greatest) <= 0;
}

TEST(Tolerance, BordersAreExactWhereADoubleWouldRound) {
  EXPECT_TRUE(is_near("0.3", "0.2", "0.1"));
  EXPECT_FALSE(is_near("0.3000000000000000000001", "0.2", "0.1"));
  EXPECT_TRUE(is_near("12345678901234567891", "12345678901234567890", "1"));
  EXPECT_FALSE(is_near("12345678901234567892", "12345678901234567890", "1"));
}

TEST(Tolerance, TheWiderOfTheTwoCounts) {
  EXPECT_TRUE(is_near("110", "100", "1", "0.1"));
  EXPECT_TRUE(is_near("105", "100", "5", "0.01"));
  EXPECT_FALSE(is_near("111", "100", "1", "0.1"));
  EXPECT_TRUE(is_near("-110", "-100", "", "0.1"));
}

TEST(Tolerance, NothingIsMadeOfBordersWithEndlessDigits) {
  EXPECT_EQ(tolerance_around("1e9999", "1", ""), std::nullopt);
  EXPECT_EQ(tolerance_around("1", "1e-9999", ""), std::nullopt);
  EXPECT_TRUE(is_near("1e9999", "1e9999", "1e9998"));
}

// Hundredths as whole numbers say the same without any decimal arithmetic.
TEST(Tolerance, AgreesWithWholeNumbers) {
  std::mt19937 random(11);
  const auto text = [](long long hundredths) {
    std::string digits = std::to_string(std::llabs(hundredths));
    while (digits.size() < 3) digits.insert(0, "0");
    digits.insert(digits.size() - 2, ".");
    return (hundredths < 0 ? "-" : "") + digits;
  };
  for (int round = 0; round < 20000; ++round) {
    const long long value = static_cast<long long>(random() % 4001) - 2000;
    const long long got = static_cast<long long>(random() % 4001) - 2000;
    const long long abs = static_cast<long long>(random() % 1500);
    const long long rel = static_cast<long long>(random() % 150);          // hundredths
    const long long width = std::max(abs * 100, rel * std::llabs(value));  // ten thousandths
    const bool near = std::llabs(got - value) * 100 <= width;
    ASSERT_EQ(is_near(text(got), text(value), text(abs), text(rel)), near)
        << text(got) << " " << text(value) << " " << text(abs) << " " << text(rel);
  }
}

}  // namespace
}  // namespace tare
