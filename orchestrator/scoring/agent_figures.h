// What an agent did to get to its answer: turns, tool errors, tokens; and what its judge said.
//
// Figures beside the verdict, summed over a run. Nothing here makes a trial pass or fail.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/attempt.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

// Turns of the complete attempt: the last one that a call was made in, or as many as the model
// answered, whichever says more.
struct TurnCount {
  std::uint32_t turns = 0;
  bool recorded = false;  // by Tare's own proxy; else the adapter says so
};
std::optional<TurnCount> turns_of(const Answer& answer);

// The last thing that the assistant said, reasoning left out; nullopt: nothing.
std::optional<std::string> final_text_of(const Answer& answer);

// Over all attempts, those that failed too: they were paid for.
Usage usage_of(std::span<const AttemptRecord> attempts);

// `times`: how many trials, all alike, are added at once.
void add_agent(AgentSummary& sum, const TrialScore& score, std::uint64_t times);
void add_judge(std::optional<JudgeSummary>& sum, const TrialScore& score, std::uint64_t times);

}  // namespace tare
