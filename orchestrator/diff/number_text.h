// Numbers as text: what a string or a literal spells, without going through a double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

// Sign, digits, fraction, exponent: JSON's numbers and those of common languages (+1, 007, .5, 5.).
// Not NaN, not Infinity, not hexadecimal.
bool is_decimal(std::string_view text);

// The text as a decimal: itself, or what a literal of 0x, 0o or 0b of at most 64 bits stands for.
std::optional<std::string> decimal_of(std::string_view text);

// The number that a string spells: white space at its ends, `_` between digits and commas between
// groups of three are passed over, and 0x, 0o and 0b understood.
std::optional<std::string> number_in_string(std::string_view text);

// "NaN", "Infinity", "-inf", "∞", in any case.
bool is_nonfinite_word(std::string_view text);

// True if the text is the spelling that a printer would choose for that number: no sign +, leading
// zero, exponent, space or `_`, no idle zero at the end of a fraction, at most 15 digits. Then the
// text can be had back from the number.
bool is_plain_spelling(std::string_view text, std::string_view number);

// Written without fraction and exponent.
bool is_integer_literal(std::string_view number);

// Digits behind the point once the exponent is worked out and idle zeros are gone.
std::int64_t fraction_digits(std::string_view number);

// Infinite where the number is too large for a double, 0 where it is too small. For "how far
// apart", never for "equal". REQUIRES: is_decimal(number).
double nearest_double(std::string_view number);

}  // namespace tare
