// Two values at one path, at least one of them a scalar: which kind of change is it?
#pragma once

#include <optional>
#include <string_view>

#include "diff/severity.h"
#include "json/value.h"
#include "schema/declared.h"

namespace tare {

// Two numbers; nullopt where the spelling is the same.
std::optional<Change> number_change(std::string_view raw, std::string_view normalized);

// Two strings, decoded; nullopt where they are equal. `declared`: what the schema says of the path,
// null where none is known.
std::optional<Change> string_change(std::string_view raw, std::string_view normalized,
                                    const schema::Declared* declared);

// REQUIRES: the kinds differ. Always a change. `declared` as above.
Change type_change(json::Value raw, json::Value normalized, const schema::Declared* declared);

}  // namespace tare
