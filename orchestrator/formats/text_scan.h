// Small steps over a text that all readers of model text take.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace tare::formats {

inline constexpr std::size_t kNone = std::string_view::npos;

inline std::size_t skip_blank(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// The end of text[begin, end) without the white space there.
inline std::size_t trim_end(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin && is_blank(text[end - 1])) --end;
  return end;
}

inline bool stands_at(std::string_view text, std::size_t at, std::string_view mark) {
  return at <= text.size() && text.substr(at, mark.size()) == mark;
}

// Whether the text ends at `at` in the first part of the mark, two bytes of it or more.
inline bool is_cut_tag(std::string_view text, std::size_t at, std::string_view mark) {
  const std::size_t size = text.size() - at;
  return size >= 2 && size < mark.size() && mark.starts_with(text.substr(at));
}

// A character of a tool's name, as public formats have them.
inline bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':' || c == '/' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

inline std::size_t skip_name(std::string_view text, std::size_t at) {
  while (at < text.size() && is_name_char(text[at])) ++at;
  return at;
}

// Whether prose speaks of what begins at `at`: a back-tick stands right before it, and the next on
// the same line closes what that one opens.
inline bool is_quoted(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != '`' || (at > 1 && text[at - 2] == '`')) return false;
  const std::size_t end = text.find_first_of("`\n", at);
  return end != kNone && text[end] == '`';
}

// The next place of one mark at or after a position that only grows: the text is searched once,
// though a reader asks again and again for a mark that is not there.
class NextMark {
 public:
  NextMark(std::string_view text, std::string_view mark)
      : text_(text), mark_(mark), at_(mark.empty() ? kNone : text.find(mark)) {}

  std::size_t from(std::size_t position) {
    if (at_ != kNone && at_ < position) at_ = text_.find(mark_, position);
    return at_;
  }
  // The same, without those that prose only quotes.
  std::size_t unquoted_from(std::size_t position) {
    while (from(position) != kNone && is_quoted(text_, at_)) position = at_ + 1;
    return at_;
  }
  std::string_view mark() const { return mark_; }

 private:
  std::string_view text_, mark_;
  std::size_t at_;
};

}  // namespace tare::formats
