// `tare coverage`: tools × arguments × values × cases, as a table, as JSON and as a gate.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/console.h"
#include "app/coverage_output.h"
#include "app/exit_code.h"
#include "app/suite_argument.h"
#include "app/suite_check.h"
#include "app/violation_output.h"
#include "base/names.h"
#include "lint/coverage.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "measure what the suite covers";
constexpr std::string_view kFooter =
    "A gap that no waiver covers exits 1: a tool, an argument or a value of an enum without a "
    "case,\n"
    "a tool that writes without a near neighbour, no case that expects no call. Fewer cases a "
    "tool\n"
    "than 20 are a note; --min-cases N sets the number and makes it a gate.\n"
    "Exit codes: 0 covered; 1 gaps; 2 bad usage or input; 4 nothing selected; 110 a report could "
    "not\n"
    "be written. docs/coverage.md tells more.";

struct CoverageArguments {
  Console console;
  std::string suite, filter;
  std::optional<std::uint32_t> min_cases;
  ViolationOutputs outputs;
};

int coverage(const CoverageArguments& a) {
  if (auto good = check_violation_outputs(a.outputs); !good) {
    return a.console.fail(kWhat, good.error());
  }
  const auto suite = load_suite_argument(a.suite);
  if (!suite) return a.console.fail("read the suite", suite.error());
  const auto cases = selected_cases(*suite, a.filter);
  if (!cases) return a.console.fail(kWhat, cases.error());
  const auto tools = tools_of_suite(*suite, a.console);
  if (!tools) return a.console.fail(kWhat, tools.error());
  if (!tools->manifest) {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = "the suite does not say which tools there are",
                                  .mend = "name a file in \"tools\", or let the adapter tell: "
                                          "\"tools\": \"describe\""});
  }
  CoverageOptions options;
  if (a.min_cases) options = {*a.min_cases, true};
  const auto covered = coverage_of(*suite, *tools->manifest, *cases, options);
  if (!covered) return a.console.fail(kWhat, covered.error());

  ViolationReport report;
  report.what = "coverage";
  report.violations = covered->gaps;
  report.facts = {{"suite", suite->path},
                  {"cases", fmt::format("{}", covered->cases)},
                  {"tools", tools->origin}};
  report.checked_at = utc_now();
  report.strict = true;
  const auto render = [&](std::string_view format, const TerminalStyle& style) -> std::string {
    if (format == "text") return coverage_text(*covered, report, style);
    if (format == "json") return coverage_json(*covered, report, suite->path);
    if (format == "markdown") return coverage_markdown(*covered, report);
    return {};
  };
  return print_violations(report, rule_infos(LintFamily::coverage), a.outputs, a.console, render);
}

}  // namespace

void add_coverage_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<CoverageArguments>();
  CLI::App& command =
      *app.add_subcommand("coverage", "What the suite's cases cover of its tools, and what not");
  command.footer(std::string(kFooter));
  command.add_option("SUITE", a->suite, "The suite file or its folder (default: ./tare.json)");
  command.add_option("--filter", a->filter, "Only these cases: tag(destructive) & !tool(get_*)")
      ->type_name("EXPR");
  command
      .add_option("--min-cases", a->min_cases, "Cases that each tool must have (else: 20, a note)")
      ->check(CLI::Range(1u, 1000000u))
      ->type_name("N");
  add_violation_options(command, a->outputs);
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = coverage(*a); });
}

}  // namespace tare
