// The stream around `tare diff --batch`: lines in, answers out, in flat memory.
//
// Answers are written whenever no more input waits, so another program may keep one batch open and
// talk with it line by line.
#pragma once

#include <string>

#include "app/console.h"

namespace tare {

// `path` "-": stdin. Answers go to stdout, faults to stderr. Returns the exit code.
int run_diff_batch(const Console& console, const std::string& path);

}  // namespace tare
