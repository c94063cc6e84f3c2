#include "proxy/reply_pieces.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "json/string_writer.h"

namespace tare::proxy {
namespace {

constexpr char32_t kBeyondFirstPlane = 0x10000;

// WTF-8 of a surrogate: its three bytes, which are no UTF-8.
bool surrogate_at(std::string_view text, std::size_t at, char32_t& out) {
  if (at + 2 >= text.size() || text[at] != '\xed') return false;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const auto third = static_cast<unsigned char>(text[at + 2]);
  if (second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) return false;
  out = 0xd000 | static_cast<char32_t>((second & 0x3f) << 6) | (third & 0x3f);
  return true;
}

}  // namespace

std::vector<std::string> pieces_of(std::string_view text, std::size_t bytes, bool halves) {
  std::vector<std::string> out;
  if (text.empty()) return out;
  if (bytes == 0) return {std::string(text)};
  std::string piece;
  const auto add = [&](std::string_view part) {
    if (!piece.empty() && piece.size() + part.size() > bytes) {
      out.push_back(std::move(piece));
      piece.clear();
    }
    piece += part;
  };
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (halves && point.valid && point.value >= kBeyondFirstPlane) {
      const char32_t offset = point.value - kBeyondFirstPlane;
      for (const char32_t half : {0xd800 + (offset >> 10), 0xdc00 + (offset & 0x3ff)}) {
        std::string part;
        append_utf8(part, half);
        add(part);
      }
    } else {
      add(text.substr(at, point.length));
    }
    at += point.length;
  }
  out.push_back(std::move(piece));
  return out;
}

std::string json_quoted(std::string_view text, bool escapes) {
  std::string out;
  if (!escapes) {
    json::append_json_string(out, text);
    return out;
  }
  std::string plain;
  json::append_json_string(plain, text);  // control characters and surrogates are escapes now
  for (std::size_t at = 0; at < plain.size();) {
    const CodePoint point = code_point_at(plain, at);
    char32_t half = 0;
    if (!point.valid && surrogate_at(plain, at, half)) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(half));
      at += 3;
      continue;
    }
    if (!point.valid || point.value < 0x80) {
      out += plain.substr(at, point.length);
    } else if (point.value < kBeyondFirstPlane) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
    } else {
      const auto offset = static_cast<unsigned>(point.value - kBeyondFirstPlane);
      out +=
          fmt::format("\\u{:04x}\\u{:04x}", 0xd800u + (offset >> 10), 0xdc00u + (offset & 0x3ff));
    }
    at += point.length;
  }
  return out;
}

}  // namespace tare::proxy
