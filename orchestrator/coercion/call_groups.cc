#include "coercion/call_groups.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "json/equal.h"
#include "json/reader.h"

namespace tare {
namespace {

constexpr std::size_t kMaxWork = 32u << 20;  // bytes and pieces that are looked at, in all

bool is_nothing(const CallKey& key) {
  return is_blank(key.text) || key.arguments == "v{}" || key.arguments == "vnull";
}

// The values of a text that is several of them in a row, or one list.
std::vector<std::string> values_in(std::string_view text) {
  std::vector<std::string> out;
  json::Document document;
  for (std::size_t at = 0; !is_blank(text.substr(at));) {
    std::size_t end = 0;
    if (json::read_strict_prefix(text.substr(at), document, end) || end == 0) return {};
    const json::Value root = document.root();
    if (out.empty() && root.is_array() && is_blank(text.substr(at + end))) {
      for (const json::Value element : root.elements()) {
        out.push_back("v" + json::canonical_text(element));
      }
      return out;
    }
    out.push_back("v" + json::canonical_text(root));
    at += end;
  }
  return out;
}

using Members = std::map<std::string, std::string>;  // name, value by value

// nullopt where it is no object, or one with a name repeated.
std::optional<Members> members_of(std::string_view text) {
  json::Document document;
  if (json::read_strict(text, document) || !document.root().is_object()) return std::nullopt;
  Members out;
  for (const json::Member member : document.root().members()) {
    if (!out.emplace(member.name.decoded(), json::canonical_text(member.value)).second) {
      return std::nullopt;
    }
  }
  return out;
}

class Finder {
 public:
  Finder(Grouping grouping, std::span<const CallKey> wholes, std::span<const CallKey> pieces,
         std::span<const std::int64_t> partner)
      : grouping_(grouping), wholes_(wholes), pieces_(pieces), partner_(partner) {
    std::vector<bool> taken(pieces.size(), false);
    for (const std::int64_t piece : partner) {
      if (piece >= 0) taken[static_cast<std::size_t>(piece)] = true;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!taken[i]) free_.insert(free_.end(), i);
    }
  }

  std::vector<CallGroup> run() {
    std::vector<CallGroup> out;
    for (std::size_t whole = 0; whole < wholes_.size() && !free_.empty() && work_ > 0; ++whole) {
      if (partner_[whole] < 0) continue;
      partner_piece_ = static_cast<std::size_t>(partner_[whole]);
      std::vector<std::size_t> found = pieces_of(whole);
      if (found.empty()) continue;
      for (const std::size_t piece : found) free_.erase(piece);
      out.push_back({whole, std::move(found)});
    }
    return out;
  }

 private:
  std::vector<std::size_t> pieces_of(std::size_t whole) {
    const CallKey& key = wholes_[whole];
    const CallKey& partner = pieces_[partner_piece_];
    std::vector<std::size_t> found;
    if (key.arguments != partner.arguments && !is_nothing(key)) {
      found = by_text(key);
      if (found.empty()) found = by_values(key);
      if (found.empty()) found = by_members(key);
    }
    if (found.empty() && grouping_ == Grouping::merged && key.name != partner.name) {
      found = by_name(key, partner);
    }
    return found;
  }

  bool spend(std::size_t work) {
    work_ -= std::min(work_, work);
    return work_ > 0;
  }

  // A piece that a split leaves behind has the name of its call, or none.
  bool may_belong(const CallKey& whole, std::size_t piece) const {
    if (piece == partner_piece_ || grouping_ == Grouping::merged) return true;
    return pieces_[piece].name.empty() || pieces_[piece].name == whole.name;
  }

  // Calls `look` on the partner and on all free pieces in order, until it returns false.
  template <class Look>
  void each_candidate(const CallKey& whole, Look look) {
    bool partner_seen = false;
    for (auto at = free_.begin(); at != free_.end() || !partner_seen;) {
      const bool partner_next = !partner_seen && (at == free_.end() || partner_piece_ < *at);
      const std::size_t piece = partner_next ? partner_piece_ : *at;
      if (partner_next) {
        partner_seen = true;
      } else {
        ++at;
      }
      if (!spend(1)) return;
      if (may_belong(whole, piece) && !look(piece)) return;
    }
  }

  // The partner, and another one that adds something.
  std::vector<std::size_t> valid(std::vector<std::size_t> found) const {
    const bool with_partner = std::ranges::find(found, partner_piece_) != found.end();
    if (with_partner && found.size() > 1) return found;
    // The partner kept the name and nothing of the arguments.
    const bool emptied = !with_partner && !found.empty() && is_blank(pieces_[partner_piece_].text);
    if (!emptied) return {};
    // One that has both name and arguments is whole: beside it stands an empty call, no piece.
    if (found.size() == 1 && !pieces_[found.front()].name.empty()) return {};
    found.insert(std::ranges::lower_bound(found, partner_piece_), partner_piece_);
    return found;
  }

  std::vector<std::size_t> by_text(const CallKey& whole) {
    std::string_view rest = whole.text;
    std::vector<std::size_t> found;
    each_candidate(whole, [&](std::size_t piece) {
      const std::string_view text = pieces_[piece].text;
      rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
      std::string_view start = text;
      start.remove_prefix(std::min(start.find_first_not_of(kBlanks), start.size()));
      if (start.empty()) return true;
      if (!rest.starts_with(start)) {
        // How far they agreed is what the comparison cost.
        const auto apart = std::ranges::mismatch(rest, start).in1 - rest.begin();
        return spend(static_cast<std::size_t>(apart));
      }
      rest.remove_prefix(start.size());
      found.push_back(piece);
      return spend(start.size()) && !is_blank(rest);
    });
    if (!is_blank(rest)) return {};
    return valid(std::move(found));
  }

  std::vector<std::size_t> by_values(const CallKey& whole) {
    if (!spend(whole.text.size())) return {};
    std::multiset<std::string, std::less<>> values;
    for (std::string& value : values_in(whole.text)) values.insert(std::move(value));
    if (values.size() < 2) return {};
    std::vector<std::size_t> found;
    each_candidate(whole, [&](std::size_t piece) {
      const auto at = values.find(pieces_[piece].arguments);
      if (at == values.end()) return spend(pieces_[piece].arguments.size());
      values.erase(at);
      found.push_back(piece);
      return spend(pieces_[piece].arguments.size()) && !values.empty();
    });
    if (!values.empty()) return {};
    return valid(std::move(found));
  }

  std::vector<std::size_t> by_members(const CallKey& whole) {
    if (!spend(whole.text.size())) return {};
    const std::optional<Members> members = members_of(whole.text);
    if (!members || members->size() < 2) return {};
    std::set<std::string_view> covered;
    std::vector<std::size_t> found;
    each_candidate(whole, [&](std::size_t piece) {
      const CallKey& key = pieces_[piece];
      if (key.name != whole.name && piece != partner_piece_) return true;
      if (key.arguments.size() > whole.arguments.size() || is_nothing(key)) return true;
      if (!spend(key.text.size())) return false;
      const std::optional<Members> own = members_of(key.text);
      if (!own) return true;
      std::size_t added = 0;
      for (const auto& [name, value] : *own) {
        const auto at = members->find(name);
        if (at == members->end() || at->second != value) return true;
        added += covered.contains(name) ? 0 : 1;
      }
      const bool disjoint = added == own->size();
      if (added == 0 || (grouping_ == Grouping::split && !disjoint)) return true;
      for (const auto& [name, value] : *own) covered.insert(members->find(name)->first);
      found.push_back(piece);
      return covered.size() < members->size();
    });
    if (covered.size() < members->size()) return {};
    return valid(std::move(found));
  }

  std::vector<std::size_t> by_name(const CallKey& whole, const CallKey& partner) {
    std::vector<std::size_t> found;
    if (partner.name.empty() || whole.name.size() <= partner.name.size()) return found;
    const bool front = whole.name.starts_with(partner.name);
    if (!front && !whole.name.ends_with(partner.name)) return found;
    std::string_view rest = whole.name;
    if (front) {
      rest.remove_prefix(partner.name.size());
    } else {
      rest.remove_suffix(partner.name.size());
    }
    const auto is_joined = [&](std::string_view name) {
      if (name.empty() || rest.size() < name.size() || rest.size() > name.size() + 1) return false;
      const std::string_view between =
          front ? rest.substr(0, rest.size() - name.size()) : rest.substr(name.size());
      const bool separated =
          between.empty() || std::string_view("_-.,; |").find(between) != std::string_view::npos;
      return separated && (front ? rest.ends_with(name) : rest.starts_with(name));
    };
    each_candidate(whole, [&](std::size_t piece) {
      if (piece == partner_piece_ || !is_joined(pieces_[piece].name)) return true;
      found = {std::min(piece, partner_piece_), std::max(piece, partner_piece_)};
      return false;
    });
    return found;
  }

  Grouping grouping_;
  std::span<const CallKey> wholes_, pieces_;
  std::span<const std::int64_t> partner_;
  std::set<std::size_t> free_;
  std::size_t partner_piece_ = 0;  // of the whole that is looked at
  std::size_t work_ = kMaxWork;
};

}  // namespace

std::vector<CallGroup> find_groups(Grouping grouping, std::span<const CallKey> wholes,
                                   std::span<const CallKey> pieces,
                                   std::span<const std::int64_t> partner) {
  return Finder(grouping, wholes, pieces, partner).run();
}

}  // namespace tare
