// `tare score`: what was captured earlier, by the same code as `tare run`.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/baseline_option.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/report_options.h"
#include "app/suite_argument.h"
#include "base/file.h"
#include "base/workers.h"
#include "run/bulk_score.h"
#include "run/open_run.h"
#include "run/schema_warnings.h"

namespace tare {
namespace {

struct ScoreArguments {
  Console console;
  std::string suite, from;
  std::vector<ReportRequest> reports;
  BaselineOption baseline;
};

int finish(const Console& console, const Result<ScoredRun>& scored) {
  if (!scored) return console.fail("score", scored.error());
  if (scored->report_error) (void)console.fail("write a report", *scored->report_error);
  const int code = scored->summary.exit_code;
  return scored->report_error && code == kExitGood ? kExitReport : code;
}

int score_predictions(const Suite& suite, const ScoreArguments& a) {
  RunOptions options;
  auto baseline = load_baseline(suite, a.baseline, a.console);
  if (!baseline) return a.console.fail("read the baseline", baseline.error());
  options.baseline = std::move(baseline->facts);
  auto plan = make_plan(suite, options);
  if (!plan) return a.console.fail("score", plan.error());
  auto predictions = load_predictions(a.from, plan->cases);
  if (!predictions) return a.console.fail("read the predictions", predictions.error());
  // The predictions say how many trials there are.
  options.trials = static_cast<std::uint32_t>(predictions->size() / plan->cases.size());
  plan = make_plan(suite, options);
  if (!plan) return a.console.fail("score", plan.error());
  ReportContext context;
  context.suite_path = suite.path;
  context.predictions = true;
  context.told_calls = std::ranges::any_of(
      *predictions, [](const Prediction& one) { return one.answer != nullptr; });
  context.cases = plan->cases.size();
  context.trials = plan->slots();
  const Manifest* manifest = suite.tools_from == ToolsFrom::file ? &suite.tools : nullptr;
  if (context.told_calls) {
    for (const auto& warning : schema_warnings(manifest, plan->cases)) a.console.warn(warning);
  }
  return finish(a.console,
                score_run(*plan, manifest, attempts_from_predictions(*plan, *predictions), context,
                          false, nullptr, make_reporters(a.reports, a.console, "")));
}

// Predictions for a suite that may be large. What cannot be scored in bulk is read again, and
// scored case by case.
int score_file(const ScoreArguments& a) {
  BulkLoading bulk;
  bulk.fits = fits_bulk_score;
  bulk.options.workers = worker_count();
  if (needs_each_trial(a.reports, a.console) || !a.baseline.path.empty())
    bulk.min_bytes = ~std::uint64_t{0};
  auto suite = load_suite_argument(a.suite, bulk);
  if (suite && bulk.cases.any()) {
    if (bulk.cases.match(a.from, bulk.options)) {
      ReportContext context;
      context.suite_path = suite->path;
      context.predictions = true;
      context.cases = context.trials = bulk.cases.all().size();
      return finish(a.console,
                    score_in_bulk(*suite, bulk.cases, context,
                                  make_reporters(a.reports, a.console, ""), bulk.options.workers));
    }
    bulk.cases = BulkCases();
    suite = load_suite_argument(a.suite);
  }
  if (!suite) return a.console.fail("read the suite", suite.error());
  return score_predictions(*suite, a);
}

int score_folder(const Suite& suite, const ScoreArguments& a) {
  auto opened = open_run(suite, a.from);
  if (!opened) return a.console.fail("read the run", opened.error());
  auto baseline = load_baseline_of_run(suite, a.from, a.baseline, a.console);
  if (!baseline) return a.console.fail("read the baseline", baseline.error());
  opened->plan->baseline = std::move(baseline->facts);
  for (const auto& warning : opened->warnings) {
    (void)write_all(STDERR_FILENO, fmt::format("tare: warning: {}\n", warning));
  }
  return finish(a.console, score_opened(*opened, context_of(suite, a.from, *opened),
                                        make_reporters(a.reports, a.console, a.from)));
}

int score(const ScoreArguments& a) {
  std::error_code error;
  const auto reports = check_report_requests(a.reports, a.console, "");
  if (!reports) return a.console.fail("score", reports.error());
  const bool folder = std::filesystem::is_directory(a.from, error);
  if (!folder) return score_file(a);
  auto suite = load_suite_argument(a.suite, a.from);
  if (!suite) return a.console.fail("read the suite", suite.error());
  return score_folder(*suite, a);
}

}  // namespace

void add_score_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<ScoreArguments>();
  CLI::App& command = *app.add_subcommand("score", "Score what was captured, without any adapter");
  command.add_option("SUITE", a->suite, "The suite file or its folder (default: ./tare.json)");
  command
      .add_option("--from", a->from,
                  "A run folder, or predictions as JSON or JSON Lines: "
                  "{\"caseId\",\"selectedTool\"}, or with the\n"
                  "calls {\"caseId\",\"raw\",\"normalized\"}")
      ->required()
      ->type_name("DIR|FILE");
  add_report_option(command, a->reports);
  add_baseline_option(command, a->baseline);
  add_console_options(command, a->console, true);
  command.callback([a, &line] { line.exit_code = score(*a); });
}

}  // namespace tare
