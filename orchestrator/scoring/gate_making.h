// From what a suite says of a gate to what counts for it: one tally a side.
//
// A suite was checked when it was read; a gate may also come from elsewhere, so what cannot be held
// is refused here too: an unknown figure, no bound, a bound that is no number.
#pragma once

#include <vector>

#include "base/result.h"
#include "scoring/gate_tally.h"

namespace tare {

Result<std::vector<GateTally>> make_gate_tallies(GateSpec spec, bool always_on);

}  // namespace tare
