// Views to calls: which view of one level is the same call as which of the next.
//
// Levels are those of `At` that hold any view. Neighbouring levels are paired: by id where an id is
// unique on both sides (within the turn, if given), then by equal name and arguments, then by equal
// name, then by position. Pairs chain into traces. Names are compared through the manifest's wireName.
// See docs/protocol.md ("Views") for what counts as raw, normalized, dropped, invented, unaudited.
#pragma once

#include <vector>

#include "model/answer.h"
#include "model/score.h"

namespace tare {

struct TraceContext {
  const Manifest* manifest = nullptr;  // null: no tool list
};

std::vector<CallTrace> trace_calls(const Answer& answer, const TraceContext& context);

// Raw evidence for the whole answer: is it known what the model wrote, even if that is "no call"?
bool has_raw_evidence(const Answer& answer);

}  // namespace tare
