// Writing what was read: verbatim, or without white space, never re-spelled.
#pragma once

#include <string>

#include "json/value.h"

namespace tare::json {

// The value without white space outside strings; every token as it was spelled.
// REQUIRES: the document came from a strict reader (a tolerant one's tokens may be no JSON).
std::string minified(Value v);

// The value as strict JSON whatever reader made it: repaired tokens are re-spelled (double quotes,
// true/false/null; NaN and Infinity become strings), all others stay as they were.
std::string as_strict_json(Value v);

// A number's text as JSON would spell it, its digits as they stood: a repaired one without plus,
// idle zeros in front, a bare point or a cut exponent. NaN and Infinity stay words.
// REQUIRES: v.is_number()
std::string json_number_text(Value v);

}  // namespace tare::json
