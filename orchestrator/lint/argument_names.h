// The arguments that a tool's schema names, with the values of its enums, for tables and hints.
//
// schema/declared.h answers what is said of one place; here the places themselves are listed. Names
// come from `properties` at any depth, through local references and combinations; the list is
// bounded, since a schema may be made to be endless.
#pragma once

#include <string>
#include <unordered_map>
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

// Places of a schema that leads back to itself, by pointer: what stands above them and says the
// same of all below. "/next" -> "" where an argument `next` is the tool's whole input once more.
using RepeatedPlaces = std::unordered_map<std::string, std::string>;

// In the order of the schema; each pointer once. A schema that leads back to itself is followed
// once: below a repeated place (added to `repeated`) nothing is listed.
std::vector<ArgumentName> argument_names(const schema::Schema& schema,
                                         RepeatedPlaces* repeated = nullptr);

}  // namespace tare
