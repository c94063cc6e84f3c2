// `bfcl`: what a case of the Berkeley leaderboard expects, as scoring/bfcl_checker.h reads it.
#pragma once

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

// The work of the leaderboard's greedy matching grows with the square of this.
inline constexpr std::size_t kMaxBfclCalls = 500;

// An absent value adds nothing.
void read_bfcl(ValueReader& reader, json::Value value, RareExpectation& out);

}  // namespace tare
