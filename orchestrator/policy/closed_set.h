// The closed list of values that a place lets through, however it is written.
//
// `enum` and `const` are one way; schema generators print a closed set of texts as `anyOf` or
// `oneOf` of constants, an optional one with `null` beside, and a named one behind a reference.
// What matters to a reviewer is that each of them is a list, which can be opened.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "policy/place_fit.h"
#include "policy/schema_side.h"

namespace tare {

struct ClosedSet {
  // By canonical text, each with the schemas within the place that speak of it and not of all.
  std::map<std::string, std::vector<json::Value>> values;
  bool listed = false;  // somewhere stands an enum or a const; else the types are that small
  // False: it is a list, and it is not known which values of it the place lets through.
  bool decided = true;
};

// nullopt: it is none, or has keywords beside that are not plain. `fit` is that of the place.
std::optional<ClosedSet> closed_set(json::Value place, const SchemaSide& side, PlaceFit& fit);
// False where closed_set would surely say nullopt; looks at this place's keywords alone.
bool may_be_closed(json::Value place);

}  // namespace tare
