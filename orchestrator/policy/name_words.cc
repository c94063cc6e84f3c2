#include "policy/name_words.h"

#include <utf8proc.h>

#include <algorithm>

#include "base/utf8.h"

namespace tare {
namespace {

enum class Kind { other, digit, small, capital };

// Letters that have no case count as small ones, and marks belong to their letter.
Kind kind_of(const CodePoint& point) {
  if (!point.valid) return Kind::other;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(point.value))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
      return Kind::capital;
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
      return Kind::small;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return Kind::digit;
    default:
      return Kind::other;
  }
}

bool ends_word(Kind before, Kind now, Kind after) {
  if ((before == Kind::digit) != (now == Kind::digit)) return true;
  if (now != Kind::capital) return false;
  return before == Kind::small || after == Kind::small;
}

void append_small(char32_t letter, std::string& out) {
  utf8proc_uint8_t bytes[4];
  const auto size =
      utf8proc_encode_char(utf8proc_tolower(static_cast<utf8proc_int32_t>(letter)), bytes);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace

std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  Kind before = Kind::other;
  for (std::size_t at = 0; at < name.size();) {
    const CodePoint point = code_point_at(name, at);
    at += point.length;
    const Kind now = kind_of(point);
    const Kind after = at < name.size() ? kind_of(code_point_at(name, at)) : Kind::other;
    if (now == Kind::other || ends_word(before, now, after)) end_word();
    if (now != Kind::other) append_small(point.value, word);
    before = now;
  }
  end_word();
  return words;
}

bool holds_words(const std::vector<std::string>& words, const std::vector<std::string>& part) {
  return !part.empty() &&
         std::search(words.begin(), words.end(), part.begin(), part.end()) != words.end();
}

}  // namespace tare
