// Which element of one list is which of the other.
//
// Lists are compared by position; but one element put in at the front should read as one injection
// and not as a change of everything behind it. So the longest common subsequence of equal elements
// anchors the two lists, and what lies between two anchors is paired in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tare {

inline constexpr std::uint32_t kNoPartner = 0xffff'ffff;

struct Alignment {
  // (index in raw, index in normalized), one of them kNoPartner for an element that is gone or new.
  // Ascending on both sides.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

// Elements are equal where their numbers are. `cells` is the work that is left for all lists of one
// comparison: a table of raw × normalized that does not fit makes this one go by position alone.
Alignment align(std::span<const std::uint32_t> raw, std::span<const std::uint32_t> normalized,
                std::size_t& cells);

// The same elements, each as often, in another order.
bool is_reordered(std::span<const std::uint32_t> raw, std::span<const std::uint32_t> normalized);

}  // namespace tare
