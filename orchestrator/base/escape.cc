// One walk over code points per format; what a format cannot show becomes a visible escape.
#include "base/escape.h"

#include <array>
#include <cstdint>

#include "base/utf8.h"

namespace tare {

namespace {

constexpr char kHex[] = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // …

void append_byte_escape(std::string& out, unsigned char byte) {
  out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

void append_code_point_escape(std::string& out, char32_t c) {
  const auto value = static_cast<std::uint32_t>(c);
  if (value > 0xffff) {
    out += "\\u{";
    for (int shift = value > 0xfffff ? 20 : 16; shift >= 0; shift -= 4) {
      out += kHex[value >> shift & 15];
    }
    out += '}';
    return;
  }
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[value >> shift & 15];
}

// Characters that move or hide others, or show nothing at all.
bool is_deceptive(char32_t c) {
  return (c >= 0x80 && c <= 0x9f) || c == 0xad || c == 0x34f || c == 0x61c || c == 0x115f ||
         c == 0x1160 || c == 0x17b4 || c == 0x17b5 || (c >= 0x180b && c <= 0x180e) ||
         (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0x3164 || c == 0xfeff || c == 0xffa0 ||
         (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff);
}

// True for bytes that JSON text within quotes cannot hold as they are.
constexpr std::array<bool, 256> make_json_special() {
  std::array<bool, 256> special{};
  for (std::size_t i = 0; i < 0x20; ++i) special[i] = true;
  special['"'] = special['\\'] = true;
  return special;
}
constexpr std::array<bool, 256> kJsonSpecial = make_json_special();

// REQUIRES: valid UTF-8.
void append_json_text(std::string& out, std::string_view text) {
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!kJsonSpecial[byte]) continue;
    out.append(text.substr(plain, i - plain));
    plain = i + 1;
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        append_code_point_escape(out, byte);
    }
  }
  out.append(text.substr(plain));
}

}  // namespace

std::string escape_for_terminal(std::string_view bytes, bool multiline) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const CodePoint c = code_point_at(bytes, i);
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (!c.valid) {
      for (std::size_t k = 0; k < c.length; ++k) {
        append_byte_escape(out, static_cast<unsigned char>(bytes[i + k]));
      }
    } else if (c.value == '\n' || c.value == '\t') {
      if (multiline) {
        out += bytes[i];
      } else {
        out += c.value == '\n' ? "\\n" : "\\t";
      }
    } else if (c.value == '\r') {
      out += "\\r";
    } else if (c.value < 0x20 || c.value == 0x7f) {
      append_byte_escape(out, byte);
    } else if (is_deceptive(c.value)) {
      append_code_point_escape(out, c.value);
    } else {
      out.append(bytes.substr(i, c.length));
    }
    i += c.length;
  }
  return out;
}

std::string escape_for_xml(std::string_view bytes, bool multiline) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const CodePoint c = code_point_at(bytes, i);
    if (!c.valid) {
      for (std::size_t k = 0; k < c.length; ++k) {
        append_byte_escape(out, static_cast<unsigned char>(bytes[i + k]));
      }
    } else if (c.value == '&') {
      out += "&amp;";
    } else if (c.value == '<') {
      out += "&lt;";
    } else if (c.value == '>') {
      out += "&gt;";
    } else if (c.value == '"') {
      out += "&quot;";
    } else if (c.value == '\'') {
      out += "&apos;";
    } else if (c.value == '\r') {
      out += "&#13;";
    } else if (c.value == '\n') {
      out += multiline ? "\n" : "&#10;";
    } else if (c.value == '\t') {
      out += multiline ? "\t" : "&#9;";
    } else if (c.value < 0x20) {
      append_byte_escape(out, static_cast<unsigned char>(c.value));
    } else if (c.value == 0xfffe || c.value == 0xffff) {
      append_code_point_escape(out, c.value);
    } else {
      out.append(bytes.substr(i, c.length));
    }
    i += c.length;
  }
  return out;
}

void append_json_quoted(std::string& out, std::string_view bytes) {
  out += '"';
  while (true) {
    const std::size_t invalid = find_invalid_utf8(bytes);
    append_json_text(out, bytes.substr(0, invalid));
    if (invalid == std::string_view::npos) break;
    out += kReplacement;
    bytes.remove_prefix(invalid + 1);
  }
  out += '"';
}

std::string quote_json(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() + 2);
  append_json_quoted(out, bytes);
  return out;
}

std::string shorten(std::string_view bytes, std::size_t max_bytes) {
  std::string out;
  std::size_t fits_with_mark = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    const CodePoint c = code_point_at(bytes, i);
    const std::string_view text = c.valid ? bytes.substr(i, c.length) : kReplacement;
    if (out.size() + text.size() > max_bytes) {
      out.resize(fits_with_mark);
      if (max_bytes >= kEllipsis.size()) out += kEllipsis;
      return out;
    }
    out += text;
    if (out.size() + kEllipsis.size() <= max_bytes) fits_with_mark = out.size();
    i += c.length;
  }
  return out;
}

}  // namespace tare
