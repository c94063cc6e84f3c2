// A policy and two lists of tools from one input, apart at NUL bytes.
//
// Whatever they are, the check ends. What a snapshot writes is a policy that reads back, and under
// it the tools that it was made of have not drifted; nothing became of a list that is held against
// itself; and what differs one way differs the other way too.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "policy/check_policy.h"
#include "policy/policy_rules.h"
#include "policy/policy_writer.h"

namespace {

using namespace tare;

constexpr std::string_view kToday = "2031-03-04";

void require(bool holds) {
  if (!holds) std::abort();
}

std::string_view next_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('\0'));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

bool names_are_unique(const Manifest& manifest) {
  std::set<std::string_view> names;
  return std::ranges::all_of(manifest.tools,
                             [&](const ToolSpec& tool) { return names.insert(tool.name).second; });
}

// Nobody has signed it, an unset approval is reviewed as "always", a missing filter as the tools it
// lets through, one server named twice is not told apart, and two tools sent under one name are no
// better for being reviewed: these are said of any snapshot.
bool is_of_a_snapshot(const Violation& one) {
  for (const PolicyRule rule :
       {PolicyRule::not_reviewed, PolicyRule::approval_absent, PolicyRule::no_filter,
        PolicyRule::filter_changed, PolicyRule::server_grew, PolicyRule::name_twice}) {
    if (one.rule == rule_id(rule)) return true;
  }
  return false;
}

LiveManifest live_of(Manifest manifest) {
  LiveManifest live;
  live.manifest = std::move(manifest);
  live.origin = "tools";
  return live;
}

void check_snapshot(const LiveManifest& live) {
  require(manifest_changes(live, live).empty());
  if (!names_are_unique(live.manifest)) return;
  const auto again = read_policy(policy_json(policy_of(live)), "policy.json");
  require(again.ok());
  for (const Violation& one : policy_drift(*again, live, kToday)) require(is_of_a_snapshot(one));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto policy = read_policy(next_part(rest), "policy.json");
  const auto before = read_manifest_file(next_part(rest), "before.json");
  const auto after = read_manifest_file(next_part(rest), "after.json");
  if (policy.ok()) {
    const auto again = read_policy(policy_json(*policy), "policy.json");
    require(again.ok());
    for (const auto* manifest : {&before, &after}) {
      if (!manifest->ok()) continue;
      const LiveManifest live = live_of(**manifest);
      const auto found = check_policy(*policy, live, kToday);
      require(policy_drift(*policy, live, kToday).size() <= found.size());
      require(check_policy(*again, live, kToday).size() == found.size());
    }
  }
  if (before.ok()) check_snapshot(live_of(*before));
  if (before.ok() && after.ok()) {
    const LiveManifest one = live_of(*before), other = live_of(*after);
    require(manifest_changes(one, other).empty() == manifest_changes(other, one).empty());
  }
  return 0;
}
