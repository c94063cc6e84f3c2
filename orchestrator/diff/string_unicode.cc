#include "diff/string_unicode.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "diff/normal_forms.h"
#include "diff/windows_1252.h"

namespace tare {
namespace {

constexpr char32_t kReplacement = 0xfffd;

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

// The byte that reads as this character in Latin-1 or Windows-1252.
std::optional<char> byte_of(char32_t c) {
  if (c < 0x100) return static_cast<char>(c);
  const auto at = std::ranges::find(kWindows1252, c);
  if (at == kWindows1252.end()) return std::nullopt;
  return static_cast<char>(0x80 + (at - kWindows1252.begin()));
}

// The text whose misreading this is; nullopt where it is none.
std::optional<std::string> reread(std::string_view shown) {
  std::string out;
  for (std::size_t i = 0; i < shown.size();) {
    const CodePoint c = code_point_at(shown, i);
    const std::optional<char> byte = c.valid ? byte_of(c.value) : std::nullopt;
    if (!byte) return std::nullopt;
    out += *byte;
    i += c.length;
  }
  return out;
}

// Misread once or twice.
Misread is_misread_again(std::string_view text, std::string_view shown) {
  if (const Misread once = is_misread(text, shown); once != Misread::no) return once;
  const std::optional<std::string> before = reread(shown);
  return before ? is_misread(text, *before) : Misread::no;
}

struct Character {
  std::string_view bytes;
  bool broken;
};

// The characters from `i` up to the next byte of ASCII.
std::vector<Character> run_at(std::string_view text, std::size_t& i) {
  std::vector<Character> out;
  while (i < text.size() && static_cast<signed char>(text[i]) < 0) {
    const CodePoint c = code_point_at(text, i);
    out.push_back({text.substr(i, c.length), !c.valid || c.value == kReplacement});
    i += c.length;
  }
  return out;
}

bool runs_agree(const std::vector<Character>& a, const std::vector<Character>& b) {
  const auto same = [](const Character& x, const Character& y) { return x.bytes == y.bytes; };
  const auto [from_a, from_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same);
  auto to_a = a.end();
  auto to_b = b.end();
  while (to_a != from_a && to_b != from_b && same(*(to_a - 1), *(to_b - 1))) {
    --to_a;
    --to_b;
  }
  if (from_a == to_a && from_b == to_b) return true;
  const auto is_broken = [](const Character& c) { return c.broken; };
  return (from_a != to_a && std::all_of(from_a, to_a, is_broken)) ||
         (from_b != to_b && std::all_of(from_b, to_b, is_broken));
}

Change altered(bool lossless, std::string remark) {
  Change change = change_of("unicodeAltered");
  change.lossless = lossless;
  change.remark = std::move(remark);
  return change;
}

}  // namespace

Misread is_misread(std::string_view text, std::string_view shown) {
  bool loss = false;
  std::size_t at = 0;
  for (const char byte_char : text) {
    if (at == shown.size()) return Misread::no;
    const CodePoint c = code_point_at(shown, at);
    const auto byte = static_cast<unsigned char>(byte_char);
    at += c.length;
    if (!c.valid) return Misread::no;
    if (c.value == byte || c.value == windows_1252(byte)) continue;
    // Without a character of its own in Windows-1252.
    const bool no_character = byte >= 0x80 && byte < 0xa0 && windows_1252(byte) == byte;
    if (!no_character || c.value != kReplacement) return Misread::no;
    loss = true;
  }
  if (at != shown.size()) return Misread::no;
  return loss ? Misread::with_loss : Misread::yes;
}

bool equal_but_for_broken(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const bool run = (i < a.size() && static_cast<signed char>(a[i]) < 0) ||
                     (j < b.size() && static_cast<signed char>(b[j]) < 0);
    if (run) {
      if (!runs_agree(run_at(a, i), run_at(b, j))) return false;
    } else {
      if (i == a.size() || j == b.size() || a[i] != b[j]) return false;
      ++i;
      ++j;
    }
  }
  return true;
}

std::optional<Change> unicode_change(std::string_view raw, std::string_view normalized) {
  if (is_ascii(raw) && is_ascii(normalized)) return std::nullopt;
  if (equal_in_normal_form(raw, normalized, Likeness::canonical)) {
    Change change = altered(false, "canonically equivalent");
    change.shift = -1;  // R7
    return change;
  }
  if (const Misread read = is_misread_again(raw, normalized); read != Misread::no) {
    return altered(read == Misread::yes, "UTF-8 read as Latin-1");
  }
  // Told apart from the raw text, the way back is to misread again.
  if (const Misread read = is_misread_again(normalized, raw); read != Misread::no) {
    return altered(read == Misread::yes, "Latin-1 read as UTF-8");
  }
  if (equal_but_for_broken(raw, normalized)) return altered(false, "broken characters");
  if (equal_in_normal_form(raw, normalized, Likeness::compatibility)) {
    return altered(false, "equal in NFKC");
  }
  return std::nullopt;
}

}  // namespace tare
