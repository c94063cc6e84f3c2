// Exactly the reviewed tools, each by name and from its server.
#include <fmt/format.h>

#include <set>

#include "base/escape.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

std::string server_text(const std::optional<std::string>& server) {
  return server ? "the server " + quote_json(*server) : "the agent itself";
}

}  // namespace

void check_tools(PolicyCheck& check) {
  std::set<const ReviewedTool*> live;
  for (const auto& [tool, reviewed] : check.pairs) {
    live.insert(reviewed);
    if (reviewed == nullptr) {
      const std::string from = tool->server ? " (of " + server_text(tool->server) + ")" : "";
      check.add(PolicyRule::extra_tool, tool->name,
                check.comparing ? "was added" + from
                                : "is offered" + from + " and is not among the reviewed tools",
                "review it and add it to the policy, or take it away");
    } else if (check.live.tells_server && reviewed->server != tool->server) {
      check.add(PolicyRule::server_changed, tool->name,
                fmt::format("comes from {}, {} one of {}", server_text(tool->server), check.was(),
                            server_text(reviewed->server)),
                "review the other server's tool", reviewed->place);
    }
  }
  for (const ReviewedTool& reviewed : check.policy.tools) {
    if (live.contains(&reviewed)) continue;
    check.add(PolicyRule::missing_tool, reviewed.name,
              check.comparing ? "was taken away" : "was reviewed and is not offered",
              "offer it again, or take it out of the policy", reviewed.place);
  }
}

}  // namespace tare
