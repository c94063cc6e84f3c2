#include "coercion/call_pairing.h"

#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "coercion/assignment.h"
#include "coercion/call_likeness.h"

namespace tare {
namespace {

// Of all assignments of one pairing; hundreds of changed calls of one name take a hundredth of it.
constexpr std::size_t kMaxSteps = 200'000'000;
// Likeness comes before order, whatever the sum of all distances.
constexpr std::int64_t kLikenessUnit = std::int64_t{1} << 28;

class Pairing {
 public:
  Pairing(std::span<const CallKey> left, std::span<const CallKey> right)
      : left_(left), right_(right), taken_(right.size(), false), open_(left.size()) {
    out_.partner.assign(left.size(), -1);
    out_.by.assign(left.size(), PairedBy::nothing);
  }

  CallPairing run() {
    by_unique_id();
    first_come(PairedBy::equality, [](const CallKey& key) {
      return std::tuple<std::string_view, std::string_view>(key.name, key.arguments);
    });
    if (open_ > 0) by_name();
    if (open_ > 0) {
      first_come(PairedBy::arguments, [](const CallKey& key) { return key.arguments; });
    }
    if (open_ > 0) first_come(PairedBy::order, [](const CallKey&) { return 0; });
    return std::move(out_);
  }

 private:
  using Indices = std::vector<std::size_t>;

  void take(std::size_t left, std::size_t right, PairedBy by) {
    out_.partner[left] = static_cast<std::int64_t>(right);
    out_.by[left] = by;
    taken_[right] = true;
    --open_;
  }

  void by_unique_id() {
    struct Seen {
      std::size_t left = 0, right = 0, lefts = 0, rights = 0;
    };
    std::map<std::pair<std::uint32_t, std::string_view>, Seen> ids;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (!left_[i].id) continue;
      Seen& seen = ids[{left_[i].turn, *left_[i].id}];
      seen.left = i;
      ++seen.lefts;
    }
    if (ids.empty()) return;
    for (std::size_t j = 0; j < right_.size(); ++j) {
      if (!right_[j].id) continue;
      const auto at = ids.find({right_[j].turn, *right_[j].id});
      if (at == ids.end()) continue;
      at->second.right = j;
      ++at->second.rights;
    }
    for (const auto& [id, seen] : ids) {
      if (seen.lefts == 1 && seen.rights == 1) take(seen.left, seen.right, PairedBy::id);
    }
  }

  template <class KeyOf>
  void first_come(PairedBy by, KeyOf key_of) {
    std::map<decltype(key_of(left_[0])), Indices> waiting;
    for (std::size_t j = right_.size(); j-- > 0;) {
      if (!taken_[j]) waiting[key_of(right_[j])].push_back(j);
    }
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (out_.partner[i] >= 0) continue;
      const auto at = waiting.find(key_of(left_[i]));
      if (at == waiting.end() || at->second.empty()) continue;
      take(i, at->second.back(), by);
      at->second.pop_back();
    }
  }

  struct Namesakes {
    Indices left, right;                // without a partner, ascending
    std::size_t lefts = 0, rights = 0;  // in all
  };

  void by_name() {
    std::map<std::string_view, Namesakes> names;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      Namesakes& same = names[left_[i].name];
      ++same.lefts;
      if (out_.partner[i] < 0) same.left.push_back(i);
    }
    for (std::size_t j = 0; j < right_.size(); ++j) {
      Namesakes& same = names[right_[j].name];
      ++same.rights;
      if (!taken_[j]) same.right.push_back(j);
    }
    for (auto& [name, same] : names) {
      if (same.left.empty() || same.right.empty()) continue;
      if (same.left.size() == 1 && same.right.size() == 1) {
        const bool unique = same.lefts == 1 && same.rights == 1;
        take(same.left[0], same.right[0], unique ? PairedBy::name : PairedBy::order);
      } else if (!by_likeness(same)) {
        all_alike(same);
        if (!by_likeness(same)) in_order(same);
      }
    }
  }

  void in_order(const Namesakes& same) {
    for (std::size_t k = 0; k < std::min(same.left.size(), same.right.size()); ++k) {
      take(same.left[k], same.right[k], PairedBy::order);
    }
  }

  // Too many to weigh each against each: those whose members are all alike find each other by hash.
  void all_alike(Namesakes& same) {
    std::unordered_map<std::uint64_t, Indices> waiting;
    for (std::size_t k = same.right.size(); k-- > 0;) {
      const std::size_t j = same.right[k];
      waiting[loose_key(sketch_arguments(right_[j].text))].push_back(j);
    }
    for (const std::size_t i : same.left) {
      const auto at = waiting.find(loose_key(sketch_arguments(left_[i].text)));
      if (at == waiting.end() || at->second.empty()) continue;
      take(i, at->second.back(), PairedBy::likeness);
      at->second.pop_back();
    }
    std::erase_if(same.left, [&](std::size_t i) { return out_.partner[i] >= 0; });
    std::erase_if(same.right, [&](std::size_t j) { return taken_[j]; });
  }

  bool by_likeness(const Namesakes& same) {
    if (same.left.empty() || same.right.empty()) return true;
    if (std::max(same.left.size(), same.right.size()) > kMaxAssigned) return false;
    const std::size_t cells = same.left.size() * same.right.size();
    if (steps_ < cells * kMaxSketched) return false;
    steps_ -= cells * kMaxSketched;
    std::vector<ArgumentsSketch> left, right;
    for (const std::size_t i : same.left) left.push_back(sketch_arguments(left_[i].text));
    for (const std::size_t j : same.right) right.push_back(sketch_arguments(right_[j].text));

    const bool wide = left.size() <= right.size();
    Weights weights{std::min(left.size(), right.size()), std::max(left.size(), right.size()), {}};
    weights.cells.reserve(cells);
    for (std::size_t row = 0; row < weights.rows; ++row) {
      for (std::size_t column = 0; column < weights.columns; ++column) {
        const std::int64_t alike =
            wide ? likeness(left[row], right[column]) : likeness(left[column], right[row]);
        const auto apart = static_cast<std::int64_t>(row) - static_cast<std::int64_t>(column);
        weights.cells.push_back(alike * kLikenessUnit - apart * apart);
      }
    }
    const auto columns = assign(weights, steps_);
    if (!columns) return false;
    for (std::size_t row = 0; row < weights.rows; ++row) {
      const std::size_t i = wide ? row : (*columns)[row];
      const std::size_t j = wide ? (*columns)[row] : row;
      const bool alike = likeness(left[i], right[j]) >= kLikeValue;
      take(same.left[i], same.right[j], alike ? PairedBy::likeness : PairedBy::order);
    }
    return true;
  }

  std::span<const CallKey> left_, right_;
  std::vector<bool> taken_;
  std::size_t open_;  // left calls without a partner
  std::size_t steps_ = kMaxSteps;
  CallPairing out_;
};

}  // namespace

CallPairing pair_calls(std::span<const CallKey> left, std::span<const CallKey> right) {
  return Pairing(left, right).run();
}

}  // namespace tare
