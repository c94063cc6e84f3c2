// A number as 0.d1d2d3… × 10^scale: the digits are views into the text, stripped of zeros at both
// ends, so equal numbers have equal digits and equal scale, and order is sign, then scale, then
// digits.
#include "json/decimal.h"

#include <algorithm>

#include "json/lexer.h"

namespace tare::json {
namespace {

// The scale: an integer of any length, split so that the usual one is a plain int64.
struct Scale {
  std::int64_t small = 0;
  std::string big = {};  // signed digits where 64 bits may not do; else empty
};

struct Decimal {
  enum class Class : std::uint8_t { finite, nan, infinity, no_number };
  Class type = Class::no_number;
  bool negative = false;
  // The significant digits: those of `whole`, then those of `fraction`. Both empty for zero.
  std::string_view whole = {};
  std::string_view fraction = {};
  Scale scale = {};

  bool is_zero() const { return whole.empty() && fraction.empty(); }
  std::size_t digit_count() const { return whole.size() + fraction.size(); }
};

// "-5" + 3 and the like, on a number whose digits do not fit in 64 bits (so its sign stays).
// `digits` has no leading zeros, at least 19 of them; |shift| < 2^33.
std::string add_to_long(bool negative, std::string_view digits, std::int64_t shift) {
  std::string out(digits);
  std::int64_t carry = negative ? -shift : shift;
  for (std::size_t i = out.size(); i-- > 0 && carry != 0;) {
    const std::int64_t sum = (out[i] - '0') + carry;
    const std::int64_t digit = ((sum % 10) + 10) % 10;
    out[i] = static_cast<char>('0' + digit);
    carry = (sum - digit) / 10;
  }
  if (carry > 0) out.insert(0, std::to_string(carry));
  out.erase(0, std::min(out.find_first_not_of('0'), out.size() - 1));
  return negative ? "-" + out : out;
}

// All powers of ten here: the exponent as written, moved by where the point stands.
Scale make_scale(bool negative, std::string_view exponent, std::int64_t shift) {
  exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size()));
  if (exponent.size() > 18) {
    std::string big = add_to_long(negative, exponent, shift);
    // Near the border the sum may fit after all; one form for one number.
    if (big.size() > 18 + (negative ? 1u : 0u)) return {0, std::move(big)};
    return {std::stoll(big), {}};
  }
  std::int64_t value = 0;
  for (const char c : exponent) value = value * 10 + (c - '0');
  value = (negative ? -value : value) + shift;
  if (value > 999'999'999'999'999'999 || value < -999'999'999'999'999'999) {
    return {0, std::to_string(value)};
  }
  return {value, {}};
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
  });
}

Decimal parse(std::string_view text) {
  Decimal out;
  std::string_view rest = text;
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
    out.negative = rest[0] == '-';
    rest.remove_prefix(1);
  }
  if (equals_ignoring_case(rest, "nan")) {
    out.type = Decimal::Class::nan;
    return out;
  }
  if (equals_ignoring_case(rest, "infinity") || equals_ignoring_case(rest, "inf")) {
    out.type = Decimal::Class::infinity;
    return out;
  }
  const char* p = rest.data();
  const char* const end = p + rest.size();
  const auto take_digits = [&p, end] {
    const char* begin = p;
    p = skip_digits(p, end);
    return std::string_view(begin, static_cast<std::size_t>(p - begin));
  };
  std::string_view whole = take_digits();
  std::string_view fraction;
  if (p != end && *p == '.') {
    ++p;
    fraction = take_digits();
  }
  if (whole.empty() && fraction.empty()) return out;
  std::string_view exponent;
  bool exponent_negative = false;
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '+' || *p == '-')) exponent_negative = *p++ == '-';
    exponent = take_digits();
  }
  if (p != end) return out;
  out.type = Decimal::Class::finite;

  whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
  fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
  auto shift = static_cast<std::int64_t>(whole.size());
  if (whole.empty()) {
    const std::size_t zeros = std::min(fraction.find_first_not_of('0'), fraction.size());
    fraction.remove_prefix(zeros);
    shift = -static_cast<std::int64_t>(zeros);
  }
  if (fraction.empty()) whole = whole.substr(0, whole.find_last_not_of('0') + 1);
  out.whole = whole;
  out.fraction = fraction;
  if (out.is_zero()) return out;  // 0e5 and -0 are 0
  out.scale = make_scale(exponent_negative, exponent, shift);
  return out;
}

// -1, 0 or 1, as the numbers are ordered.
int compare_signed_digits(std::string_view a, std::string_view b) {
  const bool a_negative = a.starts_with('-');
  const bool b_negative = b.starts_with('-');
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  int order = a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : a.compare(b);
  order = (order > 0) - (order < 0);
  return a_negative ? -order : order;
}

int compare_scales(const Scale& a, const Scale& b) {
  if (a.big.empty() && b.big.empty()) return (a.small > b.small) - (a.small < b.small);
  const auto digits = [](const Scale& s) {
    return s.big.empty() ? std::to_string(s.small) : s.big;
  };
  return compare_signed_digits(digits(a), digits(b));
}

// The digits after the point of 0.d1d2d3…, compared: the shorter one goes on with zeros.
int compare_digits(const Decimal& a, const Decimal& b) {
  const auto digit = [](const Decimal& d, std::size_t i) {
    return i < d.whole.size() ? d.whole[i] : d.fraction[i - d.whole.size()];
  };
  const std::size_t common = std::min(a.digit_count(), b.digit_count());
  for (std::size_t i = 0; i < common; ++i) {
    const int difference = digit(a, i) - digit(b, i);
    if (difference != 0) return difference;
  }
  return (a.digit_count() > b.digit_count()) - (a.digit_count() < b.digit_count());
}

}  // namespace

std::partial_ordering compare_numbers(std::string_view a_text, std::string_view b_text) {
  const Decimal a = parse(a_text);
  const Decimal b = parse(b_text);
  using Class = Decimal::Class;
  if (a.type != Class::finite || b.type != Class::finite) {
    const bool same =
        a.type == b.type &&
        (a.type == Class::nan || (a.type == Class::infinity && a.negative == b.negative) ||
         (a.type == Class::no_number && a_text == b_text));
    return same ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
  }
  const int a_sign = a.is_zero() ? 0 : (a.negative ? -1 : 1);
  const int b_sign = b.is_zero() ? 0 : (b.negative ? -1 : 1);
  if (a_sign != b_sign || a_sign == 0) return a_sign <=> b_sign;
  int order = compare_scales(a.scale, b.scale);
  if (order == 0) order = compare_digits(a, b);
  return a_sign * order <=> 0;
}

bool is_whole(std::string_view number) {
  const Decimal d = parse(number);
  if (d.type != Decimal::Class::finite) return false;
  if (d.is_zero()) return true;
  if (!d.scale.big.empty()) return !d.scale.big.starts_with('-');
  return d.scale.small >= static_cast<std::int64_t>(d.digit_count());
}

bool is_json_number(std::string_view text) {
  if (text.empty() || (text[0] != '-' && !is_digit(text[0]))) return false;
  const char* end = text.data() + text.size();
  const Scan scan = scan_number(text.data(), end);
  return scan.fault == Fault::none && scan.at == end;
}

std::string canonical_number(std::string_view number) {
  const Decimal d = parse(number);
  switch (d.type) {
    case Decimal::Class::no_number:
      return std::string(number);
    case Decimal::Class::nan:
      return "NaN";
    case Decimal::Class::infinity:
      return d.negative ? "-Infinity" : "Infinity";
    case Decimal::Class::finite:
      break;
  }
  if (d.is_zero()) return "0";
  std::string out;
  out.reserve(d.digit_count() + 24);
  if (d.negative) out += '-';
  out.append(d.whole).append(d.fraction);
  // The digits are written as a whole number, so the power of ten is that much smaller.
  const auto digits = static_cast<std::int64_t>(d.digit_count());
  std::string exponent;
  if (d.scale.big.empty()) {
    exponent = std::to_string(d.scale.small - digits);
  } else {
    const bool negative = d.scale.big[0] == '-';
    exponent =
        add_to_long(negative, std::string_view(d.scale.big).substr(negative ? 1 : 0), -digits);
  }
  if (exponent != "0") out.append("e").append(exponent);
  return out;
}

std::optional<std::int64_t> integer_value(std::string_view number) {
  const Decimal d = parse(number);
  if (d.type != Decimal::Class::finite) return std::nullopt;
  if (d.is_zero()) return 0;
  const auto digits = static_cast<std::int64_t>(d.digit_count());
  if (!d.scale.big.empty() || d.scale.small < digits || d.scale.small > 19) return std::nullopt;
  std::uint64_t value = 0;  // 19 digits fit in 64 bits
  for (const char c : d.whole) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  for (const char c : d.fraction) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  for (std::int64_t i = digits; i < d.scale.small; ++i) value *= 10;
  const std::uint64_t most = std::uint64_t{1} << 63;
  if (value > most || (value == most && !d.negative)) return std::nullopt;
  return static_cast<std::int64_t>(d.negative ? 0 - value : value);
}

}  // namespace tare::json
