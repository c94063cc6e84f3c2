// How a program of kind `command` is given a case: words, stdin, a file, and a home of its own.
//
// Agent programs read settings, histories and keys from the user's home, and write there. Each
// attempt therefore has a fresh HOME with the XDG folders and a TMPDIR within its scratch folder:
// what a run finds out does not depend on who runs it, and no attempt sees what another left.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "process/launch_spec.h"
#include "run/plan.h"
#include "run/recorders.h"

namespace tare {

struct CommandTask {
  const TestCase& test_case;
  std::uint32_t trial, attempt, deadline_ms;
  const AttemptRecorders* recorders = nullptr;
};

// Completes `spec`: argv, environment, stdin; makes what they name, and the suite's files, in the
// scratch folder. Gives
// what is to be written to stdin. REQUIRES: `spec.scratch` is an empty folder, and
// `spec.environment` is that of an attempt (child_environment.h).
Result<std::string> prepare_command(const RunPlan& plan, const CommandTask& task, LaunchSpec& spec);

}  // namespace tare
