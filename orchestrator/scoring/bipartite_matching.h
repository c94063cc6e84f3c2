// Pairs between two lists, as many as there can be, where each pair must be one of those allowed.
//
// Taking the first partner that fits is order-bound: it may be the only one of a later element.
// Hopcroft and Karp's method (1973) mends such choices along shortest alternating paths, all of one
// length at a time, and so finds the greatest number of pairs whatever the order of the lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tare {

inline constexpr std::uint32_t kUnmatched = std::numeric_limits<std::uint32_t>::max();

// `fits[row]`: the columns that the row may take, each below `columns`. The column of each row, or
// kUnmatched. O(pairs × √rows); does not recurse.
std::vector<std::uint32_t> maximum_matching(const std::vector<std::vector<std::uint32_t>>& fits,
                                            std::size_t columns);

}  // namespace tare
