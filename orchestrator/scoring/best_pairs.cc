#include "scoring/best_pairs.h"

#include <algorithm>
#include <queue>

#include "coercion/assignment.h"
#include "scoring/bipartite_matching.h"

namespace tare {
namespace {

constexpr std::size_t kMaxBranches = 5'000;

// The columns that a row may take, by constraints that were branched on.
struct Span {
  std::uint32_t begin = 0, end = 0;
};

// Each row may stay without a pair: for that it has a column of its own, of weight 0.
std::optional<std::vector<std::uint32_t>> assign_within(const PairWeights& weights,
                                                        const std::vector<Span>& spans,
                                                        std::size_t& steps) {
  Weights square;
  square.rows = weights.rows;
  square.columns = weights.columns + weights.rows;
  if (steps < square.rows * square.columns) return std::nullopt;
  steps -= square.rows * square.columns;
  square.cells.assign(square.rows * square.columns, kNoPair);
  for (std::size_t row = 0; row < weights.rows; ++row) {
    std::int64_t* const cells = square.cells.data() + row * square.columns;
    for (std::size_t column = spans[row].begin; column < spans[row].end; ++column) {
      cells[column] = weights.at(row, column);
    }
    std::fill(cells + weights.columns, cells + square.columns, 0);
  }
  const std::optional<std::vector<std::size_t>> found = assign(square, steps);
  if (!found) return std::nullopt;
  std::vector<std::uint32_t> out(weights.rows, kUnmatched);
  for (std::size_t row = 0; row < weights.rows; ++row) {
    const std::size_t column = (*found)[row];
    const bool paired = column < weights.columns && square.at(row, column) != kNoPair;
    if (paired) out[row] = static_cast<std::uint32_t>(column);
  }
  return out;
}

std::int64_t total_of(const PairWeights& weights, const std::vector<std::uint32_t>& columns) {
  std::int64_t total = 0;
  for (std::size_t row = 0; row < columns.size(); ++row) {
    if (columns[row] != kUnmatched) total += weights.at(row, columns[row]);
  }
  return total;
}

struct Branch {
  std::int64_t total = 0;
  std::size_t number = 0;  // in the order they were made
  std::vector<Span> spans;
  std::vector<std::uint32_t> columns;
};

struct Worse {
  bool operator()(const Branch& a, const Branch& b) const {
    return a.total != b.total ? a.total < b.total : a.number > b.number;
  }
};

// The first constraint that is broken.
const std::pair<std::uint32_t, std::uint32_t>* broken(const RowOrder& before,
                                                      const std::vector<std::uint32_t>& columns) {
  for (const auto& pair : before) {
    const std::uint32_t first = columns[pair.first], second = columns[pair.second];
    if (first != kUnmatched && second != kUnmatched && first > second) return &pair;
  }
  return nullptr;
}

}  // namespace

std::vector<std::uint32_t> best_alignment(const PairWeights& weights) {
  const std::size_t rows = weights.rows, columns = weights.columns;
  // best[i][j]: of the rows from i on and the columns from j on.
  std::vector<std::int64_t> best((rows + 1) * (columns + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::int64_t& {
    return best[i * (columns + 1) + j];
  };
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      at(i, j) = std::max(at(i + 1, j), at(i, j + 1));
      const std::int64_t weight = weights.at(i, j);
      if (weight != kNoPair) at(i, j) = std::max(at(i, j), weight + at(i + 1, j + 1));
    }
  }
  std::vector<std::uint32_t> out(rows, kUnmatched);
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    const std::int64_t weight = weights.at(i, j);
    if (weight != kNoPair && at(i, j) == weight + at(i + 1, j + 1)) {
      out[i++] = static_cast<std::uint32_t>(j++);
    } else if (at(i, j) == at(i, j + 1)) {
      ++j;
    } else {
      ++i;
    }
  }
  return out;
}

std::optional<std::vector<std::uint32_t>> best_assignment(const PairWeights& weights,
                                                          const RowOrder& before,
                                                          std::size_t& steps) {
  std::priority_queue<Branch, std::vector<Branch>, Worse> open;
  std::size_t made = 0;
  const auto add = [&](std::vector<Span> spans) {
    auto columns = assign_within(weights, spans, steps);
    if (!columns) return false;
    const std::int64_t total = total_of(weights, *columns);
    open.push({total, made++, std::move(spans), std::move(*columns)});
    return true;
  };
  const auto all = static_cast<std::uint32_t>(weights.columns);
  if (!add(std::vector<Span>(weights.rows, Span{0, all}))) return std::nullopt;
  while (true) {
    const Branch next = open.top();
    open.pop();
    const auto* pair = broken(before, next.columns);
    if (pair == nullptr) return next.columns;
    if (made > kMaxBranches) return std::nullopt;
    // Either the first one takes an earlier column than the second has now, or the second one a
    // later column than that.
    const std::uint32_t border = next.columns[pair->second];
    std::vector<Span> earlier = next.spans, later = next.spans;
    earlier[pair->first].end = std::min(earlier[pair->first].end, border);
    later[pair->second].begin = std::max(later[pair->second].begin, border + 1);
    for (std::vector<Span>* spans : {&earlier, &later}) {
      for (Span& span : *spans) span.begin = std::min(span.begin, span.end);
      if (!add(std::move(*spans))) return std::nullopt;
    }
  }
}

}  // namespace tare
