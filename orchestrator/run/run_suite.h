// A whole run: folder, lock, journal, describe, scheduler, score, reports.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/reporters.h"
#include "run/options.h"
#include "run/score_run.h"

namespace tare {

// Reporters are made when the folder is known, since their files lie in it by default.
using ReporterFactory =
    std::function<std::vector<std::unique_ptr<Reporter>>(const std::string& run_folder)>;

struct RunOutcome {
  ScoredRun scored;
  std::string folder;
  int exit_code = 0;
};

// Runs (or resumes) the suite, then scores the journal and feeds the reporters. results.json is
// always written. Blocks until everything has ended; nothing is left running. `style` is for the
// live line and for messages, to stderr.
Result<RunOutcome> run_suite(const Suite& suite, const RunOptions& options,
                             const TerminalStyle& style, const ReporterFactory& reporters);

}  // namespace tare
