#include "formats/python_tokens.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "formats/python_string.h"
#include "formats/text_scan.h"
#include "json/lexer.h"

namespace tare::formats {
namespace {

// What CPython's tokenizer allows.
constexpr std::size_t kMaxBrackets = 200;

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Longest first.
constexpr std::array<std::string_view, 47> kSigns = {
    "**=", "//=", ">>=", "<<=", "...", "!=", "%=", "&=", "**", "*=", "+=", "-=",
    "->",  "//",  "/=",  ":=",  "<<",  "<=", "==", ">=", ">>", "@=", "^=", "|=",
    "%",   "&",   "(",   ")",   "*",   "+",  ",",  "-",  ".",  "/",  ":",  ";",
    "<",   "=",   ">",   "@",   "[",   "]",  "^",  "{",  "|",  "}",  "~"};

// Words that may follow a number without a space.
constexpr std::array<std::string_view, 8> kAfterNumber = {"and", "else", "for", "if",
                                                          "in",  "is",   "not", "or"};

struct Range {
  char32_t first, last;
};
// Beyond ASCII: what is no letter, digit or mark, as far as models write it.
constexpr std::array<Range, 19> kNoLetters = {{{0x80, 0xa9},
                                               {0xab, 0xb4},
                                               {0xb6, 0xb9},
                                               {0xbb, 0xbf},
                                               {0xd7, 0xd7},
                                               {0xf7, 0xf7},
                                               {0x2000, 0x203e},
                                               {0x2041, 0x2053},
                                               {0x2055, 0x2070},
                                               {0x2072, 0x207e},
                                               {0x2080, 0x208f},
                                               {0x20a0, 0x20cf},
                                               {0x2190, 0x2bff},
                                               {0x3000, 0x3004},
                                               {0x3008, 0x3020},
                                               {0xd800, 0xf8ff},
                                               {0xfe10, 0xfe4c},
                                               {0xff00, 0xff0f},
                                               {0x1f000, 0x1faff}}};

bool is_letter(const CodePoint& c) {
  if (!c.valid) return false;
  if (c.value < 0x80) {
    const char ascii = static_cast<char>(c.value);
    return ascii == '_' || (ascii_lower(ascii) >= 'a' && ascii_lower(ascii) <= 'z');
  }
  return std::ranges::none_of(
      kNoLetters, [&](const Range& r) { return c.value >= r.first && c.value <= r.last; });
}

template <class List>
bool is_one_of(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// \x, \u, \U without their digits, or \N{…}, whose names are not known here.
bool has_bad_escape(std::string_view body, bool bytes) {
  for (std::size_t i = 0; i + 1 < body.size(); ++i) {
    if (body[i] != '\\') continue;
    const char c = body[++i];
    if (bytes && c != 'x') continue;
    const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c == 'N') return true;
    if (digits == 0) continue;
    if (body.size() < i + 1 + digits) return true;
    for (std::size_t d = 1; d <= digits; ++d) {
      if (json::hex_digit(body[i + d]) < 0) return true;
    }
  }
  return false;
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, std::string& why) : text_(text), why_(why) {}

  std::optional<std::vector<PythonToken>> read();

 private:
  bool fail(std::string_view why) {
    why_ = why;
    return false;
  }
  // Blanks, comments, joined lines and, where no token may follow, the end of the line.
  bool skip_space();
  bool read_token();
  bool read_word();
  bool read_string(std::size_t prefix_end);
  bool read_number();
  bool read_sign();
  bool digits(bool (*is_one)(char));
  void add(PythonTokenKind kind, std::size_t begin, std::string value = {}) {
    tokens_.push_back({kind, text_.substr(begin, at_ - begin), std::move(value), begin});
  }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::string& why_;
  std::size_t at_ = 0;
  std::vector<char> open_;  // brackets
  bool line_ended_ = false;
  std::vector<PythonToken> tokens_;
};

bool Tokenizer::skip_space() {
  std::size_t line_begin = at_;
  bool indented = false;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\f') {
      if (tokens_.empty()) indented = c != '\f';
      ++at_;
    } else if (c == '#') {
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    } else if (c == '\\' && at_ + 1 < text_.size() &&
               (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r')) {
      at_ += stands_at(text_, at_ + 1, "\r\n") ? 3 : 2;
      if (at_ == text_.size()) return fail("the text ends behind a backslash");
    } else if (c == '\n' || c == '\r') {
      if (open_.empty() && !tokens_.empty()) line_ended_ = true;
      indented = false;
      line_begin = ++at_;
    } else {
      break;
    }
  }
  if (at_ == text_.size()) return true;
  if (tokens_.empty() && indented && at_ > line_begin) return fail("the text is indented");
  return line_ended_ ? fail("text on a further line") : true;
}

bool Tokenizer::read_word() {
  const std::size_t begin = at_;
  while (at_ < text_.size()) {
    const CodePoint c = code_point_at(text_, at_);
    if (!is_letter(c) && !(c.valid && c.value < 0x80 && is_digit(static_cast<char>(c.value))))
      break;
    at_ += c.length;
  }
  if ((here() == '"' || here() == '\'') && at_ - begin <= 2) {
    const std::size_t prefix_end = at_;
    at_ = begin;
    return read_string(prefix_end);
  }
  const std::string_view word = text_.substr(begin, at_ - begin);
  add(is_one_of(kKeywords, word) ? PythonTokenKind::keyword : PythonTokenKind::name, begin);
  return true;
}

bool Tokenizer::read_string(std::size_t prefix_end) {
  const std::size_t begin = at_;
  std::string prefix;
  for (char c : text_.substr(begin, prefix_end - begin)) prefix.push_back(ascii_lower(c));
  std::sort(prefix.begin(), prefix.end());
  constexpr std::array<std::string_view, 7> kPrefixes = {"", "r", "u", "b", "f", "br", "fr"};
  if (!is_one_of(kPrefixes, prefix)) return fail("a name right before a string");
  const bool raw = prefix.find('r') != std::string::npos;
  const bool bytes = prefix.find('b') != std::string::npos;
  const bool formatted = prefix.find('f') != std::string::npos;
  std::string value;
  PythonString read;
  if (raw && prefix_end > begin) {
    // The reader takes one `r`, right before the quotes.
    std::string_view quoted = text_.substr(prefix_end - 1);
    if (ascii_lower(quoted.front()) == 'r') {
      read = read_python_string(text_, prefix_end - 1, value);
    } else {
      // `rb"…"`: its end is that of the plain string, for a backslash holds a quote in both.
      read = read_python_string(text_, prefix_end, value);
    }
  } else {
    read = read_python_string(text_, prefix_end, value);
  }
  if (!read.closed) return fail("a string without its closing quotes");
  if (read.line_break) return fail("a line break in a string");
  const std::string_view body = text_.substr(prefix_end, read.end - prefix_end);
  if (!raw && has_bad_escape(body, bytes)) return fail("a broken escape in a string");
  if (bytes && std::ranges::any_of(body, [](char c) { return (c & 0x80) != 0; })) {
    return fail("bytes beyond ASCII");
  }
  at_ = read.end;
  const PythonTokenKind kind = bytes       ? PythonTokenKind::bytes
                               : formatted ? PythonTokenKind::f_string
                                           : PythonTokenKind::string;
  add(kind, begin, std::move(value));
  return true;
}

bool is_hex_digit(char c) { return json::hex_digit(c) >= 0; }
bool is_octal_digit(char c) { return c >= '0' && c <= '7'; }
bool is_binary_digit(char c) { return c == '0' || c == '1'; }

// Digits with single underscores between them; at least one.
bool Tokenizer::digits(bool (*is_one)(char)) {
  if (!is_one(here())) return false;
  while (is_one(here()) || (here() == '_' && at_ + 1 < text_.size() && is_one(text_[at_ + 1])))
    ++at_;
  return true;
}

bool Tokenizer::read_number() {
  const std::size_t begin = at_;
  const char mark = at_ + 1 < text_.size() ? ascii_lower(text_[at_ + 1]) : '\0';
  if (here() == '0' && (mark == 'x' || mark == 'o' || mark == 'b')) {
    at_ += 2;
    if (here() == '_') ++at_;
    if (!digits(mark == 'x' ? is_hex_digit : mark == 'o' ? is_octal_digit : is_binary_digit)) {
      return fail("a number without digits");
    }
  } else {
    bool whole = true;
    if (here() != '.') digits(is_digit);
    const std::string_view leading = text_.substr(begin, at_ - begin);
    if (here() == '.') {
      whole = false;
      ++at_;
      digits(is_digit);
    }
    if (here() == 'e' || here() == 'E') {
      const std::size_t exponent = at_++;
      if (here() == '+' || here() == '-') ++at_;
      if (digits(is_digit)) {
        whole = false;
      } else {
        at_ = exponent;
      }
    }
    const bool imaginary = here() == 'j' || here() == 'J';
    if (imaginary) ++at_;
    if (whole && !imaginary && leading.size() > 1 && leading.front() == '0' &&
        leading.find_first_not_of("0_") != std::string_view::npos) {
      return fail("a number with leading zeros");
    }
  }
  if (at_ < text_.size() && (is_letter(code_point_at(text_, at_)) || is_digit(here()))) {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(code_point_at(text_, end)) || is_digit(text_[end]))) {
      end += code_point_at(text_, end).length;
    }
    if (!is_one_of(kAfterNumber, text_.substr(at_, end - at_))) {
      return fail("a number that goes on as a name");
    }
  }
  add(PythonTokenKind::number, begin);
  return true;
}

bool Tokenizer::read_sign() {
  for (const std::string_view sign : kSigns) {
    if (!stands_at(text_, at_, sign)) continue;
    const char c = sign.front();
    if (c == '(' || c == '[' || c == '{') {
      if (open_.size() == kMaxBrackets) return fail("too many brackets within each other");
      open_.push_back(c);
    } else if (c == ')' || c == ']' || c == '}') {
      const char expected = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open_.empty() || open_.back() != expected) return fail("a bracket that nothing opened");
      open_.pop_back();
    }
    const std::size_t begin = at_;
    at_ += sign.size();
    add(PythonTokenKind::sign, begin);
    return true;
  }
  return fail("a character that Python does not have");
}

bool Tokenizer::read_token() {
  const char c = text_[at_];
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    return read_number();
  }
  if (c == '"' || c == '\'') return read_string(at_);
  if (is_letter(code_point_at(text_, at_))) return read_word();
  return read_sign();
}

std::optional<std::vector<PythonToken>> Tokenizer::read() {
  if (text_.find('\0') != std::string_view::npos) {
    fail("a NUL character");
    return std::nullopt;
  }
  for (;;) {
    if (!skip_space()) return std::nullopt;
    if (at_ == text_.size()) break;
    if (!read_token()) return std::nullopt;
  }
  if (!open_.empty()) {
    fail("a bracket that is not closed");
    return std::nullopt;
  }
  add(PythonTokenKind::end, at_);
  return std::move(tokens_);
}

}  // namespace

std::optional<std::vector<PythonToken>> read_python_tokens(std::string_view text,
                                                           std::string& why) {
  return Tokenizer(text, why).read();
}

}  // namespace tare::formats
