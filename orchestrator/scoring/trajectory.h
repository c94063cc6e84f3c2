// The calls that were made against the trajectory that a case expects.
//
// One question decides: what is the least that would have to change for the calls to be the
// expected ones? Calls are inserted, removed, or given other arguments; where nothing has to
// change, the trajectory holds. Calls are paired so that the sum is least, never one after the
// other as they come, so the order of the case file decides nothing where order does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/answer.h"
#include "model/score.h"
#include "scoring/expected_calls.h"
#include "scoring/matcher_cache.h"
#include "scoring/selection.h"

namespace tare {

inline constexpr std::size_t kMaxCompared = 1'000;  // calls made on one side

TrajectoryScore compare_trajectory(const ExpectedCalls& expected, const Answer& answer,
                                   const SideSelection& side, MatcherCache& cache);

// Shares of one trial; nullopt where there is nothing to count.
//   precision: of the calls made, those that match an expected one
//   recall: of the expected calls that are not optional, those that were matched
//   f1: 2 × precision × recall ÷ (precision + recall), 0 where either is 0
std::optional<double> precision_of(const TrajectoryScore& score);
std::optional<double> recall_of(const TrajectoryScore& score);
std::optional<double> f1_of(const TrajectoryScore& score);

}  // namespace tare
