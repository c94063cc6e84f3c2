// Provenance as JSON: the same object in the journal's header and in results.json.
//
// Only record/ and report/ may include this header, for the JSON library in it.
#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "model/provenance.h"

namespace tare {

// Members in the order of docs/results.md. What is not known is null. Bytes that are no UTF-8 (a
// command line may hold any) stand as visible escapes such as \xff, so that printing the value
// never fails.
nlohmann::ordered_json provenance_to_json(const Provenance& provenance);

// The way back. Unknown members are an error: they would be lost by whoever writes it again.
Result<Provenance> provenance_from_json(const nlohmann::ordered_json& json);

}  // namespace tare
