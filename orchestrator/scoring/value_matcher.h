// Does a value of a call match what a case expects in its place, and if not, where and why?
//
// Expected is a literal, compared deeply, or a matcher at any depth. Numbers are compared by exact
// decimal value (1 is 1.0, never "1"; 1.5 is never 15), strings by their decoded bytes, objects by
// member without order, lists by position. Lists whose order does not matter are matched by optimal
// assignment, so the order of neither list changes the answer.
//
// The values are a model's: the work has a bound, and past it the answer is a mismatch that says
// so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"
#include "model/score.h"
#include "scoring/matcher_cache.h"
#include "suite/matchers.h"

namespace tare {

struct MismatchSink;

class ValueMatcher {
 public:
  // Values looked at, with the pairs that $unordered and $contains try.
  static constexpr std::size_t kMaxSteps = 2'000'000;

  enum class Extra : std::uint8_t { refused, ignored };  // members that nobody expects
  // Where the call gives a name several times: must each of them match, or is one enough?
  enum class Repeated : std::uint8_t { all, any };

  explicit ValueMatcher(MatcherCache& cache, Repeated repeated = Repeated::all)
      : cache_(cache), repeated_(repeated) {}

  std::size_t steps() const { return steps_; }

  // An expected value, or a matcher, against the value at that place; an invalid `got` is an absent
  // member.
  bool matches(json::Value expected, json::Value got);

  // A whole object, whose unlisted members are ignored.
  bool matches_listed(json::Value expected, json::Value got);
  // The same with all mismatches.
  ArgsComparison compare_listed(json::Value expected, json::Value got);

  bool gave_up() const { return steps_ >= kMaxSteps; }

 private:
  using Sink = MismatchSink;  // null: only whether there is a mismatch

  bool same(json::Value expected, json::Value got, Sink* sink);
  bool literal(json::Value expected, json::Value got, Sink* sink);
  bool object(json::Value expected, json::Value got, Extra extra, Sink* sink);
  bool member(json::Value expected, const std::string& name, std::vector<json::Value> found,
              Sink* sink);
  bool list(json::Value expected, json::Value got, Sink* sink);

  bool matcher(const MatcherUse& use, json::Value expected, json::Value got, Sink* sink);
  bool one_of(json::Value operand, json::Value got);
  bool unordered(json::Value expected, json::Value operand, json::Value got, Sink* sink);
  bool contains(json::Value expected, json::Value operand, json::Value got, Sink* sink);
  bool contains_all(json::Value expected, json::Value operand, json::Value got, Sink* sink);
  bool fits_schema(json::Value expected, json::Value operand, json::Value got, Sink* sink);

  std::vector<std::uint32_t> pair_up(const std::vector<json::Value>& expected,
                                     const std::vector<json::Value>& got);
  bool spend(std::size_t steps);
  static bool fail(Sink* sink, json::Value expected, json::Value got, std::string reason);

  MatcherCache& cache_;
  Repeated repeated_;
  std::size_t steps_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace tare
