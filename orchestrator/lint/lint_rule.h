// The rules of `tare lint` and `tare coverage`: a closed list, each with an id that stays.
//
// A suite that cannot fail protects nobody, and it comes to that one case at a time. Each rule is a
// way in which that happens; its id names it in waivers, in docs/lint.md and on a code host.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/violation.h"

namespace tare {

enum class LintRule : std::uint8_t {
  duplicate_id,
  retired_id,
  id_shape,
  missing_tags,
  names_its_tool,
  placeholder,
  near_duplicate,
  contradicting_cases,
  error_not_expected,
  unknown_tool,
  unknown_argument,
  impossible_value,
  missing_argument,
  forbids_expected,
  accepts_most_tools,
  matches_anything,
  vague_contract,
  gate_cannot_fail,
  gate_selects_nothing,
  limit_matches_no_tool,
  judge_threshold,
  unused_waiver,
  // Of coverage.
  uncovered_tool,
  uncovered_argument,
  uncovered_value,
  no_near_neighbour,
  no_no_tool_case,
  few_cases,
};

enum class LintFamily : std::uint8_t { lint, coverage };

struct LintRuleInfo {
  LintRule rule;
  LintFamily family;
  ViolationLevel level;   // a warning is an error with lint.strict
  std::string_view id;    // "lint/duplicate-id"
  std::string_view why;   // one sentence
  std::string_view page;  // "docs/lint.md#lintduplicate-id"
};

// In the order of LintRule.
std::span<const LintRuleInfo> lint_rules();
const LintRuleInfo& lint_rule_info(LintRule rule);

// By the id with or without "lint/"; nullopt where unknown.
std::optional<LintRule> lint_rule_from_id(std::string_view id);

}  // namespace tare
