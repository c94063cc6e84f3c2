#include "formats/python_string.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/utf8.h"
#include "formats/text_scan.h"
#include "json/lexer.h"

namespace tare::formats {
namespace {

// `count` hexadecimal digits at `at`.
std::optional<std::uint32_t> hex_at(std::string_view text, std::size_t at, std::size_t count) {
  if (text.size() < at + count) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    const int digit = json::hex_digit(text[i]);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return value;
}

bool is_octal(char c) { return c >= '0' && c <= '7'; }

// The escape at text[at], which is its backslash; returns its end. `at + 1` is in the text.
std::size_t decode_escape(std::string_view text, std::size_t at, std::string& out) {
  const char c = text[at + 1];
  constexpr std::string_view kLetters = "\\'\"abfnrtv";
  constexpr std::string_view kMeanings = "\\'\"\a\b\f\n\r\t\v";
  if (const std::size_t i = kLetters.find(c); i != kNone) {
    out.push_back(kMeanings[i]);
    return at + 2;
  }
  if (c == '\n') return at + 2;
  if (is_octal(c)) {
    std::uint32_t value = 0;
    std::size_t end = at + 1;
    while (end < text.size() && end < at + 4 && is_octal(text[end])) {
      value = value * 8 + static_cast<std::uint32_t>(text[end++] - '0');
    }
    append_utf8(out, value);
    return end;
  }
  const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  const std::optional<std::uint32_t> value =
      digits == 0 ? std::nullopt : hex_at(text, at + 2, digits);
  if (!value || *value > 0x10ffff) {
    out.push_back('\\');
    return at + 1;
  }
  std::size_t end = at + 2 + digits;
  char32_t code_point = *value;
  // Two halves of a pair are one character to whoever printed them.
  if (c == 'u' && json::is_high_surrogate(static_cast<int>(*value)) &&
      stands_at(text, end, "\\u")) {
    const std::optional<std::uint32_t> low = hex_at(text, end + 2, 4);
    if (low && json::is_low_surrogate(static_cast<int>(*low))) {
      code_point = 0x10000 + ((*value - 0xd800) << 10) + (*low - 0xdc00);
      end += 6;
    }
  }
  append_utf8(out, code_point);
  return end;
}

}  // namespace

PythonString read_python_string(std::string_view text, std::size_t at, std::string& decoded) {
  PythonString out;
  bool raw = false;
  if (at < text.size() && (text[at] == 'r' || text[at] == 'R')) {
    raw = true;
    ++at;
  } else if (at < text.size() && (text[at] == 'u' || text[at] == 'U')) {
    ++at;
  }
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return out;
  out.is_string = true;
  std::string_view quotes = text.substr(at, 1);
  const bool triple =
      text.substr(at, 3).find_first_not_of(quotes) == kNone && at + 3 <= text.size();
  if (triple) quotes = text.substr(at, 3);
  std::size_t p = at + quotes.size();
  const char stops[] = {quotes.front(), '\\', '\n', '\0'};
  while (p < text.size()) {
    const std::size_t stop = std::min(text.find_first_of(stops, p), text.size());
    decoded += text.substr(p, stop - p);
    p = stop;
    if (p == text.size()) break;
    if (text[p] == '\\' && p + 1 < text.size()) {
      if (raw) {
        decoded += text.substr(p, 2);
        p += 2;
      } else {
        out.named_escape |= stands_at(text, p + 1, "N{");
        p = decode_escape(text, p, decoded);
      }
    } else if (stands_at(text, p, quotes)) {
      out.closed = true;
      p += quotes.size();
      break;
    } else if (text[p] == '\\') {
      ++p;  // the first half of an escape, at the end of the text
    } else {
      if (text[p] == '\n' && !triple) out.line_break = true;
      decoded.push_back(text[p++]);
    }
  }
  out.end = p;
  return out;
}

}  // namespace tare::formats
