// All arguments of a call at once: here the schema has the last word, of names and of what is
// missing too.
#include <fmt/format.h>

#include "base/escape.h"
#include "lint/argument_check.h"

namespace tare {

LintRule rule_of_refusal(const schema::Violation& violation) {
  if (violation.schema_at.ends_with("/required")) return LintRule::missing_argument;
  for (const char* names : {"/additionalProperties", "/unevaluatedProperties", "/propertyNames"}) {
    if (violation.schema_at.ends_with(names)) return LintRule::unknown_argument;
  }
  return LintRule::impossible_value;
}

std::vector<ArgumentFault> check_whole_arguments(json::Value arguments, const std::string& tool,
                                                 const KnownSchema& known) {
  std::vector<ArgumentFault> out;
  for (const schema::Violation& one : known.schema->violations(arguments, kMaxArgumentFaults)) {
    if (one.schema_at.empty()) continue;
    const std::string at = one.at.empty() ? "the arguments" : one.at;
    out.push_back(
        {rule_of_refusal(one),
         fmt::format("invokes {} with arguments that its schema refuses: {}: {}",
                     "\"" + escape_for_terminal(shorten(tool, 60)) + "\"",
                     escape_for_terminal(shorten(at, 60)), escape_for_terminal(one.message)),
         "where the call is to be refused, say so: \"expectedStatus\": \"rejected\""});
  }
  return out;
}

}  // namespace tare
