// Members of results.json that speak of agents and their judge: of one trial, and of the whole run.
//
// Each is there only where there is something to say.
#pragma once

#include <string>

#include "model/run_summary.h"
#include "model/score.h"

namespace tare {

// `,"name":…` for each member that the trial has.
std::string agent_members(const TrialScore& score);

// `,\n"name":…` for each part that the run has; "" where it has none.
std::string agent_parts(const RunSummary& summary);

}  // namespace tare
