// `tare baseline`: the small file that a team commits.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "app/baseline_option.h"
#include "app/commands.h"
#include "app/exit_code.h"
#include "app/suite_argument.h"
#include "base/escape.h"
#include "base/file.h"
#include "record/baseline.h"
#include "report/figure_text.h"
#include "scoring/waivers.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "make a baseline";

struct BaselineArguments {
  Console console;
  std::string run, out, suite;
};

// Its cases would stand under the name of a dataset that they are not of.
Result<void> check(const Suite& suite, const RunFacts& facts) {
  if (facts.provenance.dataset_sha256 == suite.dataset_sha256) return {};
  return Error{.kind = ErrorKind::usage,
               .reason = "the cases are not those that the run was made with",
               .mend = "make a run of the suite as it is now, and the baseline of that"};
}

// How many cases a baseline of the whole suite has: one in quarantine is left out of it, unless it
// crossed a limit.
std::size_t cases_to_hold(const Suite& suite, const Waivers& waivers, const RunFacts& facts) {
  std::set<std::string_view> held;
  for (const CaseFacts& one : facts.cases) held.insert(one.id);
  return static_cast<std::size_t>(
      std::ranges::count_if(suite.cases, [&](const TestCase& test_case) {
        return held.contains(test_case.id()) || !waivers.quarantines(test_case);
      }));
}

int baseline(const BaselineArguments& a) {
  std::error_code error;
  if (!std::filesystem::is_directory(a.run, error)) {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = fmt::format("{} is no run folder", a.run),
                                  .mend = "name the folder of a run, such as .tare/runs/RUN"});
  }
  auto suite = load_suite_argument(a.suite, a.run);
  if (!suite) return a.console.fail("read the suite", suite.error());
  auto facts = run_facts_of(a.run, a.suite, a.console);
  if (!facts) return a.console.fail(kWhat, facts.error());
  if (auto good = check(*suite, *facts); !good) return a.console.fail(kWhat, good.error());
  const auto waivers = Waivers::create(*suite);
  if (!waivers) return a.console.fail(kWhat, waivers.error());
  const std::size_t meant = cases_to_hold(*suite, *waivers, *facts);
  if (facts->cases.size() < meant) {
    a.console.warn(fmt::format("the run went over {} of {} cases: the others have no baseline",
                               facts->cases.size(), meant));
  }
  const std::string path = !a.out.empty()         ? a.out
                           : suite->baseline_path ? *suite->baseline_path
                                                  : suite->directory + "/tare.baseline.json";
  const std::string text = baseline_document(*facts);
  const auto written =
      path == "-" ? write_all(STDOUT_FILENO, text) : write_file_atomically(path, text);
  if (!written) {
    (void)a.console.fail("write the baseline", written.error());
    return kExitReport;
  }
  if (path != "-" && !a.console.quiet) {
    (void)write_all(STDERR_FILENO,
                    fmt::format("{}: {} of {}\n", escape_for_terminal(path),
                                counted(facts->cases.size(), "case"), escape_for_terminal(a.run)));
  }
  return kExitGood;
}

}  // namespace

void add_baseline_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<BaselineArguments>();
  CLI::App& command =
      *app.add_subcommand("baseline", "The small file of a run that later runs are held against");
  command.add_option("RUN", a->run, "A run folder")->required()->type_name("DIR");
  command
      .add_option("--out", a->out,
                  "Where it goes (- is stdout; default: the suite's \"baseline\", else "
                  "tare.baseline.json beside it)")
      ->type_name("FILE");
  command.add_option("--suite", a->suite, "The suite file, if it has moved")->type_name("SUITE");
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = baseline(*a); });
}

}  // namespace tare
