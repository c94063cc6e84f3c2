// Keywords that speak of a value by themselves: each is a set of values, and the old set is held
// against the new one.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/escape.h"
#include "json/decimal.h"
#include "json/equal.h"
#include "policy/schema_comparison.h"

namespace tare {
namespace {

constexpr std::size_t kShown = 60;

}  // namespace

std::string missing(const std::vector<std::string>& list, const std::vector<std::string>& other) {
  std::vector<std::string> gone;
  std::set_difference(list.begin(), list.end(), other.begin(), other.end(),
                      std::back_inserter(gone));
  std::string out;
  constexpr std::size_t kMost = 5;
  for (std::size_t i = 0; i < std::min(gone.size(), kMost); ++i) {
    out += (i == 0 ? "" : ", ") + shorten(gone[i], kShown);
  }
  if (gone.size() > kMost) out += fmt::format(" and {} more", gone.size() - kMost);
  return out;
}

bool same_value(json::Value a, json::Value b) {
  if (a.valid() != b.valid()) return false;
  return !a.valid() || json::equal_by_value(a, b);
}

std::string short_text(json::Value v) { return v.valid() ? shorten(v.text(), kShown) : "nothing"; }

std::string change_from(json::Value a, json::Value b) {
  return fmt::format("went from {} to {}", short_text(a), short_text(b));
}

void SchemaComparison::said(const Place& place, const std::string& where) {
  // What stands beside a reference goes before what its target says.
  const auto of = [](json::Value own, json::Value followed, std::string_view name) {
    const json::Value beside = keyword_of(own, name);
    return beside.valid() ? beside : keyword_of(followed, name);
  };
  for (const std::string_view name : said_keywords()) {
    const json::Value was = of(place.own_a, place.a, name), is = of(place.own_b, place.b, name);
    if (!same_value(was, is)) {
      add(where, DriftWay::said, fmt::format("{} {}", name, change_from(was, is)));
    }
  }
}

// Of the two set relations, told apart; both hold where the sets are equal.
void SchemaComparison::by_sets(bool grew, bool shrank, const std::string& where,
                               const std::string& text) {
  if (grew && shrank) return;
  add(where, grew ? DriftWay::widened : shrank ? DriftWay::narrowed : DriftWay::changed, text);
}

void SchemaComparison::whole_keyword(json::Value a, json::Value b, std::string_view name,
                                     const std::string& where) {
  const json::Value was = keyword_of(a, name), is = keyword_of(b, name);
  if (!same_value(was, is)) {
    add(where, DriftWay::changed, fmt::format("{} {}", name, change_from(was, is)));
  }
}

void SchemaComparison::types(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "type"), is = keyword_of(b, "type");
  const auto old_set = type_set(was), new_set = type_set(is);
  if (!old_set || !new_set) return whole_keyword(a, b, "type", where);
  std::string text = fmt::format("type went from {} to {}", was.valid() ? short_text(was) : "any",
                                 is.valid() ? short_text(is) : "any");
  for (const TypedKeyword& keyword : typed_keywords()) {
    const json::Value held = keyword_of(b, keyword.name);
    if (!held.valid() || (*old_set & keyword.types) != 0) continue;
    if ((*new_set & keyword.types) == 0) continue;
    text += fmt::format(", with {} {}", keyword.name, short_text(held));
  }
  by_sets((*old_set & ~*new_set) == 0, (*new_set & ~*old_set) == 0, where, text);
}

// Where the list is not known to be held against the rest of its place: schema_closed.cc.
void SchemaComparison::values(json::Value a, json::Value b, const std::string& where) {
  bool old_good = true, new_good = true;
  const auto was = closed_values(keyword_of(a, "enum"), keyword_of(a, "const"), old_good);
  const auto is = closed_values(keyword_of(b, "enum"), keyword_of(b, "const"), new_good);
  if (!old_good || !new_good) {
    whole_keyword(a, b, "enum", where);
    return whole_keyword(a, b, "const", where);
  }
  if (!was && !is) return;
  if (!is && may_be_closed(b)) {
    return add(where, DriftWay::changed,
               fmt::format("enum of {} values became a list of another kind", was->size()));
  }
  if (!is) {
    return add(where, DriftWay::widened,
               fmt::format("enum of {} values became {}", was->size(), open_text(b)), true);
  }
  if (!was) {
    return add(where, DriftWay::narrowed,
               fmt::format("became a closed list of {} values", is->size()));
  }
  const std::string lost = missing(*was, *is), gained = missing(*is, *was);
  std::string text = "enum";
  if (!gained.empty()) text += " gained " + gained;
  if (!lost.empty()) text += (gained.empty() ? " lost " : " and lost ") + lost;
  by_sets(lost.empty(), gained.empty(), where, text);
}

void SchemaComparison::bounds(json::Value a, json::Value b, bool lower, const std::string& where) {
  const std::string_view plain = lower ? "minimum" : "maximum";
  const std::string_view strict = lower ? "exclusiveMinimum" : "exclusiveMaximum";
  const auto was = bound_of(keyword_of(a, plain), keyword_of(a, strict), lower);
  const auto is = bound_of(keyword_of(b, plain), keyword_of(b, strict), lower);
  if (!was || !is) {
    whole_keyword(a, b, plain, where);
    return whole_keyword(a, b, strict, where);
  }
  by_sets(
      bound_within(*was, *is, lower), bound_within(*is, *was, lower), where,
      fmt::format("{} went from {} to {}", plain, bound_text(*was, lower), bound_text(*is, lower)));
}

void SchemaComparison::multiple_of(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "multipleOf"), is = keyword_of(b, "multipleOf");
  const auto usable = [](json::Value v) {
    return !v.valid() || (v.is_number() && json::compare_numbers(v.number_text(), "0") ==
                                               std::partial_ordering::greater);
  };
  if (!usable(was) || !usable(is)) return whole_keyword(a, b, "multipleOf", where);
  const auto within = [](json::Value inner, json::Value outer) {
    if (!outer.valid()) return true;
    return inner.valid() &&
           json::is_multiple_of(inner.number_text(), outer.number_text()).value_or(false);
  };
  by_sets(within(was, is), within(is, was), where,
          fmt::format("multipleOf {}", change_from(was, is)));
}

void SchemaComparison::counts(json::Value a, json::Value b, std::string_view least,
                              std::string_view most, const std::string& where) {
  const auto is_count = [](json::Value v) {
    return !v.valid() ||
           (v.is_number() && json::is_whole(v.number_text()) &&
            json::compare_numbers(v.number_text(), "0") != std::partial_ordering::less);
  };
  for (const bool lower : {true, false}) {
    const std::string_view name = lower ? least : most;
    const json::Value was = keyword_of(a, name), is = keyword_of(b, name);
    if (!is_count(was) || !is_count(is)) {
      whole_keyword(a, b, name, where);
      continue;
    }
    const auto bound = [&](json::Value v) {
      return Bound{v.valid() ? v.number_text() : lower ? std::string_view("0") : "", false};
    };
    by_sets(bound_within(bound(was), bound(is), lower), bound_within(bound(is), bound(was), lower),
            where, fmt::format("{} {}", name, change_from(was, is)));
  }
}

void SchemaComparison::text_keyword(json::Value a, json::Value b, std::string_view name,
                                    const std::string& where) {
  const json::Value was = keyword_of(a, name), is = keyword_of(b, name);
  if (same_value(was, is)) return;
  const auto plain = [](json::Value v) { return !v.valid() || v.is_string(); };
  DriftWay way = DriftWay::changed;
  if (plain(was) && plain(is) && !was.valid()) way = DriftWay::narrowed;
  if (plain(was) && plain(is) && !is.valid()) way = DriftWay::widened;
  add(where, way, fmt::format("{} {}", name, change_from(was, is)));
}

void SchemaComparison::unique_items(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "uniqueItems"), is = keyword_of(b, "uniqueItems");
  const auto on = [](json::Value v) { return v.valid() && v.is_boolean() && v.boolean(); };
  if (on(was) == on(is)) return;
  add(where, on(is) ? DriftWay::narrowed : DriftWay::widened,
      fmt::format("uniqueItems {}", change_from(was, is)));
}

void SchemaComparison::required(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "required"), is = keyword_of(b, "required");
  const auto names = [](json::Value v, std::vector<std::string>& out) {
    if (!v.valid()) return true;
    if (!v.is_array()) return false;
    for (const json::Value element : v.elements()) {
      if (!element.is_string()) return false;
      out.push_back(element.decoded());
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return true;
  };
  std::vector<std::string> old_names, new_names;
  if (!names(was, old_names) || !names(is, new_names)) {
    return whole_keyword(a, b, "required", where);
  }
  const std::string lost = missing(old_names, new_names), gained = missing(new_names, old_names);
  if (!lost.empty()) add(where, DriftWay::widened, "no longer requires " + lost);
  if (!gained.empty()) add(where, DriftWay::narrowed, "requires " + gained + " now");
}

}  // namespace tare
