#include "json/decimal.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tare::json {
namespace {

// The oracle writes every zero out: digits before and after a fixed point, then compares text.
struct WrittenOut {
  bool negative;
  std::string digits;  // kHalf before the point, kHalf behind it
};

constexpr std::size_t kHalf = 80;

WrittenOut write_out(std::string text) {
  WrittenOut out{text[0] == '-', std::string(2 * kHalf, '0')};
  if (text[0] == '-' || text[0] == '+') text.erase(0, 1);
  int exponent = 0;
  if (const auto e = text.find_first_of("eE"); e != std::string::npos) {
    exponent = std::stoi(text.substr(e + 1));
    text.erase(e);
  }
  auto point = text.find('.');
  if (point == std::string::npos) {
    point = text.size();
  } else {
    text.erase(point, 1);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int place =
        static_cast<int>(kHalf) - static_cast<int>(point) + static_cast<int>(i) - exponent;
    out.digits.at(static_cast<std::size_t>(place)) = text[i];
  }
  if (out.digits.find_first_not_of('0') == std::string::npos) out.negative = false;
  return out;
}

std::partial_ordering slow_compare(const std::string& a_text, const std::string& b_text) {
  const WrittenOut a = write_out(a_text);
  const WrittenOut b = write_out(b_text);
  if (a.negative != b.negative)
    return a.negative ? std::partial_ordering::less : std::partial_ordering::greater;
  const int order = a.digits.compare(b.digits) * (a.negative ? -1 : 1);
  return order <=> 0;
}

std::string random_number(std::mt19937& random) {
  const auto digits = [&random](unsigned most) {
    std::string out;
    const unsigned size = 1 + static_cast<unsigned>(random() % most);
    for (unsigned i = 0; i < size; ++i) out += "0001259"[random() % 7];
    return out;
  };
  std::string out = random() % 3 == 0 ? "-" : "";
  out += digits(12);
  if (random() % 2 == 0) out += "." + digits(12);
  if (random() % 2 == 0) out += (random() % 2 == 0 ? "e" : "E-") + std::to_string(random() % 40);
  return out;
}

TEST(CompareNumbers, AgreesWithZerosWrittenOut) {
  std::mt19937 random(11);
  int equal = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string a = random_number(random);
    std::string b = random_number(random);
    if (i % 4 == 0) {  // an equal or nearly equal one: move the point, put zeros at the end
      const auto e = a.find_first_of("eE");
      b = a.substr(0, e);
      b += b.find('.') == std::string::npos ? ".0" : "00";
      if (e != std::string::npos) b += a.substr(e);
    }
    const auto expected = slow_compare(a, b);
    ASSERT_EQ(compare_numbers(a, b), expected) << a << " " << b;
    ASSERT_EQ(canonical_number(a) == canonical_number(b),
              expected == std::partial_ordering::equivalent)
        << a << " " << b << " " << canonical_number(a) << " " << canonical_number(b);
    ASSERT_EQ(slow_compare(canonical_number(a), a), std::partial_ordering::equivalent) << a;
    const std::string fraction = write_out(a).digits.substr(kHalf);
    ASSERT_EQ(is_whole(a), fraction.find_first_not_of('0') == std::string::npos) << a;
    equal += expected == std::partial_ordering::equivalent ? 1 : 0;
  }
  EXPECT_GT(equal, 10'000);
}

TEST(CompareNumbers, ValueCountsNotSpelling) {
  for (const auto& [a, b] :
       std::vector<std::pair<const char*, const char*>>{{"1", "1.0"},
                                                        {"1", "10e-1"},
                                                        {"-0", "0"},
                                                        {"0e99", "0.00"},
                                                        {"1e2", "100"},
                                                        {"+1", "1"},
                                                        {"007", "7"},
                                                        {".5", "0.5"},
                                                        {"5.", "5"},
                                                        {"1e", "1"},
                                                        {"1E+2", "1e2"},
                                                        {"NaN", "nan"},
                                                        {"Infinity", "+inf"},
                                                        {"-Infinity", "-inf"},
                                                        {"1e999999999", "10e999999998"}}) {
    EXPECT_TRUE(same_number(a, b)) << a << " " << b;
    EXPECT_EQ(canonical_number(a), canonical_number(b)) << a << " " << b;
  }
  EXPECT_FALSE(same_number("9007199254740993", "9007199254740992"));
  EXPECT_FALSE(same_number("0.1", "0.1000000000000000055511151231257827"));
  EXPECT_FALSE(same_number("1e400", "1e401"));
  EXPECT_EQ(compare_numbers("NaN", "1"), std::partial_ordering::unordered);
  EXPECT_EQ(compare_numbers("Infinity", "1"), std::partial_ordering::unordered);
  EXPECT_EQ(compare_numbers("Infinity", "-Infinity"), std::partial_ordering::unordered);
  EXPECT_EQ(compare_numbers("-", "0"), std::partial_ordering::unordered);
  EXPECT_EQ(compare_numbers("", "0"), std::partial_ordering::unordered);
  EXPECT_EQ(compare_numbers("1x", "1"), std::partial_ordering::unordered);
}

TEST(CompareNumbers, ExponentsOfAnyLengthAreExact) {
  const std::string nines(18, '9');
  EXPECT_TRUE(same_number("1e1" + std::string(18, '0'), "10e" + nines));
  EXPECT_TRUE(same_number("1e-" + nines, "0.01e-" + std::string(17, '9') + "7"));
  EXPECT_TRUE(same_number("0.1e-" + nines, "1e-1" + std::string(18, '0')));
  EXPECT_TRUE(
      same_number("1e100000000000000000000000000000", "0.001e100000000000000000000000000003"));
  EXPECT_TRUE(
      same_number("1e-100000000000000000000000000000", "1000e-100000000000000000000000000003"));
  EXPECT_TRUE(same_number("1e0000000000000000000000000000000005", "100000"));
  EXPECT_FALSE(same_number("1e100000000000000000000000000000", "1e100000000000000000000000000001"));
  EXPECT_EQ(compare_numbers("1e99999999999999999999", "1e100000000000000000000"),
            std::partial_ordering::less);
  EXPECT_EQ(compare_numbers("-1e99999999999999999999", "-1e100000000000000000000"),
            std::partial_ordering::greater);
  EXPECT_EQ(compare_numbers("1e-99999999999999999999", "1e-100000000000000000000"),
            std::partial_ordering::greater);
  EXPECT_EQ(compare_numbers("1e-99999999999999999999", "1e5"), std::partial_ordering::less);
  EXPECT_EQ(canonical_number("10e99999999999999999998"),
            canonical_number("1e99999999999999999999"));
  EXPECT_TRUE(is_whole("1.5e99999999999999999999"));
  EXPECT_FALSE(is_whole("1e-99999999999999999999"));
}

TEST(CompareNumbers, HugeExponentsAndLongNumbersCostNothing) {
  EXPECT_EQ(canonical_number("1e999999999"), "1e999999999");
  const std::string a(1'000'000, '7');
  const std::string b = a.substr(0, a.size() - 1) + "8";
  EXPECT_EQ(compare_numbers(a, b), std::partial_ordering::less);
  EXPECT_TRUE(same_number(a, a + ".000e0"));
  EXPECT_EQ(compare_numbers("1e" + a, "1e" + b), std::partial_ordering::less);
  const std::string zeros = "0." + std::string(1'000'000, '0') + "1";
  EXPECT_TRUE(same_number(zeros, "1e-1000001"));
}

TEST(Decimal, WholeAndIntegerValue) {
  for (const char* whole : {"3", "3.0", "30e-1", "-0", "0.0e-5", "1.5e1", "1e400"})
    EXPECT_TRUE(is_whole(whole)) << whole;
  for (const char* other : {"3.1", "1e-1", "NaN", "Infinity", "x", ""})
    EXPECT_FALSE(is_whole(other)) << other;
  EXPECT_EQ(integer_value("3e0"), 3);
  EXPECT_EQ(integer_value("-30e-1"), -3);
  EXPECT_EQ(integer_value("0e999999999999"), 0);
  EXPECT_EQ(integer_value("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(integer_value("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(integer_value("9223372036854775808"), std::nullopt);
  EXPECT_EQ(integer_value("-9223372036854775809"), std::nullopt);
  EXPECT_EQ(integer_value("1e18"), 1'000'000'000'000'000'000);
  EXPECT_EQ(integer_value("1e19"), std::nullopt);
  EXPECT_EQ(integer_value("1.5"), std::nullopt);
  EXPECT_EQ(integer_value("1e999999999"), std::nullopt);
}

TEST(Decimal, JsonNumbersAreToldFromTheRest) {
  for (const char* yes : {"0", "-0", "1.5", "1e5", "1E-5", "12"})
    EXPECT_TRUE(is_json_number(yes)) << yes;
  for (const char* no : {"", "-", "01", "+1", ".5", "5.", "1e", "1 ", " 1", "0x1", "NaN", "1,"}) {
    EXPECT_FALSE(is_json_number(no)) << no;
  }
}

}  // namespace
}  // namespace tare::json
