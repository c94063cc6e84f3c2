// Is this agent the reviewed one? Asked before a run launches its first case.
//
// A run of an agent whose tools are not those that a person looked at measures something else, and
// may do something else: it is refused, or said, as the policy wants it.
#pragma once

#include <string>
#include <vector>

#include "base/mask.h"
#include "base/result.h"
#include "model/manifest.h"
#include "scoring/approvals.h"
#include "suite/suite.h"

namespace tare {

struct PolicyStanding {
  std::vector<std::string> warnings;  // for a person, before the run
  std::vector<std::string> drift;     // what differs, where the run goes on in spite of it
  ReviewedApprovals approvals;        // of a policy that somebody signed
};

// Drift is a warning where the policy says "onDrift": "warn"; an error that lists what differs
// where it says "refuse". Nothing where the suite names no policy. `manifest`: null where the suite
// tells no tools, and then there is nothing to hold against it. All texts are masked.
Result<PolicyStanding> hold_against_policy(const Suite& suite, const Manifest* manifest,
                                           const Masker& masker);

}  // namespace tare
