// Values that an expectation or a schema accepts: what an agent that answers from the expectations
// says, and what a mutant puts elsewhere.
//
// Nothing here is a proof. A sample is a try, and whoever asks holds it against the expectation or
// the schema by the code that judges real calls.
#pragma once

#include <optional>
#include <string>

#include "json/value.h"

namespace tare {

// JSON text of a value that the expected one (a literal, or a matcher at any depth) should match;
// nullopt where none is found, or where the member must be absent. `schema` of that place, invalid
// where there is none, helps where the expectation leaves the value open.
std::optional<std::string> sample_of_expected(json::Value expected, json::Value schema);

// Arguments for a call: the members of `expected` (an object, or invalid for none) and what the
// tool's schema requires besides. nullopt where a member has no sample.
std::optional<std::string> sample_of_arguments(json::Value expected, json::Value input_schema);

// JSON text of a small instance: const, enum, default, examples, then type and bounds. "null" where
// the schema says nothing.
std::string sample_of_schema(json::Value schema);

}  // namespace tare
