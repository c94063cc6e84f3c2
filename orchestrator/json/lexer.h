// The one lexer under every reader: where does the token that starts here end, and what is wrong
// with it. It decodes nothing, keeps nothing and never looks at anything but the token.
//
// Each scanner returns how far it got. A scanner that meets a fault stops at the fault, and can be
// called again from just behind it: that is how the tolerant reader goes on where the strict one
// gives up. Strings are scanned sixteen bytes at a time: one signed comparison finds both control
// characters and bytes above ASCII, since the latter are negative.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "json/value.h"

namespace tare::json {

enum class Fault : std::uint8_t {
  none,
  truncated,  // the text ended, and what stood there could have gone on
  control_character,
  bad_escape,
  bad_number,
  leading_zero,
  bad_literal,
};

struct Scan {
  const char* at;       // just past the token, or the first byte of the fault
  std::uint32_t notes;  // StringNote bits
  Fault fault;
};

inline bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// -1 if it is no hexadecimal digit.
inline int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline const char* skip_space(const char* p, const char* end) {
  while (p != end && is_space(*p)) ++p;
  return p;
}

// The first byte that is `Quote`, a backslash, a control character or above ASCII.
template <char Quote>
inline const char* find_special(const char* p, const char* end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8(Quote);
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i space = _mm_set1_epi8(0x20);
  while (end - p >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i special =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                     _mm_cmplt_epi8(bytes, space));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
    if (mask != 0) return p + __builtin_ctz(mask);
    p += 16;
  }
#endif
  while (p != end) {
    const auto c = static_cast<signed char>(*p);
    if (c == Quote || c == '\\' || c < 0x20) return p;
    ++p;
  }
  return p;
}

// Bytes of the valid UTF-8 sequence at `p`, which is above ASCII; 0 if there is none.
// The hot twin of base/utf8.cc, which a test holds it to.
inline unsigned utf8_length(const char* p, const char* end) {
  const auto at = [p](int i) { return static_cast<unsigned char>(p[i]); };
  const auto tail = [&at](int i) { return (at(i) & 0xc0u) == 0x80u; };
  const unsigned lead = at(0);
  const auto left = end - p;
  if (lead < 0xc2 || left < 2 || !tail(1)) return 0;
  if (lead < 0xe0) return 2;
  const unsigned second = at(1);
  if (lead < 0xf0) {
    if (left < 3 || !tail(2)) return 0;
    return (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ? 0 : 3;
  }
  if (lead > 0xf4 || left < 4 || !tail(2) || !tail(3)) return 0;
  return (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f) ? 0 : 4;
}

// The four digits of \uXXXX at `p`, which is the backslash. REQUIRES: six bytes are there.
// Negative if they are no hexadecimal digits.
inline int unicode_escape_at(const char* p) {
  int unit = 0;
  for (int i = 2; i < 6; ++i) {
    const int digit = hex_digit(p[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

inline bool is_high_surrogate(int unit) { return unit >= 0xd800 && unit < 0xdc00; }
inline bool is_low_surrogate(int unit) { return unit >= 0xdc00 && unit < 0xe000; }

// One escape; `p` is its backslash. On success `at` is just past it (past both halves of a pair).
template <char Quote>
inline Scan scan_escape(const char* p, const char* end) {
  constexpr auto escape = static_cast<std::uint32_t>(StringNote::has_escape);
  if (end - p < 2) return {p, escape, Fault::truncated};
  switch (p[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      return {p + 2, escape, Fault::none};
    case 'u':
      break;
    default:
      return {p[1] == Quote ? p + 2 : p, escape, p[1] == Quote ? Fault::none : Fault::bad_escape};
  }
  if (end - p < 6) {
    for (const char* q = p + 2; q != end; ++q) {
      if (hex_digit(*q) < 0) return {p, escape, Fault::bad_escape};
    }
    return {p, escape, Fault::truncated};
  }
  const int unit = unicode_escape_at(p);
  if (unit < 0) return {p, escape, Fault::bad_escape};
  if (unit == 0)
    return {p + 6, escape | static_cast<std::uint32_t>(StringNote::has_nul), Fault::none};
  if (is_high_surrogate(unit) && end - p >= 12 && p[6] == '\\' && p[7] == 'u' &&
      is_low_surrogate(unicode_escape_at(p + 6))) {
    return {p + 12, escape, Fault::none};
  }
  const bool lone = unit >= 0xd800 && unit < 0xe000;
  return {p + 6, escape | (lone ? static_cast<std::uint32_t>(StringNote::lone_surrogate) : 0),
          Fault::none};
}

// The rest of a string; `p` is just past the opening quote. On success `at` is past the closing
// one.
template <char Quote>
inline Scan scan_string(const char* p, const char* end) {
  std::uint32_t notes = 0;
  for (;;) {
    p = find_special<Quote>(p, end);
    if (p == end) return {p, notes, Fault::truncated};
    const char c = *p;
    if (c == Quote) return {p + 1, notes, Fault::none};
    if (c == '\\') {
      const Scan escape = scan_escape<Quote>(p, end);
      notes |= escape.notes;
      if (escape.fault != Fault::none) return {escape.at, notes, escape.fault};
      p = escape.at;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      return {p, notes, Fault::control_character};
    } else {
      // Text above ASCII comes in runs: stay here as long as it lasts.
      do {
        const unsigned length = utf8_length(p, end);
        if (length == 0) notes |= static_cast<std::uint32_t>(StringNote::invalid_utf8);
        p += length == 0 ? 1 : length;
      } while (p != end && static_cast<signed char>(*p) < 0);
    }
  }
}

inline const char* skip_digits(const char* p, const char* end) {
  while (p != end && is_digit(*p)) ++p;
  return p;
}

// A JSON number; `p` is its '-' or first digit. `truncated` only where a digit has to follow: "12"
// at the end of the text is whole.
inline Scan scan_number(const char* p, const char* end) {
  const auto fault_at = [end](const char* at) {
    return Scan{at, 0, at == end ? Fault::truncated : Fault::bad_number};
  };
  if (*p == '-') ++p;
  if (p == end || !is_digit(*p)) return fault_at(p);
  if (*p == '0') {
    ++p;
    if (p != end && is_digit(*p)) return {p - 1, 0, Fault::leading_zero};
  } else {
    p = skip_digits(p, end);
  }
  if (p != end && *p == '.') {
    ++p;
    if (p == end || !is_digit(*p)) return fault_at(p);
    p = skip_digits(p, end);
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    if (p == end || !is_digit(*p)) return fault_at(p);
    p = skip_digits(p, end);
  }
  return {p, 0, Fault::none};
}

// A literal at `p`, or the first part of one where the text ends.
inline Scan scan_literal(const char* p, const char* end, std::string_view literal) {
  const auto left = static_cast<std::size_t>(end - p);
  const std::size_t size = left < literal.size() ? left : literal.size();
  if (std::memcmp(p, literal.data(), size) != 0) return {p, 0, Fault::bad_literal};
  return {p + size, 0, size == literal.size() ? Fault::none : Fault::truncated};
}

}  // namespace tare::json
