// Which ids were seen: a flat table of hashes and places.
//
// A million ids in a node-based map cost a third of the time of reading them and eighty bytes each.
// Here an entry is 16 bytes, growing looks at no string, and a string is compared only where the
// whole hash is equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "model/test_case.h"

namespace tare {

class IdIndex {
 public:
  // `cases` holds what the indices name; it may grow, but not change or shrink.
  explicit IdIndex(const std::deque<TestCase>& cases) : cases_(cases) {}

  // Notes the case at `index`; if its id was there before, the index of that one instead.
  std::optional<std::size_t> add(std::size_t index);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t index_plus_one = 0;  // 0: free
  };
  void grow();

  const std::deque<TestCase>& cases_;
  std::vector<Entry> table_;  // a power of two; at most half full
  std::size_t count_ = 0;
};

}  // namespace tare
