// Which element of one list is which of the other.
//
// Lists are compared by position; but one element put in at the front should read as one injection
// and not as a change of everything behind it. So the two are aligned with the fewest edits, an
// edit being an element that is changed, gone or new; among those with as few, elements are paired
// that are nearest to each other. And where elements only moved, that is one change of order
// however far they went: if keeping every equal element, wherever it stands, leaves fewer changes
// to tell, order included, then that is the alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace tare {

inline constexpr std::uint32_t kNoPartner = 0xffff'ffff;

struct Alignment {
  // (index in raw, index in normalized), one of them kNoPartner for an element that is gone or new.
  // Ascending on both sides, unless `reordered`.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  bool reordered = false;  // the pairs are not in one order on both sides
};

// How far apart two unequal elements are, at most kFarthest. It takes what it costs from `cells`.
inline constexpr std::uint32_t kFarthest = 1u << 16;
using Distance =
    std::function<std::uint32_t(std::uint32_t raw, std::uint32_t normalized, std::size_t& cells)>;

// Elements are equal where their numbers are. `cells` is the work that is left for all lists of one
// comparison: a table of raw × normalized that does not fit makes this one go by position alone.
Alignment align(std::span<const std::uint32_t> raw, std::span<const std::uint32_t> normalized,
                const Distance& distance, std::size_t& cells);

}  // namespace tare
