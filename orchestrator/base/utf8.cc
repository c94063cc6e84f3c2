// One decoder stands behind every function here: `sequence_length` decides, by the table of
// well-formed sequences in Unicode chapter 3 (D92), how many bytes a valid sequence takes. All else
// is a loop around it, with a word-at-a-time run over ASCII, which is most of what is ever read.
#include "base/utf8.h"

#include <cstring>

namespace tare {
namespace {

unsigned byte_at(std::string_view s, std::size_t i) { return static_cast<unsigned char>(s[i]); }

bool is_continuation(std::string_view s, std::size_t i) {
  return i < s.size() && (byte_at(s, i) & 0xc0u) == 0x80u;
}

// Bytes of the valid sequence at `i`; 0 if there is none.
std::uint32_t sequence_length(std::string_view s, std::size_t i) {
  const unsigned lead = byte_at(s, i);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || !is_continuation(s, i + 1)) return 0;
  if (lead < 0xe0) return 2;
  const unsigned second = byte_at(s, i + 1);
  if (lead < 0xf0) {
    const bool overlong = lead == 0xe0 && second < 0xa0;
    const bool surrogate = lead == 0xed && second > 0x9f;
    return !overlong && !surrogate && is_continuation(s, i + 2) ? 3 : 0;
  }
  if (lead > 0xf4) return 0;
  const bool overlong = lead == 0xf0 && second < 0x90;
  const bool too_high = lead == 0xf4 && second > 0x8f;
  if (overlong || too_high) return 0;
  return is_continuation(s, i + 2) && is_continuation(s, i + 3) ? 4 : 0;
}

std::size_t skip_ascii(std::string_view s, std::size_t i) {
  while (i + 8 <= s.size()) {
    std::uint64_t word;
    std::memcpy(&word, s.data() + i, 8);
    if ((word & 0x8080'8080'8080'8080u) != 0) break;
    i += 8;
  }
  while (i < s.size() && byte_at(s, i) < 0x80) ++i;
  return i;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view bytes) {
  for (std::size_t i = skip_ascii(bytes, 0); i < bytes.size(); i = skip_ascii(bytes, i)) {
    const std::uint32_t length = sequence_length(bytes, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

bool is_valid_utf8(std::string_view bytes) {
  return find_invalid_utf8(bytes) == std::string_view::npos;
}

CodePoint code_point_at(std::string_view bytes, std::size_t offset) {
  const std::uint32_t length = sequence_length(bytes, offset);
  if (length == 0) return {U'\ufffd', 1, false};
  char32_t value = byte_at(bytes, offset);
  if (length > 1) value &= 0xffu >> (length + 1);
  for (std::uint32_t i = 1; i < length; ++i) {
    value = (value << 6) | (byte_at(bytes, offset + i) & 0x3fu);
  }
  return {value, length, true};
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point > 0x10ffff) code_point = 0xfffd;
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xc0u | (code_point >> 6));
    put(0x80u | (code_point & 0x3fu));
  } else if (code_point < 0x10000) {
    put(0xe0u | (code_point >> 12));
    put(0x80u | ((code_point >> 6) & 0x3fu));
    put(0x80u | (code_point & 0x3fu));
  } else {
    put(0xf0u | (code_point >> 18));
    put(0x80u | ((code_point >> 12) & 0x3fu));
    put(0x80u | ((code_point >> 6) & 0x3fu));
    put(0x80u | (code_point & 0x3fu));
  }
}

std::size_t count_code_points(std::string_view bytes) {
  std::size_t count = 0;
  std::size_t i = 0;
  while (i < bytes.size()) {
    const std::size_t ascii_end = skip_ascii(bytes, i);
    count += ascii_end - i;
    i = ascii_end;
    if (i == bytes.size()) break;
    const std::uint32_t length = sequence_length(bytes, i);
    i += length == 0 ? 1 : length;
    ++count;
  }
  return count;
}

}  // namespace tare
