// Who is asked before a tool runs: as reviewed, by the naming rule, and by what the tool says of
// itself.
#include <fmt/format.h>

#include <algorithm>

#include "base/glob.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

// The mode in force: where the agent sets none, nobody is asked.
std::string_view mode_of(const ToolSpec& tool) {
  return tool.approval ? std::string_view(*tool.approval) : "never";
}

// How much is asked: never, conditional, always.
int strictness(std::string_view mode) {
  if (mode == "always") return 2;
  return mode == "conditional" ? 1 : 0;
}

std::string shown_mode(const ToolSpec& tool) {
  if (tool.approval) return fmt::format("\"{}\"", *tool.approval);
  return "absent, which falls to \"never\"";
}

void against_review(PolicyCheck& check, const ToolSpec& tool, const ReviewedTool& reviewed) {
  if (check.comparing) {
    const std::string before = reviewed.approval.empty() ? "absent" : reviewed.approval;
    const std::string now = tool.approval.value_or("absent");
    if (before == now) return;
    check.add(PolicyRule::approval_changed, tool.name,
              fmt::format("approval went from {} to {}", before, now), "");
  } else if (!tool.approval) {
    check.add(PolicyRule::approval_absent, tool.name,
              fmt::format("sets no approval mode, so it falls to \"never\" and runs unasked; "
                          "reviewed as \"{}\"",
                          reviewed.approval),
              fmt::format("set \"approval\": \"{}\" where the tool is declared", reviewed.approval),
              reviewed.place);
  } else if (*tool.approval != reviewed.approval) {
    check.add(
        PolicyRule::approval_changed, tool.name,
        fmt::format("has approval \"{}\", reviewed as \"{}\"", *tool.approval, reviewed.approval),
        "set it back, or review the change", reviewed.place);
  }
}

// The prefix of its name, of those that say that something is changed. A server's name may stand
// in front: "mcp__erp__release_payment".
const std::string* verb_of(const WriteRule& rule, std::string_view name) {
  for (const std::string& verb : rule.verbs) {
    for (std::size_t at = 0; (at = name.find(verb, at)) != name.npos; ++at) {
      const bool begins = at == 0 || (at >= 2 && name.substr(at - 2, 2) == "__") ||
                          name[at - 1] == '.' || name[at - 1] == '/' || name[at - 1] == ':';
      if (begins) return &verb;
    }
  }
  return nullptr;
}

void by_rules(PolicyCheck& check, const ToolSpec& tool) {
  const auto& writes = check.policy.writes;
  if (writes) {
    const std::string* verb = verb_of(*writes, tool.name);
    if (verb != nullptr && strictness(mode_of(tool)) < strictness(writes->approval)) {
      check.add(PolicyRule::write_approval, tool.name,
                fmt::format("begins with \"{}\" and so needs approval \"{}\"; it is {}", *verb,
                            writes->approval, shown_mode(tool)),
                "set the approval, or give a tool that changes nothing another name",
                writes->place);
    }
  }
  const std::string_view wanted = writes ? std::string_view(writes->approval) : "always";
  if (tool.destructive && strictness(mode_of(tool)) < strictness(wanted)) {
    check.add(PolicyRule::destructive_approval, tool.name,
              fmt::format("says destructiveHint and so needs approval \"{}\"; it is {}", wanted,
                          shown_mode(tool)),
              "set the approval", writes ? writes->place : PolicyPlace());
  }
  const auto& freely = check.policy.may_run_without_approval;
  if (!freely || mode_of(tool) != "never") return;
  const bool may = std::ranges::any_of(
      *freely, [&](const std::string& glob) { return glob_match(glob, tool.name); });
  if (may) return;
  check.add(PolicyRule::runs_without_approval, tool.name,
            fmt::format("may run without approval (it is {}) and is not in "
                        "limits.mayRunWithoutApproval",
                        shown_mode(tool)),
            "set an approval, or review it and list it", check.policy.limits_place);
}

std::string hint_text(std::optional<bool> hint) {
  return hint ? (*hint ? "true" : "false") : "absent";
}

void annotations(PolicyCheck& check, const ToolSpec& tool, const ReviewedTool& reviewed) {
  if (!reviewed.annotations) return;
  const ToolHints &was = *reviewed.annotations, &is = tool.hints;
  std::string text;
  const auto compare = [&](std::string_view name, std::optional<bool> old_hint,
                           std::optional<bool> new_hint) {
    if (old_hint == new_hint) return;
    text += fmt::format("{}{} went from {} to {}", text.empty() ? "" : ", ", name,
                        hint_text(old_hint), hint_text(new_hint));
  };
  compare("readOnlyHint", was.read_only, is.read_only);
  compare("destructiveHint", was.destructive, is.destructive);
  compare("idempotentHint", was.idempotent, is.idempotent);
  compare("openWorldHint", was.open_world, is.open_world);
  if (text.empty()) return;
  check.add(PolicyRule::annotations_changed, tool.name, text, "review the tool again",
            reviewed.place);
}

}  // namespace

void check_approval(PolicyCheck& check) {
  for (const auto& [tool, reviewed] : check.pairs) {
    if (check.live.tells_approval) {
      if (reviewed != nullptr) against_review(check, *tool, *reviewed);
      if (!check.comparing) by_rules(check, *tool);
    }
    if (reviewed != nullptr && check.live.tells_server) annotations(check, *tool, *reviewed);
  }
}

}  // namespace tare
