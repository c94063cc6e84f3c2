// A place that lets a closed list of values through: its keywords are taken together, and the
// values held against the other schema one by one. `type` beside an `enum` is no limit of its own.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "json/reader.h"
#include "policy/schema_comparison.h"

namespace tare {
namespace {

using Texts = std::vector<std::string>;

Texts texts_of(const ClosedSet& set) {
  Texts out;
  out.reserve(set.values.size());
  for (const auto& [text, around] : set.values) out.push_back(text);
  return out;
}

std::string_view noun_of(json::Value schema) {
  const bool plain = keyword_of(schema, "enum").valid() || keyword_of(schema, "const").valid();
  return plain ? "enum" : "closed list";
}

// What a comparison of the lists makes superfluous, and yet is not as it was.
std::string written_otherwise(json::Value a, json::Value b) {
  std::set<std::string> names;
  for (const json::Value side : {a, b}) {
    if (!side.valid()) continue;
    for (const json::Member member : side.members()) names.insert(member.name.decoded());
  }
  std::string out;
  for (const std::string& name : names) {
    // What is neither is told of by itself.
    if (!is_compared_keyword(name) && !is_branching_keyword(name)) continue;
    if (same_value(keyword_of(a, name), keyword_of(b, name))) continue;
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

// Of the values of a list those that the other schema refuses, and whether one is not known of.
Texts refused_by(PlaceFit& other, const ClosedSet& set, bool& unknown) {
  Texts out;
  for (const auto& [text, around] : set.values) {
    json::Document document;
    if (json::read_strict(text, document)) {
      unknown = true;
      continue;
    }
    const auto fits = other.fits(document.root());
    unknown = unknown || !fits;
    if (fits && !*fits) out.push_back(text);
  }
  return out;
}

}  // namespace

std::string open_text(json::Value schema) {
  const auto has_text = [](json::Value one) {
    const json::Value type = keyword_of(one, "type");
    const auto set = type.valid() ? type_set(type) : std::nullopt;
    return set && (*set & kStringType) != 0;
  };
  bool text = has_text(schema);
  for (const std::string_view name : {"anyOf", "oneOf"}) {
    const json::Value list = keyword_of(schema, name);
    if (!list.valid() || !list.is_array()) continue;
    for (const json::Value branch : list.elements()) text = text || has_text(branch);
  }
  const json::Value type = keyword_of(schema, "type");
  std::string out = text ? "free text" : type.valid() ? "any " + short_text(type) : "any value";
  if (type.valid() && type.is_string() && !text) out = "any " + shorten(type.decoded(), 60);
  std::string limits;
  for (const TypedKeyword& keyword : typed_keywords()) {
    if (!is_plain_keyword(keyword.name)) continue;
    const json::Value held = keyword_of(schema, keyword.name);
    if (!held.valid()) continue;
    limits += fmt::format("{}{} {}", limits.empty() ? "" : ", ", keyword.name, short_text(held));
  }
  const json::Value format = keyword_of(schema, "format");
  if (format.valid()) {
    limits += fmt::format("{}format {}", limits.empty() ? "" : ", ", short_text(format));
  }
  return limits.empty() ? out : out + " (" + limits + ")";
}

bool SchemaComparison::closed_lists(json::Value a, json::Value b, const std::string& where) {
  if (!may_be_closed(a) && !may_be_closed(b)) return false;
  if (same_value(a, b) && !holds_reference(a) && !holds_reference(b)) return false;
  PlaceFit old_fit(a, before_, fit_budget_), new_fit(b, after_, fit_budget_);
  const auto was = closed_set(a, before_, old_fit), is = closed_set(b, after_, new_fit);
  if (!(was && was->listed) && !(is && is->listed)) return false;
  if ((was && !was->decided) || (is && !is->decided)) return false;
  if (!is) {
    opened(*was, a, b, new_fit, where);
    return true;
  }
  if (!was) {
    closed(*is, b, old_fit, where);
    return true;
  }
  const Texts old_texts = texts_of(*was), new_texts = texts_of(*is);
  const std::string lost = missing(old_texts, new_texts), gained = missing(new_texts, old_texts);
  const std::string otherwise = written_otherwise(a, b);
  if (lost.empty() && gained.empty()) {
    if (!otherwise.empty()) {
      add(where, DriftWay::said,
          "takes the same closed list of values, written otherwise (" + otherwise + ")");
    }
  } else {
    std::string text(noun_of(noun_of(a) == "enum" ? b : a));
    if (!gained.empty()) text += " gained " + gained;
    if (!lost.empty()) text += (gained.empty() ? " lost " : " and lost ") + lost;
    by_sets(lost.empty(), gained.empty(), where, text);
  }
  said_of_values(*was, *is, where);
  return true;
}

void SchemaComparison::opened(const ClosedSet& was, json::Value a, json::Value b, PlaceFit& is,
                              const std::string& where) {
  bool unknown = false;
  const std::string lost = missing(refused_by(is, was, unknown), {});
  std::string text =
      fmt::format("{} of {} values became {}", noun_of(a), was.values.size(), open_text(b));
  if (!lost.empty()) text += ", which refuses " + lost;
  if (unknown) text += "; whether each of its values is still let through is not known";
  const bool wider = lost.empty() && !unknown;
  add(where, wider ? DriftWay::widened : DriftWay::changed, std::move(text), true);
}

void SchemaComparison::closed(const ClosedSet& is, json::Value b, PlaceFit& was,
                              const std::string& where) {
  bool unknown = false;
  const std::string gained = missing(refused_by(was, is, unknown), {});
  std::string text = fmt::format("became a closed list of {} values", is.values.size());
  if (noun_of(b) != "enum") text += " (" + written_otherwise(json::Value(), b) + ")";
  if (!gained.empty()) text += ", of which " + gained + " was refused before";
  if (unknown) text += "; whether each of them was let through before is not known";
  const bool narrower = gained.empty() && !unknown;
  add(where, narrower ? DriftWay::narrowed : DriftWay::changed, std::move(text));
}

// Descriptions and titles of single values, as branches have them.
void SchemaComparison::said_of_values(const ClosedSet& was, const ClosedSet& is,
                                      const std::string& where) {
  const auto said = [](const std::vector<json::Value>& around, std::string_view name) {
    std::vector<json::Value> out;
    for (const json::Value schema : around) {
      if (const json::Value v = keyword_of(schema, name); v.valid()) out.push_back(v);
    }
    return out;
  };
  for (const auto& [text, around] : was.values) {
    const auto now = is.values.find(text);
    if (now == is.values.end()) continue;
    for (const std::string_view name : said_keywords()) {
      const auto before = said(around, name), after = said(now->second, name);
      if (std::equal(before.begin(), before.end(), after.begin(), after.end(), same_value)) {
        continue;
      }
      add(where, DriftWay::said,
          fmt::format("{} of the value {} {}", name, shorten(text, 60),
                      change_from(before.empty() ? json::Value() : before.back(),
                                  after.empty() ? json::Value() : after.back())));
    }
  }
}

}  // namespace tare
