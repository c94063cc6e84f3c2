// What a judge is shown: the request, the calls with their arguments, the last words, the contract.
//
// Results of tools stay out: they may hold anything, also words that are meant for a judge, and
// what is asked is whether the agent did the right thing, not whether the data was nice.
#pragma once

#include <string>

#include "model/attempt.h"
#include "model/manifest.h"
#include "model/score.h"
#include "model/test_case.h"
#include "protocol/request.h"

namespace tare {

// `complete`: the attempt that `score` was made from, as it stands in the journal. `manifest` may
// be null; a case's own tools stand over it. REQUIRES: the case has a contract.
JudgeQuestion judge_question(const TestCase& test_case, const AttemptRecord& complete,
                             const TrialScore& score, const Manifest* manifest);

}  // namespace tare
