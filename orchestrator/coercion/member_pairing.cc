#include "coercion/member_pairing.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace tare {
namespace {

using Indices = std::vector<std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

MemberPairing::Side side_of(json::Value object) {
  MemberPairing::Side side;
  for (const json::Member member : object.members()) {
    side.names.push_back(member.name.decoded());
    side.values.push_back(member.value);
  }
  return side;
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
  out.raw = side_of(raw);
  out.normalized = side_of(normalized);
  std::map<std::string_view, std::pair<Indices, Indices>> by_name;
  for (std::uint32_t i = 0; i < out.raw.names.size(); ++i) {
    by_name[out.raw.names[i]].first.push_back(i);
  }
  for (std::uint32_t i = 0; i < out.normalized.names.size(); ++i) {
    by_name[out.normalized.names[i]].second.push_back(i);
  }
  Pairs single;
  for (const auto& [name, sides] : by_name) {
    const auto& [from, to] = sides;
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
  pair_renamed(out, ids);
  std::ranges::sort(out.kept);
  std::ranges::sort(single);
  out.reordered = !std::ranges::is_sorted(single, {}, [](const auto& p) { return p.second; });
  return out;
}

}  // namespace tare
