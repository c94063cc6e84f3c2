// From one scored trial to a cell of the audit. Pure.
//
// A call that a tool got is judged by its findings; one that no tool got, by whom the client told:
// the model (a result of it went back), the caller (the client threw), nobody. What was sent back
// to the model as its own past is told among the findings and is no outcome: the tool got what it
// got.
#pragma once

#include "audit/audit.h"
#include "model/attempt.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

AuditCell cell_of(const TestCase& test_case, const TrialScore& score, const AttemptRecord& record);

}  // namespace tare
