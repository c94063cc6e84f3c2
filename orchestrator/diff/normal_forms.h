// Unicode's normal forms, as far as "are these two texts the same?" needs them.
#pragma once

#include <string_view>

namespace tare {

enum class Likeness {
  canonical,     // equal in NFC: the same characters, composed otherwise
  compatibility  // equal in NFKC: a ligature and its letters, full width and half width
};

// Invalid bytes and lone surrogates are equal to themselves alone. n log n in the longest run of
// combining marks, linear in all else; memory for one such run, not for the text.
bool equal_in_normal_form(std::string_view a, std::string_view b, Likeness likeness);

// By Unicode's case folding.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace tare
