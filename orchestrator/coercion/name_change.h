// A tool name that became another: how.
//
// With the list of offered tools, a wrong tool can be told from a name spelled in another way:
// whether what the model wrote is offered, and what was called in its place. Without a list only
// the two names speak.
#pragma once

#include <optional>
#include <string_view>

#include "diff/severity.h"
#include "model/manifest.h"

namespace tare {

// nullopt where the names are equal to the byte. `offered`: null where no list is known. The order
// of the kinds, first match wins: nameCollision, nameSentinel, a prefix, separators alone, case,
// other characters, a cut, a repeated name; then nameFuzzyMapped or nameChanged.
std::optional<Change> name_change(std::string_view raw, std::string_view normalized,
                                  const Manifest* offered);

}  // namespace tare
