// One trial for a person: request, views side by side, findings, attempts, stderr. `tare show`, and
// the terminal reporter's failures.
#pragma once

#include <string>

#include "model/score.h"
#include "model/test_case.h"
#include "report/reporters.h"

namespace tare {

// The short form for a failure list: a heading, reasons, and each changed call.
std::string render_failure(const TestCase& test_case, const TrialScore& score,
                           const AttemptRecord& record, const TerminalStyle& style);

// Everything that is on record about the trial.
std::string render_trial(const TestCase& test_case, const TrialScore& score,
                         const AttemptRecord& record, const TerminalStyle& style);

}  // namespace tare
