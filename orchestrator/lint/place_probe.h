// One value at one place of a tool's arguments, put to the tool's schema by itself.
//
// An expectation says something of a few arguments and nothing of the others. So the value is
// wrapped into arguments that hold nothing else, and of what the schema has against those only that
// counts which holds whatever the others are: what is said of the place and below it, and not
// under a condition that looks at its neighbours.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/possible.h"
#include "schema/schema.h"

namespace tare {

struct ArgumentPlace {
  std::string pointer;  // "/stops/1/town"
  std::string pattern;  // the same with "*" for items: "/stops/*/town"
  std::vector<schema::PlaceStep> steps;

  ArgumentPlace member(const std::string& name) const;
  ArgumentPlace item(std::size_t index) const;
};

// What the schema has against `value` (JSON text) at its place and below, in its fixed order.
std::vector<schema::Violation> refusals_at(const schema::Schema& schema, const ArgumentPlace& place,
                                           std::string_view value);

// The first refusal of the value itself by one of these keywords, whatever is inside the value:
// conditions and what is below the place do not count.
std::optional<schema::Violation> refusal_by(const schema::Schema& schema,
                                            const ArgumentPlace& place, std::string_view value,
                                            std::initializer_list<std::string_view> keywords);

}  // namespace tare
