// Each worker takes one stretch of the suite and keeps its own counts; they are put together in the
// order of the stretches, so what comes out does not depend on how many workers there were.
#include "scoring/alike.h"

#include <algorithm>
#include <iterator>

#include "base/byte_hash.h"
#include "base/workers.h"

namespace tare {
namespace {

// Numbers to their places in a row, in the order in which they came.
class Places {
 public:
  Places() : seed_(new_hash_seed()), slots_(256) {}

  // The place of `key`, which is new where it is `size()` from before.
  std::uint32_t of(std::uint64_t key) {
    Slot& slot = slot_of(key);
    if (slot.place_plus_one != 0) return slot.place_plus_one - 1;
    const std::uint32_t place = count_++;
    slot = {key, count_};
    if (std::size_t{count_} * 2 > slots_.size()) grow();
    return place;
  }
  std::uint32_t size() const { return count_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t place_plus_one = 0;  // 0: free
  };

  Slot& slot_of(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = folded_product(key ^ seed_, seed_ | 1) & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.place_plus_one == 0 || slot.key == key) return slot;
    }
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.place_plus_one != 0) slot_of(slot.key) = slot;
    }
  }

  std::uint64_t seed_;
  std::vector<Slot> slots_;  // a power of two; at most half full
  std::uint32_t count_ = 0;
};

struct Stretch {
  std::uint32_t begin, end;
};

std::vector<Stretch> stretches(std::size_t count, unsigned workers) {
  std::vector<Stretch> out;
  for (unsigned i = 0; i < workers; ++i) {
    out.push_back({static_cast<std::uint32_t>(count * i / workers),
                   static_cast<std::uint32_t>(count * (i + 1) / workers)});
  }
  return out;
}

bool accepts(const BulkCases& cases, const BulkCase& one) {
  if (one.acceptable == 0 || one.selected == 0) return false;
  const std::vector<std::uint32_t>& list = cases.tool_list(one.acceptable);
  return std::ranges::find(list, one.selected) != list.end();
}

std::uint64_t key_of(const BulkCases& cases, const BulkCase& one) {
  const bool accepted = one.selected != one.tool && accepts(cases, one);
  return (std::uint64_t{one.tool} << 32) | (std::uint64_t{one.selected} << 2) |
         (accepted ? 2u : 0u) | (one.is_agent ? 1u : 0u);
}

struct Found {
  Places places;
  std::vector<AlikeGroup> groups;
};

std::uint32_t of_group(std::span<const std::array<std::uint32_t, 5>> list, std::uint32_t group,
                       const BulkCase& one) {
  return list[group][one.risk - 1u];
}

}  // namespace

AlikeGroups find_alike(const BulkCases& cases, unsigned workers) {
  const std::span<const BulkCase> all = cases.all();
  const std::vector<Stretch> parts = stretches(all.size(), workers);
  AlikeGroups out;
  out.group_of.resize(all.size());
  std::vector<Found> found(parts.size());
  share_work(parts.size(), workers, [&](std::size_t part, unsigned) {
    Found mine;
    for (std::uint32_t i = parts[part].begin; i < parts[part].end; ++i) {
      const BulkCase& one = all[i];
      if (one.is_odd) {
        out.group_of[i] = kOddCase;
        continue;
      }
      const std::uint64_t key = key_of(cases, one);
      const std::uint32_t place = mine.places.of(key);
      if (place == mine.groups.size()) mine.groups.push_back({.key = key, .first = i});
      ++mine.groups[place].count[one.risk - 1u];
      out.group_of[i] = place;
    }
    found[part] = std::move(mine);
  });

  Places places;
  std::vector<std::vector<std::uint32_t>> place_of(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const AlikeGroup& group : found[part].groups) {
      const std::uint32_t place = places.of(group.key);
      place_of[part].push_back(place);
      if (place == out.groups.size()) {
        out.groups.push_back(group);
        continue;
      }
      for (std::size_t risk = 0; risk < group.count.size(); ++risk) {
        out.groups[place].count[risk] += group.count[risk];
      }
    }
  }
  share_work(parts.size(), workers, [&](std::size_t part, unsigned) {
    for (std::uint32_t i = parts[part].begin; i < parts[part].end; ++i) {
      std::uint32_t& group = out.group_of[i];
      if (group != kOddCase) group = place_of[part][group];
    }
  });
  return out;
}

std::vector<TagCount> count_tags(const BulkCases& cases, const AlikeGroups& alike,
                                 std::span<const std::array<std::uint32_t, 5>> mark_of,
                                 unsigned workers) {
  const std::span<const BulkCase> all = cases.all();
  const std::vector<Stretch> parts = stretches(all.size(), workers);
  const auto key_of_count = [](std::uint32_t tags, std::uint32_t mark) {
    return (std::uint64_t{tags} << 32) | mark;
  };
  std::vector<std::vector<TagCount>> counts(parts.size());
  share_work(parts.size(), workers, [&](std::size_t part, unsigned) {
    Places places;
    std::vector<TagCount> mine;
    for (std::uint32_t i = parts[part].begin; i < parts[part].end; ++i) {
      if (alike.group_of[i] == kOddCase) continue;
      const std::uint32_t mark = of_group(mark_of, alike.group_of[i], all[i]);
      if (mark == kNoMark) continue;
      const std::uint32_t place = places.of(key_of_count(all[i].tags, mark));
      if (place == mine.size()) mine.push_back({all[i].tags, mark, 0});
      ++mine[place].count;
    }
    counts[part] = std::move(mine);
  });
  Places places;
  std::vector<TagCount> out;
  for (const std::vector<TagCount>& mine : counts) {
    for (const TagCount& one : mine) {
      const std::uint32_t place = places.of(key_of_count(one.tags, one.mark));
      if (place == out.size()) {
        out.push_back(one);
      } else {
        out[place].count += one.count;
      }
    }
  }
  return out;
}

std::vector<std::uint32_t> first_of_sorts(const BulkCases& cases, const AlikeGroups& alike,
                                          std::span<const std::array<std::uint32_t, 5>> sort_of,
                                          std::uint32_t sorts, std::uint32_t most,
                                          unsigned workers) {
  const std::span<const BulkCase> all = cases.all();
  const std::vector<Stretch> parts = stretches(all.size(), workers);
  const auto sort_of_case = [&](std::uint32_t i) {
    return of_group(sort_of, alike.group_of[i], all[i]);
  };
  std::vector<std::vector<std::uint32_t>> found(parts.size());
  share_work(parts.size(), workers, [&](std::size_t part, unsigned) {
    std::vector<std::uint32_t> seen(sorts, 0), mine;
    for (std::uint32_t i = parts[part].begin; i < parts[part].end; ++i) {
      if (alike.group_of[i] == kOddCase) {
        mine.push_back(i);
        continue;
      }
      const std::uint32_t sort = sort_of_case(i);
      if (sort != kNoMark && seen[sort]++ < most) mine.push_back(i);
    }
    found[part] = std::move(mine);
  });
  std::vector<std::uint32_t> seen(sorts, 0), out;
  for (const std::vector<std::uint32_t>& mine : found) {
    std::ranges::copy_if(mine, std::back_inserter(out), [&](std::uint32_t i) {
      return alike.group_of[i] == kOddCase || seen[sort_of_case(i)]++ < most;
    });
  }
  return out;
}

}  // namespace tare
