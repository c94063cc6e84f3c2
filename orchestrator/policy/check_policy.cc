#include "policy/check_policy.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/escape.h"
#include "policy/hidden_text.h"
#include "policy/policy_check.h"
#include "policy/policy_writer.h"
#include "policy/review_day.h"

namespace tare {
namespace {

// A tool of the same name from another server is still held against the reviewed one: that it moved
// is a finding of its own.
void pair_up(PolicyCheck& check) {
  // Two servers of one manifest may offer one name: each is its own tool.
  std::map<std::string_view, std::vector<const ReviewedTool*>> reviewed;
  for (const ReviewedTool& tool : check.policy.tools) reviewed[tool.name].push_back(&tool);
  std::set<const ReviewedTool*> taken;
  for (const ToolSpec& tool : check.manifest().tools) {
    const ReviewedTool* same = nullptr;
    for (const ReviewedTool* one : reviewed[tool.name]) {
      if (one->server == tool.server) same = one;
    }
    check.pairs.emplace_back(&tool, same);
    if (same != nullptr) taken.insert(same);
  }
  for (auto& [tool, same] : check.pairs) {
    if (same != nullptr) continue;
    for (const ReviewedTool* one : reviewed[tool->name]) {
      if (same == nullptr && (!check.comparing || !taken.contains(one))) same = one;
    }
    if (same != nullptr) taken.insert(same);
  }
}

// What says that the manifest is not the reviewed one; the rest finds fault with either by itself.
bool is_drift(PolicyRule rule) {
  switch (rule) {
    case PolicyRule::not_reviewed:  // then none is
    case PolicyRule::extra_tool:
    case PolicyRule::missing_tool:
    case PolicyRule::server_changed:
    case PolicyRule::approval_changed:
    case PolicyRule::approval_absent:
    case PolicyRule::annotations_changed:
    case PolicyRule::description_changed:
    case PolicyRule::enum_opened:
    case PolicyRule::schema_widened:
    case PolicyRule::schema_narrowed:
    case PolicyRule::schema_changed:
    case PolicyRule::parameter_text:
    case PolicyRule::no_filter:
    case PolicyRule::filter_changed:
    case PolicyRule::server_grew:
    case PolicyRule::extra_server:
    case PolicyRule::missing_server:
    case PolicyRule::name_twice:
    case PolicyRule::max_turns:
    case PolicyRule::max_calls:
    case PolicyRule::other_changed:
    case PolicyRule::digest_changed:
      return true;
    case PolicyRule::write_approval:
    case PolicyRule::destructive_approval:
    case PolicyRule::runs_without_approval:
    case PolicyRule::description_missing:
    case PolicyRule::description_short:
    case PolicyRule::name_form:
    case PolicyRule::invisible_text:
    case PolicyRule::hidden_instruction:
      return false;
  }
  return false;
}

void check_review(PolicyCheck& check, std::string_view today) {
  const Policy& policy = check.policy;
  const auto add = [&](std::string text, std::string mend) {
    check.add(PolicyRule::not_reviewed, "", std::move(text), std::move(mend), policy.review_place);
  };
  if (!has_visible_text(policy.reviewed_by)) {
    return add(policy.reviewed_by.empty()
                   ? "\"reviewedBy\" is empty, so nobody has reviewed it"
                   : "\"reviewedBy\" holds nothing that can be read, so nobody has reviewed it",
               "read every tool, then write your name and the day");
  }
  const std::string day =
      "\"reviewedOn\" " + (policy.reviewed_on.empty() ? std::string("is empty")
                                                      : "is " + quote_json(policy.reviewed_on));
  if (!is_real_date(policy.reviewed_on)) {
    add(day + ", which is no day, so it is not known when it was reviewed",
        "write the day of the review, YYYY-MM-DD");
  } else if (policy.reviewed_on > today) {
    add(day + ", a day that has not come", "write the day of the review");
  }
}

}  // namespace

std::vector<Violation> check_policy(const Policy& policy, const LiveManifest& live,
                                    std::string_view today) {
  PolicyCheck check{.policy = policy, .live = live};
  pair_up(check);
  check_review(check, today);
  check_tools(check);
  check_approval(check);
  check_annotations(check);
  check_descriptions(check);
  check_parameters(check);
  check_servers(check);
  check_names(check);
  check_hidden_text(check);
  if (live.manifest.instructions) {
    check_instructions(check, *live.manifest.instructions, InstructionsOf::agent);
  }
  check_limits(check);
  check_live_servers(check);
  return std::move(check.found);
}

std::vector<Violation> policy_drift(const Policy& policy, const LiveManifest& live,
                                    std::string_view today) {
  std::vector<Violation> all = check_policy(policy, live, today);
  std::erase_if(all, [](const Violation& violation) {
    const auto rules = policy_rules();
    const auto found = std::ranges::find(rules, std::string_view(violation.rule), &RuleInfo::id);
    return !is_drift(static_cast<PolicyRule>(found - rules.begin()));
  });
  return all;
}

std::vector<Violation> manifest_changes(const LiveManifest& before, const LiveManifest& after) {
  Policy policy = policy_of(before, SameName::kept);
  for (std::size_t i = 0; i < policy.tools.size(); ++i) {
    if (!before.manifest.tools[i].approval) policy.tools[i].approval.clear();
  }
  for (ReviewedServer& server : policy.servers) {
    server.has_filter = std::ranges::any_of(before.manifest.servers, [&](const McpServer& known) {
      return known.name == server.name && known.allowed_tools;
    });
  }
  // What either side cannot tell is no change.
  LiveManifest now = after;
  now.tells_server = now.tells_server && before.tells_server;
  PolicyCheck check{.policy = policy, .live = now, .comparing = true};
  pair_up(check);
  check_tools(check);
  if (before.tells_approval) check_approval(check);
  if (before.tells_annotations) check_annotations(check);
  check_descriptions(check);
  check_parameters(check);
  if (before.tells_agent && after.tells_agent) {
    check_servers(check);
    check_limits(check);
  }
  check_tool_changes(check, before);
  return std::move(check.found);
}

}  // namespace tare
