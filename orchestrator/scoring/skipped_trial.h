// A trial that --adaptive leaves out: not incomplete, not passed, and counted by the gates as one
// that could have come out in any way.
#pragma once

#include <cstdint>
#include <span>

#include "model/score.h"
#include "model/test_case.h"
#include "scoring/judge_score.h"

namespace tare {

// Limits of which level a trial could cross.
struct LimitLevels {
  bool called = false, executed = false;
};
LimitLevels limit_levels(std::span<const Never> limits);
LimitLevels limit_levels(const TestCase& test_case, LimitLevels of_suite);

// `judge` is null where the run has none.
TrialScore skipped_trial(const TestCase& test_case, std::uint32_t trial, const JudgeRule* judge);

}  // namespace tare
