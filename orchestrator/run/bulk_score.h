// Predictions for a large set, scored by groups: the same summary and the same words as score_run,
// in a tenth of the time.
//
// What may be shown by name (the first failures of each sort, and every case that is not plain)
// goes one by one through score_slot, Aggregate and the reporters, as every trial of a smaller set
// does. All others are told apart by numbers alone (scoring/alike.h); one of each group is scored
// by the same score_slot, and added as often as the group has members.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "report/reporter.h"
#include "run/score_run.h"
#include "suite/bulk_cases.h"
#include "suite/suite.h"

namespace tare {

// Does the suite ask for nothing that hangs on each case: a waiver, a gate on some cases alone, a
// comparison with a baseline?
bool fits_bulk_score(const Suite& suite);

// REQUIRES: fits_bulk_score(suite), the cases are those of the suite and matched with predictions,
// and every reporter says how many trials of a kind it shows. The suite gets one case at a time.
Result<ScoredRun> score_in_bulk(Suite& suite, const BulkCases& cases, const ReportContext& context,
                                const std::vector<std::unique_ptr<Reporter>>& reporters,
                                unsigned workers);

}  // namespace tare
