// What "the same value" means for evidence: numbers by exact decimal value, strings by decoded
// bytes, objects by member name without order (a repeated name counts each time), lists by
// position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"

namespace tare::json {

// O(n log n) in the nodes of both; does not recurse.
bool equal_by_value(Value a, Value b);

// One number a node of the value's subtree, in the order of the tape (the value itself first): two
// nodes bear the same one exactly if they are equal by value. O(n log n); does not recurse.
std::vector<std::uint32_t> value_classes(Value v);

// One text for all values equal by value: members sorted, white space gone, numbers canonical,
// strings escaped alike. For hashing and for pairing.
std::string canonical_text(Value v);

}  // namespace tare::json
