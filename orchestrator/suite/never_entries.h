// `never` and `forbid`: calls that must not happen. The same form in a suite and in a case.
#pragma once

#include <string_view>
#include <vector>

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

// [{tool, args?, level?, control?, why?}]; an absent value adds nothing.
void read_never(ValueReader& reader, json::Value list, std::vector<Never>& out);
// ["delete_*"]: short for `never` with level `called`.
void read_forbid(ValueReader& reader, json::Value list, std::vector<Never>& out);

}  // namespace tare
