// The command line as a whole: subcommands, hidden entries, usage errors.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/commands.h"
#include "app/demo_agent.h"
#include "app/exit_code.h"
#include "base/escape.h"
#include "base/file.h"
#include "process/launch_spec.h"
#include "process/process_table.h"
#include "run/version.h"

namespace tare {
namespace {

constexpr std::string_view kFooter =
    "Exit codes: 0 good; 1 a gate failed; 2 bad usage or input, nothing ran; 3 undecided or "
    "incomplete\n"
    "trials; 4 nothing selected; 110 a report could not be written; 130 interrupted, resumable.\n"
    "`tare COMMAND --help` tells more; `tare demo` shows it at work.";

// How many words are tare's own. Behind `audit … --` and `policy … --` stands a command with words
// of its own.
int own_words(const CommandLine& line) {
  const bool has_command =
      line.words.size() > 1 && (line.words[1] == "audit" || line.words[1] == "policy");
  if (!has_command) return static_cast<int>(line.words.size());
  const auto dashes = std::ranges::find(line.words, "--");
  return static_cast<int>(dashes - line.words.begin());
}

}  // namespace

std::vector<std::string> CommandLine::behind_dashes() const {
  const auto dashes = std::ranges::find(words, "--");
  return dashes == words.end() ? std::vector<std::string>()
                               : std::vector<std::string>(dashes + 1, words.end());
}

int run_command_line(int argc, char** argv) {
  // Hidden entries come before anything is parsed: they are tare talking to itself.
  if (argc > 1 && std::string_view(argv[1]) == kShimMarker) return run_exec_shim(argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == kDemoAgentMarker) return run_demo_agent(argc, argv);
  prepare_process_for_children();

  CLI::App app{
      "Tare measures tool calls on both sides of the client layer between a model and a tool:\n"
      "what the model wrote, what the tool received, and what changed on the way.",
      "tare"};
  CommandLine line;
  for (int i = 0; i < argc; ++i) line.words.emplace_back(argv[i]);
  app.require_subcommand(0, 1);
  app.footer(std::string(kFooter));
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", std::string(kVersion), "Print the version");
  add_run_command(app, line);
  add_score_command(app, line);
  add_show_command(app, line);
  add_report_command(app, line);
  add_compare_command(app, line);
  add_baseline_command(app, line);
  add_diff_command(app, line);
  add_audit_command(app, line);
  add_lint_command(app, line);
  add_coverage_command(app, line);
  add_import_command(app, line);
  add_judge_command(app, line);
  add_policy_command(app, line);
  add_proxy_command(app, line);
  add_demo_command(app, line);
  add_selftest_command(app, line);
  add_verify_command(app, line);
  add_schema_command(app, line);
  add_version_command(app, line);
  try {
    app.parse(own_words(line), argv);
    if (app.get_subcommands().empty()) {
      (void)write_all(STDERR_FILENO, app.help());
      return kExitBadInput;
    }
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    (void)write_all(STDERR_FILENO,
                    fmt::format("tare: cannot read the command line: {}\n  {}\n",
                                escape_for_terminal(error.what()),
                                "`tare --help` and `tare COMMAND --help` list what there is"));
    return kExitBadInput;
  }
  return line.exit_code;
}

}  // namespace tare
