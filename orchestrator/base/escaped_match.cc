// Finding a secret is reading the text the way its reader would.
//
// JSON lets an escaper spell one character in many ways (é, \u00e9, \u00E9; / or \/), so a list of
// spelled-out needles would never be whole. Instead the text is decoded on the fly at each place
// where a secret could begin: as it stands, as the inside of a JSON string, as that inside another
// one (here, with every character of it an escape if need be), and with whatever backslashes deeper
// levels and Python's strings add (escaped_runs.cc).
#include "base/escaped_match.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/escaped_runs.h"
#include "base/utf8.h"

namespace tare {

namespace {

constexpr int kEscapeLevels = 2;
// \u and four digits, each of them a \u escape itself.
constexpr std::size_t kLongestEscape = 36;

// Reads one character of the text as `level` JSON decoders would see it. Level 0 gives bytes; an
// escape gives its UTF-8. Recursion is bounded by the level.
struct Unit {
  std::array<char, 4> bytes{};
  std::uint8_t size = 0;  // 0: the text ends, or the escape is none
  std::size_t end = 0;    // offset after it
};

Unit read_unit(std::string_view text, std::size_t at, int level);

std::optional<std::uint32_t> read_hex4(std::string_view text, std::size_t& at, int level) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const Unit digit = read_unit(text, at, level);
    if (digit.size != 1) return std::nullopt;
    const char c = digit.bytes[0];
    if (c >= '0' && c <= '9') {
      value = value << 4 | static_cast<std::uint32_t>(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      value = value << 4 | static_cast<std::uint32_t>((c & 0x5f) - 'A' + 10);
    } else {
      return std::nullopt;
    }
    at = digit.end;
  }
  return value;
}

// The second half of a surrogate pair, if one stands at `at`.
std::optional<std::uint32_t> read_low_surrogate(std::string_view text, std::size_t& at, int level) {
  const Unit backslash = read_unit(text, at, level);
  if (backslash.size != 1 || backslash.bytes[0] != '\\') return std::nullopt;
  const Unit u = read_unit(text, backslash.end, level);
  if (u.size != 1 || u.bytes[0] != 'u') return std::nullopt;
  std::size_t end = u.end;
  const auto value = read_hex4(text, end, level);
  if (!value || *value < 0xdc00 || *value > 0xdfff) return std::nullopt;
  at = end;
  return value;
}

Unit unit_of(char32_t code_point, std::size_t end) {
  if (code_point < 0x80) return {{static_cast<char>(code_point)}, 1, end};
  std::string encoded;
  append_utf8(encoded, code_point);
  Unit unit;
  unit.size = static_cast<std::uint8_t>(std::min(encoded.size(), unit.bytes.size()));
  std::copy_n(encoded.begin(), unit.size, unit.bytes.begin());
  unit.end = end;
  return unit;
}

Unit read_unit(std::string_view text, std::size_t at, int level) {
  Unit unit;
  if (level == 0) {
    if (at >= text.size()) return unit;
    unit.bytes[0] = text[at];
    unit.size = 1;
    unit.end = at + 1;
    return unit;
  }
  unit = read_unit(text, at, level - 1);
  if (unit.size != 1 || unit.bytes[0] != '\\') return unit;
  const Unit kind = read_unit(text, unit.end, level - 1);
  if (kind.size != 1) return {};
  switch (kind.bytes[0]) {
    case '"':
      return unit_of('"', kind.end);
    case '\\':
      return unit_of('\\', kind.end);
    case '/':
      return unit_of('/', kind.end);
    case 'b':
      return unit_of('\b', kind.end);
    case 'f':
      return unit_of('\f', kind.end);
    case 'n':
      return unit_of('\n', kind.end);
    case 'r':
      return unit_of('\r', kind.end);
    case 't':
      return unit_of('\t', kind.end);
    case 'u':
      break;
    default:
      return {};
  }
  std::size_t end = kind.end;
  auto value = read_hex4(text, end, level - 1);
  if (!value) return {};
  if (*value >= 0xd800 && *value <= 0xdbff) {
    if (const auto low = read_low_surrogate(text, end, level - 1)) {
      value = 0x10000 + ((*value - 0xd800) << 10) + (*low - 0xdc00);
    }
  }
  return unit_of(*value, end);
}

// The offset after `secret` spelled at `at`, or kNoMatch. Its first `matched` bytes have been found
// already.
std::size_t match_escaped(std::string_view text, std::size_t at, int level, std::string_view secret,
                          std::size_t matched) {
  while (matched < secret.size()) {
    const Unit unit = read_unit(text, at, level);
    if (unit.size == 0) return kNoMatch;
    if (secret.substr(matched, unit.size) != std::string_view(unit.bytes.data(), unit.size)) {
      return kNoMatch;
    }
    matched += unit.size;
    at = unit.end;
  }
  return at;
}

}  // namespace

// The spellings part at the first backslash of the text, or at a quote (of two literals side by
// side), and most places are done with before one.
std::size_t match_at(std::string_view text, std::size_t at, std::string_view secret) {
  std::size_t same = 0;
  bool quotes = false;
  while (same < secret.size() && at + same < text.size() && text[at + same] == secret[same] &&
         text[at + same] != '\\') {
    quotes = quotes || text[at + same] == '\'' || text[at + same] == '"';
    ++same;
  }
  if (same == secret.size()) return at + same;
  if (at + same >= text.size()) return kNoMatch;
  const char c = text[at + same];
  if (c != '\\' && (same == 0 || (!quotes && c != '\'' && c != '"'))) return kNoMatch;
  const std::size_t from = quotes ? 0 : same;
  std::size_t farthest = spelled_value(text, at + from, secret, from).end;
  if (c != '\\') return farthest;
  for (int level = 1; level <= kEscapeLevels; ++level) {
    const std::size_t end = match_escaped(text, at + same, level, secret, same);
    if (end != kNoMatch && (farthest == kNoMatch || end > farthest)) farthest = end;
  }
  return farthest;
}

std::size_t match_to_end(std::string_view text, std::size_t at, std::string_view secret) {
  std::size_t most = spelled_value(text, at, secret, 0).to_edge;
  for (int level = 0; level <= kEscapeLevels; ++level) {
    std::size_t matched = 0;
    std::size_t here = at;
    while (here < text.size() && matched < secret.size()) {
      const Unit unit = read_unit(text, here, level);
      if (unit.size == 0) {
        // An escape that is cut off is the end as well.
        if (text.size() - here < kLongestEscape) here = text.size();
        break;
      }
      if (secret.substr(matched, unit.size) != std::string_view(unit.bytes.data(), unit.size)) {
        break;
      }
      matched += unit.size;
      here = unit.end;
    }
    if (here == text.size()) most = std::max(most, matched);
  }
  return most;
}

bool may_begin(std::string_view text, std::size_t at, const std::array<bool, 256>& first_bytes) {
  const auto begins = [&](char c) { return first_bytes[static_cast<unsigned char>(c)]; };
  if (begins(text[at])) return true;
  if (text[at] != '\\') return false;
  for (int level = 1; level <= kEscapeLevels; ++level) {
    const Unit unit = read_unit(text, at, level);
    if (unit.size != 0 && begins(unit.bytes[0])) return true;
  }
  return escape_may_begin(text, at, first_bytes);
}

}  // namespace tare
