// The rules of the Berkeley Function Calling Leaderboard: are these the calls that its answer key
// accepts?
//
// The leaderboard compares a model's calls, as its decoder read them, with lists of acceptable
// values by rules of its own (docs/bfcl.md). They are kept to the letter, oddities included, since
// a figure is comparable with a published one only where every verdict is the same. Version 1 is
// that of the 2024 results, version 4 that of 2025; they differ in how an answer names its function
// and in how dicts are compared. Greedy matching in the parallel rule is one of the oddities.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "json/value.h"

namespace tare {

enum class BfclVersion : std::uint8_t { v1, v4 };

struct BfclTask {
  BfclVersion version = BfclVersion::v4;
  std::string_view category;  // "simple_python", "parallel_function", …
  json::Value functions;      // array of {name, parameters{properties, required}}
  // v4: array of {name: {parameter: [acceptable…]}}; v1: one object with a member a call. Invalid
  // where the category has none.
  json::Value ground_truth;
  // The tools were sent as a_b for a.b: expected names are compared in that form.
  bool underscore_names = false;
};

struct BfclCall {
  std::string name;
  json::Value arguments;  // invalid: none that can be read
};

// Why the calls do not pass, by the leaderboard's own name and as a sentence.
struct BfclFault {
  std::string_view error_type;  // "value_error:string"; static storage
  std::string sentence;
};

enum class BfclRule : std::uint8_t { simple, multiple, parallel, no_call, any_call };
BfclRule bfcl_rule(BfclVersion version, std::string_view category);

// nullopt: they pass.
std::optional<BfclFault> check_bfcl(const BfclTask& task, std::span<const BfclCall> calls);

}  // namespace tare
