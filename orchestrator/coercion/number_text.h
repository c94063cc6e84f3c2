// Numbers as text: what a string or a literal spells, without going through a double.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

// Sign, digits, fraction, exponent: JSON's numbers and those of common languages (+1, 007, .5, 5.).
// Not NaN, not Infinity, not hexadecimal.
bool is_decimal(std::string_view text);

// The number that a string spells, cleaned of spaces at its ends and of `_` between digits.
std::optional<std::string> number_in_string(std::string_view text);

// True if the text is the spelling that a printer would choose for that number: no sign +, leading
// zero, exponent, space or `_`, no idle zero at the end of a fraction, at most 15 digits. Then the
// text can be had back from the number.
bool is_plain_spelling(std::string_view text, std::string_view number);

// Written without fraction and exponent.
bool is_integer_literal(std::string_view number);

// Digits behind the point as written; 0 where there is an exponent or no point.
std::size_t fraction_digits(std::string_view number);

// nullopt where the double is not finite. For "how far apart", never for "equal".
std::optional<double> nearest_double(std::string_view number);

}  // namespace tare
