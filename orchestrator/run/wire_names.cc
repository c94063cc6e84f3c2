// Under which names the offered tools were sent to the model.
//
// Clients give tools of an MCP server names of their own making: "mcp__rec__get_ticket", or
// "get_ticket" within a namespace. Where it is plain which offered tool is meant, a call under such
// a name is a call of that tool and no change of name.
#include <algorithm>
#include <string>

#include "run/recorders.h"

namespace tare {
namespace {

bool is_separator(char c) { return c == '_' || c == '-' || c == '.' || c == ':' || c == '/'; }

bool ends_with_name(std::string_view sent, std::string_view name) {
  return sent.size() > name.size() && sent.ends_with(name) &&
         is_separator(sent[sent.size() - name.size() - 1]);
}

// What a client may make of a name that its provider would not take.
std::string plain_form(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += plain ? c : '_';
  }
  return out;
}

bool stands_for(std::string_view sent, std::string_view name) {
  return ends_with_name(sent, name) || plain_form(sent) == plain_form(name) ||
         ends_with_name(plain_form(sent), plain_form(name));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> wire_names(const Manifest& sent,
                                                            const Manifest& offered) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const ToolSpec& tool : offered.tools) {
    if (sent.find(tool.name) != nullptr) continue;
    const std::string* match = nullptr;
    bool several = false;
    for (const ToolSpec& candidate : sent.tools) {
      if (offered.find(candidate.name) != nullptr || !stands_for(candidate.name, tool.name)) {
        continue;
      }
      several = match != nullptr;
      match = &candidate.name;
      if (several) break;
    }
    if (match == nullptr || several) continue;
    const bool taken =
        std::ranges::any_of(out, [&](const auto& one) { return one.second == *match; });
    if (!taken) out.emplace_back(tool.name, *match);
  }
  return out;
}

}  // namespace tare
