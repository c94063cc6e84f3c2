#include "coercion/assignment.h"

#include <limits>

namespace tare {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;

// The duals `row_price` and `column_price` keep every reduced cost at or above 0, and at 0 along
// what is assigned; so the cheapest way to a free column is one of least total cost.
class Solver {
 public:
  explicit Solver(const Weights& weights)
      : weights_(weights),
        row_price_(weights.rows, 0),
        column_price_(weights.columns, 0),
        row_of_(weights.columns, kNone) {}

  bool add_row(std::size_t row, std::size_t& steps) {
    std::vector<std::int64_t> distance(weights_.columns, kFar);
    std::vector<std::size_t> before(weights_.columns, kNone);
    std::vector<bool> done(weights_.columns, false);
    std::vector<std::size_t> visited;  // columns, in the order they were reached
    std::size_t at_row = row;
    std::size_t at_column = kNone;
    std::int64_t length = 0;
    while (true) {
      if (steps < weights_.columns) return false;
      steps -= weights_.columns;
      std::size_t nearest = kNone;
      for (std::size_t j = 0; j < weights_.columns; ++j) {
        if (done[j]) continue;
        const std::int64_t reduced =
            length - weights_.at(at_row, j) - row_price_[at_row] - column_price_[j];
        if (reduced < distance[j]) {
          distance[j] = reduced;
          before[j] = at_column;
        }
        if (nearest == kNone || distance[j] < distance[nearest]) nearest = j;
      }
      length = distance[nearest];
      at_column = nearest;
      if (row_of_[nearest] == kNone) break;
      done[nearest] = true;
      visited.push_back(nearest);
      at_row = row_of_[nearest];
    }
    row_price_[row] += length;
    for (const std::size_t j : visited) {
      row_price_[row_of_[j]] += length - distance[j];
      column_price_[j] -= length - distance[j];
    }
    while (at_column != kNone) {
      const std::size_t from = before[at_column];
      row_of_[at_column] = from == kNone ? row : row_of_[from];
      at_column = from;
    }
    return true;
  }

  std::vector<std::size_t> columns() const {
    std::vector<std::size_t> out(weights_.rows, kNone);
    for (std::size_t j = 0; j < row_of_.size(); ++j) {
      if (row_of_[j] != kNone) out[row_of_[j]] = j;
    }
    return out;
  }

 private:
  const Weights& weights_;
  std::vector<std::int64_t> row_price_, column_price_;
  std::vector<std::size_t> row_of_;  // by column
};

}  // namespace

std::optional<std::vector<std::size_t>> assign(const Weights& weights, std::size_t& steps) {
  Solver solver(weights);
  for (std::size_t row = 0; row < weights.rows; ++row) {
    if (!solver.add_row(row, steps)) return std::nullopt;
  }
  return solver.columns();
}

}  // namespace tare
