// Which keyword of a schema does what, as far as a comparison has to know. Not for use from
// outside.
#pragma once

#include <span>
#include <string_view>

#include "json/value.h"
#include "policy/schema_side.h"

namespace tare {

// Keywords that a model or a person reads, and that refuse no value.
std::span<const std::string_view> said_keywords();
bool is_said_keyword(std::string_view name);
// Where definitions lie: they count where a reference leads to them.
bool is_definitions_keyword(std::string_view name);
// It has a rule of its own in the comparison.
bool is_compared_keyword(std::string_view name);
// It speaks of a value as a whole and holds no schemas but branches: `enum`, `maximum`, `anyOf`.
bool is_plain_keyword(std::string_view name);
// It holds a subschema or a list of them that a value is put to as a whole.
bool is_branching_keyword(std::string_view name);

// A keyword that values of some types alone are held to.
struct TypedKeyword {
  std::string_view name;
  TypeSet types;
};
std::span<const TypedKeyword> typed_keywords();

json::Value keyword_of(json::Value schema, std::string_view name);
// Somewhere in it a reference stands, or may.
bool holds_reference(json::Value v);

}  // namespace tare
