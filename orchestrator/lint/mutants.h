// Mutants: an answer that is right, with one thing made wrong.
//
// A suite that lets a mutant live cannot tell it from the right answer, and would not notice an
// agent that behaves so. Each mutant differs from what is expected on purpose: one that the case
// declares as good as the right answer (another acceptable tool) is none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lint/scripted_agent.h"

namespace tare {

enum class MutantKind : std::uint8_t {
  another_tool,      // a call goes to another tool
  dropped_call,      // a call is left out
  extra_call,        // one more call, of a tool that is not asked for
  changed_argument,  // one argument has another value
  reordered_calls,   // two neighbouring calls change places
  forbidden_call,    // one more call, which a limit of case or suite forbids
  changed_status,    // a call that must be held or refused is executed
};
inline constexpr int kMutantKindCount = 7;
std::string_view mutant_kind_name(MutantKind kind);  // "anotherTool", …

struct Mutant {
  MutantKind kind = MutantKind::another_tool;
  std::string text;  // what was done, for a person: "delete_ticket instead of get_ticket"
  ScriptedAnswer answer;
};

// Of at most kMaxMutants a case: every call is tried with up to kMaxOtherTools other tools, and
// each argument of it changed once.
inline constexpr std::size_t kMaxMutants = 200, kMaxOtherTools = 8;
std::vector<Mutant> mutants_of(const TestCase& test_case, const ScriptedAnswer& right,
                               const Manifest* manifest, std::span<const Never> suite_never);

}  // namespace tare
