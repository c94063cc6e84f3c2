// A million ids, put into one table by several threads at once and looked up by several more.
//
// The table is of one size from the start, since it is known how many ids will come; so adding is
// one compare-and-swap on a free entry, and nothing ever moves. An entry is half a hash and the
// place of the id, and the ids themselves stay where they are.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/byte_hash.h"

namespace tare {

class SharedIds {
 public:
  // REQUIRES: count < 2^31
  explicit SharedIds(std::size_t count);

  std::uint64_t hash(std::string_view id) const { return byte_hash(id, seed_); }
  // Asks for the memory that add or find will look at.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&entries_[hash & mask_]); }

  // Notes the id of `index`; false if an equal one was there. `id_of(index)` gives any id that was
  // added; what it reads must be written before add is called for that index.
  template <class IdOf>
  bool add(std::uint32_t index, std::uint64_t hash, std::string_view id, IdOf id_of);

  // Once nobody adds any more.
  template <class IdOf>
  std::optional<std::uint32_t> find(std::uint64_t hash, std::string_view id, IdOf id_of) const;

 private:
  static std::uint64_t tag(std::uint64_t hash) { return hash & 0xffff'ffff'0000'0000u; }
  static std::uint64_t entry(std::uint32_t index, std::uint64_t hash) {
    return tag(hash) | (std::uint64_t{index} + 1);
  }
  static std::uint32_t index_of(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry & 0xffff'ffffu) - 1;
  }

  std::uint64_t seed_;
  std::size_t mask_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> entries_;  // 0: free; at most half are taken
};

template <class IdOf>
bool SharedIds::add(std::uint32_t index, std::uint64_t hash, std::string_view id, IdOf id_of) {
  const std::uint64_t mine = entry(index, hash);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    std::uint64_t there = entries_[at].load(std::memory_order_acquire);
    if (there == 0 &&
        entries_[at].compare_exchange_strong(there, mine, std::memory_order_acq_rel)) {
      return true;
    }
    if (tag(there) == tag(hash) && id_of(index_of(there)) == id) return false;
  }
}

template <class IdOf>
std::optional<std::uint32_t> SharedIds::find(std::uint64_t hash, std::string_view id,
                                             IdOf id_of) const {
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    const std::uint64_t there = entries_[at].load(std::memory_order_relaxed);
    if (there == 0) return std::nullopt;
    if (tag(there) == tag(hash) && id_of(index_of(there)) == id) return index_of(there);
  }
}

}  // namespace tare
