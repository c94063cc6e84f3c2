// `tare run`: launch, capture, diff, score, gate.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <memory>

#include "app/baseline_option.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/jobs_option.h"
#include "app/list_cases.h"
#include "app/report_options.h"
#include "app/suite_argument.h"
#include "run/recorders.h"
#include "run/run_suite.h"

namespace tare {
namespace {

struct RunArguments {
  Console console;
  std::string suite, jobs, keep, out, resume;
  std::optional<std::uint32_t> trials, timeout_ms;
  std::optional<std::string> profile, variant, filter;
  std::optional<double> max_cost_usd;
  bool adaptive = false;
  bool fail_fast = false, rerun_failed = false, dry_run = false, list = false;
  std::vector<ReportRequest> reports;
  BaselineOption baseline;
};

// "2.50"; nullopt where it is no sum, of which there is neither a NaN nor an endless one.
std::optional<double> dollars(std::string_view text) {
  double usd = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), usd);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || !std::isfinite(usd) || usd < 0) return std::nullopt;
  return usd;
}

Result<RunOptions> options_from(const RunArguments& a, const CommandLine& line) {
  RunOptions options;
  auto jobs = parse_jobs(a.jobs);
  if (!jobs) return jobs.error();
  options.jobs = *jobs;
  options.trials = a.trials;
  options.timeout_ms = a.timeout_ms;
  options.profile = a.profile;
  options.variant = a.variant;
  options.filter = a.filter;
  if (!a.keep.empty()) options.keep = a.keep == "all" ? Keep::all : Keep::failures;
  options.fail_fast = a.fail_fast;
  options.adaptive = a.adaptive;
  options.max_cost_usd = a.max_cost_usd;
  options.rerun_failed = a.rerun_failed;
  options.resume = !a.resume.empty();
  options.out = options.resume ? a.resume : a.out;
  options.command_line = line.words;
  if (options.resume && !a.out.empty() && a.out != a.resume) {
    return Error{.kind = ErrorKind::usage,
                 .reason = "--out and --resume name two folders",
                 .mend = "--resume goes on in its own folder; leave --out away"};
  }
  if (options.rerun_failed && !options.resume) {
    return Error{.kind = ErrorKind::usage,
                 .reason = "--rerun-failed needs a run to go on with",
                 .mend = "name it: --resume DIR --rerun-failed"};
  }
  return options;
}

int run(const RunArguments& a, const CommandLine& line) {
  const Console& console = a.console;
  auto options = options_from(a, line);
  if (!options) return console.fail("run", options.error());
  auto suite = load_suite_argument(a.suite, a.resume);
  if (!suite) return console.fail("read the suite", suite.error());
  if (a.list || a.dry_run) {
    auto plan = make_plan(*suite, *options);
    if (!plan) return console.fail("run", plan.error());
    if (auto good = check_replies(*plan); a.dry_run && !good) {
      return console.fail("run", good.error());
    }
    return a.list ? list_cases(*plan, console) : print_dry_run(*plan, console);
  }
  // results.json is always written: asking for it in its own place asks for nothing more.
  std::vector<ReportRequest> requests = a.reports;
  std::erase_if(requests, [](const auto& r) { return r.format == "json" && r.path.empty(); });
  const auto reports = check_report_requests(requests, console, options->out);
  if (!reports) return console.fail("run", reports.error());
  auto baseline = a.resume.empty() ? load_baseline(*suite, a.baseline, console)
                                   : load_baseline_of_run(*suite, a.resume, a.baseline, console);
  if (!baseline) return console.fail("read the baseline", baseline.error());
  options->baseline = std::move(baseline->facts);
  options->held_baseline = std::move(baseline->held);
  auto outcome = run_suite(
      *suite, *options, console.style(STDERR_FILENO),
      [&](const std::string& folder) { return make_reporters(requests, console, folder); });
  if (!outcome) return console.fail("run", outcome.error());
  if (outcome->scored.report_error) {
    (void)console.fail("write a report", *outcome->scored.report_error);
  }
  return outcome->exit_code;
}

}  // namespace

void add_run_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<RunArguments>();
  CLI::App& run_app = *app.add_subcommand("run", "Launch, capture, diff, score and gate a suite");
  run_app.add_option("SUITE", a->suite, "The suite file or its folder (default: ./tare.json)");
  run_app.add_option("-j,--jobs", a->jobs, "How many adapters at once: a number, or auto")
      ->type_name("N|auto");
  run_app
      .add_option("--trials", a->trials, "Trials of every case, over the suite's and the case's")
      ->check(CLI::Range(1u, 1000000u))
      ->type_name("N");
  run_app.add_option("--profile", a->profile, "A profile of the suite")->type_name("NAME");
  run_app.add_option("--variant", a->variant, "A variant of the suite (default: the first)")
      ->type_name("NAME");
  run_app
      .add_option("--filter", a->filter,
                  "Which cases: tag(destructive) & !tool(get_*) | id(pr/**) & risk(>=4)")
      ->type_name("EXPR");
  run_app.add_option("--timeout", a->timeout_ms, "Milliseconds an attempt may take in all")
      ->check(CLI::Range(1u, 86400000u))
      ->type_name("MS");
  run_app.add_flag("--fail-fast", a->fail_fast, "Start nothing more after the first failure");
  run_app.add_flag("--adaptive", a->adaptive,
                   "One trial of every case, then more only of those that can still change a gate");
  run_app
      .add_option_function<std::string>(
          "--max-cost", [a](const std::string& text) { a->max_cost_usd = dollars(text); },
          "Start nothing more once so much is known to be spent (`costUsd` of adapter and "
          "judge)")
      ->check([](const std::string& text) {
        return dollars(text) ? std::string()
                             : "a sum of US dollars from 0 is needed, not \"" + text + "\"";
      })
      ->type_name("USD");
  run_app.add_option("--keep", a->keep, "Whose stdout and stderr to keep: failures or all")
      ->check(CLI::IsMember({"failures", "all"}))
      ->type_name("WHICH");
  run_app.add_option("--out", a->out, "The run folder (default: .tare/runs/<runId>)")
      ->type_name("DIR");
  run_app.add_option("--resume", a->resume, "Go on with a run that was cut off")->type_name("DIR");
  run_app.add_flag("--rerun-failed", a->rerun_failed,
                   "With --resume: run failed and incomplete trials again too");
  add_report_option(run_app, a->reports);
  add_baseline_option(run_app, a->baseline);
  run_app.add_flag("--dry-run", a->dry_run, "Say what would run and what it could show, then stop");
  run_app.add_flag("--list", a->list, "Print the ids of the selected cases, then stop");
  add_console_options(run_app, a->console, true);
  run_app.callback([a, &line] { line.exit_code = run(*a, line); });
}

}  // namespace tare
