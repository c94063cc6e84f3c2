// Divisibility of decimals.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "json/decimal.h"

namespace tare::json {
namespace {

TEST(IsMultipleOf, IsExact) {
  EXPECT_EQ(is_multiple_of("0.07", "0.01"), true);
  EXPECT_EQ(is_multiple_of("0.3", "0.1"), true);
  EXPECT_EQ(is_multiple_of("0.35", "0.1"), false);
  EXPECT_EQ(is_multiple_of("-4.5", "1.5"), true);
  EXPECT_EQ(is_multiple_of("0", "7"), true);
  EXPECT_EQ(is_multiple_of("7", "0"), false);
  EXPECT_EQ(is_multiple_of("NaN", "1"), false);
  EXPECT_EQ(is_multiple_of("5", "10"), false);
  EXPECT_EQ(is_multiple_of("1e308", "0.123456789"), false);
  EXPECT_EQ(is_multiple_of("123456789012345678901234567890", "1234567890123456789"), false);
  EXPECT_EQ(is_multiple_of("121932631112635269", "123456789"), true);
  EXPECT_EQ(is_multiple_of("15241578753238836750495351562536198787501905199875019052100",
                           "123456789012345678901234567890"),
            true);
  EXPECT_EQ(is_multiple_of("15241578753238836750495351562536198787501905199875019052101",
                           "123456789012345678901234567890"),
            false);
}

TEST(IsMultipleOf, BoundsItsWork) {
  EXPECT_EQ(is_multiple_of("1e999999999", "8"), true);
  EXPECT_EQ(is_multiple_of("1e999999999", "3"), false);
  EXPECT_EQ(is_multiple_of("1e-999999999", "1e-999999999"), true);
  EXPECT_EQ(is_multiple_of("1", "1e-99999999999999999999"), std::nullopt);
  EXPECT_EQ(is_multiple_of("1e-99999999999999999999", "1"), false);
  const std::string long_number(100'000, '7');
  EXPECT_EQ(is_multiple_of(long_number, long_number + "7"), std::nullopt);
}

// Both numbers as whole numbers of thousandths.
TEST(IsMultipleOf, AgreesWithWholeNumbers) {
  std::mt19937 random(7);
  const auto text = [&random](std::int64_t thousandths) {
    std::string digits = std::to_string(thousandths);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    digits.insert(digits.size() - 3, ".");
    return random() % 2 == 0 ? digits : std::to_string(thousandths) + "e-3";
  };
  int multiples = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t divisor = 1 + static_cast<std::int64_t>(random() % 300);
    const std::int64_t number = static_cast<std::int64_t>(random() % 100'000);
    const bool expected = number % divisor == 0;
    multiples += expected ? 1 : 0;
    ASSERT_EQ(is_multiple_of(text(number), text(divisor)), expected) << number << " " << divisor;
  }
  EXPECT_GT(multiples, 100);
}

}  // namespace
}  // namespace tare::json
