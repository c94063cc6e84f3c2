// The keys of a run's providers, which its adapters must not get at.
#pragma once

#include <string>
#include <vector>

#include "suite/suite.h"

namespace tare {

// Where the run holds any key: keeps it, and the variables that it came from, from the adapters,
// which run as the same user (process/hidden_secrets.h). `keys`: as resolve_upstream_keys gave
// them; the masker has them already.
void hide_upstream_keys(const Suite& suite, const std::vector<std::string>& keys);

}  // namespace tare
