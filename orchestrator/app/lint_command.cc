// `tare lint`: mistakes in the suite itself. Nothing is run, and no model is asked.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/suite_check.h"
#include "app/violation_output.h"
#include "base/names.h"
#include "lint/lint.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "lint the suite";
constexpr std::string_view kFooter =
    "A finding that no waiver covers exits 1, be it a warning or an error; lint.strict makes "
    "errors\n"
    "of the warnings. With \"tools\": \"describe\" the adapter is asked for its tools.\n"
    "Exit codes: 0 clean; 1 findings; 2 bad usage or input; 4 nothing selected; 110 a report "
    "could\n"
    "not be written. docs/lint.md explains every rule.";

struct LintArguments {
  Console console;
  std::string suite, filter;
  ViolationOutputs outputs;
};

int lint(const LintArguments& a) {
  if (auto good = check_violation_outputs(a.outputs); !good) {
    return a.console.fail(kWhat, good.error());
  }
  std::vector<SetAside> aside;
  const auto suite = load_suite_to_lint(a.suite.empty() ? "." : a.suite, utc_today(), aside);
  if (!suite) return a.console.fail("read the suite", suite.error());
  const auto cases = selected_cases(*suite, a.filter);
  if (!cases) return a.console.fail(kWhat, cases.error());
  const auto tools = tools_of_suite(*suite, a.console);
  if (!tools) return a.console.fail(kWhat, tools.error());
  auto found = lint_suite(*suite, tools->manifest ? &*tools->manifest : nullptr, aside, *cases);
  if (!found) return a.console.fail(kWhat, found.error());

  ViolationReport report;
  report.what = "lint";
  report.violations = std::move(found->violations);
  report.facts = {{"suite", suite->path},
                  {"cases", fmt::format("{}", cases->size())},
                  {"tools", tools->origin}};
  for (const std::string& note : found->notes) report.facts.emplace_back("note", note);
  report.checked_at = utc_now();
  report.strict = true;
  return print_violations(report, rule_infos(LintFamily::lint), a.outputs, a.console);
}

}  // namespace

void add_lint_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<LintArguments>();
  CLI::App& command = *app.add_subcommand("lint", "Mistakes in the suite itself");
  command.footer(std::string(kFooter));
  command.add_option("SUITE", a->suite, "The suite file or its folder (default: ./tare.json)");
  command.add_option("--filter", a->filter, "Only these cases: tag(destructive) & !tool(get_*)")
      ->type_name("EXPR");
  add_violation_options(command, a->outputs);
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = lint(*a); });
}

}  // namespace tare
