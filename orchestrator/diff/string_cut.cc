#include "diff/string_cut.h"

#include "base/utf8.h"

namespace tare {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// "a😀" cut to "a" and the first half of the pair, in generalised UTF-8.
bool ends_in_half_of(std::string_view rest, std::string_view half) {
  const CodePoint whole = code_point_at(rest, 0);
  if (!whole.valid || whole.value < 0x10000) return false;
  std::string first_half;
  append_utf8(first_half, 0xd800 + ((whole.value - 0x10000) >> 10));
  return half == first_half;
}

// The cut character became U+FFFD. Where nothing stood behind it, it was replaced and not cut.
bool ends_in_replaced(std::string_view rest, std::string_view replaced) {
  const CodePoint cut = code_point_at(rest, 0);
  return replaced == kReplacement && cut.valid && cut.length > 1 && rest.size() > cut.length;
}

}  // namespace

Cut find_cut(std::string_view raw, std::string_view normalized) {
  if (raw.size() > normalized.size() && raw.starts_with(normalized)) {
    const auto next = static_cast<unsigned char>(raw[normalized.size()]);
    return (next & 0xc0u) == 0x80u && is_valid_utf8(raw) ? Cut::inside_character
                                                         : Cut::between_characters;
  }
  if (normalized.size() < 3) return Cut::none;
  const std::string_view body = normalized.substr(0, normalized.size() - 3);
  const std::string_view tail = normalized.substr(body.size());
  if (raw.size() <= body.size() || !raw.starts_with(body)) return Cut::none;
  const std::string_view rest = raw.substr(body.size());
  return ends_in_half_of(rest, tail) || ends_in_replaced(rest, tail) ? Cut::inside_character
                                                                     : Cut::none;
}

}  // namespace tare
