// Suite and options, put together: exactly what will run, before anything does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run_summary.h"
#include "run/options.h"
#include "schema/schema_cache.h"
#include "scoring/approvals.h"
#include "scoring/judge_standing.h"
#include "scoring/matcher_cache.h"
#include "scoring/run_facts.h"
#include "scoring/waivers.h"
#include "suite/suite.h"

namespace tare {

struct RunPlan {
  const Suite* suite = nullptr;
  std::vector<const TestCase*> cases;     // selected, in suite order
  std::vector<std::uint32_t> first_slot;  // cases.size() + 1 entries: trial t of case i has the
                                          // slot first_slot[i] + t - 1
  std::uint32_t default_trials = 1;
  std::uint32_t jobs = 1;
  std::string filter;   // in force; "" is everything
  std::string profile;  // "" is none
  std::vector<GateSpec> gates;
  Waivers waivers;
  const VariantSpec* variant = nullptr;  // null: the suite has none
  Keep keep = Keep::failures;
  // Tools' schemas, compiled when a call first needs one. Shared by copies of the plan.
  std::shared_ptr<schema::SchemaCache> schemas = std::make_shared<schema::SchemaCache>();
  // What the matchers of expectations use, likewise.
  std::shared_ptr<MatcherCache> matchers = std::make_shared<MatcherCache>();
  std::shared_ptr<const RunFacts> baseline;  // what the run is held against; null: nothing
  std::optional<JudgeStanding> judge;    // what the run's judge may do; nullopt: the run has none
  ReviewedApprovals reviewed_approvals;  // of the run's policy; empty: nobody reviewed any
  // How the run that is scored came to its end.
  std::vector<EarlyStop> stopped_early;
  std::optional<CostStop> cost_stop;
  std::optional<std::uint32_t> timeout_ms;  // of the command line: over the case's and the suite's

  std::uint32_t trials_of(std::size_t case_index) const {
    return first_slot[case_index + 1] - first_slot[case_index];
  }
  bool is_whole_suite() const { return cases.size() == suite->cases.size(); }
  std::uint32_t slots() const { return first_slot.back(); }
  std::uint32_t deadline_ms(const TestCase& c) const;
};

// Precedence: command line, case, profile, suite, default. A filter that selects nothing is an
// error of kind `nothing`; a glob in it that matches no case is an error of kind `usage`.
Result<RunPlan> make_plan(const Suite& suite, const RunOptions& options);

// The slot's case and trial. O(log cases).
struct SlotKey {
  std::size_t case_index;
  std::uint32_t trial;
};
SlotKey slot_key(const RunPlan& plan, std::uint32_t slot);

}  // namespace tare
