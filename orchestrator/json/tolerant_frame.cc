#include "json/tolerant_frame.h"

#include <algorithm>
#include <string_view>

#include "json/lexer.h"
#include "json/tolerant_tokens.h"

namespace tare::json {
namespace {

constexpr std::string_view kFence = "```";

bool starts_with(const char* p, const char* end, std::string_view what) {
  return std::string_view(p, static_cast<std::size_t>(end - p)).starts_with(what);
}

const char* trim_right(const char* begin, const char* end) {
  while (end != begin && is_space(end[-1])) --end;
  return end;
}

bool is_info_character(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' || c == '-' || c == '+';
}

// "```json": the fence and its word, which ends at the line's end or right before a bracket.
const char* end_of_fence(const char* p, const char* end) {
  const char* after = p + kFence.size();
  const char* word_end = after;
  while (word_end != end && is_info_character(*word_end)) ++word_end;
  const bool is_info =
      word_end == end || is_space(*word_end) || *word_end == '{' || *word_end == '[';
  return is_info ? word_end : after;
}

bool is_bracket(char c) { return c == '{' || c == '['; }

// Notes prose before `value`, and the last fence in it if nothing but its word stands between.
void note_before(Builder& builder, const char* p, const char* value) {
  const std::string_view before(p, static_cast<std::size_t>(value - p));
  const std::size_t fence = before.rfind(kFence);
  if (fence != std::string_view::npos) {
    const char* begin = p + fence;
    const char* fence_end = end_of_fence(begin, value);
    if (skip_space(fence_end, value) == value) {
      const char* text_end = trim_right(p, begin);
      if (text_end != p) builder.deviation(DeviationKind::text_before_value, p, text_end);
      builder.deviation(DeviationKind::code_fence, begin, fence_end);
      return;
    }
  }
  builder.deviation(DeviationKind::text_before_value, p, trim_right(p, value));
}

bool starts_scalar(const char* p, const char* end) {
  if (*p == '"' || *p == '\'') return true;
  if (is_digit(*p) || *p == '-' || *p == '+' || *p == '.') return true;
  return starts_word(p, end);
}

// A scalar that a strict lexer takes whole, with nothing but blank space behind it up to a fence,
// or one word alone: not the first word of a sentence.
bool is_lone_scalar(const char* p, const char* end) {
  if (*p == '"' || *p == '\'') {
    return true;
  }
  const char* word_end = p;
  while (!ends_word(word_end, end)) ++word_end;
  const char* rest = skip_space(word_end, end);
  const bool is_number = is_digit(*p) || *p == '-' || *p == '+' || *p == '.';
  return rest == end || is_number || starts_with(rest, end, kFence) || starts_comment(rest, end);
}

}  // namespace

const char* skip_blank_and_comments(Builder& builder, const char* p, const char* end) {
  for (;;) {
    p = skip_space(p, end);
    if (!starts_comment(p, end)) return p;
    const char* begin = p;
    if (p[0] == '/' && p[1] == '*') {
      const std::string_view rest(p, static_cast<std::size_t>(end - p));
      const std::size_t close = rest.find("*/", 2);
      p = close == std::string_view::npos ? end : p + close + 2;
    } else {
      p = std::find(p, end, '\n');
    }
    builder.deviation(DeviationKind::comment, begin, p);
  }
}

const char* find_value(Builder& builder, const char* p, const char* end) {
  if (starts_with(p, end, "\xef\xbb\xbf")) {
    builder.deviation(DeviationKind::byte_order_mark, p, p + 3);
    p += 3;
  }
  p = skip_blank_and_comments(builder, p, end);
  if (p == end || is_bracket(*p)) return p;
  if (starts_with(p, end, kFence)) {
    const char* fence_end = end_of_fence(p, end);
    const char* inside = skip_blank_and_comments(builder, fence_end, end);
    if (inside != end && (is_bracket(*inside) || starts_scalar(inside, end))) {
      builder.deviation(DeviationKind::code_fence, p, fence_end);
      p = inside;
      if (is_bracket(*p)) return p;
    }
  }
  const char* bracket = std::find_if(p, end, is_bracket);
  if (starts_scalar(p, end)) {
    const bool quoted_over_bracket = (*p == '"' && scan_string<'"'>(p + 1, end).at > bracket) ||
                                     (*p == '\'' && scan_string<'\''>(p + 1, end).at > bracket);
    if (bracket == end ? is_lone_scalar(p, end) : quoted_over_bracket) return p;
  }
  if (bracket != end) note_before(builder, p, bracket);
  return bracket;
}

void note_rest(Builder& builder, const char* p, const char* end) {
  p = skip_blank_and_comments(builder, p, end);
  if (starts_with(p, end, kFence)) {
    builder.deviation(DeviationKind::code_fence, p, p + kFence.size());
    p = skip_blank_and_comments(builder, p + kFence.size(), end);
  }
  if (p != end) builder.deviation(DeviationKind::text_after_value, p, trim_right(p, end));
}

}  // namespace tare::json
