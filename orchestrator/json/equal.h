// What "the same value" means for evidence: numbers by exact decimal value, strings by decoded
// bytes, objects by member name without order (a repeated name counts each time), lists by
// position.
#pragma once

#include <string>

#include "json/value.h"

namespace tare::json {

// O(n log n) in the nodes of both; does not recurse.
bool equal_by_value(Value a, Value b);

// One text for all values equal by value: members sorted, white space gone, numbers canonical,
// strings escaped alike. For hashing and for pairing.
std::string canonical_text(Value v);

}  // namespace tare::json
