// MCP servers: a filter each, the reviewed one, and nothing new behind it.
//
// A filter that lets everything through hands the choice of tools to whoever runs the server. So it
// has to be there and to be the reviewed one; and what the server offers behind it is looked at
// too, since one changed line in the filter would let it out.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/escape.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    out += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kMost) out += fmt::format(" and {} more", names.size() - kMost);
  return out;
}

std::vector<std::string> without(const std::vector<std::string>& list,
                                 const std::set<std::string>& known) {
  std::vector<std::string> out;
  for (const std::string& name : list) {
    if (!known.contains(name)) out.push_back(name);
  }
  return out;
}

std::set<std::string> set_of(const std::vector<std::string>& list) {
  return {list.begin(), list.end()};
}

// The first tool's name stands first: a reviewer asks for the tool.
void filter(PolicyCheck& check, const ReviewedServer& reviewed, const McpServer* live) {
  const std::string server = "server " + quote_json(reviewed.name);
  const bool filtered = live != nullptr && live->allowed_tools;
  if (!reviewed.has_filter) {
    if (!filtered) return;
    return check.add(PolicyRule::filter_changed, reviewed.name,
                     "has a filter now: " + names_text(*live->allowed_tools), "");
  }
  if (!filtered) {
    const std::string subject =
        reviewed.allowed_tools.empty() ? reviewed.name : names_text(reviewed.allowed_tools);
    check.add(PolicyRule::no_filter, subject,
              fmt::format("the agent's manifest has no allowedTools for {}: whatever it offers "
                          "reaches the model",
                          server),
              "set allowedTools to the reviewed list", reviewed.place);
    return;
  }
  for (const std::string& name : without(*live->allowed_tools, set_of(reviewed.allowed_tools))) {
    check.add(PolicyRule::filter_changed, name,
              fmt::format("the filter for {} lets it through, and {}", server,
                          check.comparing ? "did not before" : "it was not reviewed"),
              "take it out of allowedTools, or review it", reviewed.place);
  }
  for (const std::string& name : without(reviewed.allowed_tools, set_of(*live->allowed_tools))) {
    check.add(PolicyRule::filter_changed, name,
              fmt::format("the filter for {} does not let it through any more", server),
              "put it back into allowedTools, or review the change", reviewed.place);
  }
}

void offer(PolicyCheck& check, const ReviewedServer& reviewed, const McpServer& live) {
  if (!live.offered_tools) return;
  const std::string server = "server " + quote_json(reviewed.name);
  const auto& known = reviewed.offered_tools ? *reviewed.offered_tools : reviewed.allowed_tools;
  for (const std::string& name : without(*live.offered_tools, set_of(known))) {
    check.add(PolicyRule::server_grew, name,
              fmt::format("{} offers it now, and {}", server,
                          check.comparing ? "did not before" : "it was not there at review"),
              reviewed.offered_tools
                  ? "review it, and add it to offeredTools"
                  : "review it; offeredTools in the policy lists what a server may offer "
                    "beside the filter",
              reviewed.place);
  }
  for (const std::string& name : without(known, set_of(*live.offered_tools))) {
    check.add(PolicyRule::missing_tool, name, fmt::format("{} does not offer it any more", server),
              "see what became of it, then review the change", reviewed.place);
  }
}

// Tools that say a server of which neither the policy nor the agent has an entry.
void unknown_servers(PolicyCheck& check) {
  std::map<std::string, std::string> tool_of;  // server, a tool of it
  for (const ToolSpec& tool : check.manifest().tools) {
    if (tool.server) tool_of.emplace(*tool.server, tool.name);
  }
  for (const McpServer& server : check.manifest().servers) {
    const bool has = server.allowed_tools && !server.allowed_tools->empty();
    tool_of.emplace(server.name, has ? server.allowed_tools->front() : server.name);
  }
  for (const auto& [server, tool] : tool_of) {
    if (check.policy.find_server(server) != nullptr) continue;
    check.add(PolicyRule::extra_server, tool,
              check.comparing
                  ? fmt::format("comes from the server {}, which is new", quote_json(server))
                  : fmt::format("comes from the server {}, which is not in the policy's \"mcp\"",
                                quote_json(server)),
              "review the server and add it with its allowedTools");
  }
}

}  // namespace

void check_servers(PolicyCheck& check) {
  std::map<std::string_view, const McpServer*> live;
  std::set<std::string_view> used;
  for (const McpServer& server : check.manifest().servers) live.emplace(server.name, &server);
  for (const ToolSpec& tool : check.manifest().tools) {
    if (tool.server) used.insert(*tool.server);
  }
  for (const ReviewedServer& reviewed : check.policy.servers) {
    const auto found = live.find(reviewed.name);
    const McpServer* server = found == live.end() ? nullptr : found->second;
    if (check.live.tells_agent && check.live.tells_server) {
      if (server == nullptr && !used.contains(reviewed.name)) {
        check.add(
            PolicyRule::missing_server,
            reviewed.allowed_tools.empty() ? reviewed.name : names_text(reviewed.allowed_tools),
            fmt::format("the server {} was reviewed and the agent does not name it",
                        quote_json(reviewed.name)),
            "connect it again, or take it out of the policy", reviewed.place);
      } else {
        filter(check, reviewed, server);
      }
    }
    if (server != nullptr) offer(check, reviewed, *server);
  }
  unknown_servers(check);
}

}  // namespace tare
