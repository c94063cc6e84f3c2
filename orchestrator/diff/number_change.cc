// Number to number. Equality is decided on the decimal text; doubles only measure how far apart two
// numbers are that are known to differ.
//
// Where several kinds would do: what a double cannot hold explains first (equal as doubles), then a
// whole number less than 1 away (cut or rounded), then a change of less than a millionth, then a
// rounding to fewer digits. A whole number that became another is `numberAltered` unless rounding
// to a double or a single explains it to the last digit: ids that are near each other name
// different things.
#include <algorithm>
#include <cmath>

#include "diff/number_text.h"
#include "diff/scalar_change.h"
#include "json/decimal.h"

namespace tare {
namespace {

constexpr double kTwoTo53 = 9007199254740992.0;
constexpr double kLargestInt32 = 2147483647.0;

bool is_negative_zero(std::string_view number) {
  return number.starts_with('-') && number.find_first_of("123456789") >= number.find_first_of("eE");
}

Change respelled(std::string_view raw, std::string_view normalized) {
  std::string_view kind = "numberRespelled";
  if (is_integer_literal(raw) && !is_integer_literal(normalized)) kind = "intToFloat";
  // An exponent written out is a matter of spelling; a zero fraction cut off is one of type.
  const bool zero_fraction = raw.find('.') != raw.npos && raw.find_first_of("eE") == raw.npos;
  if (zero_fraction && is_integer_literal(normalized)) kind = "floatToInt";
  Change change = change_of(kind);
  change.value_changed = false;
  if (is_negative_zero(raw) && !is_negative_zero(normalized)) change.lossless = false;
  return change;
}

// NaN and Infinity, which only a tolerant reading holds.
Change nonfinite_change(std::string_view raw, std::string_view normalized) {
  if (!json::same_number(raw, normalized)) return change_of("nonfiniteNumber");
  Change change = change_of("numberRespelled");
  change.value_changed = false;
  return change;
}

// A literal beyond all doubles became a large number: the largest double, single or integer that
// the layer had. A small one it cannot have become by overflowing.
Change overflow_change(double from, double to) {
  const bool largest = std::isinf(from) && std::isfinite(to) && std::abs(to) >= kLargestInt32 &&
                       std::signbit(from) == std::signbit(to);
  return change_of(largest ? "nonfiniteNumber" : "numberAltered");
}

Change rounded_to_single() {
  Change change = change_of("floatPrecisionLoss");
  change.remark = "single precision";
  return change;
}

Change whole_change(double from, double to) {
  if (from == to && std::abs(from) >= kTwoTo53) return change_of("bigintPrecisionLoss");
  if (from != to && to == static_cast<double>(static_cast<float>(from))) return rounded_to_single();
  return change_of("numberAltered");
}

// To fewer digits behind the point, up or down.
bool is_rounding(std::string_view raw, std::string_view normalized, double apart) {
  const std::int64_t kept = fraction_digits(normalized);
  return kept > 0 && kept < fraction_digits(raw) &&
         apart < std::pow(10.0, -static_cast<double>(std::min<std::int64_t>(kept, 300)));
}

Change fraction_change(std::string_view raw, std::string_view normalized, double from, double to) {
  if (from == to) {
    Change change = change_of("floatPrecisionLoss");
    change.equal_as_double = true;
    return change;
  }
  const double apart = std::abs(from - to);
  if (json::is_whole(normalized) && apart < 1) return change_of("fractionTruncated");
  if (apart < std::abs(from) * 1e-6) return change_of("floatPrecisionLoss");
  return change_of(is_rounding(raw, normalized, apart) ? "fractionTruncated" : "numberAltered");
}

}  // namespace

std::optional<Change> number_change(std::string_view raw, std::string_view normalized) {
  if (raw == normalized) return std::nullopt;
  if (is_nonfinite_word(raw) || is_nonfinite_word(normalized)) {
    return nonfinite_change(raw, normalized);
  }
  const std::optional<std::string> before = decimal_of(raw);
  const std::optional<std::string> after = decimal_of(normalized);
  if (!before || !after) return change_of("numberAltered");
  if (json::same_number(*before, *after)) return respelled(raw, normalized);

  const double from = nearest_double(*before);
  const double to = nearest_double(*after);
  if (std::isinf(from) || std::isinf(to)) return overflow_change(from, to);
  if (json::is_whole(*before)) return whole_change(from, to);
  return fraction_change(*before, *after, from, to);
}

}  // namespace tare
