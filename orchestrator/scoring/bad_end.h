// Runs that did not come to their end: the client died, or the agent was stopped.
//
// Where a case states a tool or calls, those decide, and an end can only take a pass back. Where it
// states nothing but a contract, the end is all that code can see of success, and code decides what
// it can: an agent that crashed has done nothing that a judge, or nobody, would have to look at.
#pragma once

#include <cstdint>
#include <optional>

#include "model/score.h"
#include "model/test_case.h"
#include "scoring/agent_figures.h"

namespace tare {

// How a complete attempt went.
struct RunEnd {
  bool reached = false;  // a call is on record as having reached its tool
  std::optional<TurnCount> turns;
  std::optional<std::uint32_t> max_turns;  // what the case, or else the suite, allows
};

// REQUIRES: both verdicts and the tool errors of `score`.
void apply_bad_end(TrialScore& score, const TestCase& test_case, const RunEnd& end);

}  // namespace tare
