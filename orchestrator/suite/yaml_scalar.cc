// Number text that JSON accepts is kept to the letter (12.50 stays 12.50); only spellings that JSON
// lacks are re-spelled, without ever going through a double.
#include "suite/yaml_scalar.h"

#include <charconv>
#include <cstdint>

#include "base/ascii.h"
#include "base/escape.h"

namespace tare {
namespace {

// [-+]? ( digits [ . digits? ] | . digits ) ( [eE] [-+]? digits )?
bool is_core_number(std::string_view s) {
  std::size_t i = 0;
  if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
  std::size_t digits = 0;
  while (i < s.size() && is_digit(s[i])) ++i, ++digits;
  if (i < s.size() && s[i] == '.') {
    ++i;
    while (i < s.size() && is_digit(s[i])) ++i, ++digits;
  }
  if (digits == 0) return false;
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
    const std::size_t start = i;
    while (i < s.size() && is_digit(s[i])) ++i;
    if (i == start) return false;
  }
  return i == s.size();
}

// "+.5" to "0.5", "007" to "7", "5." to "5"; text that is JSON already comes out as it went in.
std::string json_number(std::string_view s) {
  std::string out;
  if (s.front() == '-') out += '-';
  if (s.front() == '-' || s.front() == '+') s.remove_prefix(1);
  std::size_t end = 0;
  while (end < s.size() && is_digit(s[end])) ++end;
  std::string_view whole = s.substr(0, end);
  while (whole.size() > 1 && whole.front() == '0') whole.remove_prefix(1);
  out += whole.empty() ? "0" : whole;
  s.remove_prefix(end);
  if (!s.empty() && s.front() == '.') {
    const bool has_fraction = s.size() > 1 && is_digit(s[1]);
    if (!has_fraction) s.remove_prefix(1);
  }
  out += s;
  return out;
}

std::optional<std::string> based_number(std::string_view s) {
  const int base = s.starts_with("0x") ? 16 : s.starts_with("0o") ? 8 : 0;
  if (base == 0 || s.size() == 2) return std::nullopt;
  for (char c : s.substr(2)) {
    const bool hex = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (base == 16 ? !hex : c < '0' || c > '7') return std::nullopt;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(s.data() + 2, s.data() + s.size(), value, base);
  if (error != std::errc() || end != s.data() + s.size()) return std::string();
  return std::to_string(value);
}

bool is_infinity_or_nan(std::string_view s) {
  if (s == ".nan" || s == ".NaN" || s == ".NAN") return true;
  if (!s.empty() && (s.front() == '-' || s.front() == '+')) s.remove_prefix(1);
  return s == ".inf" || s == ".Inf" || s == ".INF";
}

}  // namespace

PlainScalar read_plain_scalar(std::string_view s) {
  using Kind = PlainScalar::Kind;
  if (s.empty() || s == "~" || s == "null" || s == "Null" || s == "NULL") {
    return {Kind::null, "null"};
  }
  if (s == "true" || s == "True" || s == "TRUE") return {Kind::boolean, "true"};
  if (s == "false" || s == "False" || s == "FALSE") return {Kind::boolean, "false"};
  if (is_core_number(s)) return {Kind::number, json_number(s)};
  if (std::optional<std::string> based = based_number(s)) {
    if (based->empty()) return {Kind::unsayable, "does not fit in 64 bits"};
    return {Kind::number, *based};
  }
  if (is_infinity_or_nan(s)) return {Kind::unsayable, "has no spelling in JSON"};
  return {Kind::string, quote_json(s)};
}

}  // namespace tare
