// `tare policy check|snapshot|diff`: the reviewed tools against those that are there.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <set>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/policy_sources.h"
#include "app/run_tools.h"
#include "app/violation_output.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/names.h"
#include "policy/check_policy.h"
#include "policy/policy_rules.h"
#include "policy/policy_writer.h"
#include "policy/review_day.h"

namespace tare {
namespace {

constexpr std::string_view kCheckFooter =
    "Exit codes: 0 the tools are as reviewed; 1 something is not (one line each, the tool's name\n"
    "first); 2 bad usage or input; 110 a report could not be written. docs/policy.md lists the\n"
    "rules.";

struct CheckArguments {
  Console console;
  PolicySources sources;
  ViolationOutputs outputs;
};

struct SnapshotArguments {
  Console console;
  PolicySources sources;
  std::string out;
};

struct DiffArguments {
  Console console;
  std::string before, after;
  ViolationOutputs outputs;
};

int check(const CheckArguments& a, const CommandLine& line) {
  constexpr std::string_view kWhat = "check the policy";
  if (auto good = check_violation_outputs(a.outputs); !good) {
    return a.console.fail(kWhat, good.error());
  }
  auto input = read_policy_input(a.sources, true, line, a.console);
  if (!input) return a.console.fail(kWhat, input.error());
  ViolationReport report{.what = "policy check"};
  report.violations = check_policy(*input->policy, input->live, latest_today());
  report.facts = std::move(input->facts);
  report.checked_at = utc_now();
  return print_violations(report, policy_rules(), a.outputs, a.console);
}

// "": every tool has a name of its own.
std::string named_twice(const Manifest& manifest) {
  std::set<std::string_view> names;
  for (const ToolSpec& tool : manifest.tools) {
    if (!names.insert(tool.name).second) return tool.name;
  }
  return "";
}

int snapshot(const SnapshotArguments& a, const CommandLine& line) {
  constexpr std::string_view kWhat = "write a policy";
  auto input = read_policy_input(a.sources, false, line, a.console);
  if (!input) return a.console.fail(kWhat, input.error());
  std::error_code error;
  if (!a.out.empty() && std::filesystem::exists(a.out, error)) {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = a.out + " is there already",
                                  .mend = "a reviewed policy is not written over: move it away, or "
                                          "write to another file and compare"});
  }
  if (const std::string twice = named_twice(input->live.manifest); !twice.empty()) {
    return a.console.fail(
        kWhat,
        {.kind = ErrorKind::input,
         .reason = fmt::format("two servers offer a tool named {}, and a policy knows a tool "
                               "by its name",
                               quote_json(twice)),
         .mend = "give each the name under which the agent offers it to the model"});
  }
  if (!input->live.tells_approval && !a.console.quiet) {
    a.console.warn("nothing is known of approvals here; the policy wants \"always\" of every tool");
  }
  for (const ToolSpec& tool : input->live.manifest.tools) {
    if (!tool.approval && input->live.tells_approval && !a.console.quiet) {
      a.console.warn(
          fmt::format("{} sets no approval; the policy wants \"always\" of it", tool.name));
    }
  }
  const std::string text = policy_json(policy_of(input->live));
  const auto written =
      a.out.empty() ? write_all(STDOUT_FILENO, text) : write_file_atomically(a.out, text);
  if (!written) return a.console.fail(kWhat, written.error());
  if (!a.out.empty() && !a.console.quiet) {
    (void)write_all(STDERR_FILENO,
                    fmt::format("{} tools in {}; read every one of them, then fill in reviewedBy\n",
                                input->live.manifest.tools.size(), a.out));
  }
  return kExitGood;
}

// A run folder says which tools it was made with; anything else is a file of tools.
Result<LiveManifest> manifest_argument(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) {
    return load_live_file(path);
  }
  auto live = tools_of_run(path);
  if (!live) return live.error();
  if (!*live) {
    return Error{.kind = ErrorKind::input,
                 .reason = "its journal tells no tools: the run had no tools",
                 .where = path + "/journal.jsonl:1"};
  }
  return std::move(**live);
}

int diff(const DiffArguments& a) {
  constexpr std::string_view kWhat = "compare the tools";
  if (auto good = check_violation_outputs(a.outputs); !good) {
    return a.console.fail(kWhat, good.error());
  }
  auto before = manifest_argument(a.before);
  if (!before) return a.console.fail(kWhat, before.error());
  auto after = manifest_argument(a.after);
  if (!after) return a.console.fail(kWhat, after.error());
  ViolationReport report{.what = "policy diff"};
  report.violations = manifest_changes(*before, *after);
  report.facts = {{"before", a.before}, {"after", a.after}};
  report.checked_at = utc_now();
  return print_violations(report, policy_rules(), a.outputs, a.console);
}

void add_check(CLI::App& policy, CommandLine& line) {
  auto a = std::make_shared<CheckArguments>();
  CLI::App& command = *policy.add_subcommand(
      "check", "Hold the tools as they are against the policy as it was reviewed");
  command.footer(std::string(kCheckFooter));
  add_policy_sources(command, a->sources);
  add_violation_options(command, a->outputs);
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = check(*a, line); });
}

void add_snapshot(CLI::App& policy, CommandLine& line) {
  auto a = std::make_shared<SnapshotArguments>();
  CLI::App& command = *policy.add_subcommand(
      "snapshot", "Write a first policy; it fails every check until a person has signed it");
  add_policy_sources(command, a->sources);
  command
      .add_option("--out", a->out, "Where to (default: stdout); never over a file that is there")
      ->type_name("FILE");
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = snapshot(*a, line); });
}

void add_diff(CLI::App& policy, CommandLine& line) {
  auto a = std::make_shared<DiffArguments>();
  CLI::App& command =
      *policy.add_subcommand("diff", "What became of each tool from one manifest to another");
  command.footer(
      "Exit codes: 0 nothing changed; 1 something did; 2 bad usage or input; 110 a report could "
      "not\nbe written.");
  command.add_option("BEFORE", a->before, "A file of tools, or a run folder")
      ->required()
      ->type_name("FILE|DIR");
  command.add_option("AFTER", a->after, "What is held against it")
      ->required()
      ->type_name("FILE|DIR");
  add_violation_options(command, a->outputs);
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = diff(*a); });
}

}  // namespace

void add_policy_command(CLI::App& app, CommandLine& line) {
  CLI::App& policy =
      *app.add_subcommand("policy", "The reviewed tool policy against the tools as they are");
  policy.require_subcommand(1);
  add_check(policy, line);
  add_snapshot(policy, line);
  add_diff(policy, line);
}

}  // namespace tare
