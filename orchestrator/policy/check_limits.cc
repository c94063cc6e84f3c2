// How far an agent may go by itself.
#include <fmt/format.h>

#include "policy/policy_check.h"

namespace tare {
namespace {

void limit(PolicyCheck& check, PolicyRule rule, std::string_view name,
           std::optional<std::uint64_t> reviewed, std::optional<std::uint64_t> live) {
  if (check.comparing) {
    const auto shown = [](std::optional<std::uint64_t> value) {
      return value ? std::to_string(*value) : std::string("absent");
    };
    if (reviewed == live) return;
    return check.add(rule, "",
                     fmt::format("{} went from {} to {}", name, shown(reviewed), shown(live)), "");
  }
  if (!reviewed) return;
  const PolicyPlace place = check.policy.limits_place;
  const std::string mend = fmt::format("set limits.{} to {} or less", name, *reviewed);
  if (!live) {
    check.add(rule, "", fmt::format("the agent sets no {}, reviewed as {}", name, *reviewed), mend,
              place);
  } else if (*live > *reviewed) {
    check.add(rule, "", fmt::format("{} is {}, reviewed as {}", name, *live, *reviewed), mend,
              place);
  }
}

}  // namespace

void check_limits(PolicyCheck& check) {
  if (!check.live.tells_agent) return;
  limit(check, PolicyRule::max_turns, "maxTurns", check.policy.max_turns,
        check.manifest().max_turns);
  limit(check, PolicyRule::max_calls, "maxCalls", check.policy.max_calls,
        check.manifest().max_calls);
}

}  // namespace tare
