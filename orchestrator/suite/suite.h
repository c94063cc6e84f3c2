// The suite: what to run, as one value, read from a suite file and the case files it names.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/attempt.h"
#include "model/gate_spec.h"
#include "model/manifest.h"
#include "model/test_case.h"
#include "suite/fault_list.h"

namespace tare {

// What a program of kind `command` finds on its stdin, and what its stdout is.
enum class CommandStdin : std::uint8_t { none, request, messages };
enum class CommandStdout : std::uint8_t { log, answer };

// A file that a program of kind `command` finds in its attempt's own folder: settings that say
// where model and tools are. Its text holds placeholders; in one that is JSON, values are put in as
// JSON strings hold them.
struct CommandFile {
  std::string path;  // relative to {scratch}, without "..": "home/.agent/settings.json"
  std::string text;
  bool json = false;
};

struct AdapterSpec {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> env;  // ${NAME} not yet replaced
  std::vector<std::string> secrets;
  std::string cwd;  // absolute; the suite's folder by default
  bool mixed_stdout = false;
  std::uint32_t reuse = 1;
  AdapterKind kind = AdapterKind::protocol;
  CommandStdin command_stdin = CommandStdin::none;
  CommandStdout command_stdout = CommandStdout::log;
  std::vector<CommandFile> files;
  std::string sandbox_json;  // "" if absent
};

struct TimeoutSpec {
  std::optional<std::uint32_t> startup_ms, idle_ms;
  std::uint32_t total_ms = 60000, kill_grace_ms = 2000, leak_ms = 100;
};

struct LimitSpec {
  std::uint64_t stdout_bytes = 8388608, stderr_bytes = 1048576, line_bytes = 4194304;
  std::optional<std::uint64_t> memory_bytes, processes;
};

struct RetrySpec {
  std::uint32_t operational = 1;
  bool crash_after_call_is_operational = false;
};

// What stands between the client and its model, and between it and its tools (docs/proxy.md).
enum class ProxyMode : std::uint8_t { off, replay, record, forward };
std::string_view proxy_mode_name(ProxyMode mode);  // "off", …

// Where a provider is reached when requests go on to it.
struct UpstreamSpec {
  std::string provider;  // "openai", "anthropic", "gemini", "ollama"
  std::string url;
  std::string key;  // ${NAME} not yet replaced; "": none
};

struct ProxySpec {
  ProxyMode mode = ProxyMode::off;
  bool mcp = false;                 // offer the tools as an MCP server too
  std::string mcp_server = "tare";  // the name that it gives itself
  std::string mcp_answers;          // absolute path; "": each call gets an empty text
  std::string cassettes;            // absolute path of a folder; "": none
  std::vector<UpstreamSpec> upstreams;

  bool any() const { return mode != ProxyMode::off || mcp; }
};

enum class Keep : std::uint8_t { failures, all };

struct VariantSpec {
  std::string name;
  std::optional<std::string> model;
  std::string settings_json;  // "" if absent
};

// One overlay: a profile, or the command line. Unset members leave what lies below.
struct ProfileSpec {
  std::optional<std::string> filter;
  std::optional<std::uint32_t> trials, jobs;
  std::optional<std::vector<GateSpec>> gates;
  std::optional<Keep> keep;
  std::optional<std::string> variant;
};

struct WaiverSpec {
  std::string rule, where, why, reviewed_by, until;
  std::string evidence;  // "" if absent; a quarantine has some
  SourcePosition position;
};

// What `tare judge calibrate` found out about a judge, from the file that it wrote.
struct Calibration {
  std::string judge_sha256;      // of the judge as it was: another one is not calibrated by it
  std::string contracts_sha256;  // of the contracts that it judged by
  std::uint64_t pairs = 0;       // verdicts that a person labelled too
  double agreement = 0;
  std::optional<double> kappa;  // nullopt: one side said the same of all
};

// An adapter that judges finished transcripts by the case's `expectedOutput`.
struct JudgeSpec {
  AdapterSpec adapter;   // only what a launch needs
  double threshold = 4;  // a score from here on passes
  std::optional<double> min_kappa;
  std::optional<Calibration> calibration;
  std::optional<std::uint32_t> timeout_ms;  // nullopt: timeouts.totalMs
};

// What `tare lint` holds the suite to (docs/lint.md).
struct RetiredId {
  std::string id;
  SourcePosition position;
};
struct LintSpec {
  bool strict = false;                 // warnings are errors
  std::vector<std::string> id_shapes;  // "pr/<tool>/<slug>"; none: any id will do
  std::vector<RetiredId> retired;      // ids that no case may bear again, in the ledger's order
};

enum class ToolsFrom : std::uint8_t { nowhere, file, describe };

// Everything that the files say, checked; nothing here is launched, resolved or fetched. Waivers,
// policy and baseline are carried for the parts that use them.
struct Suite {
  std::string path;                // of the suite file, as given
  std::string directory;           // absolute; what paths in the suite are relative to
  std::vector<std::string> files;  // names for SourcePosition, as shown to a person
  AdapterSpec adapter;
  std::deque<TestCase> cases;  // suite order; ids unique
  ToolsFrom tools_from = ToolsFrom::nowhere;
  Manifest tools;  // where tools_from is `file`
  std::optional<std::string> instructions;
  std::optional<std::string> policy_path, baseline_path;
  std::uint32_t trials = 1;
  std::optional<std::uint32_t> jobs;
  Keep keep = Keep::failures;
  TimeoutSpec timeouts;
  LimitSpec limits;
  RetrySpec retries;
  ProxySpec proxy;
  std::vector<Never> never;
  std::vector<WaiverSpec> waivers;
  std::vector<GateSpec> gates;
  std::vector<std::string> side_effects;  // tool globs
  std::vector<std::pair<std::string, ProfileSpec>> profiles;
  std::vector<VariantSpec> variants;
  std::optional<JudgeSpec> judge;
  LintSpec lint;
  std::optional<std::uint32_t> max_turns;

  // What identifies the run: SHA-256 over the suite file, over all cases in order (their verbatim
  // text, not their file names), over the gates.
  std::string suite_sha256, dataset_sha256, gates_sha256, instructions_sha256;

  std::vector<std::string> warnings;  // unknown tools in expectations, and the like

  std::string where(SourcePosition p) const;  // "cases/a.json:3:5"
};

// Reads the suite file (tare.json with comments and trailing commas, or tare.yaml), tare.local.json
// beside it, and all case files. A folder means the tare.json or tare.yaml in it. All faults found
// are in the error, each with file:line:column and a hint. `today` (YYYY-MM-DD) dates the waivers.
Result<Suite> load_suite(const std::string& path, const std::string& today);

// The same for a check of the suite itself: contradictions that are faults otherwise come out in
// `aside`, with the suite as it is, so that they are reported with all else; ids may repeat. Tools
// in expectations are not looked at.
Result<Suite> load_suite_to_lint(const std::string& path, const std::string& today,
                                 std::vector<SetAside>& aside);

// The environment's values put in for ${NAME} in adapter.env; an unset variable is an error that
// names every one of them.
Result<std::vector<std::pair<std::string, std::string>>> resolve_adapter_env(const Suite& suite);

// The same for judge.env; empty where the suite has no judge.
Result<std::vector<std::pair<std::string, std::string>>> resolve_judge_env(const Suite& suite);

// What identifies the judge: its command, environment (as written, keys not put in), threshold, and
// the files that its command names. A calibration of another judge does not count.
std::string judge_digest(const JudgeSpec& judge);

// SHA-256 over the contracts of all cases, in order.
std::string contracts_digest(const Suite& suite);

// Tools that expectations name and the manifest lacks: warnings, or an error where lint.strict. A
// case with tools of its own is held to those; without a manifest (null) only such cases are looked
// at. load_suite has done it for tools from a file; after `describe` it is the caller's to do.
Result<std::vector<std::string>> check_expected_tools(const Suite& suite, const Manifest* manifest);

// The same for the keys of proxy.upstream, in its order; where a mode asks no provider, none are
// needed, and they come out empty.
Result<std::vector<std::string>> resolve_upstream_keys(const Suite& suite);

// SHA-256 over gates and the suite's limits, whatever their order: what Suite::gates_sha256 holds.
// A profile that sets gates has a digest of its own.
std::string gates_digest(const std::vector<GateSpec>& gates, const std::vector<Never>& never);

}  // namespace tare
