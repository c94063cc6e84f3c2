// "unknown member \"expectedTol\"; did you mean \"expectedTool\"?"
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tare {

// The known name with the smallest edit distance (case and separators weigh little), if it is near
// enough to be a slip; ties go to the first. O(names × length²), input cut at 64 bytes.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> known);

// `did you mean "x"?`, or `known: a, b, c` where nothing is near.
std::string nearest_name_hint(std::string_view name, std::span<const std::string_view> known);

}  // namespace tare
