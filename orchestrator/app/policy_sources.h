// Where `tare policy` takes the tools from: a suite, a file, a run's wire, a live MCP server.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/console.h"
#include "policy/live_manifest.h"
#include "policy/policy.h"

namespace tare {

struct PolicySources {
  std::string suite, policy, manifest, wire;
  bool describe = false;
  bool stdio = false;  // the command stands behind "--"
  std::string url, server, revision, bearer_variable;
  std::uint32_t timeout_ms = 30'000;
};

void add_policy_sources(CLI::App& command, PolicySources& sources);

struct PolicyInput {
  LiveManifest live;
  std::optional<Policy> policy;  // where it was asked for
  std::string policy_path;       // "" without one
  std::vector<std::pair<std::string, std::string>> facts;
};

// Reads the policy where `with_policy`, and the tools. A server that is asked beside an agent tells
// what stands behind the agent's filter; alone it is held against its own part of the policy.
Result<PolicyInput> read_policy_input(const PolicySources& sources, bool with_policy,
                                      const CommandLine& line, const Console& console);

}  // namespace tare
