// A run folder read back: what stands in its journal, ready to be scored and shown again.
//
// A run's journal and today's suite need not fit any more. What still can be used is used, and what
// differs is said.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/score_run.h"

namespace tare {

// What a finished (or cut off) run folder holds, ready to be scored again.
struct OpenedRun {
  std::unique_ptr<JournalReader> journal;
  std::unique_ptr<RunPlan> plan;
  std::unique_ptr<TrialTable> table;
  std::unique_ptr<Manifest> manifest;  // null: the run had none
  Provenance provenance;
  bool interrupted = false;           // no footer: the run did not end by itself
  std::vector<std::string> warnings;  // such as: another dataset than the run's
};
Result<OpenedRun> open_run(const Suite& suite, const std::string& folder);

// What reporters are told of it. REQUIRES: `run` outlives what is returned.
ReportContext context_of(const Suite& suite, const std::string& folder, const OpenedRun& run);

// Scores it into the reporters; completes its provenance.
Result<ScoredRun> score_opened(OpenedRun& run, const ReportContext& context,
                               const std::vector<std::unique_ptr<Reporter>>& reporters);

}  // namespace tare
