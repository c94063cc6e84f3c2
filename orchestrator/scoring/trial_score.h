// From records to the verdict on one trial. Pure: no clock, no files, no processes.
//
// The traces of the complete attempt are selected from twice, once as the model wrote the calls and
// once as the tools received them (selection.h); limits are looked for in every attempt (limits.h).
// What this version does not score is never passed over: a case whose expectation is of that sort
// is `observed`, and a reason says so (docs/scoring.md).
#pragma once

#include <span>
#include <vector>

#include "model/attempt.h"
#include "model/manifest.h"
#include "model/score.h"
#include "model/test_case.h"
#include "schema/schema_cache.h"

namespace tare {

struct ScoreContext {
  const Manifest* manifest = nullptr;
  std::span<const Never> suite_never = {};
  std::span<const std::string> side_effects =
      {};  // tool globs: their findings weigh one grade more
  // Compiled schemas, shared by all trials of a run; null: calls are not held to their schemas.
  schema::SchemaCache* schemas = nullptr;
};

// `attempts`: all attempts of the trial, in order, at least one. The complete one (if any) is
// scored; limits are looked for in all of them.
TrialScore score_trial(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                       const ScoreContext& context);

}  // namespace tare
