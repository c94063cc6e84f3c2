// What a case expects of the answer: none of it is ever sent to an adapter.
#pragma once

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

// Fills `test_case.expected` from the members read by `members`. REQUIRES: kind is set.
void read_expectation(ValueReader& reader, const MemberSet& members, json::Value whole,
                      TestCase& test_case);

}  // namespace tare
