// The small file that a team commits: what a run came to, one line a case (tare-baseline/1,
// docs/compare.md).
//
// It is written so that a diff of it reads well: one case a line, in suite order. It may also be
// written by hand: only `format` and `cases` with `id`, `trials` and `passes` are required, and
// what is not there is not known.
#pragma once

#include <string>

#include "base/result.h"
#include "scoring/run_facts.h"

namespace tare {

std::string baseline_document(const RunFacts& facts);

// All faults found are in the error, each with file:line:column.
Result<RunFacts> read_baseline(const std::string& path);

}  // namespace tare
