// How many findings explain a change at the least: the rules of the diff written down plainly,
// every alignment of two lists tried. For small values without repeated names.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "json/equal.h"
#include "json/value.h"

namespace tare {

// Alignments with equally many edits may differ in what is to be said of the elements they pair.
struct Findings {
  std::size_t least = 0, most = 0;
  Findings operator+(const Findings& other) const {
    return {least + other.least, most + other.most};
  }
};

class FewestFindings {
 public:
  static Findings between(json::Value raw, json::Value normalized, bool whole = true) {
    if (raw.kind() != normalized.kind()) return {1, 1};
    if (raw.is_array()) return lists(raw, normalized);
    if (raw.is_object()) return objects(raw, normalized, whole);
    return json::equal_by_value(raw, normalized) ? Findings{0, 0} : Findings{1, 1};
  }

 private:
  using Values = std::vector<json::Value>;

  static std::string folded(json::Value name) {
    std::string out;
    for (const char c : name.decoded()) {
      if (c != '_') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
  }

  static Findings objects(json::Value raw, json::Value normalized, bool whole) {
    Findings total;
    std::vector<json::Member> dropped;
    std::vector<json::Member> injected;
    bool any_kept = false;
    for (const json::Member member : raw.members()) {
      const json::Value other = normalized.find(member.name.decoded());
      if (!other.valid()) {
        dropped.push_back(member);
        continue;
      }
      any_kept = true;
      total = total + between(member.value, other, false);
    }
    for (const json::Member member : normalized.members()) {
      if (!raw.find(member.name.decoded()).valid()) injected.push_back(member);
    }
    bool any_renamed = false;
    for (auto from = dropped.begin(); from != dropped.end();) {
      const auto to = std::ranges::find_if(injected, [&](const json::Member& member) {
        return folded(member.name) == folded(from->name) &&
               json::equal_by_value(member.value, from->value);
      });
      if (to == injected.end()) {
        ++from;
        continue;
      }
      any_renamed = true;
      total = total + between(from->value, to->value, false) + Findings{1, 1};
      injected.erase(to);
      from = dropped.erase(from);
    }
    if (whole && !any_kept && !any_renamed && !dropped.empty()) {
      const bool general = std::ranges::any_of(
          injected, [](const json::Member& member) { return !member.value.is_null(); });
      // argsLost, unless null and "" alone are gone, which have kinds of their own.
      const bool lost = std::ranges::any_of(dropped, [](const json::Member& member) {
        return !member.value.is_null() &&
               !(member.value.is_string() && member.value.decoded().empty());
      });
      if (normalized.size() == 0 ? lost : general) return {1, 1};
    }
    const std::size_t alone = dropped.size() + injected.size();
    return total + Findings{alone, alone};
  }

  static Findings lists(json::Value raw, json::Value normalized) {
    Values from;
    Values to;
    for (const json::Value element : raw.elements()) from.push_back(element);
    for (const json::Value element : normalized.elements()) to.push_back(element);
    const auto [edits, in_place] = aligned(from, to, 0, 0);

    Findings moved{1, 1};  // the order itself
    for (auto element = from.begin(); element != from.end();) {
      const auto equal = std::ranges::find_if(
          to, [&](json::Value other) { return json::equal_by_value(*element, other); });
      if (equal == to.end()) {
        ++element;
        continue;
      }
      to.erase(equal);
      element = from.erase(element);
    }
    const auto [edits_beside, beside] = aligned(from, to, 0, 0);
    return edits_beside + 1 < edits ? moved + beside : in_place;
  }

  // The fewest edits from there on, and what all alignments with as few have to tell.
  static std::pair<std::size_t, Findings> aligned(const Values& from, const Values& to,
                                                  std::size_t i, std::size_t j) {
    if (i == from.size() && j == to.size()) return {0, {}};
    std::vector<std::pair<std::size_t, Findings>> ways;
    if (i < from.size()) ways.push_back(one_more(1, {1, 1}, aligned(from, to, i + 1, j)));
    if (j < to.size()) ways.push_back(one_more(1, {1, 1}, aligned(from, to, i, j + 1)));
    if (i < from.size() && j < to.size()) {
      const std::size_t edit = json::equal_by_value(from[i], to[j]) ? 0 : 1;
      ways.push_back(
          one_more(edit, between(from[i], to[j], false), aligned(from, to, i + 1, j + 1)));
    }
    auto best = ways.front();
    for (const auto& way : ways) {
      if (way.first < best.first) {
        best = way;
      } else if (way.first == best.first) {
        best.second.least = std::min(best.second.least, way.second.least);
        best.second.most = std::max(best.second.most, way.second.most);
      }
    }
    return best;
  }

  static std::pair<std::size_t, Findings> one_more(std::size_t edits, Findings findings,
                                                   const std::pair<std::size_t, Findings>& rest) {
    return {edits + rest.first, findings + rest.second};
  }
};

}  // namespace tare
