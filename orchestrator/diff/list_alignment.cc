#include "diff/list_alignment.h"

#include <algorithm>
#include <limits>

namespace tare {
namespace {

using Ids = std::span<const std::uint32_t>;
using Indices = std::vector<std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The cost of an alignment: edits first, then how far apart the paired elements are. A sum of both
// in one number keeps the table small; the distances of 4 million pairs do not reach the edits.
using Cost = std::uint64_t;
constexpr Cost kEdit = Cost{1} << 40;
// An element that is gone or new is half as far as the farthest pair, so that of two alignments
// with as many edits the one by position is taken unless it pairs what has nothing in common.
constexpr Cost kAlone = kEdit + kFarthest / 2;

enum class Way : std::uint8_t { pair, drop, inject };

void by_position(Ids raw, Ids normalized, Pairs& out) {
  const std::size_t longer = std::max(raw.size(), normalized.size());
  for (std::size_t i = 0; i < longer; ++i) {
    out.emplace_back(i < raw.size() ? static_cast<std::uint32_t>(i) : kNoPartner,
                     i < normalized.size() ? static_cast<std::uint32_t>(i) : kNoPartner);
  }
}

// The textbook table of edit distances, filled from the back so that reading it goes forward. Two
// rows of costs are enough; the way taken is kept for each cell.
void by_table(Ids raw, Ids normalized, const Distance& distance, std::size_t& cells, Pairs& out) {
  const std::size_t width = normalized.size() + 1;
  std::vector<Way> ways((raw.size() + 1) * width, Way::drop);
  std::vector<Cost> below(width);
  std::vector<Cost> row(width);
  for (std::size_t j = normalized.size(); j-- > 0;) {
    below[j] = below[j + 1] + kAlone;
    ways[raw.size() * width + j] = Way::inject;
  }
  for (std::size_t i = raw.size(); i-- > 0;) {
    row[normalized.size()] = below[normalized.size()] + kAlone;
    for (std::size_t j = normalized.size(); j-- > 0;) {
      const bool equal = raw[i] == normalized[j];
      const Cost apart = equal ? 0
                               : kEdit + distance(static_cast<std::uint32_t>(i),
                                                  static_cast<std::uint32_t>(j), cells);
      Cost best = below[j + 1] + apart;
      Way way = Way::pair;
      if (below[j] + kAlone < best) {
        best = below[j] + kAlone;
        way = Way::drop;
      }
      if (row[j + 1] + kAlone < best) {
        best = row[j + 1] + kAlone;
        way = Way::inject;
      }
      row[j] = best;
      ways[i * width + j] = way;
    }
    std::swap(row, below);
  }
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  while (i < raw.size() || j < normalized.size()) {
    switch (ways[i * width + j]) {
      case Way::pair:
        out.emplace_back(i++, j++);
        break;
      case Way::drop:
        out.emplace_back(i++, kNoPartner);
        break;
      case Way::inject:
        out.emplace_back(kNoPartner, j++);
        break;
    }
  }
}

// Aligns what is left once the equal ends are off, by the table if it fits.
void align_middle(Ids raw, Ids normalized, const Distance& distance, std::size_t& cells,
                  Pairs& out) {
  const std::size_t rows = raw.size() + 1;
  const std::size_t columns = normalized.size() + 1;
  if (rows == 1 || columns == 1 || columns > cells / rows) {
    by_position(raw, normalized, out);
    return;
  }
  cells -= rows * columns;
  by_table(raw, normalized, distance, cells, out);
}

std::size_t edits(const Pairs& pairs, Ids raw, Ids normalized) {
  return static_cast<std::size_t>(std::ranges::count_if(pairs, [&](const auto& pair) {
    return pair.first == kNoPartner || pair.second == kNoPartner ||
           raw[pair.first] != normalized[pair.second];
  }));
}

Indices sorted_by_id(Ids ids) {
  Indices order(ids.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return ids[i]; });
  return order;
}

Indices picked(Ids ids, const Indices& indices) {
  Indices out;
  for (const std::uint32_t i : indices) out.push_back(ids[i]);
  return out;
}

// Equal elements wherever they stand, the first with the first; the rest aligned among themselves.
Pairs keep_all_equal(Ids raw, Ids normalized, const Distance& distance, std::size_t& cells) {
  Pairs out;
  Indices raw_left;
  Indices normalized_left;
  const Indices from = sorted_by_id(raw);
  const Indices to = sorted_by_id(normalized);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < from.size() || j < to.size()) {
    if (j == to.size() || (i < from.size() && raw[from[i]] < normalized[to[j]])) {
      raw_left.push_back(from[i++]);
    } else if (i == from.size() || normalized[to[j]] < raw[from[i]]) {
      normalized_left.push_back(to[j++]);
    } else {
      out.emplace_back(from[i++], to[j++]);
    }
  }
  std::ranges::sort(raw_left);
  std::ranges::sort(normalized_left);
  Pairs rest;
  align_middle(
      picked(raw, raw_left), picked(normalized, normalized_left),
      [&](std::uint32_t a, std::uint32_t b, std::size_t& left) {
        return distance(raw_left[a], normalized_left[b], left);
      },
      cells, rest);
  for (const auto& [a, b] : rest) {
    out.emplace_back(a == kNoPartner ? a : raw_left[a], b == kNoPartner ? b : normalized_left[b]);
  }
  std::ranges::sort(out);
  return out;
}

bool is_in_order(const Pairs& pairs) {
  std::int64_t last = -1;
  for (const auto& [i, j] : pairs) {  // ascending in raw
    if (i == kNoPartner || j == kNoPartner) continue;
    if (j < last) return false;
    last = j;
  }
  return true;
}

}  // namespace

Alignment align(Ids raw, Ids normalized, const Distance& distance, std::size_t& cells) {
  std::uint32_t head = 0;
  while (head < raw.size() && head < normalized.size() && raw[head] == normalized[head]) ++head;
  std::uint32_t tail = 0;
  while (head + tail < raw.size() && head + tail < normalized.size() &&
         raw[raw.size() - 1 - tail] == normalized[normalized.size() - 1 - tail]) {
    ++tail;
  }
  const Ids raw_middle = raw.subspan(head, raw.size() - head - tail);
  const Ids normalized_middle = normalized.subspan(head, normalized.size() - head - tail);
  const Distance in_middle = [&](std::uint32_t i, std::uint32_t j, std::size_t& left) {
    return distance(head + i, head + j, left);
  };
  Pairs middle;
  align_middle(raw_middle, normalized_middle, in_middle, cells, middle);
  // One for the order itself.
  Alignment out;
  if (const std::size_t in_place = edits(middle, raw_middle, normalized_middle); in_place > 1) {
    Pairs moved = keep_all_equal(raw_middle, normalized_middle, in_middle, cells);
    if (edits(moved, raw_middle, normalized_middle) + 1 < in_place && !is_in_order(moved)) {
      middle = std::move(moved);
      out.reordered = true;
    }
  }

  out.pairs.reserve(head + middle.size() + tail);
  for (std::uint32_t i = 0; i < head; ++i) out.pairs.emplace_back(i, i);
  for (const auto& [i, j] : middle) {
    out.pairs.emplace_back(i == kNoPartner ? i : head + i, j == kNoPartner ? j : head + j);
  }
  const auto raw_end = static_cast<std::uint32_t>(raw.size()) - tail;
  const auto normalized_end = static_cast<std::uint32_t>(normalized.size()) - tail;
  for (std::uint32_t i = 0; i < tail; ++i) out.pairs.emplace_back(raw_end + i, normalized_end + i);
  return out;
}

}  // namespace tare
