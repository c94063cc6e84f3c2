// Two JSON values to findings: one for each path that changed.
//
// The walk keeps its own stack, so depth costs no call stack; it visits each node once, and paths
// and findings are bounded: a call that changed in more places than a person could read ends with
// one finding, `furtherChanges`, that holds both sides whole.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diff/severity.h"
#include "json/value.h"

namespace tare {

// For each pair of calls:
inline constexpr std::size_t kMaxFindings = 10'000;
inline constexpr std::size_t kMaxPathBytes = 4u << 20;    // of all paths together
inline constexpr std::size_t kMaxShownBytes = 64u << 20;  // of all sides together
inline constexpr std::size_t kMaxListCells = 4'000'000;   // of all list tables together

// What the walk may look at beside the two values. All of it must outlive the walk.
struct ValueEvidence {
  const schema::Schema* schema = nullptr;  // that raw is held to; null where none is known
  const schema::Schema* normalized_schema = nullptr;  // that normalized is held to
  std::span<const std::string> untyped = {};          // arguments whose type raw does not show
  std::string_view model_text = {};                   // all that the model wrote, where it is known
  bool raw_ok = false;      // raw is ok, but perhaps for being encoded twice
  bool repaired = false;    // raw is a best-effort reading
  bool repair_ran = false;  // raw is good, and the adapter says that a repair step ran
};

// `facts` is asked only where there is a finding: most pairs have none, and facts cost two schema
// checks.
using FactsOf = std::function<const PairFacts&()>;

void diff_values(json::Value raw, json::Value normalized, const ValueEvidence& evidence,
                 const FactsOf& facts, std::vector<Finding>& out);

// Puts the two values into the finding as text and type; an invalid Value is an absent side.
void set_sides(Finding& finding, json::Value raw, json::Value normalized);

}  // namespace tare
