// The tools that a run was made with, as its journal has them.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "policy/live_manifest.h"

namespace tare {

// nullopt: the run had none on record. Reads the journal's first line alone.
Result<std::optional<LiveManifest>> tools_of_run(const std::string& folder);

}  // namespace tare
