// The rules of `tare policy check`: a closed list, each with an id that stays (docs/policy.md).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/violation.h"

namespace tare {

enum class PolicyRule : std::uint8_t {
  not_reviewed,
  extra_tool,
  missing_tool,
  server_changed,
  approval_changed,
  approval_absent,
  write_approval,
  destructive_approval,
  runs_without_approval,
  annotations_changed,
  description_missing,
  description_short,
  description_changed,
  enum_opened,
  schema_widened,
  schema_narrowed,
  schema_changed,
  parameter_text,
  no_filter,
  filter_changed,
  server_grew,
  extra_server,
  missing_server,
  name_twice,
  name_form,
  invisible_text,
  hidden_instruction,
  max_turns,
  max_calls,
  other_changed,
  digest_changed,
};

// In the order of PolicyRule.
std::span<const RuleInfo> policy_rules();
std::string_view rule_id(PolicyRule rule);

}  // namespace tare
