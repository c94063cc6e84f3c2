// Exact comparison of numbers by their text.
//
// A JSON number is sign, digits and a power of ten. It is compared as that, never as a double, and
// without writing the zeros out: 1e999999999 costs as much as 1. An exponent too long for 64 bits
// is kept as digits too, so 1e99999999999999999999 and 10e99999999999999999998 are still the same.
// Every function here but is_multiple_of is linear in its text.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare::json {

// Takes JSON number text, and what the tolerant reader accepts ("+1", "007", ".5", "5.", and "1e"
// of a cut text, whose missing exponent counts as 0). "NaN", "Infinity" and "-Infinity" (in any
// case, and "inf") compare equal to themselves only, and unordered to all else. So does text that
// is no number.
std::partial_ordering compare_numbers(std::string_view a, std::string_view b);
inline bool same_number(std::string_view a, std::string_view b) {
  return compare_numbers(a, b) == std::partial_ordering::equivalent;
}

// A whole number by value: 3, 3.0, 30e-1, -0.
bool is_whole(std::string_view number);

// Is `number` a whole multiple of `divisor`? 0.3 is one of 0.1. False where either is no finite
// number or the divisor is zero; nullopt where both have so many digits (or exponents beyond 64
// bits) that the work would not be bounded.
std::optional<bool> is_multiple_of(std::string_view number, std::string_view divisor);

// True if the text is one JSON number and nothing else: no white space around it either.
bool is_json_number(std::string_view text);

// One spelling for all equal numbers, such as "-12e3"; equal numbers give equal text, and only
// they. Always a JSON number, except for NaN, Infinity, -Infinity, and text that is no number,
// which stays.
std::string canonical_number(std::string_view number);

// The value where it is whole and fits: 3, 3.0 and 3e0 are 3.
std::optional<std::int64_t> integer_value(std::string_view number);

}  // namespace tare::json
