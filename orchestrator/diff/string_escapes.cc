// Both texts are walked at once. Between backslashes they must agree byte by byte. At a run of n
// backslashes the other text has a run of m; then the character behind decides: it stands in the
// other text as it is, or as what the escape means. That needs no look back, so the walk is linear
// however long the runs are.
#include "diff/string_escapes.h"

#include <cstdint>
#include <optional>
#include <string>

#include "base/utf8.h"

namespace tare {
namespace {

std::size_t run_of_backslashes(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_not_of('\\', at);
  return (end == text.npos ? text.size() : end) - at;
}

struct Escape {
  std::size_t length;  // of what follows the backslash
  std::string meaning;
};

std::optional<char32_t> number_at(std::string_view text, std::size_t at, std::size_t digits,
                                  char32_t base) {
  if (at + digits > text.size()) return std::nullopt;
  char32_t value = 0;
  for (const char c : text.substr(at, digits)) {
    const char32_t digit = c >= '0' && c <= '9'   ? static_cast<char32_t>(c - '0')
                           : c >= 'a' && c <= 'f' ? static_cast<char32_t>(c - 'a' + 10)
                           : c >= 'A' && c <= 'F' ? static_cast<char32_t>(c - 'A' + 10)
                                                  : base;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

std::optional<Escape> numbered(std::string_view text, std::size_t at, std::size_t skip,
                               std::size_t digits, char32_t base) {
  const std::optional<char32_t> value = number_at(text, at + skip, digits, base);
  if (!value || *value > 0x10ffff) return std::nullopt;
  Escape escape{skip + digits, {}};
  append_utf8(escape.meaning, *value);
  return escape;
}

// \ud83d\ude00 is one character in two escapes.
std::optional<Escape> utf16_escape(std::string_view text, std::size_t at) {
  const std::optional<char32_t> high = number_at(text, at + 1, 4, 16);
  if (!high) return std::nullopt;
  if (*high >= 0xd800 && *high < 0xdc00 && text.substr(at + 5).starts_with("\\u")) {
    const std::optional<char32_t> low = number_at(text, at + 7, 4, 16);
    if (low && *low >= 0xdc00 && *low < 0xe000) {
      Escape escape{11, {}};
      append_utf8(escape.meaning, 0x10000 + ((*high - 0xd800) << 10) + (*low - 0xdc00));
      return escape;
    }
  }
  return numbered(text, at, 1, 4, 16);
}

std::optional<Escape> octal_escape(std::string_view text, std::size_t at) {
  for (std::size_t digits = 3; digits > 0; --digits) {
    if (auto escape = numbered(text, at, 0, digits, 8)) return escape;
  }
  return std::nullopt;
}

// What JSON, JavaScript, Python and C mean by a backslash and the text at `at`. Those that mean
// the character itself are no matter here: to drop the backslash comes to the same.
std::optional<Escape> escape_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kLetters = "ntrbfvae";
  constexpr std::string_view kMeanings = "\n\t\r\b\f\v\a\x1b";
  if (at >= text.size()) return std::nullopt;
  const char c = text[at];
  if (const std::size_t letter = kLetters.find(c); letter != kLetters.npos) {
    return Escape{1, std::string(1, kMeanings[letter])};
  }
  if (c == 'u') return utf16_escape(text, at);
  if (c == 'x') return numbered(text, at, 1, 2, 16);
  if (c == 'U') return numbered(text, at, 1, 8, 16);
  return octal_escape(text, at);
}

}  // namespace

bool is_unescaped(std::string_view escaped, std::string_view plain) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < escaped.size()) {
    if (escaped[i] != '\\') {
      if (j == plain.size() || escaped[i] != plain[j]) return false;
      ++i;
      ++j;
      continue;
    }
    const std::size_t run = run_of_backslashes(escaped, i);
    const std::size_t left = run_of_backslashes(plain, j);
    if (left > run || left < run / 2) return false;
    i += run;
    j += left;
    const std::optional<Escape> escape = escape_at(escaped, i);
    // The longer reading first: "\u0075" may have lost its backslash alone.
    if (!escape || plain.substr(j).starts_with(escaped.substr(i, escape->length))) continue;
    if (left == run || !plain.substr(j).starts_with(escape->meaning)) return false;
    i += escape->length;
    j += escape->meaning.size();
  }
  return j == plain.size();
}

bool equal_but_for_escapes(std::string_view a, std::string_view b) {
  if (a.find('\\') == a.npos && b.find('\\') == b.npos) return false;
  return is_unescaped(a, b) || is_unescaped(b, a);
}

}  // namespace tare
