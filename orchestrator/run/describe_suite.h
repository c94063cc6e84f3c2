// The suite's tools outside of a run: its file's, or what its adapter says when it is asked.
#pragma once

#include "base/result.h"
#include "policy/live_manifest.h"
#include "report/reporters.h"
#include "suite/suite.h"

namespace tare {

// `ask_adapter`: even where the suite names a file. The adapter is launched as a run would launch
// it; blocks until it has ended. `style` is for what signals make it say.
Result<LiveManifest> live_manifest_of(const Suite& suite, bool ask_adapter,
                                      const TerminalStyle& style);

}  // namespace tare
