#include "policy/schema_drift.h"

#include "json/equal.h"
#include "json/reader.h"
#include "policy/schema_comparison.h"

namespace tare {
namespace {

// Dialects in which a keyword means something else by its neighbours, or is not known yet.
bool is_old_dialect(json::Value schema) {
  const json::Value dialect = keyword_of(schema, "$schema");
  if (!dialect.valid() || !dialect.is_string()) return false;
  const std::string name = dialect.decoded();
  return name.find("draft-03") != name.npos || name.find("draft-04") != name.npos;
}

}  // namespace

std::string_view drift_way_name(DriftWay way) {
  switch (way) {
    case DriftWay::widened:
      return "widened";
    case DriftWay::narrowed:
      return "narrowed";
    case DriftWay::changed:
      return "changed";
    case DriftWay::said:
      return "said";
  }
  return {};
}

std::vector<SchemaChange> schema_drift(json::Value before, json::Value after, std::size_t limit) {
  if (json::equal_by_value(before, after)) return {};
  SchemaComparison comparison(before, after, limit);
  comparison.schemas(before, after, "");
  if (comparison.opaque()) {
    comparison.add("", DriftWay::changed,
                   "differs, and holds references that are not followed here");
  }
  if (comparison.empty()) {
    comparison.add("", DriftWay::said, "differs in what no value is refused by");
  }
  std::vector<SchemaChange> out = comparison.take();
  if (is_old_dialect(before) || is_old_dialect(after)) {
    for (SchemaChange& change : out) {
      if (change.way != DriftWay::said) change.way = DriftWay::changed;
    }
  }
  return out;
}

std::vector<SchemaChange> schema_drift(std::string_view before, std::string_view after,
                                       std::size_t limit) {
  if (before == after) return {};
  json::Document was, is;
  const bool bad_before =
      static_cast<bool>(json::read_strict(before.empty() ? "true" : before, was));
  const bool bad_after = static_cast<bool>(json::read_strict(after.empty() ? "true" : after, is));
  if (bad_before || bad_after) {
    return {{"", DriftWay::changed, "is no JSON that can be read", false}};
  }
  return schema_drift(was.root(), is.root(), limit);
}

}  // namespace tare
