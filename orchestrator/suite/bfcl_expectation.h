// `bfcl`: what a case of the Berkeley leaderboard expects, as scoring/bfcl_checker.h reads it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

// The work of the leaderboard's greedy matching grows with the square of this.
inline constexpr std::size_t kMaxBfclCalls = 500;

// Those that are scored, of both versions. A slip in one would be held to another, weaker rule.
inline constexpr std::array<std::string_view, 17> kBfclCategories = {"simple",
                                                                     "simple_python",
                                                                     "multiple",
                                                                     "multiple_function",
                                                                     "parallel",
                                                                     "parallel_function",
                                                                     "parallel_multiple",
                                                                     "parallel_multiple_function",
                                                                     "relevance",
                                                                     "irrelevance",
                                                                     "live_simple",
                                                                     "live_simple_python",
                                                                     "live_multiple",
                                                                     "live_parallel",
                                                                     "live_irrelevance",
                                                                     "live_relevance",
                                                                     "live_parallel_multiple"};

// An absent value adds nothing.
void read_bfcl(ValueReader& reader, json::Value value, RareExpectation& out);

}  // namespace tare
