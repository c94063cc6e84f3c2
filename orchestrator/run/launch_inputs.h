// What is found out before an adapter is launched for the first time: its environment and the
// program that its command names. Nothing is on disk yet, so nothing need be taken back.
#pragma once

#include "base/result.h"
#include "run/attempt.h"
#include "suite/suite.h"

namespace tare {

// Sets `environment`, `program` and `shim`. An error names the variable that is not set, the folder
// that is none or the program that is not found.
Result<void> prepare_launch(const Suite& suite, AttemptSetting& setting);

}  // namespace tare
