// Did the change of a tool's description do what it was made for?
//
// A description is changed because one tool is taken for another. The change is good when that
// confusion became rarer, and when nothing was paid for it: requests that need no tool still get
// none, and the cases that hurt most (risk 4 and 5) pass as often as before. These are plain
// comparisons of what was seen; whether it can be told from noise is said beside.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "scoring/compared_figures.h"
#include "scoring/comparison.h"

namespace tare {

// `target`: a glob on "expected -> selected". It is counted on raw, which is what a description
// works on, or on normalized where a run has no raw evidence.
Experiment judge_experiment(const RunFacts& base, const RunFacts& now,
                            const std::vector<CasePair>& pairs, const std::string& target);

// Refuses a target that no trial of either run could show, since nothing is called so: a slip would
// read as an experiment that failed.
Result<void> check_target(const RunFacts& base, const RunFacts& now, const std::string& target);

}  // namespace tare
