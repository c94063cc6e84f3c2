#include "coercion/call_pairing.h"

#include <map>
#include <string_view>
#include <tuple>

namespace tare {
namespace {

class Pairing {
 public:
  Pairing(std::span<const CallKey> left, std::span<const CallKey> right)
      : left_(left), right_(right), partner_(left.size(), -1), taken_(right.size(), false) {}

  std::vector<std::int64_t> run() {
    by_unique_id();
    first_come([](const CallKey& key) {
      return std::tuple<std::string_view, std::string_view>(key.name, key.arguments);
    });
    first_come([](const CallKey& key) { return std::string_view(key.name); });
    first_come([](const CallKey&) { return 0; });
    return std::move(partner_);
  }

 private:
  void take(std::size_t left, std::size_t right) {
    partner_[left] = static_cast<std::int64_t>(right);
    taken_[right] = true;
  }

  void by_unique_id() {
    struct Seen {
      std::size_t left = 0, right = 0, lefts = 0, rights = 0;
    };
    std::map<std::string_view, Seen> ids;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (!left_[i].id) continue;
      Seen& seen = ids[*left_[i].id];
      seen.left = i;
      ++seen.lefts;
    }
    for (std::size_t j = 0; j < right_.size(); ++j) {
      if (!right_[j].id) continue;
      Seen& seen = ids[*right_[j].id];
      seen.right = j;
      ++seen.rights;
    }
    for (const auto& [id, seen] : ids) {
      if (seen.lefts == 1 && seen.rights == 1) take(seen.left, seen.right);
    }
  }

  template <class KeyOf>
  void first_come(KeyOf key_of) {
    std::map<decltype(key_of(left_[0])), std::vector<std::size_t>> waiting;
    for (std::size_t j = right_.size(); j-- > 0;) {
      if (!taken_[j]) waiting[key_of(right_[j])].push_back(j);
    }
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (partner_[i] >= 0) continue;
      const auto at = waiting.find(key_of(left_[i]));
      if (at == waiting.end() || at->second.empty()) continue;
      take(i, at->second.back());
      at->second.pop_back();
    }
  }

  std::span<const CallKey> left_, right_;
  std::vector<std::int64_t> partner_;
  std::vector<bool> taken_;
};

}  // namespace

std::vector<std::int64_t> pair_calls(std::span<const CallKey> left,
                                     std::span<const CallKey> right) {
  return Pairing(left, right).run();
}

}  // namespace tare
