// The members of a case, as a closed list. schemas/case.schema.json says the same to editors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "suite/value_reader.h"

namespace tare {

enum class CaseMember : std::uint8_t {
  schema,
  id,
  kind,
  request,
  messages,
  expected_tool,
  acceptable_tools,
  expected_tools,
  expected_args,
  expected_calls,
  order,
  calls,
  forbid,
  never,
  mcp_tools_only,
  expected_errors,
  expected_status,
  expected_output,
  risk,
  tags,
  trials,
  timeout_ms,
  max_turns,
  tools,
  instructions,
  identity,
  input,
  metadata,
  reply,
  invoke,
  bfcl,
};

// In the order of CaseMember.
inline constexpr std::array<std::string_view, 31> kCaseMembers = {"$schema",
                                                                  "id",
                                                                  "kind",
                                                                  "request",
                                                                  "messages",
                                                                  "expectedTool",
                                                                  "acceptableTools",
                                                                  "expectedTools",
                                                                  "expectedArgs",
                                                                  "expectedCalls",
                                                                  "order",
                                                                  "calls",
                                                                  "forbid",
                                                                  "never",
                                                                  "mcpToolsOnly",
                                                                  "expectedErrors",
                                                                  "expectedStatus",
                                                                  "expectedOutput",
                                                                  "risk",
                                                                  "tags",
                                                                  "trials",
                                                                  "timeoutMs",
                                                                  "maxTurns",
                                                                  "tools",
                                                                  "instructions",
                                                                  "identity",
                                                                  "input",
                                                                  "metadata",
                                                                  "reply",
                                                                  "invoke",
                                                                  "bfcl"};

inline std::string_view case_member_name(CaseMember member) {
  return kCaseMembers[static_cast<std::size_t>(member)];
}
inline json::Value case_member(const MemberSet& members, CaseMember member) {
  return members.at(static_cast<std::size_t>(member));
}

}  // namespace tare
