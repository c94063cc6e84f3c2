#include "suite/name_table.h"

#include "base/byte_hash.h"

namespace tare {

NameTable::NameTable() : seed_(new_hash_seed()), slots_(64) {}

// The slot that holds the name, or the free one where it belongs.
const NameTable::Slot& NameTable::slot_of(std::string_view name, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.id == 0 || (slot.tag == tag && views_[slot.id - 1] == name)) return slot;
  }
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  const Slot& slot = slot_of(name, byte_hash(name, seed_));
  if (slot.id == 0) return std::nullopt;
  return slot.id;
}

std::uint32_t NameTable::add(std::string_view name) {
  const std::uint64_t hash = byte_hash(name, seed_);
  const Slot& found = slot_of(name, hash);
  if (found.id != 0) return found.id;
  views_.push_back(names_.emplace_back(name));
  if (names_.size() * 2 > slots_.size()) {
    grow();
  } else {
    const_cast<Slot&>(found) = {static_cast<std::uint32_t>(hash >> 32), size()};
  }
  return size();
}

void NameTable::grow() {
  slots_.assign(slots_.size() * 2, Slot());
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 1; id <= size(); ++id) {
    const std::uint64_t hash = byte_hash(name(id), seed_);
    std::size_t at = hash & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), id};
  }
}

std::uint32_t SharedNames::add(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto known = table_.find(name)) return *known;
  std::vector<std::uint32_t> members;
  if (read_ && !read_(name, members)) return 0;
  members_.push_back(std::move(members));
  return table_.add(name);
}

std::uint32_t SharedNames::first_member(std::uint32_t id) {
  const std::lock_guard lock(mutex_);
  return members_[id - 1].empty() ? 0 : members_[id - 1].front();
}

std::uint32_t NameCache::add(std::string_view name) {
  const std::uint32_t mine = mine_.add(name);
  if (mine > shared_ids_.size()) shared_ids_.push_back(shared_.add(name));
  return shared_ids_[mine - 1];
}

}  // namespace tare
