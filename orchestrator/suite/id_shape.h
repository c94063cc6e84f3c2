// The shape that a suite's ids are held to: "pr/<tool>/<slug>".
//
// An id that names its tool reads well in a report, and one that no longer fits tells of a case
// whose expectation was changed and whose name was not. <tool> is the tool that the case expects,
// or no_tool (no-tool) where it expects none; <kind> its kind; <slug> is small letters, digits and
// hyphens. All else stands for itself.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/test_case.h"

namespace tare {

// What is wrong with a shape, to follow its text; "" where nothing is.
std::string id_shape_fault(std::string_view shape);

// The shape as a regular expression for the whole id. `tools`: any of them may stand for <tool>;
// empty: whatever looks like a tool's name. REQUIRES: the shape has no fault.
std::string id_shape_pattern(std::string_view shape, std::span<const std::string> tools,
                             CaseKind kind);

}  // namespace tare
