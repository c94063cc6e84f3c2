// What could an expectation match at all, and is any of it possible where it stands?
//
// Only what is beyond doubt is said: a reach is a bound from outside, as schema/possible.h is one,
// and two bounds that do not meet leave no value that both could mean.
#pragma once

#include <string>

#include "json/value.h"
#include "schema/possible.h"
#include "scoring/matcher_cache.h"

namespace tare {

struct Reach {
  schema::KindSet kinds = schema::kAllKinds;
  schema::NumberSpan numbers;
  schema::CountSpan text, items;
};

// Of a literal, or of a matcher other than $oneOf, which is looked into one by one.
Reach reach_of(json::Value expected, MatcherCache& cache);

// Why nothing that `expected` matches is possible there: "is for a string, which …", to be read
// behind "but it"; "" where something may be.
std::string why_impossible(json::Value expected, const schema::Possible& possible,
                           MatcherCache& cache);

}  // namespace tare
