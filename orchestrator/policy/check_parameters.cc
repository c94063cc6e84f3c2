// Arguments: each schema against the reviewed one, place by place.
#include <fmt/format.h>

#include "base/escape.h"
#include "policy/policy_check.h"
#include "policy/schema_drift.h"

namespace tare {
namespace {

PolicyRule rule_of(const SchemaChange& change) {
  if (change.opened_enum) return PolicyRule::enum_opened;
  switch (change.way) {
    case DriftWay::widened:
      return PolicyRule::schema_widened;
    case DriftWay::narrowed:
      return PolicyRule::schema_narrowed;
    case DriftWay::changed:
      return PolicyRule::schema_changed;
    case DriftWay::said:
      return PolicyRule::parameter_text;
  }
  return PolicyRule::schema_changed;
}

// A path with a name in quotes within (`""`, `lines[]."a.b"`) needs none around it.
std::string shown(const std::string& where) {
  return where.find('"') == where.npos ? quote_json(where) : where;
}

}  // namespace

void check_parameters(PolicyCheck& check) {
  for (const auto& [tool, reviewed] : check.pairs) {
    if (reviewed == nullptr || !reviewed->input_schema) continue;
    for (const SchemaChange& change : schema_drift(*reviewed->input_schema, tool->input_schema)) {
      std::string text = change.where.empty() ? "the arguments: "
                                              : fmt::format("argument {}: ", shown(change.where));
      text += change.text;
      if (change.way != DriftWay::said) {
        text += fmt::format(" ({})", drift_way_name(change.way));
      }
      check.add(rule_of(change), tool->name, std::move(text), "set it back, or review the change",
                reviewed->place);
    }
  }
}

}  // namespace tare
