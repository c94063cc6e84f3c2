// What a schema declares at one place of the arguments.
//
// Not "does the value fit" but "what did the tool's author say of this member": its types, its
// enum, its default, whether it is named at all. Subschemas reached by $ref, allOf, anyOf, oneOf
// and if/then/else all count, since any of them may be meant.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "schema/schema.h"

namespace tare::schema {

struct Declared {
  // The path leads through `properties`, `patternProperties`, `items` or `prefixItems` all the way;
  // members that a schema merely tolerates are not declared.
  bool declared = false;
  // Some subschema here has `properties`, be it an empty one.
  bool lists_properties = false;
  // Of members that no subschema here names: some says that they are welcome (`true`, or a schema
  // for them), some that they are not.
  bool welcomes_others = false, closes_others = false;
  bool any_type = true;                  // no subschema here restricts the type
  std::vector<json::Kind> types;         // else what they allow; `number` for integer too
  bool integer_only = false;             // number is allowed as integer alone
  std::vector<json::Value> enum_values;  // of `enum` and `const`; empty: none
  std::vector<json::Value> defaults;
  std::size_t prefix_items = 0;  // so many items of a list have schemas of their own

  bool allows(json::Kind kind) const;
};

// `pointer`: a JSON Pointer into the arguments. What is found is bounded; the values live as long
// as the schema. O(steps × subschemas).
Declared declared_at(const Schema& schema, std::string_view pointer);

// Is the member named in the `properties` (or matched by the patternProperties) of the object at
// `pointer`?
bool names_member(const Schema& schema, std::string_view pointer, std::string_view member);

}  // namespace tare::schema
