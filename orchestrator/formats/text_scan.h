// Small steps over a text that all readers of model text take.
#pragma once

#include <cstddef>
#include <string_view>

namespace tare::formats {

inline constexpr std::size_t kNone = std::string_view::npos;

inline bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

inline std::size_t skip_blank(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// The end of text[begin, end) without the white space there.
inline std::size_t trim_end(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin && is_blank(text[end - 1])) --end;
  return end;
}

inline std::string_view trimmed(std::string_view text) {
  const std::size_t begin = skip_blank(text, 0);
  return text.substr(begin, trim_end(text, begin, text.size()) - begin);
}

inline bool stands_at(std::string_view text, std::size_t at, std::string_view mark) {
  return at <= text.size() && text.substr(at, mark.size()) == mark;
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
  std::string_view mark() const { return mark_; }

 private:
  std::string_view text_, mark_;
  std::size_t at_;
};

}  // namespace tare::formats
