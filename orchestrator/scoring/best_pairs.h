// Expected calls and calls that were made, paired so that the sum of weights is greatest.
//
// Where the order counts, pairs may not cross: an alignment, found by dynamic programming over both
// ends. Where it does not, this is the assignment problem. Between the two stand constraints, "this
// one before that": the best assignment is taken first, and where it breaks a constraint the search
// goes on in two halves that both exclude what it did, always with the better half next, so that
// the first answer without a break is the best one that there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tare {

inline constexpr std::int64_t kNoPair = -1;

struct PairWeights {
  std::size_t rows = 0, columns = 0;
  std::vector<std::int64_t> cells;  // row by row; kNoPair, or 0 to 2^39
  std::int64_t at(std::size_t row, std::size_t column) const {
    return cells[row * columns + column];
  }
};

using RowOrder = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The column of each row, or kUnmatched (bipartite_matching.h). Of equals, pairs that stand earlier
// are taken.
std::vector<std::uint32_t> best_alignment(const PairWeights& weights);

// `before`: rows of which the first must take an earlier column than the second, where both take
// one. `steps` is the work that is left; nullopt where it does not suffice.
std::optional<std::vector<std::uint32_t>> best_assignment(const PairWeights& weights,
                                                          const RowOrder& before,
                                                          std::size_t& steps);

}  // namespace tare
