// Words that stand for no tool in reports, filters and confusions.
//
// `"get -> NO_TOOL"` says that nothing was called. A tool of that name would make the same text say
// something else, so none may be offered or expected under it; one that a model calls all the same
// is written in quotes.
#pragma once

#include <string_view>

namespace tare {

inline constexpr std::string_view kNoTool = "NO_TOOL";
inline constexpr std::string_view kClientRefused = "CLIENT_REFUSED";

constexpr bool is_reserved_tool(std::string_view name) {
  return name == kNoTool || name == kClientRefused;
}

}  // namespace tare
