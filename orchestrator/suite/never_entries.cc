// The level is `called` unless an entry says `executed`: the stricter of the two is the default.
#include "suite/never_entries.h"

#include <array>

#include "suite/matchers.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kMembers = {"tool", "args", "level", "control", "why"};
constexpr std::array<std::string_view, 2> kLevels = {"called", "executed"};

}  // namespace

void read_never(ValueReader& reader, json::Value list, std::vector<Never>& out) {
  if (!reader.array(list, "never")) return;
  for (json::Value entry : list.elements()) {
    if (!reader.object(entry, "an entry of never")) continue;
    MemberSet members(reader, "an entry of never", kMembers);
    members.read(entry);
    members.require({"tool"});
    Never never;
    if (auto tool = reader.word(members["tool"], "tool")) never.tool = std::move(*tool);
    if (reader.object(members["args"], "args")) {
      check_matchers(reader, members["args"]);
      never.args_json = json_text(members["args"]);
    }
    if (auto level = reader.choice(members["level"], "level", kLevels)) {
      never.level = *level == 0 ? Never::Level::called : Never::Level::executed;
    }
    if (auto control = reader.text(members["control"], "control")) never.control = *control;
    if (auto why = reader.text(members["why"], "why")) never.why = *why;
    out.push_back(std::move(never));
  }
}

void read_forbid(ValueReader& reader, json::Value list, std::vector<Never>& out) {
  std::optional<std::vector<std::string>> globs = reader.words(list, "forbid");
  if (!globs) return;
  for (std::string& glob : *globs) {
    Never never;
    never.tool = std::move(glob);
    never.from_forbid = true;
    out.push_back(std::move(never));
  }
}

}  // namespace tare
