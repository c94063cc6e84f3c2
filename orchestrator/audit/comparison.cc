// Matching by hash maps, so that two audits of thousands of cells are one pass each. An earlier
// audit is a file that anybody may have written: the same client or case may stand in it twice,
// and then the first goes with the first, the second with the second.
#include "audit/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tare {
namespace {

// Things by key, given out one at a time in the order in which they were put in.
template <class Thing>
class Waiting {
 public:
  void put(std::string key, const Thing& thing) {
    places_[std::move(key)].things.push_back(&thing);
  }
  const Thing* take(const std::string& key) {
    const auto place = places_.find(key);
    if (place == places_.end() || place->second.next == place->second.things.size()) return nullptr;
    return place->second.things[place->second.next++];
  }

 private:
  struct Place {
    std::vector<const Thing*> things;
    std::size_t next = 0;
  };
  std::unordered_map<std::string, Place> places_;
};

// Of name and variant apart: "a/b" alone is another client than "a" with the variant "b".
std::string key_of(const AuditedClient& client) {
  return std::to_string(client.name.size()) + ':' + client.name + client.variant;
}

std::vector<std::string> sorted(std::vector<std::string> kinds) {
  std::ranges::sort(kinds);
  return kinds;
}

// nullopt: nothing to tell.
std::optional<CellChange::Way> way_of(const AuditCell& before, const AuditCell& after) {
  using Way = CellChange::Way;
  const bool measured =
      before.outcome != CellOutcome::not_measured && after.outcome != CellOutcome::not_measured;
  if (before.outcome != after.outcome) {
    // What was not measured is neither worse nor better than anything.
    if (!measured) return Way::other;
    return after.outcome > before.outcome ? Way::worse : Way::better;
  }
  if (!measured) return std::nullopt;
  if (before.severity != after.severity) {
    return after.severity > before.severity ? Way::worse : Way::better;
  }
  if (sorted(before.kinds) != sorted(after.kinds)) return Way::other;
  return std::nullopt;
}

std::uint32_t size_of(const AuditedClient& client) {
  return static_cast<std::uint32_t>(client.cells.size());
}

void compare_clients(const AuditedClient& before, const AuditedClient& after,
                     AuditComparison& out) {
  if (before.version() != after.version()) {
    out.versions.emplace_back(after.id(),
                              fmt::format("{} -> {}", before.version(), after.version()));
  }
  Waiting<AuditCell> old_cells;
  for (const AuditCell& cell : before.cells) old_cells.put(cell.case_id, cell);
  std::uint32_t compared = 0;
  for (const AuditCell& cell : after.cells) {
    const AuditCell* old_cell = old_cells.take(cell.case_id);
    if (old_cell == nullptr) continue;
    ++compared;
    const auto way = way_of(*old_cell, cell);
    if (way) out.changes.push_back({after.id(), old_cell, &cell, *way});
  }
  out.cells_compared += compared;
  out.cells_only_before += size_of(before) - compared;
  out.cells_only_after += size_of(after) - compared;
}

}  // namespace

AuditComparison compare_audits(const Audit& before, const Audit& after) {
  AuditComparison out;
  out.same_corpus = before.corpus_sha256 == after.corpus_sha256;
  Waiting<AuditedClient> old_clients;
  for (const AuditedClient& client : before.clients) old_clients.put(key_of(client), client);
  for (const AuditedClient& client : after.clients) {
    const AuditedClient* old_client = old_clients.take(key_of(client));
    if (old_client != nullptr) {
      compare_clients(*old_client, client, out);
    } else {
      out.only_after.push_back(client.id());
      out.cells_only_after += size_of(client);
    }
  }
  // Those of a key that are left are its last ones: walked from the end they are met first.
  for (auto client = before.clients.rbegin(); client != before.clients.rend(); ++client) {
    if (old_clients.take(key_of(*client)) == nullptr) continue;
    out.only_before.push_back(client->id());
    out.cells_only_before += size_of(*client);
  }
  std::ranges::reverse(out.only_before);
  std::ranges::stable_sort(out.changes, {}, &CellChange::way);
  return out;
}

}  // namespace tare
