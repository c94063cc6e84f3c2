// Agents of paper: what an agent that never calls, one that always calls the first tool, and one
// that answers from the expectations would have said to a case.
//
// A suite is held against them to see that it can fail, and that it does not contradict itself. An
// answer is a list of calls; the client layer between is made of glass, so what the model wrote is
// what the tool received.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/attempt.h"
#include "model/manifest.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

struct ScriptedCall {
  std::string tool;
  std::string arguments = "{}";  // JSON text
  CallStatus status = CallStatus::held;
};
using ScriptedAnswer = std::vector<ScriptedCall>;

// As an attempt that an adapter finished well; what scoring takes.
AttemptRecord record_of(const TestCase& test_case, const ScriptedAnswer& answer);

// The calls of a recorded attempt, each as the tool received it (where that is not on record, as it
// was written): what mutants are made of.
ScriptedAnswer answer_of(const AttemptRecord& record, const std::vector<CallTrace>& traces);

// The answer that the expectations ask for. nullopt with `why` where nothing is found that they
// could mean (a pattern that is not understood); an empty answer is the right one where no tool is.
// `manifest` may be null.
std::optional<ScriptedAnswer> oracle_answer(const TestCase& test_case, const Manifest* manifest,
                                            std::string& why);

// Calls that tool whatever it is asked. For a case of kind `invoke` no model chooses: the call that
// the case makes, executed.
ScriptedAnswer first_tool_answer(const TestCase& test_case, const std::string& tool);

// Arguments that the tool's schema accepts, "{}" where it has none.
std::string plain_arguments(const Manifest* manifest, const std::string& tool);

}  // namespace tare
