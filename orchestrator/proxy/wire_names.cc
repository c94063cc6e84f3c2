#include "proxy/wire_names.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tare::proxy {
namespace {

// Providers take far shorter ones; what is longer is no name that a client made.
constexpr std::size_t kLongestName = 1024;

// What a client may make of a name that its provider would not take.
std::string plain_form(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += plain ? c : '_';
  }
  return out;
}

// The offered tools by their plain forms; two of one form are told apart by nothing.
class OfferedNames {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit OfferedNames(const Manifest& offered) {
    for (std::size_t i = 0; i < offered.tools.size(); ++i) {
      const std::string plain = plain_form(offered.tools[i].name);
      if (plain.empty()) continue;
      const auto [place, fresh] = by_plain_.emplace(plain, i);
      if (!fresh) place->second = kNone;
    }
  }
  // The tool that `sent` stands for.
  std::size_t behind(std::string_view sent) const {
    const std::string plain = plain_form(sent);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (i > 0 && plain[i - 1] != '_') continue;
      const auto found = by_plain_.find(plain.substr(i));
      if (found != by_plain_.end()) return found->second;
    }
    return kNone;
  }

 private:
  std::unordered_map<std::string, std::size_t> by_plain_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> wire_names(const Manifest& sent,
                                                            const Manifest& offered) {
  std::unordered_set<std::string_view> sent_names, offered_names;
  for (const ToolSpec& tool : sent.tools) sent_names.insert(tool.name);
  for (const ToolSpec& tool : offered.tools) offered_names.insert(tool.name);
  const OfferedNames names(offered);
  std::vector<std::string_view> found(offered.tools.size());
  std::vector<bool> several(offered.tools.size(), false);
  for (const std::string_view name : sent_names) {
    if (name.size() > kLongestName || offered_names.contains(name)) continue;
    const std::size_t tool = names.behind(name);
    if (tool == OfferedNames::kNone) continue;
    several[tool] = several[tool] || !found[tool].empty();
    found[tool] = name;
  }
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string& name = offered.tools[i].name;
    if (found[i].empty() || several[i] || sent_names.contains(name)) continue;
    out.emplace_back(name, found[i]);
  }
  return out;
}

void say_as_sent(std::vector<ScriptedCall>& calls, const Manifest& sent, const Manifest& offered) {
  const auto names = wire_names(sent, offered);
  for (ScriptedCall& call : calls) {
    if (offered.find(call.name) == nullptr) continue;
    const auto renamed =
        std::ranges::find_if(names, [&](const auto& pair) { return pair.first == call.name; });
    if (renamed != names.end()) call.name = renamed->second;
    const ToolSpec* tool = sent.find(call.name);
    if (tool != nullptr && tool->server && call.name_space.empty()) call.name_space = *tool->server;
  }
}

}  // namespace tare::proxy
