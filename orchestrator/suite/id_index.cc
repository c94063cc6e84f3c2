// Linear probing. The multiplication spreads hashes whose low bits are alike.
#include "suite/id_index.h"

#include <functional>

namespace tare {
namespace {

std::size_t slot_of(std::uint64_t hash, std::size_t mask) {
  return static_cast<std::size_t>((hash * 0x9e3779b97f4a7c15u) >> 20) & mask;
}

}  // namespace

std::optional<std::size_t> IdIndex::add(std::size_t index) {
  if (count_ * 2 >= table_.size()) grow();
  const std::string_view id = cases_[index].id();
  const std::uint64_t hash = std::hash<std::string_view>()(id);
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = slot_of(hash, mask);
  while (table_[slot].index_plus_one != 0) {
    const Entry& entry = table_[slot];
    const auto other = static_cast<std::size_t>(entry.index_plus_one - 1);
    if (entry.hash == hash && cases_[other].id() == id) return other;
    slot = (slot + 1) & mask;
  }
  table_[slot] = {hash, index + 1};
  ++count_;
  return std::nullopt;
}

void IdIndex::grow() {
  std::vector<Entry> old = std::move(table_);
  table_.assign(old.empty() ? 64 : old.size() * 2, Entry());
  const std::size_t mask = table_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.index_plus_one == 0) continue;
    std::size_t slot = slot_of(entry.hash, mask);
    while (table_[slot].index_plus_one != 0) slot = (slot + 1) & mask;
    table_[slot] = entry;
  }
}

}  // namespace tare
