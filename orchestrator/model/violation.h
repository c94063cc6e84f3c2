// One thing that a check holds against a policy or a suite: what `tare policy check`, `tare lint`
// and `tare coverage` find, and what the reporters of such checks write.
//
// Each rule has an id that stays ("policy/extra-tool", "lint/names-its-tool"), so that a waiver, a
// page in docs and a code host's annotations can name it. The subject comes first in every message:
// a reviewer asks which tool or which case, and only then what of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

enum class ViolationLevel : std::uint8_t { note, warning, error };
std::string_view violation_level_name(ViolationLevel level);

struct Violation {
  std::string rule;
  ViolationLevel level = ViolationLevel::error;
  std::string subject = {};                        // a tool's name or a case's id; "": the whole
  std::string text = {};                           // what and why, one line, without the subject
  std::string mend = {};                           // how; "" where it is plain
  std::string file = {};                           // as shown to a person; "": in no file
  std::uint32_t line = 0, column = 0;              // from 1; 0: unknown
  std::optional<std::string> waived_because = {};  // covered by a waiver: shown, decides nothing
};

// A rule of a closed list, for reports that show what was looked at.
struct RuleInfo {
  std::string_view id;    // "policy/extra-tool"
  std::string_view why;   // one sentence
  std::string_view page;  // "docs/policy.md#policyextra-tool"
};

}  // namespace tare
