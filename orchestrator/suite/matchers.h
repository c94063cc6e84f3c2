// Matchers: objects such as {"$oneOf": [1, 2]} that stand in for a value inside expectedArgs.
//
// They are scored by later work; their names are held to the closed list now, so that a slip in a
// name is a fault when the suite is read and not a literal that never matches.
#pragma once

#include <string_view>

#include "json/value.h"
#include "suite/value_reader.h"

namespace tare {

// A fault for each member name that begins with `$`, is not `$$…` (a literal) and is no matcher.
void check_matchers(ValueReader& reader, json::Value value);

}  // namespace tare
