// A function as the leaderboard describes it, as a tool with a JSON Schema.
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace tare {

// A JSON array of tools. dict, float, tuple and any become object, number, array and no type; all
// else stays. A dotted name gets the wireName that function calling models see, a_b for a.b.
std::string bfcl_tools_json(const std::vector<json::Value>& functions);

}  // namespace tare
