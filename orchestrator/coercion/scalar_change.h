// Two values at one path, at least one of them a scalar: which kind of change is it?
#pragma once

#include <optional>
#include <string_view>

#include "coercion/severity.h"
#include "coercion/value_ids.h"
#include "json/value.h"

namespace tare {

// Two numbers; nullopt where the spelling is the same.
std::optional<Change> number_change(std::string_view raw, std::string_view normalized);

// Two strings, decoded; nullopt where they are equal.
std::optional<Change> string_change(std::string_view raw, std::string_view normalized);

// REQUIRES: the kinds differ. Always a change.
Change type_change(json::Value raw, json::Value normalized, ValueIds& ids);

}  // namespace tare
