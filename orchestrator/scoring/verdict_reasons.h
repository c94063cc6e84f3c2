// The sentences of a verdict: what is wrong, and what the model wrote beside what arrived.
#pragma once

#include <string>
#include <vector>

#include "model/attempt.h"
#include "model/score.h"
#include "scoring/selection.h"

namespace tare {

struct TrialSides;

// Why the normalized side chose wrongly.
std::string selection_reason(const Expectation& expected, const SideSelection& raw,
                             const SideSelection& normalized);

// Why it is not known what a tool received.
std::string unknown_arrival_reason(AdapterKind kind);

// One sentence a mismatch on normalized, the first few; then what differs on raw. None where both
// sides match.
std::vector<std::string> args_reasons(const ArgsScore& raw, const ArgsScore& normalized);

// One sentence an edit on normalized, the first few, and whether raw would have held.
std::vector<std::string> trajectory_reasons(const TrajectoryScore& raw,
                                            const TrajectoryScore& normalized,
                                            const TrialSides& sides);

std::string limit_reason(const LimitHit& hit);

}  // namespace tare
