// `expectedCalls` and `order`: which calls a case expects, and how they are held against those
// made.
#pragma once

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

inline constexpr std::uint32_t kMaxExpectedCalls = 1'000;  // with `times`

// An absent value adds nothing. REQUIRES: `order` was read already ("" where none is given).
void read_expected_calls(ValueReader& reader, json::Value calls, const std::string& order,
                         RareExpectation& out);

}  // namespace tare
