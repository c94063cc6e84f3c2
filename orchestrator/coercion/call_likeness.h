// How much two calls' arguments have in common, where they are not equal.
//
// Of several calls of one name that all changed, which became which? The one that shares most with
// it, member by member. Shared loosely too: a client that turns "7" into 7, trims a string or
// renames a member has changed every call, and still 7 is more like "7" than like "8". So numbers
// count by value, written as a number or in a string (10, "10", "1e1"), at the top and further
// down; true and false count as 1 and 0; of all other text letters without their case, digits, and
// what is not ASCII.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tare {

// The members at the top, as hashes: likeness decides between partners and proves nothing.
struct ArgumentsSketch {
  struct Member {
    std::uint64_t loose_name, name, loose_value, value;
  };
  std::vector<Member> members;  // by loose name, then in their order; kMaxSketched at most
};

inline constexpr std::size_t kMaxSketched = 64;

// Of any text: broken JSON as far as it can be read, other text as one member without a name.
ArgumentsSketch sketch_arguments(std::string_view text);

// For each member of like name 1, and 1 if the name is the same; 3 for a like value, and 1 if it is
// the same. Members of one loose name are taken in their order.
std::int64_t likeness(const ArgumentsSketch& a, const ArgumentsSketch& b);
inline constexpr std::int64_t kLikeValue = 4;  // at least this much where a value is shared

// Equal for sketches whose members are all alike in name and value.
std::uint64_t loose_key(const ArgumentsSketch& sketch);

}  // namespace tare
