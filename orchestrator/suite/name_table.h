// Names as small numbers: a million cases speak of a few dozen tools.
//
// What is compared and counted a million times is then a number, and a case needs no string of its
// own. Numbers begin at 1, in the order in which names came; 0 is left to mean "none".
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

class NameTable {
 public:
  NameTable();

  // The name's number; a new one where it was not there.
  std::uint32_t add(std::string_view name);
  std::optional<std::uint32_t> find(std::string_view name) const;

  // REQUIRES: 1 <= id <= size()
  const std::string& name(std::uint32_t id) const { return names_[id - 1]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // upper half of the hash
    std::uint32_t id = 0;   // 0: free
  };
  const Slot& slot_of(std::string_view name, std::uint64_t hash) const;
  void grow();

  std::uint64_t seed_;
  std::vector<Slot> slots_;              // a power of two; at most half full
  std::deque<std::string> names_;        // stay where they are
  std::vector<std::string_view> views_;  // of them: one step less on the way to a name
};

// One table for all threads, with what a name means beside it: for a list of names, written as its
// JSON text, the numbers of its members.
class SharedNames {
 public:
  // Called once for each new name, before anyone sees its number; false refuses the name.
  using Read = std::function<bool(std::string_view name, std::vector<std::uint32_t>& members)>;
  explicit SharedNames(Read read = {}) : read_(std::move(read)) {}

  // 0: refused.
  std::uint32_t add(std::string_view name);

  // 0: it has none.
  std::uint32_t first_member(std::uint32_t id);

  // Once no thread adds any more:
  const NameTable& table() const { return table_; }
  const std::vector<std::uint32_t>& members(std::uint32_t id) const { return members_[id - 1]; }

 private:
  Read read_;
  std::mutex mutex_;
  NameTable table_;
  std::deque<std::vector<std::uint32_t>> members_;  // one for each name; empty without `read`
};

// What one thread has seen of a shared table, so that it locks for new names alone.
class NameCache {
 public:
  explicit NameCache(SharedNames& shared) : shared_(shared) {}
  // The number in the shared table; 0: refused.
  std::uint32_t add(std::string_view name);

 private:
  SharedNames& shared_;
  NameTable mine_;
  std::vector<std::uint32_t> shared_ids_;  // by my number - 1
};

}  // namespace tare
