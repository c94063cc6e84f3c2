#include "app/policy_sources.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/file_history.h"
#include "app/suite_argument.h"
#include "base/escape.h"
#include "policy/hidden_text.h"
#include "run/describe_suite.h"
#include "run/server_tools.h"
#include "run/wire_manifest.h"

namespace tare {
namespace {

Error usage(std::string reason, std::string mend) {
  return {.kind = ErrorKind::usage, .reason = std::move(reason), .mend = std::move(mend)};
}

bool asks_server(const PolicySources& sources) { return sources.stdio || !sources.url.empty(); }

// The suite is read where something of it is needed.
bool needs_suite(const PolicySources& sources, bool with_policy) {
  if (!sources.suite.empty() || sources.describe) return true;
  const bool has_tools = !sources.manifest.empty() || !sources.wire.empty() || asks_server(sources);
  return !has_tools || (with_policy && sources.policy.empty());
}

Result<void> check_together(const PolicySources& sources) {
  if (!sources.manifest.empty() && !sources.wire.empty()) {
    return usage("--manifest and --wire name two sources of tools", "give one of them");
  }
  if (sources.stdio && !sources.url.empty()) {
    return usage("--mcp-stdio and --mcp-url name two servers", "ask them one after the other");
  }
  return {};
}

// As a person, and a code host, finds it: relative where it lies below the current folder.
std::string shown_path(const std::string& path) {
  std::error_code error;
  const std::string near = std::filesystem::proximate(path, error).string();
  return error || near.starts_with("..") ? path : near;
}

Result<ServerTools> ask_server(const PolicySources& sources, const CommandLine& line) {
  ServerAddress address;
  address.url = sources.url;
  address.deadline_ms = sources.timeout_ms;
  if (sources.stdio) {
    address.command = line.behind_dashes();
    if (address.command.empty()) {
      return usage("--mcp-stdio names no server", "write its command behind --: -- node server.js");
    }
  }
  if (!sources.revision.empty()) {
    address.revision = mcp::revision_from_name(sources.revision);
    if (!address.revision) {
      return usage(fmt::format("there is no MCP revision {}", quote_json(sources.revision)),
                   "known: " + mcp::supported_revisions());
    }
  }
  if (!sources.bearer_variable.empty()) {
    const char* value = std::getenv(sources.bearer_variable.c_str());
    if (value == nullptr || *value == '\0') {
      return usage(fmt::format("the variable {} is not set", sources.bearer_variable),
                   "--mcp-bearer names the variable that holds the token");
    }
    address.bearer = value;
  }
  auto tools = tools_of_server(address, sources.server);
  if (!tools) return tools.error();
  if (sources.server.empty() && tools->name.empty()) {
    return usage("the server gives itself no name", "say how the agent calls it: --server NAME");
  }
  return tools;
}

// The server's own part: what is held against nothing is not a finding.
void restrict_to_server(const std::string& server, Policy& policy) {
  std::erase_if(policy.tools, [&](const ReviewedTool& tool) { return tool.server != server; });
  std::erase_if(policy.servers, [&](const ReviewedServer& one) { return one.name != server; });
}

// What the reviewed filter lets through of a server that is asked alone; what stands behind it is
// looked at as well.
LiveManifest seen_through_filter(ServerTools tools, const std::string& server,
                                 const Policy* policy) {
  LiveManifest live;
  live.tells_approval = live.tells_agent = false;
  add_offer(live, server, tools.manifest);
  tools.manifest.instructions.reset();  // the server's, and not the agent's
  tools.manifest.servers = std::move(live.manifest.servers);
  const ReviewedServer* reviewed = policy == nullptr ? nullptr : policy->find_server(server);
  if (reviewed != nullptr) {
    std::erase_if(tools.manifest.tools, [&](const ToolSpec& tool) {
      return std::ranges::find(reviewed->allowed_tools, tool.name) == reviewed->allowed_tools.end();
    });
  }
  live.manifest = std::move(tools.manifest);
  return live;
}

std::string server_text(const ServerTools& tools, const std::string& server, std::size_t count) {
  std::string name = tools.name + (tools.version.empty() ? "" : " " + tools.version);
  return fmt::format("{} ({}), revision {}, {} tools on {} page{}", server, name,
                     mcp::revision_name(tools.revision), count, tools.pages,
                     tools.pages == 1 ? "" : "s");
}

void note_policy(PolicyInput& input) {
  const Policy& policy = *input.policy;
  input.facts.emplace_back("policy", input.policy_path);
  input.facts.emplace_back(
      "reviewed by",
      !has_visible_text(policy.reviewed_by)
          ? "nobody"
          : policy.reviewed_by + (policy.reviewed_on.empty() ? "" : ", " + policy.reviewed_on));
  const auto change = last_change_of(input.policy_path);
  input.facts.emplace_back("last changed by",
                           change.value_or("not known: git has no commit of it"));
}

void note_silence(PolicyInput& input) {
  const std::string text = untold(input.live);
  if (!text.empty()) input.facts.emplace_back("not told by it", text);
}

}  // namespace

void add_policy_sources(CLI::App& command, PolicySources& sources) {
  command.add_option("SUITE", sources.suite,
                     "The suite whose tools and policy are meant (default: ./tare.json)");
  command.add_option("--policy", sources.policy, "The policy, over the suite's")->type_name("FILE");
  command
      .add_option("--manifest", sources.manifest,
                  "Take the tools from a file: a list of tools, a manifest, or what a server "
                  "answered to tools/list")
      ->type_name("FILE");
  command
      .add_option("--wire", sources.wire,
                  "Take the tools as they were sent to the model, from the records of a run")
      ->type_name("DIR");
  command.add_flag("--describe", sources.describe,
                   "Ask the suite's adapter, even where the suite names a file of tools");
  command.add_flag(
      "--mcp-stdio", sources.stdio,
      "Ask a live MCP server, started by the command behind --; beside an agent (SUITE, "
      "--manifest), what it sends today is held against the policy too");
  command.add_option("--mcp-url", sources.url, "Ask a live MCP server over Streamable HTTP")
      ->type_name("URL");
  command
      .add_option("--server", sources.server,
                  "What the agent calls that server (default: what it calls itself)")
      ->type_name("NAME");
  command
      .add_option("--mcp-revision", sources.revision,
                  "Speak that revision of MCP and no other, such as 2026-07-28")
      ->type_name("DATE");
  command
      .add_option("--mcp-bearer", sources.bearer_variable,
                  "The variable that holds the token for --mcp-url")
      ->type_name("VARIABLE");
  command.add_option("--mcp-timeout", sources.timeout_ms, "Milliseconds for all of it (30000)")
      ->check(CLI::Range(1u, 3600000u))
      ->type_name("MS");
}

Result<PolicyInput> read_policy_input(const PolicySources& sources, bool with_policy,
                                      const CommandLine& line, const Console& console) {
  if (Result<void> good = check_together(sources); !good) return good.error();
  std::optional<Suite> suite;
  if (needs_suite(sources, with_policy)) {
    auto loaded = load_suite_argument(sources.suite);
    if (!loaded) return loaded.error();
    suite = std::move(*loaded);
  }
  PolicyInput input;
  if (with_policy) {
    input.policy_path = sources.policy;
    if (input.policy_path.empty() && suite && suite->policy_path) {
      input.policy_path = shown_path(*suite->policy_path);
    }
    if (input.policy_path.empty()) {
      return usage("there is no policy",
                   "name it in the suite (\"policy\": \"policy.json\") or "
                   "with --policy; tare policy snapshot writes a first one");
    }
    auto policy = load_policy(input.policy_path);
    if (!policy) return policy.error();
    input.policy = std::move(*policy);
    note_policy(input);
  }
  const Policy* policy = input.policy ? &*input.policy : nullptr;
  bool agent = true;
  if (!sources.manifest.empty()) {
    auto live = load_live_file(sources.manifest);
    if (!live) return live.error();
    input.live = std::move(*live);
  } else if (!sources.wire.empty()) {
    auto live = wire_manifest(sources.wire, policy);
    if (!live) return live.error();
    input.live = std::move(*live);
  } else if (suite && (!sources.suite.empty() || sources.describe || !asks_server(sources))) {
    auto live = live_manifest_of(*suite, sources.describe, console.style(STDERR_FILENO));
    if (!live) return live.error();
    input.live = std::move(*live);
  } else {
    agent = false;
  }
  if (agent) input.facts.emplace_back("tools", input.live.origin);
  if (asks_server(sources)) {
    auto tools = ask_server(sources, line);
    if (!tools) return tools.error();
    const std::string server = sources.server.empty() ? tools->name : sources.server;
    input.facts.emplace_back("server", server_text(*tools, server, tools->manifest.tools.size()));
    if (agent) {
      add_offer(input.live, server, std::move(tools->manifest));
    } else {
      input.live = seen_through_filter(std::move(*tools), server, policy);
      input.live.origin = "server " + server;
      if (input.policy) restrict_to_server(server, *input.policy);
    }
  }
  note_silence(input);
  return input;
}

}  // namespace tare
