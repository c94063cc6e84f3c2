#include "formats/python_number.h"

#include <charconv>
#include <cstdint>

#include "formats/text_scan.h"
#include "json/lexer.h"

namespace tare::formats {
namespace {

bool is_word_char(char c) {
  return json::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Underscores may stand between two digits and nowhere else.
bool drop_underscores(std::string& digits) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] != '_') {
      out.push_back(digits[i]);
      continue;
    }
    const bool between = i > 0 && i + 1 < digits.size() && json::hex_digit(digits[i - 1]) >= 0 &&
                         json::hex_digit(digits[i + 1]) >= 0;
    if (!between) return false;
  }
  digits = std::move(out);
  return true;
}

std::string in_other_base(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (digits.empty() || error != std::errc() || stop != end) return {};
  return std::to_string(value);
}

bool is_json_number(std::string_view text) {
  if (text.empty()) return false;
  const json::Scan scan = json::scan_number(text.data(), text.data() + text.size());
  return scan.fault == json::Fault::none && scan.at == text.data() + text.size();
}

}  // namespace

std::size_t python_number_end(std::string_view text, std::size_t at) {
  std::size_t p = at;
  if (p < text.size() && (text[p] == '-' || text[p] == '+')) ++p;
  const std::size_t digits = p;
  const bool other_base = stands_at(text, p, "0x") || stands_at(text, p, "0X");
  while (p < text.size()) {
    const char c = text[p];
    const bool exponent_sign = (c == '+' || c == '-') && !other_base && p > digits &&
                               (text[p - 1] == 'e' || text[p - 1] == 'E');
    if (!is_word_char(c) && c != '.' && !exponent_sign) break;
    ++p;
  }
  const std::size_t first = digits < text.size() && text[digits] == '.' ? digits + 1 : digits;
  return first < p && json::is_digit(text[first]) ? p : at;
}

std::string python_number_as_json(std::string_view number) {
  if (is_json_number(number)) return std::string(number);
  std::string sign;
  if (!number.empty() && (number.front() == '+' || number.front() == '-')) {
    if (number.front() == '-') sign = "-";
    number.remove_prefix(1);
  }
  std::string digits(number);
  if (!drop_underscores(digits)) return {};
  if (digits.size() > 2 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
    if (base != 0) {
      const std::string value = in_other_base(std::string_view(digits).substr(2), base);
      return value.empty() ? value : sign + value;
    }
  }
  if (!digits.empty() && digits.front() == '.') digits.insert(0, "0");
  const std::size_t point = digits.find('.');
  if (point != std::string::npos &&
      (point + 1 == digits.size() || !json::is_digit(digits[point + 1]))) {
    digits.insert(point + 1, "0");
  }
  return is_json_number(digits) ? sign + digits : std::string();
}

}  // namespace tare::formats
