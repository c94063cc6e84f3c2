#include "scoring/bipartite_matching.h"

namespace tare {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

class Matching {
 public:
  Matching(const std::vector<std::vector<std::uint32_t>>& fits, std::size_t columns)
      : fits_(fits),
        column_of_(fits.size(), kUnmatched),
        row_of_(columns, kUnmatched),
        level_(fits.size(), kFar),
        next_(fits.size(), 0) {}

  std::vector<std::uint32_t> solve() {
    while (find_levels()) {
      next_.assign(fits_.size(), 0);
      for (std::uint32_t row = 0; row < fits_.size(); ++row) {
        if (column_of_[row] == kUnmatched) augment(row);
      }
    }
    return column_of_;
  }

 private:
  // How far each row is from a free one along alternating paths; false: no free column is reached.
  bool find_levels() {
    std::vector<std::uint32_t> queue;
    for (std::uint32_t row = 0; row < fits_.size(); ++row) {
      level_[row] = column_of_[row] == kUnmatched ? 0 : kFar;
      if (level_[row] == 0) queue.push_back(row);
    }
    bool reached = false;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::uint32_t column : fits_[queue[i]]) {
        const std::uint32_t row = row_of_[column];
        if (row == kUnmatched) {
          reached = true;
        } else if (level_[row] == kFar) {
          level_[row] = level_[queue[i]] + 1;
          queue.push_back(row);
        }
      }
    }
    return reached;
  }

  // A path from a free row to a free column, one level deeper at each step; taken, if there is one.
  void augment(std::uint32_t start) {
    std::vector<std::uint32_t> path = {start};  // rows; each waits at next_[row]
    while (!path.empty()) {
      const std::uint32_t row = path.back();
      if (next_[row] == fits_[row].size()) {
        level_[row] = kFar;  // a dead end for all others too
        path.pop_back();
        if (!path.empty()) ++next_[path.back()];
        continue;
      }
      const std::uint32_t owner = row_of_[fits_[row][next_[row]]];
      if (owner == kUnmatched) {
        for (const std::uint32_t step : path) {
          const std::uint32_t column = fits_[step][next_[step]];
          row_of_[column] = step;
          column_of_[step] = column;
          ++next_[step];
        }
        return;
      }
      if (level_[owner] == level_[row] + 1) {
        path.push_back(owner);
      } else {
        ++next_[row];
      }
    }
  }

  const std::vector<std::vector<std::uint32_t>>& fits_;
  std::vector<std::uint32_t> column_of_, row_of_, level_;
  std::vector<std::size_t> next_;  // the first column of each row that was not tried yet
};

}  // namespace

std::vector<std::uint32_t> maximum_matching(const std::vector<std::vector<std::uint32_t>>& fits,
                                            std::size_t columns) {
  return Matching(fits, columns).solve();
}

}  // namespace tare
