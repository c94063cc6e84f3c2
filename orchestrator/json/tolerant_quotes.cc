#include "json/tolerant_quotes.h"

#include <algorithm>
#include <string_view>

#include "json/lexer.h"
#include "json/tolerant_tokens.h"

namespace tare::json {
namespace {

bool is_quote(char c) { return c == '"' || c == '\''; }

bool has_line_break(const char* p, const char* end) { return std::find(p, end, '\n') != end; }

std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// What stands behind the word, or the string without faults, that begins at `p`; 0 at the end of
// the text and where no such token stands there.
char behind(const char* token_end, const char* end) {
  const char* next = skip_space(token_end, end);
  return next == end ? '\0' : *next;
}
char behind_string(const char* p, const char* end) {
  const Scan scan = *p == '"' ? scan_string<'"'>(p + 1, end) : scan_string<'\''>(p + 1, end);
  return scan.fault == Fault::none ? behind(scan.at, end) : '\0';
}

const char* end_of_word(const char* p, const char* end) {
  while (!ends_word(p, end)) ++p;
  return p;
}

bool is_number_or_literal(std::string_view word) {
  for (const std::string_view literal : {"true", "false", "null", "True", "False", "None"}) {
    if (word == literal) return true;
  }
  const Scan scan = is_digit(word[0]) || word[0] == '-'
                        ? scan_number(word.data(), word.data() + word.size())
                        : Scan{word.data(), 0, Fault::bad_number};
  return scan.fault == Fault::none && scan.at == word.data() + word.size();
}

// The next string of the same kind; its end, or null where the text ends first.
template <char Quote>
const char* past_next_quote(const char* p, const char* end) {
  for (;;) {
    const Scan scan = scan_string<Quote>(p, end);
    if (scan.fault == Fault::none) return scan.at;
    if (scan.fault == Fault::truncated) return nullptr;
    p = past_fault(scan);
  }
}

}  // namespace

// A text that ends with a bracket or a fence was not cut inside a string.
bool QuoteFinder::is_cut() const {
  const char* last = end_;
  while (last != begin_ && is_space(last[-1])) --last;
  return last == begin_ || (last[-1] != '}' && last[-1] != ']' && last[-1] != '`');
}

const char* QuoteFinder::end_of_string(const char* p, char quote, StringRole role) {
  bool& endless = endless_[quote == '"' ? 0 : 1][static_cast<int>(role)];
  if (role == StringRole::alone || endless || ends(p, quote, role)) return p;
  const char* at = p;
  do {
    at = quote == '"' ? past_next_quote<'"'>(at, end_) : past_next_quote<'\''>(at, end_);
  } while (at != nullptr && !ends(at, quote, role));
  if (at != nullptr) return at;
  endless = true;
  return is_cut() ? end_ : p;
}

bool QuoteFinder::ends(const char* p, char quote, StringRole role) {
  const bool is_name = role == StringRole::name;
  const char* next = skip_space(p, end_);
  if (next == end_ || *next == ',' || *next == '}' || *next == ']') return true;
  if (*next == ':' || *next == '=') return is_name;
  if (*next == '`') return view(next, end_).starts_with("```");
  if (starts_comment(next, end_)) return ends_before_comment(next, quote);
  if (*next == quote && next == p) {
    // Two in a row: if the second can end the string, the first is the end of a quotation in it.
    const char after = behind(p + 1, end_);
    if (after == '\0' || after == ',' || after == '}' || after == ']') return false;
    if (is_name && after == ':') return false;
  }
  if (*next == ';' && !is_name) {
    while (next != end_ && *next == ';') ++next;
    next = skip_space(next, end_);
    return next != end_ && is_quote(*next) && ends_before_quote(next, role);
  }
  if (is_quote(*next)) return ends_before_quote(next, role);
  if (*next == '{' || *next == '[') return ends_before_bracket(p, next, role);
  return starts_word(next, end_) && ends_before_word(p, next, role);
}

// A missing comma, or behind a name a missing colon.
bool QuoteFinder::ends_before_quote(const char* next, StringRole role) const {
  const char after = behind_string(next, end_);
  switch (role) {
    case StringRole::member:
    case StringRole::member_of_bare_name:
      return after == ':';
    case StringRole::element:
      return after == ',' || after == ']' || is_quote(after);
    case StringRole::name:
      return after == ',' || after == '}' || after == ']';
    case StringRole::alone:
      break;
  }
  return true;
}

bool QuoteFinder::ends_before_word(const char* p, const char* next, StringRole role) const {
  const char* word_end = end_of_word(next + 1, end_);
  const char after = behind(word_end, end_);
  switch (role) {
    case StringRole::member:
      return after == ':' && has_line_break(p, next);
    case StringRole::member_of_bare_name:
      return after == ':';
    case StringRole::element:
    case StringRole::name:
      return (after == ',' || after == ']' || after == '}') &&
             is_number_or_literal(view(next, word_end));
    case StringRole::alone:
      break;
  }
  return true;
}

bool QuoteFinder::ends_before_bracket(const char* p, const char* next, StringRole role) const {
  if (role == StringRole::name || has_line_break(p, next)) return true;
  if (role != StringRole::element) return false;
  const char inside = behind(next + 1, end_);
  return is_quote(inside) || inside == '}' || inside == ']' || inside == '{' || inside == '[';
}

// {"cmd":"echo "hi" # greet"}: no comment, since a value ends behind it in the same line.
bool QuoteFinder::ends_before_comment(const char* next, char quote) {
  if (*next == '/' && next[1] == '*') {
    if (block_ == nullptr || next < block_ || next + 2 > block_end_) {
      const std::size_t close = view(next, end_).find("*/", 2);
      block_ = next;
      block_end_ = close == std::string_view::npos ? end_ : next + close;
    }
    if (block_end_ != end_) return true;
  }
  if (line_ == nullptr || next < line_ || next > line_end_) {
    line_ = next;
    line_end_ = std::find(next, end_, '\n');
    const char* last = line_end_;
    bool closed = false;
    while (last != next) {
      const char c = last[-1];
      const bool closes = c == ',' || c == '}' || c == ']';
      if (!closes && !is_space(c)) break;
      closed = closed || closes;
      --last;
    }
    line_last_ = closed && last != next ? last[-1] : '\0';
  }
  return line_last_ != quote;
}

}  // namespace tare::json
