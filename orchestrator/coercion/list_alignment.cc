#include "coercion/list_alignment.h"

#include <algorithm>

namespace tare {
namespace {

using Ids = std::span<const std::uint32_t>;

// Pairs what lies between two anchors: in order, what is left over on the longer side stands alone.
void pair_gap(Alignment& out, std::uint32_t raw, std::uint32_t raw_end, std::uint32_t normalized,
              std::uint32_t normalized_end) {
  while (raw < raw_end || normalized < normalized_end) {
    out.pairs.emplace_back(raw < raw_end ? raw++ : kNoPartner,
                           normalized < normalized_end ? normalized++ : kNoPartner);
  }
}

// Anchors by the textbook table of longest common subsequences, filled from the back so that
// reading it goes forward.
std::vector<std::pair<std::uint32_t, std::uint32_t>> anchors(Ids raw, Ids normalized) {
  const std::size_t width = normalized.size() + 1;
  std::vector<std::uint32_t> table((raw.size() + 1) * width, 0);
  for (std::size_t i = raw.size(); i-- > 0;) {
    for (std::size_t j = normalized.size(); j-- > 0;) {
      table[i * width + j] = raw[i] == normalized[j]
                                 ? table[(i + 1) * width + j + 1] + 1
                                 : std::max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  while (i < raw.size() && j < normalized.size()) {
    if (raw[i] == normalized[j]) {
      found.emplace_back(i++, j++);
    } else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return found;
}

}  // namespace

Alignment align(Ids raw, Ids normalized, std::size_t& cells) {
  std::uint32_t head = 0;
  while (head < raw.size() && head < normalized.size() && raw[head] == normalized[head]) ++head;
  std::uint32_t tail = 0;
  while (head + tail < raw.size() && head + tail < normalized.size() &&
         raw[raw.size() - 1 - tail] == normalized[normalized.size() - 1 - tail]) {
    ++tail;
  }
  const auto raw_end = static_cast<std::uint32_t>(raw.size()) - tail;
  const auto normalized_end = static_cast<std::uint32_t>(normalized.size()) - tail;

  Alignment out;
  for (std::uint32_t i = 0; i < head; ++i) out.pairs.emplace_back(i, i);
  std::uint32_t from_raw = head;
  std::uint32_t from_normalized = head;
  const std::size_t rows = raw_end - head + std::size_t{1};
  const std::size_t columns = normalized_end - head + std::size_t{1};
  const bool worth = rows > 1 && columns > 1;
  if (worth && columns <= cells / rows) {
    cells -= rows * columns;
    for (const auto& [i, j] :
         anchors(raw.subspan(head, rows - 1), normalized.subspan(head, columns - 1))) {
      pair_gap(out, from_raw, head + i, from_normalized, head + j);
      out.pairs.emplace_back(head + i, head + j);
      from_raw = head + i + 1;
      from_normalized = head + j + 1;
    }
  }
  pair_gap(out, from_raw, raw_end, from_normalized, normalized_end);
  for (std::uint32_t i = 0; i < tail; ++i) out.pairs.emplace_back(raw_end + i, normalized_end + i);
  return out;
}

bool is_reordered(Ids raw, Ids normalized) {
  if (raw.size() != normalized.size() || std::ranges::equal(raw, normalized)) return false;
  std::vector<std::uint32_t> a(raw.begin(), raw.end());
  std::vector<std::uint32_t> b(normalized.begin(), normalized.end());
  std::ranges::sort(a);
  std::ranges::sort(b);
  return a == b;
}

}  // namespace tare
