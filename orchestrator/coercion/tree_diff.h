// Two JSON values to findings: one for each path that changed.
//
// The walk keeps its own stack, so depth costs no call stack; it visits each node once, and paths
// and findings are bounded: a call that changed in more places than a person could read ends with
// one finding, `furtherChanges`, that holds both sides whole.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coercion/severity.h"
#include "json/value.h"

namespace tare {

// For each pair of calls:
inline constexpr std::size_t kMaxFindings = 10'000;
inline constexpr std::size_t kMaxPathBytes = 4u << 20;    // of all paths together
inline constexpr std::size_t kMaxShownBytes = 64u << 20;  // of all sides together
inline constexpr std::size_t kMaxListCells = 4'000'000;   // of all list tables together

void diff_values(json::Value raw, json::Value normalized, const PairFacts& facts,
                 std::vector<Finding>& out);

// Puts the two values into the finding as text and type; an invalid Value is an absent side.
void set_sides(Finding& finding, json::Value raw, json::Value normalized);

}  // namespace tare
