// From records to the verdict on one trial. Pure: no clock, no files, no processes.
//
// The traces of the complete attempt are selected from twice, once as the model wrote the calls and
// once as the tools received them (selection.h), their arguments and order held against what the
// case says (call_checks.h, trajectory.h); limits are looked for in every attempt (limits.h).
// A judge's word comes last (judge_score.h). A case that states nothing that could be decided is
// `observed`, and a reason says so (docs/scoring.md).
#pragma once

#include <span>
#include <vector>

#include "model/attempt.h"
#include "model/manifest.h"
#include "model/score.h"
#include "model/test_case.h"
#include "schema/schema_cache.h"
#include "scoring/approvals.h"
#include "scoring/judge_score.h"
#include "scoring/matcher_cache.h"

namespace tare {

struct ScoreContext {
  const Manifest* manifest = nullptr;
  std::span<const Never> suite_never = {};
  std::span<const std::string> side_effects =
      {};  // tool globs: their findings weigh one grade more
  // Compiled schemas, shared by all trials of a run; null: calls are not held to their schemas.
  schema::SchemaCache* schemas = nullptr;
  // What matchers use, compiled once for all trials; null: for each trial anew.
  MatcherCache* matchers = nullptr;
  // The suite's limit on an agent's turns; a case may have its own.
  std::optional<std::uint32_t> max_turns = {};
  // Of a run that had a judge; null: contracts are not looked at.
  const JudgeRule* judge = nullptr;
  // Of the run's policy; null: the manifest alone says which tools need an approval.
  const ReviewedApprovals* reviewed_approvals = nullptr;
};

// `attempts`: all attempts of the trial, in order, at least one. The complete one (if any) is
// scored; limits are looked for in all of them.
TrialScore score_trial(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                       const ScoreContext& context);

}  // namespace tare
