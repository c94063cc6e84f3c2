#include "coercion/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "json/decimal.h"

namespace tare {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
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

std::optional<std::string> number_in_string(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(kSpace) - first + 1);
  std::string clean;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if (text[i] == '_' && between) continue;
    clean += text[i];
  }
  if (!is_decimal(clean)) return std::nullopt;
  return clean;
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

std::size_t fraction_digits(std::string_view number) {
  const std::size_t point = number.find('.');
  if (point == number.npos || number.find_first_of("eE") != number.npos) return 0;
  return number.size() - point - 1;
}

std::optional<double> nearest_double(std::string_view number) {
  if (!number.empty() && number[0] == '+') number.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

}  // namespace tare
