// What a live server sends, against what was reviewed.
//
// An agent's manifest says what its author saw. The server may answer with other words today than
// on the day of the review, and it is those that reach the model. So the texts, schemas and
// annotations of the tools that the filter lets through are held against the policy; hidden text is
// looked for in all of them, since one changed line in a filter lets a tool out.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/escape.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

using Names = std::set<std::string_view>;

// Which reviewed tool is which of the server's, and whether the agent lets it through.
class Server {
 public:
  Server(const PolicyCheck& check, const ServerOffer& offer) : server_(offer.server) {
    for (const ToolSpec& tool : offer.manifest.tools) offered_.insert(tool.name);
    for (const McpServer& known : check.manifest().servers) {
      if (known.name != server_ || !known.allowed_tools) continue;
      filter_ = Names(known.allowed_tools->begin(), known.allowed_tools->end());
    }
    note_names(check);
    // The server's own first: a tool that the agent has of itself may bear one of its names.
    for (const ReviewedTool& tool : check.policy.tools) {
      if (tool.server != server_) continue;
      const auto own = offered_.contains(tool.name) ? tool.name : behind_prefix(tool.name);
      if (!own.empty()) reviewed_.emplace(own, &tool);
    }
    for (const ReviewedTool& tool : check.policy.tools) {
      const bool is_its = !tool.server && its_names_.contains(tool.name);
      if (is_its && offered_.contains(tool.name)) reviewed_.emplace(tool.name, &tool);
    }
  }

  const ReviewedTool* reviewed_as(const ToolSpec& offered) const {
    const auto found = reviewed_.find(offered.name);
    return found == reviewed_.end() ? nullptr : found->second;
  }

  // What the agent itself lists of the server reaches the model, however its filter spells it.
  bool lets_through(const ToolSpec& offered, const ReviewedTool& reviewed) const {
    return !filter_ || filter_->contains(offered.name) || filter_->contains(reviewed.name) ||
           listed_.contains(reviewed.name);
  }

 private:
  // Names of which the agent, or the policy's filter, says that they are of this server.
  void note_names(const PolicyCheck& check) {
    for (const ToolSpec& tool : check.manifest().tools) {
      if (tool.server == server_) listed_.insert(tool.name);
    }
    its_names_ = listed_;
    if (const ReviewedServer* reviewed = check.policy.find_server(server_)) {
      its_names_.insert(reviewed->allowed_tools.begin(), reviewed->allowed_tools.end());
    }
  }

  // Clients put a server's name before a tool's: "mcp__erp__get_order", "erp/get_order". Behind the
  // server's name stands its own; where that is not told, the longest that is offered: "drop_order"
  // and not "order" is what "x_drop_order" is called at its server.
  std::string_view behind_prefix(std::string_view name) const {
    constexpr std::string_view kSeparators = "_-./:";
    for (std::size_t at = 0; (at = name.find(server_, at)) != name.npos; ++at) {
      const std::size_t behind = at + server_.size();
      const bool whole = at == 0 || kSeparators.find(name[at - 1]) != kSeparators.npos;
      const std::size_t own = name.find_first_not_of(kSeparators, behind);
      if (!whole || server_.empty() || own == name.npos || own == behind) continue;
      const auto found = offered_.find(name.substr(own));
      if (found != offered_.end()) return *found;
    }
    for (std::size_t at = 0; (at = name.find_first_of(kSeparators, at)) != name.npos;) {
      const auto found = offered_.find(name.substr(++at));
      if (found != offered_.end()) return *found;
    }
    return "";
  }

  std::string_view server_;
  Names offered_, listed_, its_names_;
  std::optional<Names> filter_;
  std::map<std::string_view, const ReviewedTool*> reviewed_;  // by the name that is offered
};

using Said = std::tuple<std::string_view, std::string_view, std::string_view>;

Said said(const Violation& violation) {
  return {violation.rule, violation.subject, violation.text};
}

void check_offer(PolicyCheck& check, const ServerOffer& offer) {
  const Server server(check, offer);
  std::vector<ToolSpec> tools = offer.manifest.tools;
  LiveManifest sent;
  PolicyCheck inner{.policy = check.policy, .live = sent};
  std::vector<std::pair<const ToolSpec*, const ReviewedTool*>> all;
  for (ToolSpec& tool : tools) {
    const ReviewedTool* reviewed = server.reviewed_as(tool);
    const bool reaches = reviewed != nullptr && server.lets_through(tool, *reviewed);
    if (reviewed != nullptr) tool.name = reviewed->name;  // as the agent's other lines have it
    all.emplace_back(&tool, reviewed);
    if (reaches) inner.pairs.emplace_back(&tool, reviewed);
  }
  check_descriptions(inner);
  check_parameters(inner);
  check_annotations(inner);
  inner.pairs = std::move(all);
  check_hidden_text(inner);
  if (offer.manifest.instructions) {
    check_instructions(inner, *offer.manifest.instructions, InstructionsOf::server);
  }
  // What the agent's manifest says likewise is said already.
  std::set<Said> known;
  for (const Violation& violation : check.found) known.insert(said(violation));
  std::erase_if(inner.found,
                [&](const Violation& violation) { return known.contains(said(violation)); });
  for (Violation& violation : inner.found) {
    violation.text =
        fmt::format("on the live server {}: {}", quote_json(offer.server), violation.text);
    check.found.push_back(std::move(violation));
  }
}

}  // namespace

void check_live_servers(PolicyCheck& check) {
  for (const ServerOffer& offer : check.live.offers) check_offer(check, offer);
}

}  // namespace tare
