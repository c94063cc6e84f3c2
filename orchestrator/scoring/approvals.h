// Did a call run that somebody had to approve first?
//
// A tool needs an approval where the reviewed policy says `always` of it, or, where it was not
// reviewed, the agent's manifest: what drifted is no judge of itself. That such a call was
// executed is on record as its status; that it was approved, as the view of it that an approver was
// shown (`at: approval`). What is proven and what is only said are counted apart: a status is the
// adapter's word unless Tare's own proxy saw the frames.
#pragma once

#include <map>
#include <span>
#include <string>

#include "model/approval_counts.h"
#include "model/attempt.h"
#include "model/manifest.h"

namespace tare {

using ReviewedApprovals = std::map<std::string, std::string>;  // tool, mode

// Over all attempts of a trial, those of no use included: what ran has run. `manifest` may be null;
// then only what was reviewed is known to need an approval. `reviewed`: null for nothing.
ApprovalCounts count_approvals(std::span<const AttemptRecord> attempts, const Manifest* manifest,
                               const ReviewedApprovals* reviewed = nullptr);

}  // namespace tare
