#include "diff/number_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/ascii.h"
#include "diff/white_space.h"
#include "json/decimal.h"

namespace tare {
namespace {

std::size_t skip_digits(std::string_view text, std::size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
}

// "12,345,678.9": groups of three behind the first, up to the point.
bool has_comma_groups(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  std::string_view whole = text.substr(sign);
  whole = whole.substr(0, whole.find('.'));
  const std::size_t first = whole.find(',');
  if (first == whole.npos || first < 1 || first > 3) return false;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool comma = i >= first && (i - first) % 4 == 0;
    if (comma ? whole[i] != ',' : !is_digit(whole[i])) return false;
  }
  return (whole.size() - first) % 4 == 0;
}

}  // namespace

bool is_decimal(std::string_view text) {
  std::size_t i = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const std::size_t whole = skip_digits(text, i);
  std::size_t digits = whole - i;
  i = whole;
  if (i < text.size() && text[i] == '.') {
    const std::size_t end = skip_digits(text, i + 1);
    digits += end - (i + 1);
    i = end;
  }
  if (digits == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    const std::size_t end = skip_digits(text, i);
    if (end == i) return false;
    i = end;
  }
  return i == text.size();
}

std::optional<std::string> decimal_of(std::string_view text) {
  if (is_decimal(text)) return std::string(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.size() < 3 || text[0] != '0') return std::nullopt;
  const char mark = static_cast<char>(text[1] | 0x20);
  const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
  if (base == 0) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data() + 2, text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return (negative ? "-" : "") + std::to_string(value);
}

std::optional<std::string> number_in_string(std::string_view text) {
  text = trimmed(text);
  // Most strings are no numbers, and most that are not show it at once.
  if (text.empty() || text.find_first_of("0123456789") > 2) return std::nullopt;
  const bool grouped = has_comma_groups(text);
  std::string clean;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if ((text[i] == '_' && between) || (text[i] == ',' && grouped)) continue;
    clean += text[i];
  }
  return decimal_of(clean);
}

bool is_nonfinite_word(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text == "\xe2\x88\x9e") return true;
  if (text.size() > 8) return false;
  std::string word(text);
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return word == "nan" || word == "inf" || word == "infinity";
}

bool is_plain_spelling(std::string_view text, std::string_view number) {
  if (!json::is_json_number(text) || text.find_first_not_of("-.0123456789") != text.npos) {
    return false;
  }
  if (std::ranges::count_if(text, is_digit) > 15) return false;
  if (text == number) return true;
  const bool idle_zero = text.find('.') != text.npos && text.back() == '0';
  return !idle_zero && text != "-0";
}

bool is_integer_literal(std::string_view number) {
  return number.find_first_of(".eE") == std::string_view::npos;
}

std::int64_t fraction_digits(std::string_view number) {
  constexpr std::int64_t kMany = std::int64_t{1} << 40;
  const std::string canonical = json::canonical_number(number);
  const std::size_t mark = canonical.find('e');
  if (mark == canonical.npos) return 0;
  std::int64_t exponent = 0;
  const char* const begin = canonical.data() + mark + 1;
  const char* const end = canonical.data() + canonical.size();
  if (std::from_chars(begin, end, exponent).ec != std::errc()) {
    exponent = *begin == '-' ? -kMany : kMany;
  }
  return std::clamp<std::int64_t>(-exponent, 0, kMany);
}

double nearest_double(std::string_view number) {
  if (!number.empty() && number[0] == '+') number.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  const bool negative = number.starts_with('-');
  const std::string_view size = number.substr(negative ? 1 : 0);
  const double limit =
      json::compare_numbers(size, "1") > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return negative ? -limit : limit;
}

}  // namespace tare
