// Each level of quoting doubles the backslashes before a character: a quote is \" in JSON, \\\" in
// JSON within JSON, and \\\' where a Python text is in it. Which levels a text has is not known,
// and they may be of different makes. So a run of backslashes is taken as one thing: some of them
// are the value's own, the rest belong to whatever quoted it, and what follows the run is the
// character itself or the rest of its escape. That finds a little more than a strict reader would,
// never less.
//
// Where a run can be read in several ways all are followed, side by side; a state is where the text
// and the value stand, and what is done for one place is bounded by the value's length.
#include "base/escaped_runs.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/utf8.h"

namespace tare {
namespace {

constexpr std::size_t kMost = 16;  // backslashes for one, four levels deep
constexpr std::size_t kLongestGap = 256;
constexpr std::size_t kRecent = 64;

constexpr std::string_view kEscapeLetters = "abfnrtv";
constexpr std::string_view kEscapeMeanings = "\a\b\f\n\r\t\v";

bool is_quote(char c) { return c == '\'' || c == '"'; }

// What some writer puts a backslash before, though it is itself.
bool may_be_escaped(char c) { return is_quote(c) || c == '/' || c == '\n' || c == '\r'; }

std::size_t run_at(std::string_view text, std::size_t at, std::size_t most) {
  std::size_t size = 0;
  while (size < most && at + size < text.size() && text[at + size] == '\\') ++size;
  return size;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) return (c & 0x5f) - 'A' + 10;
  return -1;
}

// A number that an escape is written with; `end` is 0 where there is none. `cut`: the text ends
// within it.
struct Number {
  std::uint32_t value = 0;
  std::size_t end = 0;
  bool cut = false;
};

Number hex_number(std::string_view text, std::size_t at, std::size_t digits) {
  Number out;
  for (std::size_t i = 0; i < digits; ++i) {
    if (at + i >= text.size()) {
      out.cut = true;
      return out;
    }
    const int digit = hex_digit(text[at + i]);
    if (digit < 0) return out;
    out.value = out.value << 4 | static_cast<std::uint32_t>(digit);
  }
  out.end = at + digits;
  return out;
}

bool is_octal(char c) { return c >= '0' && c <= '7'; }

Number octal_number(std::string_view text, std::size_t at) {
  Number out;
  std::size_t end = at;
  while (end < text.size() && end < at + 3 && is_octal(text[end])) {
    out.value = out.value << 3 | static_cast<std::uint32_t>(text[end++] - '0');
  }
  if (end > at) out.end = end;
  return out;
}

// What follows the backslashes: x41, u0041, U00000041, 101. A pair of surrogates is one.
Number code_point_number(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  if (is_octal(text[at])) return octal_number(text, at);
  const std::size_t digits = text[at] == 'x' ? 2 : text[at] == 'u' ? 4 : text[at] == 'U' ? 8 : 0;
  if (digits == 0) return {};
  Number out = hex_number(text, at + 1, digits);
  if (out.value > 0x10ffff) return {};
  if (out.end == 0 || out.value < 0xd800 || out.value > 0xdbff) return out;
  const std::size_t run = run_at(text, out.end, kMost);
  const std::size_t u = out.end + run;
  if (u >= text.size()) {
    out.cut = true;
    return out;
  }
  if (run == 0 || text[u] != 'u') return out;
  const Number low = hex_number(text, u + 1, 4);
  out.cut = low.cut;
  if (low.end == 0 || low.value < 0xdc00 || low.value > 0xdfff) return out;
  return {0x10000 + ((out.value - 0xd800) << 10) + (low.value - 0xdc00), low.end, false};
}

class Walk {
 public:
  Walk(std::string_view text, std::string_view value) : text_(text), value_(value) {}

  SpelledValue from(std::size_t at, std::size_t matched) {
    push(at, matched);
    const std::size_t most = 1024 + 8 * value_.size();
    for (std::size_t i = 0; i < states_.size() && work_ < most; ++i) step(states_[i]);
    return found_;
  }

 private:
  struct State {
    std::size_t at, matched;
    friend bool operator==(const State&, const State&) = default;
  };

  void push(std::size_t at, std::size_t matched) {
    const State state{at, matched};
    ++work_;
    const std::size_t recent = states_.size() > kRecent ? states_.size() - kRecent : 0;
    if (std::find(states_.begin() + static_cast<std::ptrdiff_t>(recent), states_.end(), state) ==
        states_.end()) {
      states_.push_back(state);
    }
  }

  void ends(std::size_t at) {
    if (found_.end == std::string_view::npos || at > found_.end) found_.end = at;
  }
  void at_edge(std::size_t matched) { found_.to_edge = std::max(found_.to_edge, matched); }

  void step(State state) {
    while (state.matched < value_.size() && state.at < text_.size() && text_[state.at] != '\\' &&
           text_[state.at] == value_[state.matched]) {
      if (is_quote(text_[state.at])) next_literal(state.at, state.matched);
      ++state.at;
      ++state.matched;
      ++work_;
    }
    if (state.matched == value_.size()) ends(state.at);
    if (state.at == text_.size()) at_edge(state.matched);
    if (state.matched == value_.size() || state.at == text_.size()) return;
    if (is_quote(text_[state.at])) next_literal(state.at, state.matched);
    if (text_[state.at] == '\\') run(state);
  }

  void run(State state) {
    const std::size_t own = run_at(value_, state.matched, value_.size());
    const std::size_t most = kMost * (own + 1);
    const std::size_t size = run_at(text_, state.at, most + 1);
    work_ += size + std::min(own, size);
    if (size > most) return;
    const std::size_t behind = state.at + size;
    if (behind == text_.size()) at_edge(state.matched);
    for (std::size_t taken = 0; taken <= std::min(own, size); ++taken) {
      const std::size_t matched = state.matched + taken;
      if (matched == value_.size()) {
        // The rest of the run may belong to what follows the value.
        std::size_t width = taken;
        while (width * 2 <= size) width *= 2;
        ends(state.at + width);
      } else if (behind < text_.size()) {
        character(behind, matched, taken > 0, size > taken ? size - taken : 0);
      }
    }
  }

  // The character behind a run of which `left` backslashes are not the value's own.
  void character(std::size_t at, std::size_t matched, bool some_own, std::size_t left) {
    const char wanted = value_[matched];
    const char c = text_[at];
    if (c == wanted && (some_own || may_be_escaped(c))) push(at + 1, matched + 1);
    if (left == 0) return;
    if (const std::size_t i = kEscapeLetters.find(c);
        i != std::string_view::npos && kEscapeMeanings[i] == wanted) {
      push(at + 1, matched + 1);
    }
    // A line that goes on behind its end: nothing of the value.
    if (c == '\n' || (c == 'n' && left >= 3)) push(at + 1, matched);
    if (is_quote(c)) next_literal(at, matched);
    const Number number = code_point_number(text_, at);
    if (number.cut) at_edge(matched);
    if (number.end == 0) return;
    std::string encoded;
    append_utf8(encoded, number.value);
    if (value_.substr(matched).starts_with(encoded)) push(number.end, matched + encoded.size());
  }

  // 'ab' 'cd' is one string to Python. The quote that ends the first stands at `at`; it may be the
  // first of three.
  void next_literal(std::size_t at, std::size_t matched) {
    if (matched == 0) return;
    behind_literal(at + 1, matched);
    if (const std::size_t end = three_quotes_end(at); end != 0) behind_literal(end, matched);
  }

  void behind_literal(std::size_t p, std::size_t matched) {
    const std::size_t stop = std::min(text_.size(), p + kLongestGap);
    while (p < stop) {
      const std::size_t run = run_at(text_, p, kMost);
      if (p + run >= stop) return;
      const char c = text_[p + run];
      const bool space = c == '\n' || (run == 0 ? c == ' ' || c == '\t' || c == '\r'
                                                : c == 'n' || c == 't' || c == 'r');
      if (!space) break;
      p += run + 1;
      ++work_;
    }
    if (p < stop && std::string_view("rRuU").find(text_[p]) != std::string_view::npos) ++p;
    p += run_at(text_, p, kMost);
    if (p >= stop || !is_quote(text_[p])) return;
    push(p + 1, matched);
    if (const std::size_t end = three_quotes_end(p); end != 0) push(end, matched);
  }

  // Three quotes, each with the backslashes that it has within another text; 0 where there is one.
  std::size_t three_quotes_end(std::size_t at) const {
    std::size_t end = at + 1;
    for (int i = 0; i < 2; ++i) {
      const std::size_t next = end + run_at(text_, end, kMost);
      if (next >= text_.size() || text_[next] != text_[at]) return 0;
      end = next + 1;
    }
    return end;
  }

  std::string_view text_;
  std::string_view value_;
  std::vector<State> states_;
  std::size_t work_ = 0;
  SpelledValue found_{std::string_view::npos, 0};
};

}  // namespace

SpelledValue spelled_value(std::string_view text, std::size_t at, std::string_view value,
                           std::size_t matched) {
  return Walk(text, value).from(at, matched);
}

bool escape_may_begin(std::string_view text, std::size_t at,
                      const std::array<bool, 256>& first_bytes) {
  const auto begins = [&](char c) { return first_bytes[static_cast<unsigned char>(c)]; };
  const std::size_t run = run_at(text, at, kMost + 1);
  const std::size_t behind = at + run;
  if (run == 0 || run > kMost || behind >= text.size()) return begins('\\');
  const char c = text[behind];
  if (begins('\\') || (may_be_escaped(c) && begins(c))) return true;
  const std::size_t letter = kEscapeLetters.find(c);
  if (letter != std::string_view::npos && begins(kEscapeMeanings[letter])) return true;
  const Number number = code_point_number(text, behind);
  if (number.end == 0) return false;
  std::string encoded;
  append_utf8(encoded, number.value);
  return begins(encoded.front());
}

}  // namespace tare
