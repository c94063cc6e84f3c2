// The assignment problem: give each row a column of its own so that the sum of weights is greatest.
//
// Taking the best partner call by call is order-bound: the first may take what the second needs
// more. Kuhn's Hungarian method finds the best sum, row by row along shortest augmenting paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tare {

struct Weights {
  std::size_t rows = 0, columns = 0;
  std::vector<std::int64_t> cells;  // row by row
  std::int64_t at(std::size_t row, std::size_t column) const {
    return cells[row * columns + column];
  }
};

// REQUIRES: rows <= columns, |weights| < 2^40. The column of each row. O(rows² × columns) at worst,
// rows × columns where few rows want the same column. `steps` is the work that is left to the
// caller; nullopt where it does not suffice.
std::optional<std::vector<std::size_t>> assign(const Weights& weights, std::size_t& steps);

}  // namespace tare
