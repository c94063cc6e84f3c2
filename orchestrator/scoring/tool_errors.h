// Calls of tools that went wrong, where the case does not expect them to.
//
// A tool's error is told twice at times, as a `result` and as a `status`; results are matched with
// calls by id, else by name, in order, so that one failure counts once and two count twice. What
// the agent's own tools (`builtin`) do is its own affair. Every failed call counts, a read-only
// probe as well, and one that was tried again and went well then.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "model/answer.h"
#include "model/manifest.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

struct ToolErrors {
  std::uint32_t count = 0;
  std::map<std::string, std::uint32_t> by_tool;  // "" where the tool is not known
};

// `manifest` may be null.
ToolErrors count_tool_errors(const TestCase& test_case, const Answer& answer,
                             std::span<const CallTrace> traces, const Manifest* manifest);

}  // namespace tare
