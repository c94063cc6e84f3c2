// Pass or fail: all that a case states, on one side and then on the other.
//
// Each column (tool, arguments, status, trajectory, limits) is computed by itself and none of them
// looks at another; only here do they come together. What is not on record is no wrong answer: it
// leaves the verdict open, unless something else has failed already.
#pragma once

#include "model/attempt.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/bfcl_verdict.h"
#include "scoring/call_checks.h"
#include "scoring/selection.h"

namespace tare {

struct TrialSides {
  SideSelection raw, normalized;
  CallChecks raw_checks, normalized_checks;
  BfclSide raw_bfcl, normalized_bfcl;
};

// Sets verdict and raw_verdict, and adds the reasons. REQUIRES: everything else of `score`.
void set_verdicts(TrialScore& score, const TestCase& test_case, AdapterKind kind,
                  const TrialSides& sides);

}  // namespace tare
