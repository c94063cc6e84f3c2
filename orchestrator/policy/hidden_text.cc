#include "policy/hidden_text.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/escape.h"
#include "base/utf8.h"
#include "json/pointer.h"
#include "policy/hidden_phrases.h"

namespace tare {
namespace {

struct Range {
  char32_t first, last;
  HiddenKind kind;
  std::string_view name;
};

// U+FE0F is met in harmless texts and left out; joiners where a script needs them: is_spelling.
constexpr std::array<Range, 21> kRanges = {{
    {0x00, 0x08, HiddenKind::invisible, "control character"},
    {0x0b, 0x0c, HiddenKind::invisible, "control character"},
    {0x0e, 0x1f, HiddenKind::invisible, "control character"},
    {0x7f, 0x9f, HiddenKind::invisible, "control character"},
    {0xad, 0xad, HiddenKind::invisible, "soft hyphen"},
    {0x34f, 0x34f, HiddenKind::invisible, "combining grapheme joiner"},
    {0x61c, 0x61c, HiddenKind::bidirectional, "Arabic letter mark"},
    {0x115f, 0x1160, HiddenKind::invisible, "Hangul filler"},
    {0x17b4, 0x17b5, HiddenKind::invisible, "Khmer inherent vowel"},
    {0x180b, 0x180f, HiddenKind::invisible, "Mongolian selector"},
    {0x200b, 0x200d, HiddenKind::invisible, "zero width character"},
    {0x200e, 0x200f, HiddenKind::bidirectional, "direction mark"},
    {0x2028, 0x2029, HiddenKind::invisible, "line or paragraph separator"},
    {0x202a, 0x202e, HiddenKind::bidirectional, "direction embedding or override"},
    {0x2060, 0x2065, HiddenKind::invisible, "word joiner or invisible operator"},
    {0x2066, 0x206f, HiddenKind::bidirectional, "direction isolate"},
    {0x2800, 0x2800, HiddenKind::invisible, "Braille blank"},
    {0x3164, 0x3164, HiddenKind::invisible, "Hangul filler"},
    {0xfeff, 0xfeff, HiddenKind::invisible, "zero width no-break space"},
    {0xfff0, 0xfffb, HiddenKind::invisible, "interlinear annotation"},
    {0xe0000, 0xe0fff, HiddenKind::invisible, "tag or variation selector"},
}};

const Range* range_of(char32_t c) {
  const auto after =
      std::upper_bound(kRanges.begin(), kRanges.end(), c,
                       [](char32_t value, const Range& r) { return value < r.first; });
  if (after == kRanges.begin()) return nullptr;
  const Range& range = *(after - 1);
  return c <= range.last ? &range : nullptr;
}

// What a screen shows as an empty place between words.
bool is_blank(char32_t c) {
  switch (c) {
    case '\t':
    case '\n':
    case '\r':
    case ' ':
    case 0x85:
    case 0xa0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x2800:
    case 0x3000:
      return true;
    default:
      return c >= 0x2000 && c <= 0x200a;
  }
}

constexpr std::size_t kExcerpt = 80;
constexpr std::size_t kEncodedRun = 120;

// Letters in another dress (full width, mathematical, circled) read as the plain ones that they are
// compatible with.
bool append_plain(char32_t c, std::string& out) {
  if (c < 0x80) return false;
  std::array<utf8proc_int32_t, 32> parts = {};
  int last_class = UTF8PROC_BOUNDCLASS_START;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), parts.data(), static_cast<utf8proc_ssize_t>(parts.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), &last_class);
  if (count <= 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) return false;
  const auto size = static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < size; ++i) {
    if (parts[i] < 0x20 || parts[i] >= 0x7f) return false;
  }
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>(parts[i]);
  return true;
}

// As a model reads it: what splits words unseen is gone, white space is one blank.
std::string readable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (is_blank(point.value)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (point.value == 0x2019) {
      out += '\'';
    } else if (point.value == '*' || point.value == '`') {
      // Marks of emphasis split no sentence.
    } else if (range_of(point.value) == nullptr && !append_plain(point.value, out)) {
      out += point.valid ? text.substr(at, point.length) : std::string_view("?");
    }
    at += point.length;
  }
  return out;
}

std::string around(std::string_view text, std::size_t at) {
  std::size_t begin = at > kExcerpt / 2 ? at - kExcerpt / 2 : 0;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) --begin;
  return shorten(text.substr(begin), kExcerpt);
}

bool is_pictograph(char32_t c) {
  return utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->boundclass ==
         UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

// Parts of emoji: the picture, its colour of skin, its way of showing.
bool ends_emoji(char32_t c) {
  return is_pictograph(c) || c == 0xfe0f || (c >= 0x1f3fb && c <= 0x1f3ff);
}

bool is_indic(char32_t c) { return c >= 0x900 && c <= 0xdff; }
bool is_arabic(char32_t c) { return (c >= 0x620 && c <= 0x6ff) || (c >= 0x750 && c <= 0x77f); }

// Joiners are letters of some scripts and the glue of emoji, and a Braille blank stands between
// Braille. Between other letters they split words unseen.
bool is_spelling(char32_t before, char32_t c, char32_t after) {
  if (c == 0x2800) return before > 0x2800 && before <= 0x28ff && after > 0x2800 && after <= 0x28ff;
  if (c != 0x200c && c != 0x200d) return false;
  if (is_indic(before) && (is_indic(after) || after == 0 || is_blank(after))) return true;
  if (is_arabic(before) && is_arabic(after)) return true;
  return c == 0x200d && ends_emoji(before) && is_pictograph(after);
}

void find_characters(std::string_view text, std::vector<HiddenText>& out) {
  bool seen_invisible = false, seen_bidirectional = false;
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7f) {
      before = byte;
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    const std::size_t next = at + point.length;
    const char32_t after = next < text.size() ? code_point_at(text, next).value : 0;
    const Range* range = point.valid ? range_of(point.value) : nullptr;
    if (range != nullptr && !is_spelling(before, point.value, after)) {
      bool& seen = range->kind == HiddenKind::bidirectional ? seen_bidirectional : seen_invisible;
      if (!seen) {
        seen = true;
        out.push_back(
            {range->kind,
             fmt::format("U+{:04X} ({})", static_cast<std::uint32_t>(point.value), range->name), "",
             around(text, at)});
      }
    }
    before = point.value;
    at = next;
  }
}

// A run in the letters of base64 that mixes what words do not mix, or that is longer than any word:
// little variety hides as much. Paths and separator lines ("----") are neither.
void find_encoded(std::string_view text, std::vector<HiddenText>& out) {
  std::size_t begin = 0, unbroken = 0, longest = 0;  // letters and digits without anything between
  bool lower = false, upper = false, digit = false;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ' ';
    const bool is_lower = c >= 'a' && c <= 'z', is_upper = c >= 'A' && c <= 'Z';
    const bool is_digit = c >= '0' && c <= '9';
    if (is_lower || is_upper || is_digit || c == '+' || c == '/' || c == '=' || c == '-' ||
        c == '_') {
      lower = lower || is_lower;
      upper = upper || is_upper;
      digit = digit || is_digit;
      unbroken = is_lower || is_upper || is_digit ? unbroken + 1 : 0;
      longest = std::max(longest, unbroken);
      continue;
    }
    const bool mixed = (lower && upper && digit) || (digit && lower != upper);
    if (at - begin >= kEncodedRun && (mixed || longest >= kEncodedRun)) {
      out.push_back({HiddenKind::encoded,
                     fmt::format("a run of {} characters that nobody reads", at - begin), "",
                     shorten(text.substr(begin, at - begin), kExcerpt)});
      return;
    }
    begin = at + 1;
    unbroken = longest = 0;
    lower = upper = digit = false;
  }
}

// A picture of the tool itself, as MCP has it (`icons`): shown to people, and read by no model.
bool is_icon(std::string_view where, json::Value node) {
  constexpr std::string_view kIcons = "/icons/", kSource = "/src";
  if (!where.starts_with(kIcons) || !where.ends_with(kSource)) return false;
  where = where.substr(kIcons.size(), where.size() - kIcons.size() - kSource.size());
  return where.find('/') == where.npos && node.decoded().starts_with("data:image/");
}

}  // namespace

std::vector<HiddenText> hidden_in_text(std::string_view text) {
  std::vector<HiddenText> out;
  find_characters(text, out);
  find_encoded(text, out);
  for (const PhraseFound& found : phrases_in(readable(text))) {
    out.push_back(
        {HiddenKind::instruction, std::string(found.what), "", shorten(found.text, kExcerpt)});
  }
  return out;
}

bool has_visible_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool selector = point.value >= 0xfe00 && point.value <= 0xfe0f;
    if (!is_blank(point.value) && !selector && range_of(point.value) == nullptr) return true;
    at += point.length;
  }
  return false;
}

std::vector<HiddenText> hidden_in_value(json::Value value, std::size_t limit) {
  std::vector<HiddenText> out;
  if (!value.valid()) return out;
  const json::Document& document = *value.document();
  const std::uint32_t end = document.nodes()[value.index()].next;
  for (std::uint32_t index = value.index(); index < end && out.size() < limit; ++index) {
    const json::Value node(&document, index);
    if (!node.is_string()) continue;
    const auto plain = node.undecoded();
    for (HiddenText& found : plain ? hidden_in_text(*plain) : hidden_in_text(node.decoded())) {
      if (found.kind == HiddenKind::encoded && is_icon(json::pointer_to(node), node)) continue;
      found.where = json::pointer_to(node);
      out.push_back(std::move(found));
      if (out.size() == limit) break;
    }
  }
  return out;
}

}  // namespace tare
