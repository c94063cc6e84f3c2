#include "scoring/scalar_matchers.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "base/escape.h"
#include "diff/date_reader.h"
#include "diff/normal_forms.h"
#include "json/decimal.h"
#include "suite/tolerance.h"

namespace tare {
namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;

std::string is_a(json::Value v) { return fmt::format("is of type {}", json::kind_name(v.kind())); }

struct Instant {
  std::int64_t seconds = 0;
  std::string fraction;  // digits without idle zeros
  bool operator==(const Instant&) const = default;
};

// "" where `out` is set, else why the text is no instant.
std::string read_instant(const std::string& text, Instant& out) {
  const std::optional<DateText> date = read_date(text);
  // "2031-03" names a month and no day.
  const bool month_alone = date && date->like_number && text.find('-') != text.npos;
  if (!date || date->readings == 0 || month_alone) return "is no date";
  if (date->readings > 1) return "may be read as either of two dates, day and month being unclear";
  out.seconds = date->days[0] * kDay + date->seconds;
  out.fraction = date->fraction;
  return "";
}

bool is_of(ValueType type, json::Value v) {
  switch (type) {
    case ValueType::null:
      return v.is_null();
    case ValueType::boolean:
      return v.is_boolean();
    case ValueType::integer:
      return v.is_number() && json::is_whole(v.number_text());
    case ValueType::number:
      return v.is_number();
    case ValueType::string:
      return v.is_string();
    case ValueType::array:
      return v.is_array();
    case ValueType::object:
      return v.is_object();
  }
  return false;
}

bool is_of_named(json::Value name, json::Value v) {
  const std::optional<std::string> word = name.as_string();
  const std::optional<ValueType> type = word ? value_type_from_name(*word) : std::nullopt;
  return type && is_of(*type, v);
}

}  // namespace

std::string regex_mismatch(json::Value operand, json::Value got, MatcherCache& cache) {
  if (!operand.is_string()) return "cannot be compared: the pattern is no string";
  if (!got.is_string()) return is_a(got) + ", and a pattern matches strings alone";
  switch (cache.pattern(operand.decoded())->match(got.decoded())) {
    case schema::Match::yes:
      return "";
    case schema::Match::no:
      return "does not match the pattern";
    case schema::Match::unknown:
      break;
  }
  return "cannot be held against the pattern: it is no valid Unicode text, or too long for it";
}

std::string range_mismatch(json::Value operand, json::Value got) {
  if (!operand.is_object()) return "cannot be compared: the range is no object";
  if (!got.is_number()) return is_a(got) + ", and a range holds numbers alone";
  for (const json::Member& bound : operand.members()) {
    if (!bound.value.is_number())
      return "cannot be compared: the range has an end that is no number";
    const auto order = json::compare_numbers(got.number_text(), bound.value.number_text());
    const std::string name = bound.name.decoded();
    const bool low = name == "gt" || name == "gte";
    const bool inside =
        order == (low ? std::partial_ordering::greater : std::partial_ordering::less);
    const bool at_end = order == std::partial_ordering::equivalent && name.ends_with('e');
    if (!inside && !at_end) return "is outside the range";
  }
  return "";
}

std::string approx_mismatch(json::Value operand, json::Value got) {
  const std::optional<Tolerance> near = tolerance_of(operand);
  if (!near) return "cannot be compared: $approx has no borders";
  if (!got.is_number()) return is_a(got) + ", and only a number is near to one";
  const bool above = json::compare_numbers(got.number_text(), near->least) >= 0;
  const bool below = json::compare_numbers(got.number_text(), near->greatest) <= 0;
  return above && below ? ""
                        : fmt::format("is not from {} to {}", shorten(near->least, 60),
                                      shorten(near->greatest, 60));
}

std::string type_mismatch(json::Value operand, json::Value got) {
  bool fits = false;
  if (operand.is_array()) {
    for (json::Value type : operand.elements()) fits = fits || is_of_named(type, got);
  } else {
    fits = is_of_named(operand, got);
  }
  if (fits) return "";
  return got.is_number()
             ? is_a(got) + (json::is_whole(got.number_text()) ? "" : ", not a whole one")
             : is_a(got);
}

std::string ignore_case_mismatch(json::Value operand, json::Value got) {
  if (!operand.is_string()) return "cannot be compared: $ignoreCase holds no string";
  if (!got.is_string()) return is_a(got) + ", not a string";
  return equal_ignoring_case(operand.decoded(), got.decoded()) ? "" : "is another text";
}

std::string date_mismatch(json::Value operand, json::Value got) {
  Instant wanted, seen;
  if (!operand.is_string() || !read_instant(operand.decoded(), wanted).empty()) {
    return "cannot be compared: $date holds no date";
  }
  if (!got.is_string()) return is_a(got) + ", and a date is written as a string";
  if (std::string why = read_instant(got.decoded(), seen); !why.empty()) return why;
  return wanted == seen ? "" : "is another instant";
}

}  // namespace tare
