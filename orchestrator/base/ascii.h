// Characters of ASCII, told without the locale.
//
// Blank is JSON's white space: space, tab, line feed, carriage return. What a client layer trims is
// more than that (diff/white_space.h).
#pragma once

#include <string_view>

namespace tare {

inline constexpr std::string_view kBlanks = " \t\r\n";

constexpr bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

// Without the blanks at both ends.
constexpr std::string_view without_blank_ends(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace tare
