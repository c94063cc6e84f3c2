// Which member of one object is which of the other: by name, a repeated name from its last
// occurrence on, then by a name that differs in case and separators alone and holds an equal value.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/value_ids.h"
#include "json/value.h"

namespace tare {

struct MemberPairing {
  struct Side {
    std::vector<std::string_view> names;  // decoded
    std::vector<json::Value> values;
    // Where a name holds escapes, what its view looks at.
    std::vector<std::unique_ptr<std::string>> decoded;
  };
  // A raw name that stands there more often than it arrived, and did arrive.
  struct Collapsed {
    std::vector<std::uint32_t> raw;  // all its occurrences
    std::uint32_t normalized;        // its last one there
  };
  Side raw, normalized;
  // Raw names behind which the text has no value: such a member was not written.
  std::vector<std::string> unfinished;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kept;     // ascending in raw
  std::vector<std::pair<std::uint32_t, std::uint32_t>> renamed;  // ascending in raw
  std::vector<std::uint32_t> dropped, injected;                  // ascending
  std::vector<Collapsed> collapsed;
  bool reordered = false;  // names that stand once on both sides, in another order
};

// REQUIRES: both are objects. O(n log n).
MemberPairing pair_members(json::Value raw, json::Value normalized, const ValueIds& ids);

// The same names in the same order, and a value behind each: then the pairing is plain, and most
// pairs of objects are so.
bool has_same_names(json::Value raw, json::Value normalized);

}  // namespace tare
