// $approx: the numbers that lie near enough to another one.
//
// The borders are computed digit by digit, so 0.3 lies within 0.1 of 0.2 and nothing hangs on how a
// double rounds. Digits are bounded: a border that would need more of them than that is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"

namespace tare {

struct Tolerance {
  std::string least, greatest;  // JSON numbers; both belong to it
};

// value ± the greater of `abs` and `rel` × |value|; "" where one of them is not given.
// REQUIRES: JSON number texts, `abs` and `rel` not negative. nullopt: more than 4,096 digits.
std::optional<Tolerance> tolerance_around(std::string_view value, std::string_view abs,
                                          std::string_view rel);

// Of an operand of $approx: a number (within a millionth of it), or {value, abs?, rel?}.
// nullopt where it has not that form, or where there is no border.
std::optional<Tolerance> tolerance_of(json::Value operand);

}  // namespace tare
