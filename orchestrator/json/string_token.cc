#include "json/string_token.h"

#include "base/utf8.h"
#include "json/lexer.h"

namespace tare::json {
namespace {

// The decoded byte of a two-character escape; 0 if there is no such escape.
char simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
    case '\'':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

}  // namespace

std::string_view repaired_content(std::string_view token) {
  if (token.empty() || (token[0] != '"' && token[0] != '\'')) return token;
  // Inner quotes are content. One at the end closes the string unless a backslash escapes it: then
  // the text was cut.
  const std::size_t last = token.size() - 1;
  if (last > 0 && token[last] == token[0]) {
    std::size_t backslashes = 0;
    while (token[last - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return token.substr(1, last - 1);
  }
  return token.substr(1);
}

void append_decoded(std::string& out, std::string_view content) {
  const char* p = content.data();
  const char* const end = p + content.size();
  while (p != end) {
    const auto* backslash =
        static_cast<const char*>(std::memchr(p, '\\', static_cast<std::size_t>(end - p)));
    if (backslash == nullptr) backslash = end;
    out.append(p, backslash);
    p = backslash;
    if (p == end) return;
    if (end - p >= 6 && p[1] == 'u' && unicode_escape_at(p) >= 0) {
      const int unit = unicode_escape_at(p);
      p += 6;
      const int low = end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? unicode_escape_at(p) : -1;
      if (is_high_surrogate(unit) && is_low_surrogate(low)) {
        append_utf8(out, static_cast<char32_t>(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)));
        p += 6;
      } else {
        append_utf8(out, static_cast<char32_t>(unit));
      }
      continue;
    }
    const char simple = end - p >= 2 ? simple_escape(p[1]) : '\0';
    if (simple != 0) {
      out.push_back(simple);
      p += 2;
    } else {
      out.push_back(*p++);
    }
  }
}

}  // namespace tare::json
