// Where schemas stand within schemas: which places are followed, and which compared as texts.
#include "policy/schema_comparison.h"

#include <fmt/format.h>

#include <map>

#include "base/escape.h"
#include "json/equal.h"
#include "schema/format.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxVisits = 20'000;

bool is_true(json::Value v) { return !v.valid() || (v.is_boolean() && v.boolean()); }

// A name that could be taken for a path, or for none, stands in quotes.
std::string step(const std::string& where, const std::string& name) {
  const bool plain = !name.empty() && name.find_first_of(".[]()\" \t\r\n\\") == name.npos;
  const std::string shown = plain ? name : quote_json(name);
  return where.empty() ? shown : where + "." + shown;
}

// A keyword that others stand in, or that stands for others, came or went.
bool moved(json::Value a, json::Value b) {
  for (const std::string_view name :
       {"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref"}) {
    if (keyword_of(a, name).valid() != keyword_of(b, name).valid()) return true;
  }
  return false;
}

bool is_listed(json::Value v) {
  return keyword_of(v, "enum").valid() || keyword_of(v, "const").valid();
}

struct BranchPairs {
  std::vector<std::pair<json::Value, json::Value>> same;
  std::vector<json::Value> only_before, only_after;  // in their order
};

BranchPairs pair_branches(json::Value was, json::Value is) {
  BranchPairs out;
  std::multimap<std::string, json::Value> open;
  for (const json::Value branch : was.elements())
    open.emplace(json::canonical_text(branch), branch);
  std::set<std::uint32_t> paired;
  for (const json::Value branch : is.elements()) {
    const auto found = open.find(json::canonical_text(branch));
    if (found == open.end()) {
      out.only_after.push_back(branch);
      continue;
    }
    out.same.emplace_back(found->second, branch);
    paired.insert(found->second.index());
    open.erase(found);
  }
  for (const json::Value branch : was.elements()) {
    if (!paired.contains(branch.index())) out.only_before.push_back(branch);
  }
  return out;
}

// An object schema that refuses nothing, or `true`, or nothing at all.
bool refuses_nothing(json::Value v) {
  if (is_true(v)) return true;
  if (!v.is_object()) return false;
  for (const json::Member member : v.members()) {
    const std::string name = member.name.decoded();
    if (!is_said_keyword(name) && !is_definitions_keyword(name)) return false;
  }
  return true;
}

}  // namespace

void SchemaComparison::schemas(json::Value a, json::Value b, const std::string& where) {
  if (full()) return;
  if (depth_ >= kMaxDepth || ++visits_ > kMaxVisits) {
    if (!same_value(a, b)) add(where, DriftWay::changed, "too large to be compared in full");
    return;
  }
  ++depth_;
  compare(a, b, where);
  --depth_;
}

void SchemaComparison::add(const std::string& where, DriftWay way, std::string text,
                           bool opened_enum) {
  if (full()) return;
  changes_.push_back({where, way, std::move(text), opened_enum});
  if (!full()) return;
  changes_.push_back({"", DriftWay::changed, "more changes than are listed"});
}

void SchemaComparison::compare(json::Value own_a, json::Value own_b, const std::string& where) {
  if (!own_a.valid() && !own_b.valid()) return;
  const json::Value a = before_.follow(own_a), b = after_.follow(own_b);
  said({a, b, own_a, own_b}, where);
  const bool a_is_schema = !a.valid() || a.is_object() || a.is_boolean();
  const bool b_is_schema = !b.valid() || b.is_object() || b.is_boolean();
  if (!a_is_schema || !b_is_schema) {
    if (!same_value(a, b)) add(where, DriftWay::changed, change_from(a, b));
    return;
  }
  const bool a_all = is_true(a), b_all = is_true(b);
  if (a_all && b_all) return;
  const bool a_none = a.valid() && a.is_boolean() && !a.boolean();
  const bool b_none = b.valid() && b.is_boolean() && !b.boolean();
  if (a_none && b_none) return;
  if (a_none) return add(where, DriftWay::widened, "is allowed now");
  if (b_none) return add(where, DriftWay::narrowed, "is not allowed any more");
  // From here on each is an object or says nothing.
  members(a_all ? json::Value() : a, b_all ? json::Value() : b, where);
}

void SchemaComparison::members(json::Value a, json::Value b, const std::string& where) {
  // A pair that is under way, or was compared before, needs no second look: a finite value reaches
  // it only a finite number of times.
  const auto index = [](json::Value v) { return v.valid() ? v.index() : ~std::uint32_t{0}; };
  if (!seen_.emplace(index(a), index(b)).second) return;
  whole_keyword(a, b, "$schema", where);
  if (closed_lists(a, b, where)) return others(a, b, true, where);
  for (const std::string_view name : {"unevaluatedProperties", "unevaluatedItems"}) {
    if (!keyword_of(a, name).valid() && !keyword_of(b, name).valid()) continue;
    // What they let through depends on all the rest.
    if (!same_value(a, b)) add(where, DriftWay::changed, "was changed beside " + std::string(name));
    mark_references(a);
    mark_references(b);
    return;
  }
  const std::size_t first = changes_.size();
  types(a, b, where);
  // Beside a list that came or went, and is not known to be held to, a type may be no limit.
  const bool listed = is_listed(a) != is_listed(b);
  for (std::size_t i = first; i < changes_.size() && listed; ++i)
    changes_[i].way = DriftWay::changed;
  values(a, b, where);
  // What went into branches, or came out of them, is no limit less or more.
  for (std::size_t i = first; i < changes_.size() && moved(a, b); ++i) {
    changes_[i].way = DriftWay::changed;
  }
  by_type(a, b, where);
  branches(a, b, "allOf", where);
  branches(a, b, "anyOf", where);
  references(a, b, where);
  others(a, b, false, where);
}

// A keyword counts where both sides take values of its type. Where one of them takes none, the
// change of the type says it all; where neither does, nobody is held to it.
void SchemaComparison::by_type(json::Value a, json::Value b, const std::string& where) {
  const auto was = type_set(keyword_of(a, "type")), is = type_set(keyword_of(b, "type"));
  const auto counts_for = [&](TypeSet types) {
    if (!was || !is || ((*was & types) != 0 && (*is & types) != 0)) return true;
    if ((*was & types) == 0 && (*is & types) == 0) idle(a, b, types, where);
    return false;
  };
  if (counts_for(kNumberType)) {
    for (const bool lower : {true, false}) bounds(a, b, lower, where);
    multiple_of(a, b, where);
  }
  format(a, b, !was || !is || ((*was | *is) & kStringType) != 0, where);
  if (counts_for(kStringType)) {
    counts(a, b, "minLength", "maxLength", where);
    text_keyword(a, b, "pattern", where);
  }
  if (counts_for(kArrayType)) {
    counts(a, b, "minItems", "maxItems", where);
    unique_items(a, b, where);
    items(a, b, where);
  }
  if (counts_for(kObjectType)) {
    counts(a, b, "minProperties", "maxProperties", where);
    required(a, b, where);
    properties(a, b, where);
    schemas(keyword_of(a, "propertyNames"), keyword_of(b, "propertyNames"),
            where + (where.empty() ? "(names of members)" : " (names of members)"));
  }
}

// The formats that the validator knows are of texts. What another reader makes of another one, of
// numbers too ("int32"), is not known here.
void SchemaComparison::format(json::Value a, json::Value b, bool texts, const std::string& where) {
  const json::Value was = keyword_of(a, "format"), is = keyword_of(b, "format");
  const auto of_texts = [](json::Value v) {
    return !v.valid() || (v.is_string() && schema::find_format(v.decoded()));
  };
  if (texts || !of_texts(was) || !of_texts(is)) return text_keyword(a, b, "format", where);
  if (same_value(was, is)) return;
  add(where, DriftWay::said,
      fmt::format("format {}, which no value of its type is held to", change_from(was, is)));
}

void SchemaComparison::idle(json::Value a, json::Value b, TypeSet types, const std::string& where) {
  for (const TypedKeyword& keyword : typed_keywords()) {
    if (keyword.types != types) continue;
    const json::Value was = keyword_of(a, keyword.name), is = keyword_of(b, keyword.name);
    if (same_value(was, is)) continue;
    add(where, DriftWay::said,
        fmt::format("{} {}, which no value of its type is held to", keyword.name,
                    change_from(was, is)));
  }
}

void SchemaComparison::items(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "items"), is = keyword_of(b, "items");
  const json::Value old_prefix = keyword_of(a, "prefixItems"),
                    new_prefix = keyword_of(b, "prefixItems");
  const auto plain = [](json::Value v) { return !v.valid() || !v.is_array(); };
  const auto list = [](json::Value v) { return !v.valid() || v.is_array(); };
  const std::size_t old_size = old_prefix.valid() && list(old_prefix) ? old_prefix.size() : 0;
  const std::size_t new_size = new_prefix.valid() && list(new_prefix) ? new_prefix.size() : 0;
  if (!plain(was) || !plain(is) || !list(old_prefix) || !list(new_prefix) || old_size != new_size) {
    whole_keyword(a, b, "items", where);
    whole_keyword(a, b, "prefixItems", where);
    mark_references(a);
    mark_references(b);
    return;
  }
  schemas(was, is, where + "[]");
  if (old_size == 0) return;
  auto old_element = old_prefix.elements().begin();
  auto new_element = new_prefix.elements().begin();
  for (std::size_t i = 0; i < old_size; ++i, ++old_element, ++new_element) {
    schemas(*old_element, *new_element, fmt::format("{}[{}]", where, i));
  }
}

void SchemaComparison::properties(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "properties"), is = keyword_of(b, "properties");
  const json::Value old_rest = keyword_of(a, "additionalProperties");
  const json::Value new_rest = keyword_of(b, "additionalProperties");
  const json::Value old_patterns = keyword_of(a, "patternProperties");
  const json::Value new_patterns = keyword_of(b, "patternProperties");
  const auto plain = [](json::Value v) { return !v.valid() || v.is_object(); };
  if (!plain(was) || !plain(is) || !plain(old_patterns) || !plain(new_patterns)) {
    whole_keyword(a, b, "properties", where);
    whole_keyword(a, b, "patternProperties", where);
    return whole_keyword(a, b, "additionalProperties", where);
  }
  std::map<std::string, std::pair<json::Value, json::Value>> names;
  if (was.valid()) {
    for (const json::Member member : was.members())
      names[member.name.decoded()].first = member.value;
  }
  if (is.valid()) {
    for (const json::Member member : is.members())
      names[member.name.decoded()].second = member.value;
  }
  // A name that a pattern may match is not what `additionalProperties` speaks of.
  const bool patterns = old_patterns.valid() || new_patterns.valid();
  if (!same_value(old_patterns, new_patterns)) {
    whole_keyword(a, b, "patternProperties", where);
  }
  mark_references(old_patterns);
  mark_references(new_patterns);
  for (const auto& [name, pair] : names) {
    const std::string at = step(where, name);
    if (pair.first.valid() && pair.second.valid()) {
      schemas(pair.first, pair.second, at);
    } else if (patterns) {
      add(at, DriftWay::changed, pair.second.valid() ? "was added" : "was taken away");
    } else if (pair.second.valid()) {
      added(old_rest, pair.second, at);
    } else {
      removed(pair.first, new_rest, at);
    }
  }
  rest(old_rest, new_rest, patterns, where);
}

// A member that was under `additionalProperties` before.
void SchemaComparison::added(json::Value rest, json::Value schema, const std::string& at) {
  if (rest.valid() && rest.is_boolean() && !rest.boolean()) {
    return add(at, DriftWay::widened, "was added");
  }
  if (refuses_nothing(schema)) return add(at, DriftWay::widened, "was added");
  if (refuses_nothing(rest))
    return add(at, DriftWay::narrowed, "was added, so that not any value will do");
  add(at, DriftWay::changed, "was added");
}

void SchemaComparison::removed(json::Value schema, json::Value rest, const std::string& at) {
  if (rest.valid() && rest.is_boolean() && !rest.boolean()) {
    return add(at, DriftWay::narrowed, "was taken away and is refused now");
  }
  if (refuses_nothing(rest)) {
    return add(at, DriftWay::widened, "was taken away, so that any value will do");
  }
  add(at, DriftWay::changed,
      refuses_nothing(schema) ? "was taken away" : "was taken away and may be something else now");
}

void SchemaComparison::rest(json::Value was, json::Value is, bool patterns,
                            const std::string& where) {
  if (patterns) {
    if (!same_value(was, is)) {
      add(where, DriftWay::changed, fmt::format("additionalProperties {}", change_from(was, is)));
    }
    mark_references(was);
    mark_references(is);
    return;
  }
  const bool was_closed = was.valid() && was.is_boolean() && !was.boolean();
  const bool is_closed = is.valid() && is.is_boolean() && !is.boolean();
  if (was_closed && !is_closed) {
    return add(where, DriftWay::widened,
               "takes members beyond those listed now (additionalProperties)");
  }
  if (is_closed && !was_closed) {
    return add(where, DriftWay::narrowed, "takes no members beyond those listed any more");
  }
  schemas(was, is, where + (where.empty() ? "(further members)" : " (further members)"));
}

// Branches that are there on both sides stand against each other, and of what is left each against
// the one in its place. What is left on one side alone came or went: another branch lets more
// through with `anyOf` and less with `allOf`.
void SchemaComparison::branches(json::Value a, json::Value b, std::string_view name,
                                const std::string& where) {
  const json::Value was = keyword_of(a, name), is = keyword_of(b, name);
  if (!was.valid() && !is.valid()) return;
  const auto is_list = [](json::Value v) { return v.valid() && v.is_array() && v.size() > 0; };
  if (!is_list(was) || !is_list(is)) {
    whole_keyword(a, b, name, where);
    mark_references(was);
    mark_references(is);
    return;
  }
  const BranchPairs pairs = pair_branches(was, is);
  for (const auto& [before, after] : pairs.same) schemas(before, after, where);
  const auto &lost = pairs.only_before, &gained = pairs.only_after;
  if (lost.size() == gained.size()) {
    for (std::size_t i = 0; i < lost.size(); ++i) schemas(lost[i], gained[i], where);
    return;
  }
  for (const json::Value branch : lost) mark_references(branch);
  for (const json::Value branch : gained) mark_references(branch);
  if (!lost.empty() && !gained.empty()) return whole_keyword(a, b, name, where);
  const bool wider = (name == "anyOf") == lost.empty();
  std::string text = fmt::format("{} {}", name, lost.empty() ? "gained" : "lost");
  for (const json::Value branch : lost.empty() ? gained : lost) text += " " + short_text(branch);
  add(where, wider ? DriftWay::widened : DriftWay::narrowed, shorten(text, 400));
}

// A reference with something beside it.
void SchemaComparison::references(json::Value a, json::Value b, const std::string& where) {
  const json::Value was = keyword_of(a, "$ref"), is = keyword_of(b, "$ref");
  if (!was.valid() && !is.valid()) return;
  const json::Value old_target = was.valid() ? before_.target(was) : json::Value();
  const json::Value new_target = is.valid() ? after_.target(is) : json::Value();
  if (old_target.valid() && new_target.valid()) return schemas(old_target, new_target, where);
  opaque_ = true;
  if (!same_value(was, is)) whole_keyword(a, b, "$ref", where);
}

// Keywords that are compared as texts: their sets are not known to grow or shrink with a part.
// `told`: branches are.
void SchemaComparison::others(json::Value a, json::Value b, bool told, const std::string& where) {
  std::set<std::string> names;
  for (const json::Value side : {a, b}) {
    if (!side.valid()) continue;
    for (const json::Member member : side.members()) names.insert(member.name.decoded());
  }
  for (const std::string& name : names) {
    if (told && is_branching_keyword(name)) continue;
    if (is_said_keyword(name) || is_definitions_keyword(name)) continue;
    if (is_compared_keyword(name)) continue;
    whole_keyword(a, b, name, where);
    if (name == "$dynamicRef" || name == "$recursiveRef") opaque_ = true;
    mark_references(keyword_of(a, name));
    mark_references(keyword_of(b, name));
  }
}

// A part that was compared as text may refer to what changed elsewhere.
void SchemaComparison::mark_references(json::Value v) {
  if (!opaque_) opaque_ = holds_reference(v);
}

}  // namespace tare
