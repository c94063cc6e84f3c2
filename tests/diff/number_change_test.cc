// Number to number, and what a text spells as a number.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <random>

#include "diff/number_text.h"
#include "diff/scalar_change.h"

namespace tare {
namespace {

struct Row {
  const char* raw;
  const char* normalized;
  const char* kind;
  bool value_changed = true;
  bool lossless = false;
  bool equal_as_double = false;
  const char* remark = "";
};

class NumberChange : public testing::TestWithParam<Row> {};

TEST_P(NumberChange, HasKindAndLoss) {
  const Row& row = GetParam();
  const auto change = number_change(row.raw, row.normalized);
  ASSERT_TRUE(change);
  EXPECT_EQ(change->kind, row.kind) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(change->value_changed, row.value_changed) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(change->lossless, row.lossless) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(change->equal_as_double, row.equal_as_double) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(change->remark, row.remark);
}

INSTANTIATE_TEST_SUITE_P(SameValue, NumberChange,
                         testing::Values(Row{"3", "3.0", "intToFloat", false, true},
                                         Row{"3", "3e0", "intToFloat", false, true},
                                         Row{"1000", "1E3", "intToFloat", false, true},
                                         Row{"5.0", "5", "floatToInt", false, true},
                                         Row{"-7.000", "-7", "floatToInt", false, true},
                                         Row{"0.0", "0", "floatToInt", false, true},
                                         Row{"-0.0", "0", "floatToInt", false, false},
                                         Row{"1e3", "1000", "numberRespelled", false, true},
                                         Row{"0.50", "0.5", "numberRespelled", false, true},
                                         Row{"1e3", "1E+3", "numberRespelled", false, true},
                                         Row{"5.00", "5.0", "numberRespelled", false, true},
                                         Row{"-0", "0", "numberRespelled", false, false},
                                         Row{"0", "-0", "numberRespelled", false, true},
                                         Row{"0x1f", "31", "numberRespelled", false, true},
                                         Row{"+7", "7", "numberRespelled", false, true}));

INSTANTIATE_TEST_SUITE_P(
    LostDigits, NumberChange,
    testing::Values(Row{"0.5", "0", "fractionTruncated"}, Row{"2.6", "3", "fractionTruncated"},
                    Row{"-2.6", "-2", "fractionTruncated"}, Row{"2.6", "2.0", "fractionTruncated"},
                    Row{"1234567.8", "1234568", "fractionTruncated"},
                    Row{"3.14159", "3.14", "fractionTruncated"},
                    Row{"3.14159e0", "3.1", "fractionTruncated"},
                    Row{"0.56789", "0.6", "fractionTruncated"},
                    Row{"9007199254740993", "9007199254740992", "bigintPrecisionLoss"},
                    Row{"-9007199254740993", "-9007199254740992", "bigintPrecisionLoss"},
                    Row{"12345678901234567890", "12345678901234567000", "bigintPrecisionLoss"},
                    Row{"12345678901234567890", "1.2345678901234567e19", "bigintPrecisionLoss"},
                    Row{"0.35", "0.3499999940395355", "floatPrecisionLoss"},
                    Row{"0.30000000000000004", "0.3", "floatPrecisionLoss"},
                    Row{"0.1234567890123456789", "0.12345678901234568", "floatPrecisionLoss", true,
                        false, true},
                    Row{"1e-400", "0", "floatPrecisionLoss", true, false, true},
                    Row{"16777217", "16777216", "floatPrecisionLoss", true, false, false,
                        "single precision"}));

INSTANTIATE_TEST_SUITE_P(
    NotFinite, NumberChange,
    testing::Values(Row{"1e400", "1.7976931348623157e308", "nonfiniteNumber"},
                    Row{"-1e400", "-1.7976931348623157e308", "nonfiniteNumber"},
                    Row{"1e400", "9223372036854775807", "nonfiniteNumber"},
                    Row{"NaN", "0", "nonfiniteNumber"}, Row{"Infinity", "1e999", "nonfiniteNumber"},
                    Row{"-Infinity", "-1.7976931348623157e308", "nonfiniteNumber"},
                    Row{"Infinity", "inf", "numberRespelled", false, true}));

INSTANTIATE_TEST_SUITE_P(
    NothingExplains, NumberChange,
    testing::Values(Row{"4", "5", "numberAltered"}, Row{"1", "-1", "numberAltered"},
                    Row{"10000000", "10000001", "numberAltered"},
                    Row{"9007199254740993", "9007199254740995", "numberAltered"},
                    Row{"0.5", "50", "numberAltered"}, Row{"0.56", "0.9", "numberAltered"},
                    Row{"2.6", "4", "numberAltered"}, Row{"2.75", "2.7999", "numberAltered"},
                    Row{"1e400", "1e401", "numberAltered"}, Row{"1e400", "5", "numberAltered"},
                    Row{"1e400", "-1.7976931348623157e308", "numberAltered"},
                    Row{"5", "1e400", "numberAltered"}, Row{"1234", "1200", "numberAltered"}));

std::string shortest(double value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// What a layer of doubles prints for any integer above 2^53 that it cannot hold.
TEST(NumberChangeProperty, EveryIntegerThatADoubleRoundsIsFound) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 10'000; ++round) {
    const std::uint64_t id = (std::uint64_t{1} << 53) + random() % (std::uint64_t{1} << 62);
    const auto rounded = static_cast<std::uint64_t>(static_cast<double>(id));
    if (rounded == id) continue;
    const std::string raw = std::to_string(id);
    ASSERT_EQ(number_change(raw, std::to_string(rounded))->kind, "bigintPrecisionLoss") << raw;
    ASSERT_EQ(number_change(raw, shortest(static_cast<double>(id)))->kind, "bigintPrecisionLoss");
    ASSERT_EQ(number_change(raw, std::to_string(id + 5000))->kind, "numberAltered") << raw;
  }
}

TEST(NumberChangeProperty, EveryDecimalThroughASingleIsFound) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 10'000; ++round) {
    const double value = static_cast<double>(random() % 1'000'000) / 1000 + 0.0001;
    const double single = static_cast<double>(static_cast<float>(value));
    if (value == single || single == std::floor(single)) continue;
    ASSERT_EQ(number_change(shortest(value), shortest(single))->kind, "floatPrecisionLoss")
        << shortest(value);
  }
}

// Cut and rounded at each place, against arithmetic on integers.
TEST(NumberChangeProperty, EveryRoundingOfADecimalIsFound) {
  for (int thousandths = 1; thousandths < 20'000; thousandths += 7) {
    if (thousandths % 10 == 0) continue;
    const auto spelled = [](int value, int digits) {
      const int unit = static_cast<int>(std::lround(std::pow(10, digits)));
      std::string fraction = std::to_string(value % unit);
      fraction.insert(0, static_cast<std::size_t>(digits) - fraction.size(), '0');
      return std::to_string(value / unit) + "." + fraction;
    };
    const std::string raw = spelled(thousandths, 3);
    ASSERT_EQ(number_change(raw, std::to_string(thousandths / 1000))->kind, "fractionTruncated");
    ASSERT_EQ(number_change(raw, std::to_string(thousandths / 1000 + 1))->kind,
              "fractionTruncated");
    ASSERT_EQ(number_change(raw, std::to_string(thousandths / 1000 + 2))->kind, "numberAltered");
    const int hundredths = thousandths / 10;
    if (hundredths % 10 == 0) continue;
    ASSERT_EQ(number_change(raw, spelled(hundredths, 2))->kind, "fractionTruncated") << raw;
    ASSERT_EQ(number_change(raw, spelled(hundredths + 200, 2))->kind, "numberAltered") << raw;
  }
}

TEST(NumberText, ReadsWhatLanguagesWrite) {
  EXPECT_EQ(number_in_string(" 1_000 "), "1000");
  EXPECT_EQ(number_in_string("1,234,567.5"), "1234567.5");
  EXPECT_EQ(number_in_string("-12,345"), "-12345");
  EXPECT_EQ(number_in_string("0x1F"), "31");
  EXPECT_EQ(number_in_string("-0b101"), "-5");
  EXPECT_EQ(number_in_string("0o17"), "15");
  EXPECT_EQ(number_in_string(".5"), ".5");
  for (const char* text : {"", " ", "1,00", "1,2345", ",123", "1,,234", "1_", "_1", "0x", "0xg",
                           "0x10000000000000000", "abc1", "12abc", "1 2", "NaN", "--1", "1.2.3"}) {
    EXPECT_FALSE(number_in_string(text)) << text;
  }
}

TEST(NumberText, KnowsPlainSpellings) {
  for (const char* text : {"0", "7", "-7", "0.5", "123456789012345"}) {
    EXPECT_TRUE(is_plain_spelling(text, text)) << text;
  }
  for (const char* text : {"+7", "007", "7.0", "1e3", " 7", "1_0", "1234567890123456", "-0", "0x7",
                           "1,000", ".5", "5."}) {
    EXPECT_FALSE(is_plain_spelling(text, "0")) << text;
  }
}

TEST(NumberText, TellsTooLargeFromTooSmall) {
  EXPECT_TRUE(std::isinf(nearest_double("1e400")));
  EXPECT_TRUE(std::isinf(nearest_double("-" + std::string(400, '9'))));
  EXPECT_EQ(nearest_double("1e-400"), 0.0);
  EXPECT_EQ(nearest_double("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(nearest_double("+2.5"), 2.5);
  EXPECT_EQ(fraction_digits("1.2300"), 2);
  EXPECT_EQ(fraction_digits("12.3e-4"), 5);
  EXPECT_EQ(fraction_digits("1.5e1"), 0);
  EXPECT_EQ(fraction_digits("1e-99999999999999999999"), std::int64_t{1} << 40);
}

}  // namespace
}  // namespace tare
