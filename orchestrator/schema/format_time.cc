// Dates, times and durations as RFC 3339 writes them.
#include <optional>

#include "json/lexer.h"
#include "schema/format_checks.h"

namespace tare::schema {
namespace {

using std::string_view;

// Takes exactly so many digits off the front.
std::optional<int> take_number(string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int out = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (!json::is_digit(text[i])) return std::nullopt;
    out = out * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return out;
}

bool take(string_view& text, char c) {
  if (text.empty() || text[0] != c) return false;
  text.remove_prefix(1);
  return true;
}

int days_in(int month, int year) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Minutes east of UTC.
std::optional<int> take_zone(string_view& text) {
  if (take(text, 'Z') || take(text, 'z')) return 0;
  const bool west = take(text, '-');
  if (!west && !take(text, '+')) return std::nullopt;
  const auto hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  const int east = *hour * 60 + *minute;
  return west ? -east : east;
}

std::size_t digits_at_front(string_view text) {
  std::size_t out = 0;
  while (out < text.size() && json::is_digit(text[out])) ++out;
  return out;
}

// Numbers with the units in their order, none left out between two: "1Y2M", not "1Y2D".
bool take_units(string_view& text, string_view units) {
  std::size_t at = string_view::npos;
  while (const std::size_t digits = digits_at_front(text)) {
    if (digits == text.size()) return false;
    const std::size_t unit = units.find(text[digits]);
    if (unit == string_view::npos || (at != string_view::npos && unit != at + 1)) return false;
    at = unit;
    text.remove_prefix(digits + 1);
  }
  return at != string_view::npos;
}

}  // namespace

bool is_date(string_view text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, '-')) return false;
  const auto month = take_number(text, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, '-')) return false;
  const auto day = take_number(text, 2);
  return day && *day >= 1 && *day <= days_in(*month, *year) && text.empty();
}

bool is_time(string_view text) {
  const auto hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return false;
  const auto minute = take_number(text, 2);
  if (!minute || *minute > 59 || !take(text, ':')) return false;
  const auto second = take_number(text, 2);
  if (!second || *second > 60) return false;
  if (take(text, '.')) {
    const std::size_t digits = digits_at_front(text);
    if (digits == 0) return false;
    text.remove_prefix(digits);
  }
  const auto east = take_zone(text);
  if (!east || !text.empty()) return false;
  // A leap second is the last one of a day in UTC.
  constexpr int kDay = 24 * 60;
  return *second < 60 || (*hour * 60 + *minute - *east + 2 * kDay) % kDay == kDay - 1;
}

bool is_date_time(string_view text) {
  if (text.size() < 11 || (text[10] != 'T' && text[10] != 't')) return false;
  return is_date(text.substr(0, 10)) && is_time(text.substr(11));
}

bool is_duration(string_view text) {
  if (!take(text, 'P')) return false;
  if (text.ends_with('W')) return text.size() > 1 && digits_at_front(text) == text.size() - 1;
  const bool has_date = !text.empty() && text[0] != 'T';
  if (has_date && !take_units(text, "YMD")) return false;
  if (!take(text, 'T')) return has_date && text.empty();
  return take_units(text, "HMS") && text.empty();
}

}  // namespace tare::schema
