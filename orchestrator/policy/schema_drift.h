// What changed between two JSON Schemas, place by place, and which way.
//
// "The schema changed" is of no use to a reviewer: that a closed list became free text lets the
// model write anything, while one more optional argument may be harmless. So each change is told as
// widened (what was accepted still is, and more), narrowed (the other way round), or changed (both
// or not known). The claim is about sets of values and it is kept: what is called widened refuses
// no value that was accepted before, what is called narrowed accepts none that was refused.
// Whatever is not understood is called changed, never passed over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace tare {

enum class DriftWay : std::uint8_t {
  widened,
  narrowed,
  changed,
  said,  // what a model reads and no value is refused by: descriptions, defaults, examples
};
std::string_view drift_way_name(DriftWay way);

struct SchemaChange {
  std::string where;  // of the argument: "lines[].amount"; "" for the arguments as a whole
  DriftWay way;
  std::string text;          // "maximum went from 100 to 1000"
  bool opened_enum = false;  // a closed list of values is none any more
};

// Empty exactly if both say the same but for layout, order of members and spelling of numbers. At
// most `limit` changes, the last of which then says that there are more. Bounded in depth and work;
// past the bounds a place is called changed.
std::vector<SchemaChange> schema_drift(json::Value before, json::Value after,
                                       std::size_t limit = 50);

// The same over texts; "" is a schema that says nothing. A text that is no JSON is one change.
std::vector<SchemaChange> schema_drift(std::string_view before, std::string_view after,
                                       std::size_t limit = 50);

}  // namespace tare
