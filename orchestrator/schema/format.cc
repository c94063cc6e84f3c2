// The table of formats, and the short ones.
#include "schema/format.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/lexer.h"
#include "schema/format_checks.h"
#include "schema/pattern.h"

namespace tare::schema {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 18> kFormats = {{
    {"date", Format::date},
    {"date-time", Format::date_time},
    {"time", Format::time},
    {"duration", Format::duration},
    {"email", Format::email},
    {"idn-email", Format::idn_email},
    {"hostname", Format::hostname},
    {"ipv4", Format::ipv4},
    {"ipv6", Format::ipv6},
    {"uri", Format::uri},
    {"uri-reference", Format::uri_reference},
    {"iri", Format::iri},
    {"iri-reference", Format::iri_reference},
    {"uri-template", Format::uri_template},
    {"uuid", Format::uuid},
    {"json-pointer", Format::json_pointer},
    {"relative-json-pointer", Format::relative_json_pointer},
    {"regex", Format::regex},
}};

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : json::hex_digit(text[i]) < 0) return false;
  }
  return true;
}

bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return true;
}

bool is_relative_json_pointer(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || (digits > 1 && text[0] == '0')) return false;
  text.remove_prefix(digits);
  return text == "#" || is_json_pointer(text);
}

}  // namespace

std::optional<Format> find_format(std::string_view name) {
  for (const auto& [known, format] : kFormats) {
    if (known == name) return format;
  }
  return std::nullopt;
}

std::string_view format_name(Format format) {
  const auto* at = std::find_if(kFormats.begin(), kFormats.end(),
                                [format](const auto& one) { return one.second == format; });
  return at->first;
}

bool has_format(Format format, std::string_view text) {
  switch (format) {
    case Format::date:
      return is_date(text);
    case Format::date_time:
      return is_date_time(text);
    case Format::time:
      return is_time(text);
    case Format::duration:
      return is_duration(text);
    case Format::email:
      return is_email(text, false);
    case Format::idn_email:
      return is_email(text, true);
    case Format::hostname:
      return is_hostname(text);
    case Format::ipv4:
      return is_ipv4(text);
    case Format::ipv6:
      return is_ipv6(text);
    case Format::uri:
      return is_uri(text, UriForm::absolute, false);
    case Format::uri_reference:
      return is_uri(text, UriForm::reference, false);
    case Format::iri:
      return is_uri(text, UriForm::absolute, true);
    case Format::iri_reference:
      return is_uri(text, UriForm::reference, true);
    case Format::uri_template:
      return is_uri_template(text);
    case Format::uuid:
      return is_uuid(text);
    case Format::json_pointer:
      return is_json_pointer(text);
    case Format::relative_json_pointer:
      return is_relative_json_pointer(text);
    case Format::regex:
      return is_ecma_pattern(text);
  }
  return true;
}

}  // namespace tare::schema
