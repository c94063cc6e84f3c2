// Which tools write? Annotations say so where there are any; else the name is asked.
#include <algorithm>
#include <array>

#include "base/glob.h"
#include "json/reader.h"
#include "lint/coverage.h"
#include "lint/words.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 44> kVerbs = {
    "add",     "approve",  "archive", "assign",  "book",    "cancel",   "change", "close",
    "confirm", "create",   "delete",  "deploy",  "disable", "drop",     "edit",   "enable",
    "execute", "grant",    "insert",  "invite",  "merge",   "modify",   "move",   "open",
    "order",   "pay",      "place",   "post",    "publish", "purge",    "put",    "refund",
    "release", "remove",   "rename",  "replace", "revoke",  "schedule", "send",   "set",
    "submit",  "transfer", "update",  "write"};

// annotations.readOnlyHint where it stands in so many words; -1 where it does not.
int read_only_hint(const ToolSpec& tool) {
  json::Document document;
  if (tool.json.empty() || json::read_relaxed_file(tool.json, document)) return -1;
  const json::Value root = document.root();
  const json::Value annotations = root.is_object() ? root.find("annotations") : json::Value();
  const json::Value hint = annotations.valid() && annotations.is_object()
                               ? annotations.find("readOnlyHint")
                               : json::Value();
  return hint.valid() && hint.is_boolean() ? (hint.boolean() ? 1 : 0) : -1;
}

}  // namespace

std::string write_reason(const ToolSpec& tool, const std::vector<std::string>& side_effects) {
  const bool named = std::any_of(side_effects.begin(), side_effects.end(),
                                 [&](const auto& glob) { return glob_match(glob, tool.name); });
  if (named) return "sideEffects names it";
  const int hint = read_only_hint(tool);
  if (hint == 1) return {};
  if (tool.destructive) return "it says that it destroys";
  if (hint == 0) return "it says that it does not only read";
  if (tool.approval && *tool.approval != "never") return "it asks for approval";
  const std::vector<Word> words = words_of(tool.name);
  const bool verb =
      !words.empty() && std::find(kVerbs.begin(), kVerbs.end(), words[0].text) != kVerbs.end();
  return verb ? "its name begins with \"" + words[0].text + "\"" : std::string();
}

}  // namespace tare
