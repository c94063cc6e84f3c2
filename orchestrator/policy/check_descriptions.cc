// Descriptions: there, long enough, and the ones that were reviewed.
#include <fmt/format.h>

#include "base/escape.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "policy/hidden_text.h"
#include "policy/policy_check.h"
#include "policy/word_diff.h"

namespace tare {
namespace {

// What a reviewer sees around a change, and how much of all changes on one line.
constexpr std::size_t kContext = 40, kMaxShown = 1200;

std::string change_text(const ToolSpec& tool, const ReviewedTool& reviewed) {
  if (reviewed.description) {
    const auto pieces = word_diff(*reviewed.description, tool.description);
    return "was changed: " + shorten(word_diff_text(pieces, kContext), kMaxShown);
  }
  return fmt::format("was changed: its SHA-256 is {}, reviewed as {}",
                     sha256_hex(tool.description).substr(0, 12),
                     reviewed.description_sha256->substr(0, 12));
}

bool is_reviewed_text(const ToolSpec& tool, const ReviewedTool& reviewed) {
  if (reviewed.description && *reviewed.description != tool.description) return false;
  return !reviewed.description_sha256 ||
         *reviewed.description_sha256 == sha256_hex(tool.description);
}

// The two of a policy have to agree, or it is not known which was reviewed.
bool contradicts_itself(const ReviewedTool& reviewed) {
  return reviewed.description && reviewed.description_sha256 &&
         sha256_hex(*reviewed.description) != *reviewed.description_sha256;
}

}  // namespace

void check_descriptions(PolicyCheck& check) {
  for (const auto& [tool, reviewed] : check.pairs) {
    const std::size_t length = count_code_points(tool->description);
    const PolicyPlace place = reviewed != nullptr ? reviewed->place : PolicyPlace();
    if (check.comparing) {
      // Only what changed.
    } else if (!has_visible_text(tool->description)) {
      check.add(PolicyRule::description_missing, tool->name,
                length == 0 ? "has no description" : "has a description of blanks",
                "say what it does, when to use it and when not to", place);
    } else if (length < check.policy.least_description) {
      check.add(PolicyRule::description_short, tool->name,
                fmt::format("has a description of {} characters; the policy wants {}", length,
                            check.policy.least_description),
                "say what it does, when to use it and when not to", place);
    }
    if (reviewed == nullptr) continue;
    if (contradicts_itself(*reviewed)) {
      check.add(PolicyRule::description_changed, tool->name,
                "the policy's \"description\" is not the text of its \"descriptionSha256\"",
                "review the description again", place);
    } else if (!is_reviewed_text(*tool, *reviewed)) {
      check.add(PolicyRule::description_changed, tool->name,
                "the description " + change_text(*tool, *reviewed),
                "set it back, or review the new text", place);
    }
  }
}

}  // namespace tare
