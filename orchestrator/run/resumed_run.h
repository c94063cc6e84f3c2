// A run that goes on (`--resume`): is it still the one that was begun, and what of it is done?
//
// A resumed run must score as if it had never been cut off. So suite, cases, policy, gates, tools,
// baseline and options must be those of its first part, and what is silent on the command line is
// taken from the journal's header.
#pragma once

#include <string_view>

#include "base/result.h"
#include "record/journal.h"
#include "run/budget.h"
#include "run/options.h"
#include "run/plan.h"
#include "run/score_run.h"
#include "run/trial_table.h"

namespace tare {

// The options with which to go on; an error where one was given that is not as it was.
Result<RunOptions> options_of_resumed(RunOptions options, const JournalHeader& header);

// Suite file, cases, policy, gates and baseline are those that the run was begun with.
Result<void> check_resumed_inputs(const RunPlan& plan, const RunOptions& options,
                                  const JournalHeader& header);

// What to say where `what` ("set of tools") is another one than the header's.
Error differs_from_begun(std::string_view what, const JournalHeader& header);

// Marks the trials that --rerun-failed runs once more.
Result<void> mark_failed(const RunPlan& plan, const Manifest* manifest, const AttemptSource& source,
                         TrialTable& table);

// Adds what the earlier part of the run spent.
Result<void> add_spent(const JournalReader& journal, const RunPlan& plan, const TrialTable& table,
                       Budget& budget);

}  // namespace tare
