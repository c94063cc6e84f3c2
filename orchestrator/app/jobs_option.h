// --jobs N|auto, shared by the commands that launch adapters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"

namespace tare {

// "auto" (the number of cores) or a number from 1; nullopt where the text is "".
Result<std::optional<std::uint32_t>> parse_jobs(const std::string& text);

}  // namespace tare
