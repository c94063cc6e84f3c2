// Divisibility of decimal numbers, exactly.
//
// With both numbers as digits × 10^exponent the question is whether D divides V × 10^e. Stripped of
// its trailing zeros V is no multiple of ten, so a negative e settles it. A positive one only adds
// factors of two and five, of which D holds fewer than four a digit: what e exceeds that by changes
// nothing, and 1e999999999 costs no more than 1e80. The rest is a remainder, digit by digit.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "json/decimal.h"

namespace tare::json {
namespace {

constexpr std::size_t kMaxWork = 50'000'000;  // digits of one times digits of the other

struct Digits {
  std::string digits;    // no sign, no zeros at the end; "0" for zero
  std::string exponent;  // "-3", "0"
};

Digits digits_of(std::string_view number) {
  std::string text = canonical_number(number);
  if (text.starts_with('-')) text.erase(0, 1);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return {std::move(text), "0"};
  return {text.substr(0, e), text.substr(e + 1)};
}

bool small_remainder_is_zero(std::string_view digits, std::size_t zeros, std::uint64_t divisor) {
  std::uint64_t rest = 0;
  for (const char c : digits) rest = (rest * 10 + static_cast<std::uint64_t>(c - '0')) % divisor;
  for (std::size_t i = 0; i < zeros && rest != 0; ++i) rest = rest * 10 % divisor;
  return rest == 0;
}

// A natural number of a fixed count of limbs, the lowest first.
using Limbs = std::vector<std::uint32_t>;
constexpr std::uint64_t kLimb = 1'000'000'000;

Limbs limbs_of(std::string_view digits, std::size_t count) {
  Limbs out(count);
  for (std::size_t i = 0; i < count && !digits.empty(); ++i) {
    const std::size_t take = std::min<std::size_t>(9, digits.size());
    for (const char c : digits.substr(digits.size() - take)) {
      out[i] = out[i] * 10 + static_cast<std::uint32_t>(c - '0');
    }
    digits.remove_suffix(take);
  }
  return out;
}

void append_digit(Limbs& number, std::uint64_t digit) {
  for (std::uint32_t& limb : number) {
    const std::uint64_t value = std::uint64_t{limb} * 10 + digit;
    limb = static_cast<std::uint32_t>(value % kLimb);
    digit = value / kLimb;
  }
}

bool at_least(const Limbs& a, const Limbs& b) {
  return !std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

void subtract(Limbs& a, const Limbs& b) {
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t value = std::int64_t{a[i]} - b[i] - borrow;
    borrow = value < 0 ? 1 : 0;
    if (borrow != 0) value += static_cast<std::int64_t>(kLimb);
    a[i] = static_cast<std::uint32_t>(value);
  }
}

bool long_remainder_is_zero(std::string_view digits, std::size_t zeros, std::string_view divisor) {
  const std::size_t count = divisor.size() / 9 + 2;  // room for ten times the divisor
  const Limbs by = limbs_of(divisor, count);
  Limbs rest(count);
  for (std::size_t i = 0; i < digits.size() + zeros; ++i) {
    append_digit(rest, i < digits.size() ? static_cast<std::uint64_t>(digits[i] - '0') : 0);
    while (at_least(rest, by)) subtract(rest, by);
  }
  return std::all_of(rest.begin(), rest.end(), [](std::uint32_t limb) { return limb == 0; });
}

std::optional<std::int64_t> small_exponent(std::string_view text) {
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool fits = error == std::errc() && end == text.data() + text.size();
  return fits && out < 1'000'000'000'000'000'000 && out > -1'000'000'000'000'000'000
             ? std::optional(out)
             : std::nullopt;
}

}  // namespace

std::optional<bool> is_multiple_of(std::string_view number, std::string_view divisor) {
  const bool numbers = compare_numbers(number, "0") != std::partial_ordering::unordered &&
                       compare_numbers(divisor, "0") != std::partial_ordering::unordered;
  if (!numbers || same_number(divisor, "0")) return false;
  if (same_number(number, "0")) return true;
  const Digits value = digits_of(number);
  const Digits by = digits_of(divisor);
  std::size_t zeros = 0;
  if (value.exponent != by.exponent) {
    if (compare_numbers(value.exponent, by.exponent) == std::partial_ordering::less) return false;
    const auto a = small_exponent(value.exponent);
    const auto b = small_exponent(by.exponent);
    if (!a || !b) return std::nullopt;
    zeros = std::min(static_cast<std::size_t>(*a - *b), 4 * by.digits.size());
  }
  if (by.digits.size() <= 18) {
    return small_remainder_is_zero(value.digits, zeros, std::stoull(by.digits));
  }
  if (by.digits.size() > kMaxWork / (value.digits.size() + zeros)) return std::nullopt;
  return long_remainder_is_zero(value.digits, zeros, by.digits);
}

}  // namespace tare::json
