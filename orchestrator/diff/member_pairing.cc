#include "diff/member_pairing.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace tare {
namespace {

using Indices = std::vector<std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// What the tolerant reader puts where a value is missing.
bool is_missing(json::Value value) { return value.is_null() && value.text().empty(); }

MemberPairing::Side side_of(json::Value object, std::vector<std::string>* unfinished = nullptr) {
  MemberPairing::Side side;
  side.names.reserve(object.size());
  side.values.reserve(object.size());
  for (const json::Member member : object.members()) {
    if (unfinished != nullptr && is_missing(member.value)) {
      unfinished->push_back(member.name.decoded());
      continue;
    }
    std::optional<std::string_view> name = member.name.undecoded();
    if (!name) {
      side.decoded.push_back(std::make_unique<std::string>(member.name.decoded()));
      name = *side.decoded.back();
    }
    side.names.push_back(*name);
    side.values.push_back(member.value);
  }
  return side;
}

// One occurrence of a name, on one side.
struct Named {
  std::string_view name;
  bool in_normalized;
  std::uint32_t index;
};

std::vector<Named> by_name(const MemberPairing& members) {
  std::vector<Named> out;
  out.reserve(members.raw.names.size() + members.normalized.names.size());
  for (std::uint32_t i = 0; i < members.raw.names.size(); ++i) {
    out.push_back({members.raw.names[i], false, i});
  }
  for (std::uint32_t i = 0; i < members.normalized.names.size(); ++i) {
    out.push_back({members.normalized.names[i], true, i});
  }
  std::ranges::sort(out, [](const Named& a, const Named& b) {
    if (const int order = a.name.compare(b.name); order != 0) return order < 0;
    return a.in_normalized != b.in_normalized ? b.in_normalized : a.index < b.index;
  });
  return out;
}

// "calendarId", "calendar_id" and "Calendar-ID" are one name here.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ' || c == '.') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// More occurrences in raw than arrived. One that arrived is taken for the equal one if there is
// any, since a parser may keep the first or the last; else for the last.
void pair_collapsed(MemberPairing& out, const Indices& raw, const Indices& normalized,
                    const ValueIds& ids) {
  out.collapsed.push_back({raw, normalized.back()});
  if (normalized.size() == 1) {
    const json::Value arrived = out.normalized.values[normalized[0]];
    const auto equal = std::find_if(raw.rbegin(), raw.rend(), [&](std::uint32_t i) {
      return ids.same(out.raw.values[i], arrived);
    });
    out.kept.emplace_back(equal == raw.rend() ? raw.back() : *equal, normalized[0]);
    return;
  }
  const std::size_t skipped = raw.size() - normalized.size();
  for (std::size_t i = 0; i < normalized.size(); ++i) {
    out.kept.emplace_back(raw[skipped + i], normalized[i]);
  }
}

void pair_renamed(MemberPairing& out, const ValueIds& ids) {
  if (out.dropped.empty() || out.injected.empty()) return;
  std::map<std::pair<std::string, std::uint32_t>, Indices> waiting;
  for (auto i = out.injected.rbegin(); i != out.injected.rend(); ++i) {
    waiting[{folded(out.normalized.names[*i]), ids.of(out.normalized.values[*i])}].push_back(*i);
  }
  Indices left;
  for (const std::uint32_t i : out.dropped) {
    const auto at = waiting.find({folded(out.raw.names[i]), ids.of(out.raw.values[i])});
    if (at == waiting.end() || at->second.empty()) {
      left.push_back(i);
      continue;
    }
    out.renamed.emplace_back(i, at->second.back());
    at->second.pop_back();
  }
  out.dropped = std::move(left);
  out.injected.clear();
  for (const auto& [key, indices] : waiting) {
    out.injected.insert(out.injected.end(), indices.begin(), indices.end());
  }
  std::ranges::sort(out.injected);
}

}  // namespace

MemberPairing pair_members(json::Value raw, json::Value normalized, const ValueIds& ids) {
  MemberPairing out;
  out.raw = side_of(raw, &out.unfinished);
  out.normalized = side_of(normalized);
  Pairs single;
  Indices from;
  Indices to;
  const std::vector<Named> names = by_name(out);
  for (auto at = names.begin(); at != names.end();) {
    const std::string_view name = at->name;
    from.clear();
    to.clear();
    for (; at != names.end() && at->name == name; ++at) {
      (at->in_normalized ? to : from).push_back(at->index);
    }
    if (from.size() == 1 && to.size() == 1) single.emplace_back(from[0], to[0]);
    if (from.size() > to.size() && !to.empty()) {
      pair_collapsed(out, from, to, ids);
      continue;
    }
    const std::size_t both = std::min(from.size(), to.size());
    for (std::size_t i = 0; i < both; ++i) out.kept.emplace_back(from[i], to[i]);
    out.dropped.insert(out.dropped.end(), from.begin() + static_cast<std::ptrdiff_t>(both),
                       from.end());
    out.injected.insert(out.injected.end(), to.begin() + static_cast<std::ptrdiff_t>(both),
                        to.end());
  }
  std::ranges::sort(out.dropped);
  std::ranges::sort(out.injected);
  // A value that is not there, and null: nothing was added.
  std::erase_if(out.injected, [&](std::uint32_t i) {
    return out.normalized.values[i].is_null() &&
           std::ranges::find(out.unfinished, out.normalized.names[i]) != out.unfinished.end();
  });
  pair_renamed(out, ids);
  std::ranges::sort(out.kept);
  std::ranges::sort(single);
  out.reordered = !std::ranges::is_sorted(single, {}, [](const auto& p) { return p.second; });
  return out;
}

bool has_same_names(json::Value raw, json::Value normalized) {
  if (raw.size() != normalized.size()) return false;
  auto other = normalized.members().begin();
  for (const json::Member member : raw.members()) {
    if (is_missing(member.value)) return false;
    const std::optional<std::string_view> name = member.name.undecoded();
    if (!(name ? (*other).name.decoded_equals(*name)
               : (*other).name.decoded_equals(member.name.decoded()))) {
      return false;
    }
    ++other;
  }
  return other == normalized.members().end();
}

}  // namespace tare
