// What would run: `--list` and `--dry-run`.
#pragma once

#include "app/console.h"
#include "run/plan.h"

namespace tare {

// Ids of the selected cases, one a line, to stdout; with json a document. Returns the exit code.
int list_cases(const RunPlan& plan, const Console& console);

// Cases, trials, launches, and the power of that many trials, to stdout.
int print_dry_run(const RunPlan& plan, const Console& console);

}  // namespace tare
