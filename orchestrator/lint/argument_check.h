// Expected arguments against the schema of the tool that they are expected of.
//
// A value that the schema refuses makes a case that only a wrong call can pass. Literals are put to
// the schema itself, wherever they stand; a matcher is impossible where nothing that it could match
// (lint/reach.h) is possible at its place (schema/possible.h). Where that cannot be said, nothing
// is.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/value.h"
#include "lint/argument_names.h"
#include "lint/lint_rule.h"
#include "schema/schema.h"
#include "scoring/matcher_cache.h"

namespace tare {

// A tool's schema with what is asked of it again and again.
struct KnownSchema {
  std::shared_ptr<const schema::Schema> schema;
  std::vector<ArgumentName> names;
  RepeatedPlaces repeated = {};
  // Values that the schema allows for an argument, found when it is first asked for.
  std::unordered_map<std::string, std::vector<std::string_view>> allowed_values = {};

  bool requires_argument(std::string_view name) const;
};

struct ArgumentFault {
  LintRule rule;
  std::string text, mend;
};

// `expected`: members with values and matchers, as in expectedArgs, or a matcher of all arguments.
// At most kMaxArgumentFaults.
inline constexpr std::size_t kMaxArgumentFaults = 10;
std::vector<ArgumentFault> check_expected_arguments(json::Value expected, const std::string& tool,
                                                    const KnownSchema& known, MatcherCache& cache);

// The rule that a refusal of the schema belongs to: of a name, of a name that is missing, or of a
// value.
LintRule rule_of_refusal(const schema::Violation& violation);

// All arguments of a call, as an `invoke` case gives them.
std::vector<ArgumentFault> check_whole_arguments(json::Value arguments, const std::string& tool,
                                                 const KnownSchema& known);

// Arguments whose matcher every value that the schema allows would satisfy, by name.
std::vector<std::string> matchers_of_anything(json::Value expected, KnownSchema& known,
                                              MatcherCache& cache);

}  // namespace tare
