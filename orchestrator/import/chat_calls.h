// Tool calls as chat messages and ideal answers hold them, and what they make of a case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "import/case_text.h"
#include "json/value.h"

namespace tare {

struct IdealCall {
  std::string tool;
  std::string arguments_json;  // an object, its names literal; "" where none are given
};

// An array of {function{name, arguments}}, {name, arguments} or {name, args}; or one of them.
// `arguments` may be an object or the text of one. nullopt: it is something else.
std::optional<std::vector<IdealCall>> ideal_calls(json::Value v);

// One call: expectedTool and expectedArgs. Several: expectedCalls in that order. None: no tool.
void expect_calls(CaseText& text, const std::vector<IdealCall>& calls);

}  // namespace tare
