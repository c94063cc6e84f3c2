// The part of a tool's schema that can be told without reading schemas as a whole: the declared
// type of each top-level argument, and which of them must be there.
//
// A call that breaks one of these does not fit its schema, whatever the rest of it says, so a
// client that casts "2" to 2 where the schema wants an integer hid the model's slip and broke
// nothing. What is not declared in this plain form counts as fitting.
#pragma once

#include <string_view>

#include "json/value.h"

namespace tare {

// `arguments`: an object, or an invalid Value for none ({}). A schema that does not parse, or is no
// object, declares nothing. O(members × declared properties).
bool fits_declared_types(json::Value arguments, std::string_view input_schema);

}  // namespace tare
