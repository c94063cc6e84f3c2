// From records to the verdict on one trial. Pure: no clock, no files, no processes.
#pragma once

#include <span>
#include <vector>

#include "model/attempt.h"
#include "model/manifest.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

struct ScoreContext {
  const Manifest* manifest = nullptr;
  std::span<const Never> suite_never;
};

// `attempts`: all attempts of the trial, in order, at least one. The complete one (if any) is scored;
// limits are looked for in all of them. `precomputed` findings (taken before masking) replace the
// traces' own where given.
TrialScore score_trial(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                       const ScoreContext& context);

}  // namespace tare
