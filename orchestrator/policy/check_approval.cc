// Who is asked before a tool runs: as reviewed, by the naming rule, and by what the tool says of
// itself.
#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/glob.h"
#include "policy/name_words.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

// Names of tools are no paths: `*` goes over a '/' as well.
bool names_tool(std::string glob, std::string name) {
  constexpr char kNoSlash = '\x01';  // in no name
  std::ranges::replace(glob, '/', kNoSlash);
  std::ranges::replace(name, '/', kNoSlash);
  return glob_match(glob, name);
}

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

// Of the words that say that something is changed, the one that the name holds.
const std::string* verb_of(const WriteRule& rule, std::string_view name) {
  const std::vector<std::string> words = name_words(name);
  const auto found = std::ranges::find_if(
      rule.verbs, [&](const std::string& verb) { return holds_words(words, name_words(verb)); });
  return found == rule.verbs.end() ? nullptr : &*found;
}

// A model reads the name as it is sent, a reviewer the tool's own: either may say it.
void by_verb(PolicyCheck& check, const ToolSpec& tool, const WriteRule& writes) {
  if (strictness(mode_of(tool)) >= strictness(writes.approval)) return;
  const std::string* verb = verb_of(writes, tool.name);
  std::string which = "its name";
  if (verb == nullptr && tool.wire_name) {
    verb = verb_of(writes, *tool.wire_name);
    which += ", sent as " + quote_json(*tool.wire_name) + ",";
  }
  if (verb == nullptr) return;
  check.add(PolicyRule::write_approval, tool.name,
            fmt::format("{} holds the verb {} and so it needs approval \"{}\"; it is {}", which,
                        quote_json(*verb), writes.approval, shown_mode(tool)),
            "set the approval, or give a tool that changes nothing another name", writes.place);
}

void by_rules(PolicyCheck& check, const ToolSpec& tool) {
  const auto& writes = check.policy.writes;
  if (writes) by_verb(check, tool, *writes);
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
      *freely, [&](const std::string& glob) { return names_tool(glob, tool.name); });
  if (may) return;
  check.add(PolicyRule::runs_without_approval, tool.name,
            fmt::format("may run without approval (it is {}) and is not in "
                        "limits.mayRunWithoutApproval",
                        shown_mode(tool)),
            "set an approval, or review it and list it", check.policy.limits_place);
}

// A permission for nothing: misspelt, or left behind for a tool that may come under that name.
void idle_permissions(PolicyCheck& check) {
  if (!check.policy.may_run_without_approval) return;
  for (const std::string& glob : *check.policy.may_run_without_approval) {
    const auto named = [&](const auto& tool) { return names_tool(glob, tool.name); };
    if (std::ranges::any_of(check.manifest().tools, named) ||
        std::ranges::any_of(check.policy.tools, named)) {
      continue;
    }
    check.add(PolicyRule::runs_without_approval, glob,
              "limits.mayRunWithoutApproval names it, and no tool is called so",
              "take it out, or write the tool's name as the agent offers it",
              check.policy.limits_place);
    check.found.back().level = ViolationLevel::note;
  }
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
  }
  if (check.live.tells_approval && !check.comparing) idle_permissions(check);
}

void check_annotations(PolicyCheck& check) {
  if (!check.live.tells_annotations) return;
  for (const auto& [tool, reviewed] : check.pairs) {
    if (reviewed != nullptr) annotations(check, *tool, *reviewed);
  }
}

}  // namespace tare
