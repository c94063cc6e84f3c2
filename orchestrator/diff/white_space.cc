#include "diff/white_space.h"

#include "base/utf8.h"

namespace tare {
namespace {

bool is_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
         c == 0x205f || c == 0x3000 || c == 0xfeff;
}

// The length of the white space that ends at `end`; 0 if there is none. None takes over 3 bytes.
std::size_t space_before(std::string_view text, std::size_t end) {
  for (std::size_t length = 1; length <= 3 && length <= end; ++length) {
    const CodePoint c = code_point_at(text.substr(0, end), end - length);
    if (c.valid && c.length == length) return is_space(c.value) ? length : 0;
  }
  return 0;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = code_point_at(text, 0);
    if (!c.valid || !is_space(c.value)) break;
    text.remove_prefix(c.length);
  }
  while (const std::size_t length = space_before(text, text.size())) text.remove_suffix(length);
  return text;
}

bool equal_but_for_newlines(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  const auto take = [](std::string_view text, std::size_t& at) {
    const char c = text[at++];
    if (c != '\r') return c;
    if (at < text.size() && text[at] == '\n') ++at;
    return '\n';
  };
  while (i < a.size() && j < b.size()) {
    if (take(a, i) != take(b, j)) return false;
  }
  return i == a.size() && j == b.size();
}

}  // namespace tare
