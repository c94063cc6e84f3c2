// What may stand at one place of the arguments at all.
//
// Where declared.h asks what the author said of a place, this asks what no value there can get
// around: kinds, ends of numbers, lengths, and whether only listed values
// do. A bound on all values, not an
// account of them: what is inside may still be refused, what is outside is refused for certain,
// whatever stands elsewhere among the arguments. So alternatives (anyOf, oneOf) give the union of
// theirs, $ref and allOf the common part, and conditions nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "schema/schema.h"

namespace tare::schema {

// A member of an object, or an item of a list.
struct PlaceStep {
  std::string name;
  std::optional<std::size_t> index;  // else it is a member
};

struct NumberEnd {
  std::string number;
  bool open = false;  // the end itself is left out
};

// All numbers between two ends; an end that is missing is endless.
struct NumberSpan {
  std::optional<NumberEnd> least, greatest;
  bool whole_only = false;

  bool empty() const;  // no number lies in it
};
NumberSpan common_part(const NumberSpan& a, const NumberSpan& b);

// How long a text (in code points) or a list is.
struct CountSpan {
  std::size_t least = 0;
  std::size_t greatest = std::numeric_limits<std::size_t>::max();

  bool meets(const CountSpan& other) const {
    return least <= other.greatest && other.least <= greatest;
  }
};

using KindSet = std::uint8_t;  // bits: 1 << json::Kind
inline constexpr KindSet kAllKinds = 0x3f;
constexpr KindSet kind_bit(json::Kind kind) {
  return static_cast<KindSet>(1u << static_cast<unsigned>(kind));
}

struct Possible {
  KindSet kinds = kAllKinds;  // none: no value may stand there
  NumberSpan numbers;
  CountSpan text, items;
  // Of these kinds only values in `listed` (of `enum` and `const`), which may hold others too.
  KindSet listed_kinds = 0;
  std::vector<json::Value> listed;  // live as long as the schema
};

// O(steps × subschemas), bounded; past the bound everything is possible.
Possible possible_at(const Schema& schema, const std::vector<PlaceStep>& place);

}  // namespace tare::schema
