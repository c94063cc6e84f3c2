// A list and something else: unwrapped, joined, or turned to an object and back.
#pragma once

#include <optional>

#include "diff/severity.h"
#include "json/value.h"

namespace tare {

// REQUIRES: raw is a list, normalized is none. Its only element, or its elements joined.
std::optional<Change> unwrapped(json::Value raw, json::Value normalized);

// One is a list, the other an object whose members are named 0 to n-1, in any order, with the
// elements as values. An empty list and an empty object are such a pair: some languages have one
// type for both.
bool is_list_as_object(json::Value a, json::Value b);

}  // namespace tare
