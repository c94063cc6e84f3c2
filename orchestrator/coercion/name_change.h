// A tool name that became another: how.
#pragma once

#include <optional>
#include <string_view>

#include "coercion/severity.h"

namespace tare {

struct NameLists {
  bool tool_list = false;  // whether the next two are known
  bool raw_offered = true;
  bool normalized_offered = true;
};

// nullopt where the names are equal to the byte.
std::optional<Change> name_change(std::string_view raw, std::string_view normalized,
                                  const NameLists& lists);

}  // namespace tare
