// `tare compare`: two runs, or a run and a baseline, with what can be told from noise.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "app/baseline_option.h"
#include "app/commands.h"
#include "app/exit_code.h"
#include "app/touched_cases.h"
#include "base/file.h"
#include "report/comparison_text.h"
#include "report/comparison_words.h"
#include "scoring/comparison.h"
#include "scoring/experiment.h"
#include "scoring/identity.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "compare";
constexpr std::string_view kFooter =
    "Exit codes: 0 better, or it cannot be told; 1 worse, or the experiment failed; 2 bad usage "
    "or\n"
    "input; 110 a report could not be written. docs/compare.md tells more.";

struct CompareArguments {
  Console console;
  std::string base, now, suite, target;
  bool allow_dataset_change = false;
  std::vector<std::string> words;
};

struct Output {
  std::string format, path;
};

Result<std::vector<Output>> outputs_of(const CompareArguments& a) {
  std::vector<Output> out;
  const bool json = a.console.format == OutputFormat::json;
  for (const std::string& word : a.words) {
    const auto equals = word.find('=');
    Output output{word.substr(0, equals),
                  equals == std::string::npos ? "-" : word.substr(equals + 1)};
    if (output.format != "terminal" && output.format != "json" && output.format != "markdown") {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("--report {}: unknown report format", word),
                   .mend = "known: terminal, json, markdown"};
    }
    out.push_back(std::move(output));
  }
  if (json) {
    out.push_back({"json", "-"});
  } else if (out.empty()) {
    out.push_back({"terminal", "-"});
  }
  std::set<std::string> places;
  for (const Output& output : out) {
    if (places.insert(output.path).second) continue;
    return Error{
        .kind = ErrorKind::usage,
        .reason = fmt::format("two reports go to {}", output.path == "-" ? "stdout" : output.path),
        .mend = "give one of them a path: --report markdown=compare.md"};
  }
  return out;
}

std::string rendered(const Comparison& comparison, const Output& output, const Console& console) {
  if (output.format == "json") return comparison_json(comparison);
  if (output.format == "markdown") return comparison_markdown(comparison);
  return comparison_text(comparison, console.style(output.path == "-" ? STDOUT_FILENO : -1));
}

int compare(const CompareArguments& a) {
  auto outputs = outputs_of(a);
  if (!outputs) return a.console.fail(kWhat, outputs.error());
  auto tools = changed_tools(a.base, a.now);
  if (!tools) return a.console.fail(kWhat, tools.error());
  TouchedCases touched(tools->value_or(std::vector<ChangedTool>()));
  auto base = run_facts_of(a.base, a.suite, a.console, &touched);
  if (!base) return a.console.fail(kWhat, base.error());
  auto now = run_facts_of(a.now, a.suite, a.console, &touched);
  if (!now) return a.console.fail(kWhat, now.error());
  if (is_other_dataset(base->provenance, now->provenance) && !a.allow_dataset_change) {
    return a.console.fail(
        kWhat, {.kind = ErrorKind::usage,
                .reason = fmt::format("{} and {} were made with other cases ({}, {})", a.base,
                                      a.now, base->provenance.dataset_sha256.substr(0, 12),
                                      now->provenance.dataset_sha256.substr(0, 12)),
                .mend = "compare what both have with --allow-dataset-change"});
  }
  if (!a.target.empty()) {
    if (auto good = check_target(*base, *now, a.target); !good) {
      return a.console.fail(kWhat, good.error());
    }
  }
  Comparison comparison = compare_runs(*base, *now, a.target);
  if (*tools) comparison.tools = touched.take();
  if (comparison.cases == 0) {
    return a.console.fail(kWhat,
                          {.kind = ErrorKind::input,
                           .reason = fmt::format("{} and {} have no case in common", a.base, a.now),
                           .mend = "compare runs of one suite"});
  }
  int code = exit_code_of(comparison);
  for (const Output& output : *outputs) {
    const std::string text = rendered(comparison, output, a.console);
    const auto written = output.path == "-" ? write_all(STDOUT_FILENO, text)
                                            : write_file_atomically(output.path, text);
    if (written) continue;
    (void)a.console.fail("write a report", written.error());
    if (code == kExitGood) code = kExitReport;
  }
  return code;
}

}  // namespace

void add_compare_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<CompareArguments>();
  CLI::App& command = *app.add_subcommand(
      "compare", "Two runs, or a run and a baseline: better, worse, or not to be told from noise");
  command.footer(std::string(kFooter));
  command.add_option("BASE", a->base, "A run folder, or a file of tare baseline")
      ->required()
      ->type_name("DIR|FILE");
  command.add_option("NEW", a->now, "What is held against it")->required()->type_name("DIR|FILE");
  command
      .add_option(
          "--target", a->target,
          "The confusion that a changed description was to make rarer: \"get_* -> search_*\"")
      ->type_name("PAIR");
  command.add_flag("--allow-dataset-change", a->allow_dataset_change,
                   "Compare runs of other cases too, over those that both have");
  command.add_option("--suite", a->suite, "The suite file, if it has moved")->type_name("SUITE");
  command
      .add_option("--report", a->words,
                  "terminal, json or markdown; =PATH says where (- is stdout). Repeatable")
      ->type_name("FORMAT[=PATH]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
  add_console_options(command, a->console, true);
  command.callback([a, &line] { line.exit_code = compare(*a); });
}

}  // namespace tare
