#include "json/string_writer.h"

#include "json/lexer.h"

namespace tare::json {
namespace {

// The UTF-16 unit of a surrogate written as three bytes at `i`; -1 if there is none.
int surrogate_at(std::string_view s, std::size_t i) {
  if (i + 3 > s.size() || static_cast<unsigned char>(s[i]) != 0xed) return -1;
  const int second = static_cast<unsigned char>(s[i + 1]);
  const int third = static_cast<unsigned char>(s[i + 2]);
  if (second < 0xa0 || second > 0xbf || (third & 0xc0) != 0x80) return -1;
  return 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f);
}

void append_unicode_escape(std::string& out, int unit) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out += kHex[static_cast<std::size_t>(unit >> shift & 15)];
}

}  // namespace

void append_json_string(std::string& out, std::string_view s) {
  out += '"';
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      append_unicode_escape(out, c);
    } else if (const int unit = surrogate_at(s, i); unit >= 0) {
      // Two halves side by side that were not one character must not become one: as bytes they stay
      // two.
      const bool pairs = is_high_surrogate(unit) && is_low_surrogate(surrogate_at(s, i + 3));
      const std::size_t bytes = pairs ? 6 : 3;
      if (pairs) {
        out += s.substr(i, bytes);
      } else {
        append_unicode_escape(out, unit);
      }
      i += bytes - 1;
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace tare::json
