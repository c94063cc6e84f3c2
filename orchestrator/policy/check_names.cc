// Names: one meaning each, and such as every provider takes.
//
// Providers take [A-Za-z0-9_-] and at most 64 characters; a client that has to send another name
// cuts or replaces, and two tools may become one on the way.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/escape.h"
#include "base/utf8.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

constexpr std::size_t kMostCharacters = 64;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

const std::string& sent_name(const ToolSpec& tool) {
  return tool.wire_name ? *tool.wire_name : tool.name;
}

void form(PolicyCheck& check, const ToolSpec& tool) {
  const std::string& sent = sent_name(tool);
  const std::string as = tool.wire_name ? "is sent as " + quote_json(sent) + ", which " : "";
  if (const std::size_t size = count_code_points(sent); size > kMostCharacters) {
    check.add(PolicyRule::name_form, tool.name,
              fmt::format("{}has {} characters; providers take {}", as, size, kMostCharacters),
              "give it a shorter name");
  }
  const auto odd = std::ranges::find_if_not(sent, is_plain);
  if (odd == sent.end()) return;
  const auto at = static_cast<std::size_t>(odd - sent.begin());
  const std::string character = sent.substr(at, code_point_at(sent, at).length);
  check.add(PolicyRule::name_form, tool.name,
            fmt::format("{}holds {}; providers take letters, digits, _ and - alone", as,
                        quote_json(character)),
            "give it a plain name, or say its wireName");
}

// One name for several tools on the way to the model, each with a name of its own at home.
void shared_wire_names(PolicyCheck& check) {
  std::map<std::string_view, std::vector<const ToolSpec*>> sent_as;
  for (const ToolSpec& tool : check.manifest().tools) sent_as[sent_name(tool)].push_back(&tool);
  for (const auto& [sent, tools] : sent_as) {
    std::set<std::string_view> names;
    for (const ToolSpec* tool : tools) names.insert(tool->name);
    if (names.size() < 2) continue;
    std::string others;
    for (const std::string_view name : names) {
      if (name != tools.front()->name) others += (others.empty() ? "" : " and ") + quote_json(name);
    }
    check.add(PolicyRule::name_twice, tools.front()->name,
              fmt::format("is sent to the model as {}, and so is {}", quote_json(sent), others),
              "give each tool a wireName of its own");
  }
}

}  // namespace

void check_names(PolicyCheck& check) {
  std::map<std::string_view, std::set<std::string_view>> sources;
  for (const ToolSpec& tool : check.manifest().tools) {
    form(check, tool);
    // Without a server it is the agent's own, unless servers are not told of here.
    if (tool.server || check.live.tells_server) {
      sources[tool.name].insert(tool.server ? std::string_view(*tool.server) : "");
    }
  }
  // What a server offers behind its filter counts too: the other server's filter may let it pass.
  for (const McpServer& server : check.manifest().servers) {
    if (!server.offered_tools) continue;
    for (const std::string& name : *server.offered_tools) sources[name].insert(server.name);
  }
  for (const auto& [name, servers] : sources) {
    if (servers.size() < 2) continue;
    std::string text;
    for (const std::string_view server : servers) {
      text += (text.empty() ? "" : " and ") +
              (server.empty() ? std::string("the agent itself") : quote_json(server));
    }
    check.add(PolicyRule::name_twice, std::string(name), "is offered by " + text,
              "rename one of them, or filter one out where it is offered");
  }
  shared_wire_names(check);
}

}  // namespace tare
