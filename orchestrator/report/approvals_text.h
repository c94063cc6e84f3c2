// What was proven and what was claimed of calls that need an approval.
#pragma once

#include <string>

#include "model/approval_counts.h"

namespace tare {

// "1 of 40 calls … ran without one (…)"; "" where no such call was made. The bound is the largest
// rate that so few in so many calls leave possible with 95 % (scoring/statistics.h).
std::string approvals_sentence(const ApprovalCounts& counts);

// {"calls":…,"proven":…,"unapproved":…,"unapprovedProven":…,"upperBound95":…}
std::string approvals_json(const ApprovalCounts& counts);

}  // namespace tare
