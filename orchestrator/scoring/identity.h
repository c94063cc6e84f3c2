// What two runs were: the parts that decide whether they may be compared, and those that are worth
// knowing.
#pragma once

#include <vector>

#include "scoring/comparison.h"
#include "scoring/run_facts.h"

namespace tare {

// Model, variant, layers, tools, instructions, dataset, gates, trials.
std::vector<Difference> identity_differences(const Provenance& base, const Provenance& now);
// Host, time, locale, command line, versions.
std::vector<Difference> circumstance_differences(const Provenance& base, const Provenance& now);
// Bounds that changed, gates that came or went.
std::vector<Difference> threshold_differences(const std::vector<Threshold>& base,
                                              const std::vector<Threshold>& now);

// Both are known and are not the same.
bool is_other_dataset(const Provenance& base, const Provenance& now);

}  // namespace tare
