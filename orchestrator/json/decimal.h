// Exact comparison of numbers by their text.
//
// A JSON number is sign, digits and a power of ten. It is compared as that, never as a double, and
// without writing the zeros out: 1e999999999 costs as much as 1. Exponents longer than 18 digits
// saturate, keeping order and equality of what can still be told apart by digits.
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace tare::json {

// Takes JSON number text, and what the tolerant reader accepts ("+1", "007", ".5", "5.").
// "NaN", "Infinity", "-Infinity" compare equal to themselves only, and unordered to all else.
std::partial_ordering compare_numbers(std::string_view a, std::string_view b);
inline bool same_number(std::string_view a, std::string_view b) {
  return compare_numbers(a, b) == std::partial_ordering::equivalent;
}

// A whole number by value: 3, 3.0, 30e-1, -0.
bool is_whole(std::string_view number);

// True if the text, without white space, is one JSON number.
bool is_json_number(std::string_view text);

// One spelling for all equal numbers, such as "-12e3"; equal numbers give equal text. For hashing.
std::string canonical_number(std::string_view number);

}  // namespace tare::json
