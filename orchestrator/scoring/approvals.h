// Did a call run that somebody had to approve first?
//
// A tool needs an approval where the agent's manifest says `approval: always`. That such a call was
// executed is on record as its status; that it was approved, as the view of it that an approver was
// shown (`at: approval`). What is proven and what is only said are counted apart: a status is the
// adapter's word unless Tare's own proxy saw the frames.
#pragma once

#include <span>

#include "model/approval_counts.h"
#include "model/attempt.h"
#include "model/manifest.h"

namespace tare {

// Over all attempts of a trial, those of no use included: what ran has run. `manifest` may be null;
// then no tool is known to need an approval.
ApprovalCounts count_approvals(std::span<const AttemptRecord> attempts, const Manifest* manifest);

}  // namespace tare
