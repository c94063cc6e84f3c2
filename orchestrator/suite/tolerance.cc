#include "suite/tolerance.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "json/decimal.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDigits = 4096;

// digits × 10^exponent; no digits: zero.
struct Number {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;
};

std::optional<Number> read(std::string_view text) {
  if (!json::is_json_number(text)) return std::nullopt;
  const std::string canonical = json::canonical_number(text);
  std::string_view rest = canonical;
  Number out;
  if (rest.starts_with('-')) {
    out.negative = true;
    rest.remove_prefix(1);
  }
  const std::size_t mark = std::min(rest.find_first_of("eE"), rest.size());
  out.digits = rest.substr(0, mark);
  if (mark < rest.size()) {
    const std::string_view exponent = rest.substr(mark + 1);
    const auto read =
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), out.exponent);
    constexpr std::int64_t kMost = 1'000'000'000;
    if (read.ec != std::errc() || out.exponent > kMost || out.exponent < -kMost) {
      return std::nullopt;
    }
  }
  if (out.digits == "0") out.digits.clear();
  if (out.digits.size() > kMaxDigits) return std::nullopt;
  return out;
}

std::string text_of(const Number& number) {
  if (number.digits.empty()) return "0";
  return json::canonical_number((number.negative ? "-" : "") + number.digits + "e" +
                                std::to_string(number.exponent));
}

// Both without leading zeros.
bool is_less(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

std::string without_leading_zeros(std::string digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

std::string sum(const std::string& a, const std::string& b) {
  std::string out;
  int carry = 0;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry > 0; ++i) {
    int digit = carry;
    if (i < a.size()) digit += a[a.size() - 1 - i] - '0';
    if (i < b.size()) digit += b[b.size() - 1 - i] - '0';
    out += static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

// REQUIRES: a >= b
std::string difference(const std::string& a, const std::string& b) {
  std::string out = a;
  int borrow = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    char& c = out[out.size() - 1 - i];
    int digit = c - '0' - borrow - (i < b.size() ? b[b.size() - 1 - i] - '0' : 0);
    borrow = digit < 0 ? 1 : 0;
    if (digit < 0) digit += 10;
    c = static_cast<char>('0' + digit);
  }
  return without_leading_zeros(out);
}

std::optional<Number> add(Number a, Number b) {
  if (a.digits.empty()) return b;
  if (b.digits.empty()) return a;
  Number& high = a.exponent >= b.exponent ? a : b;
  const std::int64_t least = std::min(a.exponent, b.exponent);
  const auto zeros = static_cast<std::uint64_t>(high.exponent - least);
  if (zeros > kMaxDigits) return std::nullopt;
  high.digits.append(static_cast<std::size_t>(zeros), '0');
  high.exponent = least;
  Number out;
  out.exponent = least;
  if (a.negative == b.negative) {
    out.negative = a.negative;
    out.digits = sum(a.digits, b.digits);
  } else {
    const bool a_less = is_less(a.digits, b.digits);
    out.negative = a_less ? b.negative : a.negative;
    out.digits = a_less ? difference(b.digits, a.digits) : difference(a.digits, b.digits);
  }
  return out;
}

Number product(const Number& a, const Number& b) {
  Number out;
  if (a.digits.empty() || b.digits.empty()) return out;
  std::string digits(a.digits.size() + b.digits.size(), '0');
  for (std::size_t i = a.digits.size(); i-- > 0;) {
    int carry = 0;
    for (std::size_t j = b.digits.size(); j-- > 0;) {
      const int digit =
          (digits[i + j + 1] - '0') + (a.digits[i] - '0') * (b.digits[j] - '0') + carry;
      digits[i + j + 1] = static_cast<char>('0' + digit % 10);
      carry = digit / 10;
    }
    digits[i] = static_cast<char>('0' + carry);
  }
  out.digits = without_leading_zeros(std::move(digits));
  out.exponent = a.exponent + b.exponent;
  return out;
}

}  // namespace

std::optional<Tolerance> tolerance_around(std::string_view value, std::string_view abs,
                                          std::string_view rel) {
  const std::optional<Number> middle = read(value);
  if (!middle) return std::nullopt;
  Number width;
  if (!abs.empty()) {
    const std::optional<Number> given = read(abs);
    if (!given) return std::nullopt;
    width = *given;
  }
  if (!rel.empty()) {
    const std::optional<Number> given = read(rel);
    if (!given) return std::nullopt;
    Number scaled = product(*given, *middle);
    scaled.negative = false;
    if (json::compare_numbers(text_of(width), text_of(scaled)) == std::partial_ordering::less) {
      width = std::move(scaled);
    }
  }
  const std::optional<Number> greatest = add(*middle, width);
  width.negative = !width.digits.empty();
  const std::optional<Number> least = add(*middle, width);
  if (!least || !greatest) return std::nullopt;
  return Tolerance{text_of(*least), text_of(*greatest)};
}

std::optional<Tolerance> tolerance_of(json::Value operand) {
  if (operand.is_number()) return tolerance_around(operand.number_text(), "", "1e-6");
  if (!operand.is_object()) return std::nullopt;
  const auto number = [&](std::string_view name) -> std::string_view {
    const json::Value v = operand.find(name);
    return v.valid() && v.is_number() ? v.number_text() : std::string_view();
  };
  return tolerance_around(number("value"), number("abs"), number("rel"));
}

}  // namespace tare
