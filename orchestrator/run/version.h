// The version that `tare version` prints and every run records.
#pragma once

#include <string_view>

namespace tare {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace tare
