// `expectedCalls` and `order`: which calls a case expects, and how they are held against those
// made.
#pragma once

#include <string>
#include <vector>

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

inline constexpr std::uint32_t kMaxExpectedCalls = 1'000;  // with `times`

// An absent value adds nothing. REQUIRES: `order` was read already ("" where none is given).
void read_expected_calls(ValueReader& reader, json::Value calls, const std::string& order,
                         RareExpectation& out);

// The tools of a trajectory that was read, in its order: each `tool`, and all of `tools`.
std::vector<std::string> trajectory_tools(const std::string& expected_calls_json);

}  // namespace tare
