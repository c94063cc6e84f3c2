// Which suite a command means, and reading it.
#pragma once

#include <string>

#include "base/result.h"
#include "suite/bulk_loading.h"
#include "suite/suite.h"

namespace tare {

// "" means tare.json or tare.yaml in the current folder; with a run folder, the suite that the run
// was made from. Waivers are dated by the day on which that run began, so that a re-score does not
// change with the day.
Result<Suite> load_suite_argument(const std::string& argument, const std::string& run_folder = "");

// The same without a run folder, and with the cases read in bulk where that can be.
Result<Suite> load_suite_argument(const std::string& argument, BulkLoading& bulk);

}  // namespace tare
