// A call's arguments, as they were captured, against what is expected of them.
//
// Two questions are asked of one text. What a case expects must be there beyond doubt: arguments
// that are absent, cut off or no JSON object match nothing, and say why. Whether a limit was
// crossed must be ruled out beyond doubt: there the best reading counts, and where the part that
// decides is not to be read, the answer is "unknown" and never "no".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "diff/arguments_reading.h"
#include "json/value.h"
#include "model/score.h"
#include "scoring/matcher_cache.h"

namespace tare {

// Each listed member must match the member of that name; others are ignored. `expected` is an
// object of members, or a matcher for the arguments as a whole.
ArgsComparison compare_arguments(json::Value expected, const std::optional<std::string>& arguments,
                                 MatcherCache& cache);

// The same of a text that was read already, for one that is compared with many. `steps`: the work
// that it took is added.
ArgsComparison compare_arguments(json::Value expected, const ArgumentsReading& arguments,
                                 MatcherCache& cache, std::size_t& steps);

enum class Crossing : std::uint8_t { no, yes, unknown };

// May a call with these arguments be one that `never.args` describes? Where a name stands several
// times, one of them is enough.
Crossing crosses_limit(json::Value expected, const std::optional<std::string>& arguments,
                       MatcherCache& cache);

}  // namespace tare
