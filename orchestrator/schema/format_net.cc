// Names and addresses of hosts, and of people on them.
#include <algorithm>

#include "base/utf8.h"
#include "json/lexer.h"
#include "schema/format_checks.h"

namespace tare::schema {
namespace {

using std::string_view;

bool is_letter_or_digit(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return (lower >= 'a' && lower <= 'z') || json::is_digit(c);
}

bool is_high(char c) { return static_cast<signed char>(c) < 0; }

// What RFC 5322 allows in an unquoted word.
bool is_atom_character(char c, bool international) {
  return is_letter_or_digit(c) || string_view("!#$%&'*+-/=?^_`{|}~").find(c) != string_view::npos ||
         (international && is_high(c));
}

bool is_local_part(string_view text, bool international) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    const string_view inner = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const bool escaped = inner[i] == '\\';
      if (escaped && ++i == inner.size()) return false;
      if (inner[i] == '"' && !escaped) return false;
      if (is_high(inner[i]) ? !international : inner[i] < 0x20 || inner[i] == 0x7f) return false;
    }
    return true;
  }
  char before = '.';
  for (const char c : text) {
    if (c == '.' ? before == '.' : !is_atom_character(c, international)) return false;
    before = c;
  }
  return before != '.';
}

bool is_label(string_view label, bool international) {
  if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-') {
    return false;
  }
  // Two hyphens in third place are kept for encoded names, of which only "xn--" is one.
  const bool reserved = label.size() >= 4 && label[2] == '-' && label[3] == '-';
  if (reserved && ((label[0] | 0x20) != 'x' || (label[1] | 0x20) != 'n' || label.size() == 4)) {
    return false;
  }
  return std::all_of(label.begin(), label.end(), [international](char c) {
    return is_letter_or_digit(c) || c == '-' || (international && is_high(c));
  });
}

bool is_host(string_view text, bool international) {
  if (text.empty() || text.size() > 253) return false;
  for (;;) {
    const std::size_t dot = text.find('.');
    if (!is_label(text.substr(0, dot), international)) return false;
    if (dot == string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

bool is_email(string_view text, bool international) {
  const std::size_t at = text.rfind('@');
  if (at == string_view::npos || !is_local_part(text.substr(0, at), international)) return false;
  if (international && !is_valid_utf8(text)) return false;
  const string_view domain = text.substr(at + 1);
  if (!domain.starts_with('[')) return is_host(domain, international);
  if (!domain.ends_with(']')) return false;
  const string_view literal = domain.substr(1, domain.size() - 2);
  return literal.starts_with("IPv6:") ? is_ipv6(literal.substr(5)) : is_ipv4(literal);
}

bool is_hostname(string_view text) { return is_host(text, false); }

bool is_ipv4(string_view text) {
  for (int part = 0; part < 4; ++part) {
    if (part > 0) {
      if (!text.starts_with('.')) return false;
      text.remove_prefix(1);
    }
    std::size_t digits = 0;
    int value = 0;
    while (digits < text.size() && digits < 4 && json::is_digit(text[digits])) {
      value = value * 10 + (text[digits++] - '0');
    }
    if (digits == 0 || digits > 3 || value > 255 || (digits > 1 && text[0] == '0')) return false;
    text.remove_prefix(digits);
  }
  return text.empty();
}

bool is_ipv6(string_view text) {
  int groups = 0;
  bool compressed = false;
  if (text.starts_with("::")) {
    compressed = true;
    text.remove_prefix(2);
  }
  while (!text.empty()) {
    if (groups <= 6 && text.find('.') != string_view::npos && text.find(':') == string_view::npos) {
      if (!is_ipv4(text)) return false;
      groups += 2;
      break;
    }
    std::size_t digits = 0;
    while (digits < text.size() && json::hex_digit(text[digits]) >= 0) ++digits;
    if (digits == 0 || digits > 4 || ++groups > 8) return false;
    text.remove_prefix(digits);
    if (text.empty()) break;
    if (text.starts_with("::")) {
      if (compressed) return false;
      compressed = true;
      text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == ':') {
      text.remove_prefix(1);
    } else {
      return false;
    }
  }
  return compressed ? groups < 8 : groups == 8;
}

}  // namespace tare::schema
