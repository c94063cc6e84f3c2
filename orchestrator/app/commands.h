// One function a subcommand: each adds itself to the command line and, when chosen, runs.
//
// The function that is added returns an exit code; `result` receives it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tare {

struct CommandLine {
  std::vector<std::string> words;  // argv, for provenance
  int exit_code = 0;

  // What stands behind the first "--": of `audit` and `policy` a command, whose options
  // are none of tare's.
  std::vector<std::string> behind_dashes() const;
};

void add_run_command(CLI::App& app, CommandLine& line);
void add_score_command(CLI::App& app, CommandLine& line);
void add_show_command(CLI::App& app, CommandLine& line);
void add_report_command(CLI::App& app, CommandLine& line);
void add_demo_command(CLI::App& app, CommandLine& line);
void add_compare_command(CLI::App& app, CommandLine& line);
void add_baseline_command(CLI::App& app, CommandLine& line);
void add_diff_command(CLI::App& app, CommandLine& line);
void add_audit_command(CLI::App& app, CommandLine& line);
void add_lint_command(CLI::App& app, CommandLine& line);
void add_coverage_command(CLI::App& app, CommandLine& line);
void add_import_command(CLI::App& app, CommandLine& line);
void add_judge_command(CLI::App& app, CommandLine& line);
void add_policy_command(CLI::App& app, CommandLine& line);
void add_proxy_command(CLI::App& app, CommandLine& line);
void add_proxy_model_command(CLI::App& proxy, CommandLine& line);
void add_proxy_mcp_command(CLI::App& proxy, CommandLine& line);
void add_selftest_command(CLI::App& app, CommandLine& line);
void add_verify_command(CLI::App& app, CommandLine& line);
void add_schema_command(CLI::App& app, CommandLine& line);
void add_version_command(CLI::App& app, CommandLine& line);

// The whole program. `argv` as main has it.
int run_command_line(int argc, char** argv);

}  // namespace tare
