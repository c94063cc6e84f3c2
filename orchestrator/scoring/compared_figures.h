// The rows of a comparison: each figure's value in both runs, and how many paired cases moved which
// way.
#pragma once

#include <vector>

#include "scoring/comparison.h"
#include "scoring/run_facts.h"

namespace tare {

struct CasePair {
  const CaseFacts* base;
  const CaseFacts* now;
};

// Which share is greater, exactly: -1 where `now` is the smaller one, 0 where they are equal or
// either is of nothing, 1 where it is the greater one.
int compare_shares(const Count& base, const Count& now);

// Counted, not yet tested. The first is the pass rate on normalized.
std::vector<ComparedFigure> compared_figures(const RunFacts& base, const RunFacts& now,
                                             const std::vector<CasePair>& pairs);

}  // namespace tare
