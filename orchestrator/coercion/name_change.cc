#include "coercion/name_change.h"

#include <algorithm>

#include "coercion/name_forms.h"

namespace tare {
namespace {

bool is_tool(const ToolSpec& tool, std::string_view name) {
  return tool.name == name || (tool.wire_name && *tool.wire_name == name);
}

// The model called one offered tool and reached another, and the two look the same to a layer: by
// the name they are sent under, or by a usual mapping.
bool is_collision(std::string_view raw, std::string_view normalized, const Manifest& offered) {
  const ToolSpec* reached = nullptr;
  for (const ToolSpec& tool : offered.tools) {
    if (is_tool(tool, normalized)) reached = &tool;
  }
  if (reached == nullptr) return false;
  return std::ranges::any_of(offered.tools, [&](const ToolSpec& meant) {
    if (&meant == reached || meant.name == reached->name || !is_tool(meant, raw)) return false;
    if (meant.wire_name && meant.wire_name == reached->wire_name) return true;
    return share_a_form(meant.name, reached->name) ||
           (meant.wire_name && reached->wire_name &&
            share_a_form(*meant.wire_name, *reached->wire_name));
  });
}

}  // namespace

std::optional<Change> name_change(std::string_view raw, std::string_view normalized,
                                  const Manifest* offered) {
  if (raw == normalized) return std::nullopt;
  bool raw_offered = false;
  bool normalized_offered = false;
  if (offered != nullptr) {
    raw_offered = offered->find(offered->canonical_name(raw)) != nullptr;
    normalized_offered = offered->find(offered->canonical_name(normalized)) != nullptr;
    if (raw_offered && is_collision(raw, normalized, *offered)) return change_of("nameCollision");
    if (!raw_offered && is_placeholder(normalized)) return change_of("nameSentinel");
  }
  const bool healed = offered != nullptr && normalized_offered && !raw_offered;
  if (is_prefixed(normalized, raw)) return change_of("namePrefixed");
  if (is_prefixed(raw, normalized)) return change_of("namePrefixStripped");
  if (differs_in_separators(raw, normalized)) {
    return change_of(healed ? "nameCaseChanged" : "nameSanitized");
  }
  if (differs_in_case(raw, normalized)) return change_of("nameCaseChanged");
  if (is_sanitized(raw, normalized)) return change_of("nameSanitized");
  if (is_truncated(raw, normalized)) return change_of("nameTruncated");
  if (is_repeated(raw, normalized)) return change_of("nameConcatenated");
  return change_of(healed ? "nameFuzzyMapped" : "nameChanged");
}

}  // namespace tare
