// The arguments that a tool's schema names, with the values of its enums, for tables and hints.
//
// schema/declared.h answers what is said of one place; here the places themselves are listed. Names
// come from `properties` at any depth, through local references and combinations; the list is
// bounded, since a schema may be made to be endless.
#pragma once

#include <string>
#include <vector>

#include "json/value.h"
#include "schema/schema.h"

namespace tare {

struct ArgumentName {
  std::string pointer;                   // "/address/zip"; list items as "/stops/*"
  std::string name;                      // the last step
  bool top = true;                       // directly an argument of the tool
  bool required = false;                 // of the tool itself; false below the top
  std::vector<json::Value> enum_values;  // living as long as the schema
};

inline constexpr std::size_t kMaxArguments = 2000;

// In the order of the schema; each pointer once.
std::vector<ArgumentName> argument_names(const schema::Schema& schema);

}  // namespace tare
