// Number to number. Equality is decided on the decimal text; doubles only measure how far apart two
// numbers are that are known to differ.
#include <algorithm>
#include <cmath>

#include "coercion/number_text.h"
#include "coercion/scalar_change.h"
#include "json/decimal.h"

namespace tare {
namespace {

constexpr double kTwoTo53 = 9007199254740992.0;

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

}  // namespace

std::optional<Change> number_change(std::string_view raw, std::string_view normalized) {
  if (raw == normalized) return std::nullopt;
  // A tolerant reading may hold NaN or 0x1f, which are no decimals.
  if (!is_decimal(raw) || !is_decimal(normalized)) return change_of("numberAltered");
  if (json::same_number(raw, normalized)) return respelled(raw, normalized);

  const std::optional<double> from = nearest_double(raw);
  const std::optional<double> to = nearest_double(normalized);
  if (!from || !to) return change_of("numberAltered");
  const bool raw_whole = json::is_whole(raw);
  const bool one_double = *from == *to;
  if (raw_whole) {
    const bool beyond = std::abs(*from) >= kTwoTo53;
    return change_of(one_double && beyond ? "bigintPrecisionLoss" : "numberAltered");
  }
  if (one_double) {
    Change change = change_of("floatPrecisionLoss");
    change.equal_as_double = true;
    return change;
  }
  const double apart = std::abs(*from - *to);
  if (json::is_whole(normalized) && apart < 1) return change_of("fractionTruncated");
  if (apart < std::abs(*from) * 1e-6) return change_of("floatPrecisionLoss");
  const std::size_t kept = fraction_digits(normalized);
  const bool rounded =
      kept > 0 && kept < fraction_digits(raw) &&
      apart < std::pow(10.0, -static_cast<double>(std::min<std::size_t>(kept, 300)));
  return change_of(rounded ? "fractionTruncated" : "numberAltered");
}

}  // namespace tare
