// Finding a secret is reading the text the way its reader would.
//
// JSON lets an escaper spell one character in many ways (é, \u00e9, \u00E9; / or \/), so a list of
// spelled-out needles would never be whole. Instead the text is decoded on the fly at each place
// where a secret could begin: as it stands, as the inside of a JSON string, and as that inside
// another one.
#include "base/mask.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/utf8.h"

namespace tare {

namespace {

constexpr std::size_t kMinSecret = 8;
constexpr int kMaxEscapeLevel = 2;
constexpr std::string_view kMasked = "[masked]";

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

constexpr std::size_t kNone = std::string_view::npos;

// The offset after `secret` spelled at `at`, or kNone. Its first `matched` bytes have been found
// already.
std::size_t match_escaped(std::string_view text, std::size_t at, int level, std::string_view secret,
                          std::size_t matched) {
  while (matched < secret.size()) {
    const Unit unit = read_unit(text, at, level);
    if (unit.size == 0) return kNone;
    if (secret.substr(matched, unit.size) != std::string_view(unit.bytes.data(), unit.size)) {
      return kNone;
    }
    matched += unit.size;
    at = unit.end;
  }
  return at;
}

// The farthest end of `secret` at `at` over all levels, or kNone. The levels part at the first
// backslash of the text only, and most places are done with before one.
std::size_t match_at(std::string_view text, std::size_t at, std::string_view secret) {
  std::size_t same = 0;
  while (same < secret.size() && at + same < text.size() && text[at + same] == secret[same] &&
         text[at + same] != '\\') {
    ++same;
  }
  if (same == secret.size()) return at + same;
  if (at + same >= text.size() || text[at + same] != '\\') return kNone;
  std::size_t farthest = kNone;
  for (int level = 0; level <= kMaxEscapeLevel; ++level) {
    const std::size_t end = match_escaped(text, at + same, level, secret, same);
    if (end != kNone && (farthest == kNone || end > farthest)) farthest = end;
  }
  return farthest;
}

bool all_digits(std::string_view s) {
  return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Quotes and line ends around a value come from the file that set the variable, and the program
// that uses it may well have taken them off; within JSON they would also match the text's own
// quotes.
std::string without_wrapping(std::string secret) {
  constexpr std::string_view kWrapping = "\"'\\ \t\r\n";
  const std::size_t begin = secret.find_first_not_of(kWrapping);
  if (begin == std::string::npos) return secret;
  const std::size_t size = secret.find_last_not_of(kWrapping) + 1 - begin;
  return size < kMinSecret ? secret : secret.substr(begin, size);
}

// A span that begins inside an escape would leave half of it behind and break the JSON around it.
std::size_t whole_escape_start(std::string_view text, std::size_t begin, std::size_t floor) {
  std::size_t backslashes = 0;
  while (begin - backslashes > floor && text[begin - backslashes - 1] == '\\') ++backslashes;
  return begin - backslashes % 2;
}

}  // namespace

Masker::Masker(std::vector<std::string> secrets) {
  std::erase_if(secrets, [](const std::string& s) { return s.size() < kMinSecret; });
  for (std::string& secret : secrets) secret = without_wrapping(std::move(secret));
  std::sort(secrets.begin(), secrets.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  secrets.erase(std::unique(secrets.begin(), secrets.end()), secrets.end());
  needles_ = std::move(secrets);
  for (const std::string& needle : needles_) {
    may_begin_[static_cast<unsigned char>(needle[0])] = true;
  }
}

// Any character may hide behind a backslash: what it stands for decides.
bool Masker::may_begin_at(std::string_view text, std::size_t at) const {
  const auto begins = [this](char c) { return may_begin_[static_cast<unsigned char>(c)]; };
  if (begins(text[at])) return true;
  if (text[at] != '\\') return false;
  for (int level = 1; level <= kMaxEscapeLevel; ++level) {
    const Unit unit = read_unit(text, at, level);
    if (unit.size != 0 && begins(unit.bytes[0])) return true;
  }
  return false;
}

std::optional<Masker::Found> Masker::find(std::string_view text, std::size_t from) const {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (!may_begin_at(text, at)) continue;
    std::optional<Found> found;
    for (const std::string& needle : needles_) {
      const std::size_t end = match_at(text, at, needle);
      if (end == kNone || (found && end <= found->end)) continue;
      found = Found{at, end, all_digits(needle)};
    }
    if (found) return found;
  }
  return std::nullopt;
}

bool Masker::hits(std::string_view text) const { return !empty() && find(text, 0).has_value(); }

std::string Masker::mask(std::string_view text, std::vector<MaskedSpan>* spans) const {
  std::string out;
  if (empty()) return std::string(text);
  std::size_t copied = 0;
  auto found = find(text, 0);
  while (found) {
    // Secrets may overlap, in each other and in themselves: what any of them covers is one span.
    Found whole = *found;
    std::size_t next_from = whole.begin + 1;
    while ((found = find(text, next_from)) && found->begin < whole.end) {
      whole.end = std::max(whole.end, found->end);
      whole.digits = whole.digits && found->digits;
      next_from = found->begin + 1;
    }
    whole.begin = whole_escape_start(text, whole.begin, copied);
    out.append(text.substr(copied, whole.begin - copied));
    const std::string replacement =
        whole.digits ? std::string(whole.end - whole.begin, '9') : std::string(kMasked);
    if (spans) spans->push_back({out.size(), replacement.size()});
    out += replacement;
    copied = whole.end;
  }
  out.append(text.substr(copied));
  return out;
}

bool looks_secret(std::string_view variable_name) {
  std::string upper(variable_name);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  for (std::string_view word : {"KEY", "TOKEN", "SECRET", "PASSWORD"}) {
    if (upper.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace tare
