#include "json/tolerant_tokens.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tare::json {
namespace {

constexpr auto kRepaired = static_cast<std::uint32_t>(StringNote::repaired);
constexpr auto kInvalid = static_cast<std::uint32_t>(StringNote::invalid_utf8);

struct Literal {
  std::string_view text;
  Kind kind;
  bool is_python;
};
constexpr std::array<Literal, 6> kLiterals{{{"true", Kind::boolean, false},
                                            {"false", Kind::boolean, false},
                                            {"null", Kind::null, false},
                                            {"True", Kind::boolean, true},
                                            {"False", Kind::boolean, true},
                                            {"None", Kind::null, true}}};

std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// The non-finite names that printers use, whatever the case.
bool is_nonfinite(std::string_view word) {
  if (!word.empty() && (word[0] == '+' || word[0] == '-')) word.remove_prefix(1);
  const auto equals = [word](std::string_view lower) {
    return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
    });
  };
  return equals("nan") || equals("inf") || equals("infinity");
}

template <char Quote>
TolerantToken take_quoted(Builder& builder, QuoteFinder& quotes, StringRole role, const char* begin,
                          const char* end) {
  std::uint32_t notes = 0;
  if (Quote == '\'') {
    builder.deviation(DeviationKind::single_quotes, begin, begin + 1);
    notes |= kRepaired;
  }
  const char* p = begin + 1;
  const char* string_end = nullptr;  // looked for at the first quote
  for (;;) {
    const Scan scan = scan_string<Quote>(p, end);
    notes |= scan.notes;
    p = scan.at;
    if (scan.fault == Fault::none) {
      if (string_end == nullptr) string_end = quotes.end_of_string(p, Quote, role);
      if (p == string_end) {
        builder.token(Kind::string, begin, p, notes);
        return {p};
      }
    }
    notes |= kRepaired;
    if (scan.fault == Fault::truncated) {
      builder.token(Kind::string, begin, end, notes);
      return {end, TruncationTail::in_string, true};
    }
    if (scan.fault == Fault::none) {
      builder.deviation(DeviationKind::unescaped_quote, p - 1, p);
      continue;
    }
    if (scan.fault == Fault::control_character) {
      builder.deviation(DeviationKind::raw_control_character, p, p + 1);
    } else {
      builder.deviation(DeviationKind::bad_escape, p, p + 2);
    }
    p = past_fault(scan);
  }
}

// Notes what a word outside quotes holds that is no UTF-8.
std::uint32_t note_invalid_utf8(Builder& builder, const char* begin, const char* end) {
  std::uint32_t notes = 0;
  for (const char* p = begin; p != end;) {
    const unsigned length = static_cast<signed char>(*p) >= 0 ? 1 : utf8_length(p, end);
    if (length == 0) {
      notes = kInvalid;
      builder.deviation(DeviationKind::invalid_utf8_outside_string, p, p + 1);
    }
    p += length == 0 ? 1 : length;
  }
  return notes;
}

enum class OddNumber : std::uint8_t { none, whole, incomplete };

// A number that JSON would refuse, if the word is one: +1, 007, .5, 5., and 1e where the text is
// cut.
OddNumber take_odd_number(Builder& builder, const char* begin, const char* word_end, bool at_end) {
  const char* p = begin;
  const bool plus = *p == '+';
  if (*p == '+' || *p == '-') ++p;
  const char* digits = p;
  p = skip_digits(p, word_end);
  const auto whole = p - digits;
  std::ptrdiff_t fraction = 0;
  const bool point = p != word_end && *p == '.';
  if (point) {
    const char* after = p + 1;
    p = skip_digits(after, word_end);
    fraction = p - after;
  }
  if (whole + fraction == 0) return OddNumber::none;
  bool cut_exponent = false;
  if (p != word_end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != word_end && (*p == '+' || *p == '-')) ++p;
    const char* exponent = p;
    p = skip_digits(p, word_end);
    cut_exponent = p == exponent;
  }
  if (p != word_end || (cut_exponent && !at_end)) return OddNumber::none;
  if (plus) builder.deviation(DeviationKind::leading_plus, begin, begin + 1);
  if (whole > 1 && *digits == '0') {
    builder.deviation(DeviationKind::leading_zeros, digits, digits + whole);
  }
  const bool cut_point = point && fraction == 0 && at_end;
  if (point && (whole == 0 || fraction == 0) && !cut_point) {
    builder.deviation(DeviationKind::bad_number, begin, word_end);
  }
  builder.token(Kind::number, begin, word_end, kRepaired);
  return cut_exponent || cut_point ? OddNumber::incomplete : OddNumber::whole;
}

const char* end_of_word(const char* p, const char* end) {
  while (p != end && !ends_word(p, end)) ++p;
  return p;
}

// A bare string goes on over spaces, to the next punctuation, quote, comment or line end.
const char* end_of_bare_string(const char* p, const char* end) {
  const char* last = p;
  while (p != end) {
    const char c = *p;
    const bool is_after_space = p != last;
    if (c == ',' || c == '}' || c == ']' || c == '{' || c == '[' || c == '"' ||
        (is_control(c) && c != '\t')) {
      break;
    }
    if (is_after_space && (c == '\'' || starts_comment(p, end) || c == '`')) break;
    ++p;
    if (!is_space(c)) last = p;
  }
  return last;
}

bool take_literal(Builder& builder, const char* p, const char* word_end) {
  for (const Literal& literal : kLiterals) {
    if (view(p, word_end) != literal.text) continue;
    if (literal.is_python) builder.deviation(DeviationKind::python_literal, p, word_end);
    builder.token(literal.kind, p, word_end, literal.is_python ? kRepaired : 0);
    return true;
  }
  return false;
}

// The beginning of a literal where the text ends: "tru" can only have been going to be true.
bool take_cut_literal(Builder& builder, const char* p, const char* end) {
  for (const Literal& literal : kLiterals) {
    if (!literal.text.starts_with(view(p, end))) continue;
    if (literal.is_python) builder.deviation(DeviationKind::python_literal, p, end);
    builder.token(literal.kind, p, end, kRepaired);
    return true;
  }
  return false;
}

}  // namespace

bool starts_comment(const char* p, const char* end) {
  if (p == end) return false;
  return *p == '#' || (*p == '/' && end - p >= 2 && (p[1] == '/' || p[1] == '*'));
}

bool ends_word(const char* p, const char* end) {
  if (p == end || is_control(*p)) return true;
  switch (*p) {
    case ' ':
    case ',':
    case ':':
    case ']':
    case '}':
    case '[':
    case '{':
    case '"':
    case '\'':
    case '`':
      return true;
    default:
      return starts_comment(p, end);
  }
}

bool starts_word(const char* p, const char* end) {
  if (p == end || starts_comment(p, end)) return false;
  const char c = *p;
  const char lower = static_cast<char>(c | 0x20);
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' || c == '$' || c == '-' ||
         c == '+' || c == '.' || static_cast<signed char>(c) < 0;
}

bool starts_bare_string(const char* p, const char* end) {
  return *p != '(' && *p != ')' && !ends_word(p, end);
}

TolerantToken take_string(Builder& builder, QuoteFinder& quotes, StringRole role, const char* p,
                          const char* end) {
  return *p == '"' ? take_quoted<'"'>(builder, quotes, role, p, end)
                   : take_quoted<'\''>(builder, quotes, role, p, end);
}

const char* past_fault(const Scan& scan) {
  if (scan.fault == Fault::control_character) return scan.at + 1;
  // A backslash takes the byte behind it along, so that \" never ends a string; but a control
  // character or a byte above ASCII there is still looked at.
  return scan.at + (static_cast<signed char>(scan.at[1]) >= 0x20 ? 2 : 1);
}

TolerantToken take_bare_name(Builder& builder, const char* p, const char* end) {
  const char* word_end = std::find(p + 1, end_of_word(p + 1, end), '=');
  builder.deviation(DeviationKind::unquoted_key, p, word_end);
  const std::uint32_t notes = note_invalid_utf8(builder, p, word_end);
  builder.token(Kind::string, p, word_end, kRepaired | notes);
  return {word_end, word_end == end ? TruncationTail::in_string : TruncationTail::none};
}

TolerantToken take_word(Builder& builder, const char* p, const char* end) {
  const char* word_end = end_of_word(p + 1, end);
  const bool at_end = word_end == end;
  const TruncationTail number_cut = at_end ? TruncationTail::in_number : TruncationTail::none;
  const bool is_numeric = is_digit(*p) || *p == '-' || *p == '+' || *p == '.';
  if (is_numeric) {
    const Scan scan =
        is_digit(*p) || *p == '-' ? scan_number(p, end) : Scan{p, 0, Fault::bad_number};
    if (scan.fault == Fault::none && scan.at == word_end) {
      builder.token(Kind::number, p, word_end);
      return {word_end, number_cut};
    }
    const OddNumber odd = take_odd_number(builder, p, word_end, at_end);
    if (odd != OddNumber::none) return {word_end, number_cut, odd == OddNumber::incomplete};
  }
  const std::string_view word = view(p, word_end);
  if (is_nonfinite(word)) {
    builder.deviation(DeviationKind::nan_or_infinity, p, word_end);
    builder.token(Kind::number, p, word_end, kRepaired);
    return {word_end};
  }
  if (take_literal(builder, p, word_end)) return {word_end};
  if (at_end && take_cut_literal(builder, p, end)) return {end, TruncationTail::in_literal, true};
  if (at_end && word.size() == 1 && is_numeric) {  // a sign or a point, cut before any digit
    builder.token(Kind::string, p, end, kRepaired);
    return {end, TruncationTail::in_number, true};
  }

  word_end = std::max(word_end, end_of_bare_string(p, end));
  const bool is_hex = is_numeric && word.size() > 2 && word[0] == '0' && (word[1] | 0x20) == 'x';
  builder.deviation(is_hex ? DeviationKind::bad_number : DeviationKind::bare_word, p, word_end);
  const std::uint32_t notes = note_invalid_utf8(builder, p, word_end);
  builder.token(Kind::string, p, word_end, kRepaired | notes);
  return {word_end, word_end == end ? TruncationTail::in_literal : TruncationTail::none};
}

}  // namespace tare::json
