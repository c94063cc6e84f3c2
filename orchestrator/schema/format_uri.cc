// URIs (RFC 3986), their international kin (RFC 3987), and templates for them (RFC 6570).
#include <algorithm>

#include "base/utf8.h"
#include "json/lexer.h"
#include "schema/format_checks.h"

namespace tare::schema {
namespace {

using std::string_view;

bool is_letter(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'z';
}

bool is_unreserved(char c) {
  return is_letter(c) || json::is_digit(c) || string_view("-._~").find(c) != string_view::npos;
}

constexpr string_view kSubDelimiters = "!$&'()*+,;=";

bool is_encoded_at(string_view text, std::size_t i) {
  return i + 2 < text.size() && json::hex_digit(text[i + 1]) >= 0 &&
         json::hex_digit(text[i + 2]) >= 0;
}

bool consists_of(string_view text, string_view extra, bool international) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      if (!is_encoded_at(text, i)) return false;
    } else if (static_cast<signed char>(c) < 0) {
      if (!international) return false;
    } else if (!is_unreserved(c) && kSubDelimiters.find(c) == string_view::npos &&
               extra.find(c) == string_view::npos) {
      return false;
    }
  }
  return true;
}

bool is_authority(string_view text, bool international) {
  if (const std::size_t at = text.rfind('@'); at != string_view::npos) {
    if (!consists_of(text.substr(0, at), ":", international)) return false;
    text.remove_prefix(at + 1);
  }
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == string_view::npos) return false;
    const string_view literal = text.substr(1, end - 1);
    const bool future = literal.size() > 1 && (literal[0] | 0x20) == 'v';
    if (future ? !consists_of(literal.substr(1), ":", false) : !is_ipv6(literal)) return false;
    text.remove_prefix(end + 1);
    if (!text.empty() && text[0] != ':') return false;
  }
  const std::size_t colon = text.find(':');
  const string_view port = colon == string_view::npos ? string_view() : text.substr(colon + 1);
  return consists_of(text.substr(0, colon), "", international) &&
         std::all_of(port.begin(), port.end(), json::is_digit);
}

// Takes a scheme and its colon off the front.
bool take_scheme(string_view& text) {
  const std::size_t end = text.find_first_of(":/?#");
  if (end == string_view::npos || end == 0 || text[end] != ':' || !is_letter(text[0])) return false;
  const bool fits =
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) {
        return is_letter(c) || json::is_digit(c) || string_view("+-.").find(c) != string_view::npos;
      });
  if (fits) text.remove_prefix(end + 1);
  return fits;
}

bool is_variable(string_view text) {
  if (const std::size_t colon = text.find(':'); colon != string_view::npos) {
    const string_view length = text.substr(colon + 1);
    if (length.empty() || length.size() > 4 || length[0] == '0' ||
        !std::all_of(length.begin(), length.end(), json::is_digit)) {
      return false;
    }
    text = text.substr(0, colon);
  } else if (text.ends_with('*')) {
    text.remove_suffix(1);
  }
  char before = '.';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool fits = c == '.'   ? before != '.'
                      : c == '%' ? is_encoded_at(text, i)
                                 : is_letter(c) || json::is_digit(c) || c == '_';
    if (!fits) return false;
    before = c;
  }
  return before != '.';
}

bool is_expression(string_view text) {
  if (!text.empty() && string_view("+#./;?&=,!@|").find(text[0]) != string_view::npos) {
    text.remove_prefix(1);
  }
  for (;;) {
    const std::size_t comma = text.find(',');
    if (!is_variable(text.substr(0, comma))) return false;
    if (comma == string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

bool is_uri(string_view text, UriForm form, bool international) {
  if (international && !is_valid_utf8(text)) return false;
  const bool has_scheme = take_scheme(text);
  if (!has_scheme && form == UriForm::absolute) return false;
  const std::size_t hash = text.find('#');
  if (hash != string_view::npos && !consists_of(text.substr(hash + 1), ":@/?", international)) {
    return false;
  }
  text = text.substr(0, hash);
  const std::size_t mark = text.find('?');
  if (mark != string_view::npos && !consists_of(text.substr(mark + 1), ":@/?", international)) {
    return false;
  }
  text = text.substr(0, mark);
  if (text.starts_with("//")) {
    const std::size_t end = text.find('/', 2);
    if (!is_authority(text.substr(2, end - 2), international)) return false;
    text.remove_prefix(std::min(end, text.size()));
  } else if (!has_scheme && text.substr(0, text.find('/')).find(':') != string_view::npos) {
    return false;  // what stands before the colon would be a scheme
  }
  return consists_of(text, ":@/", international);
}

bool is_uri_template(string_view text) {
  if (!is_valid_utf8(text)) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{') {
      const std::size_t end = text.find('}', i);
      if (end == string_view::npos || !is_expression(text.substr(i + 1, end - i - 1))) return false;
      i = end;
    } else if (c == '%') {
      if (!is_encoded_at(text, i)) return false;
    } else if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f ||
               string_view("\"<>\\^`|}").find(c) != string_view::npos) {
      return false;
    }
  }
  return true;
}

}  // namespace tare::schema
