// Matchers that look at one value alone: patterns, ranges, types, dates.
#pragma once

#include <string>

#include "json/value.h"
#include "scoring/matcher_cache.h"
#include "suite/matchers.h"

namespace tare {

// "" where the value matches; else why not, as what a sentence says of the value: "is no date".
std::string regex_mismatch(json::Value operand, json::Value got, MatcherCache& cache);
std::string range_mismatch(json::Value operand, json::Value got);
std::string approx_mismatch(json::Value operand, json::Value got);
std::string type_mismatch(json::Value operand, json::Value got);
std::string ignore_case_mismatch(json::Value operand, json::Value got);
// Instants: zones and fractions count, spelling does not. A date without a time is its midnight, a
// time without a zone is UTC.
std::string date_mismatch(json::Value operand, json::Value got);

}  // namespace tare
