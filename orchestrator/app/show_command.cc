// `tare show DIR CASE[#TRIAL]`: everything that is on record about one trial.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/suite_argument.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/nearest_name.h"
#include "report/trial_view.h"
#include "report/waiver_text.h"
#include "run/adaptive.h"
#include "run/open_run.h"
#include "suite/trial_id.h"

namespace tare {
namespace {

struct ShowArguments {
  Console console;
  std::string folder, trial, suite;
  bool waivers = false;
};

// `one_of_many`: a case was named that has several trials; the slot is that of the first.
std::optional<std::uint32_t> find_slot(const RunPlan& plan, const std::string& wanted,
                                       bool& one_of_many) {
  CasesById by_id;
  for (std::size_t i = 0; i < plan.cases.size(); ++i) by_id.emplace(plan.cases[i]->id(), i);
  const std::optional<TrialId> found = find_trial(by_id, wanted);
  if (!found) return std::nullopt;
  const std::uint32_t trials = plan.trials_of(found->case_index);
  one_of_many = !found->trial && trials > 1;
  const std::uint32_t trial = found->trial.value_or(1);
  if (trial > trials) return std::nullopt;
  return plan.first_slot[found->case_index] + trial - 1;
}

// Of a case's trials the first that ran and did not pass, else the first.
std::uint32_t first_bad_trial(const OpenedRun& run, const AttemptSource& source,
                              std::uint32_t first_slot) {
  const std::size_t index = slot_key(*run.plan, first_slot).case_index;
  const EarlyStops early(*run.plan, run.plan->stopped_early);
  for (std::uint32_t slot = first_slot; slot < run.plan->first_slot[index + 1]; ++slot) {
    if (early.skips(index, slot_key(*run.plan, slot).trial)) break;
    auto trial = score_slot(*run.plan, run.manifest.get(), source, slot);
    if (trial && trial->score.verdict != Verdict::pass) return slot;
  }
  return first_slot;
}

int show(const ShowArguments& a) {
  if (auto journal = JournalReader::open(a.folder + "/journal.jsonl"); !journal) {
    return a.console.fail("read the run", journal.error());
  }
  auto suite = load_suite_argument(a.suite, a.folder);
  if (!suite) return a.console.fail("read the suite of the run", suite.error());
  auto run = open_run(*suite, a.folder);
  if (!run) return a.console.fail("read the run", run.error());
  for (const auto& warning : run->warnings) {
    (void)write_all(STDERR_FILENO, fmt::format("tare: warning: {}\n", warning));
  }
  bool one_of_many = false;
  auto slot = find_slot(*run->plan, a.trial, one_of_many);
  if (!slot) {
    std::vector<std::string_view> known;
    for (const TestCase* c : run->plan->cases) known.push_back(c->id());
    if (known.size() > 1000) known.resize(1000);
    return a.console.fail("show the trial",
                          {.kind = ErrorKind::usage,
                           .reason = fmt::format("the run has no case or trial \"{}\"", a.trial),
                           .mend = nearest_name_hint(a.trial, known)});
  }
  const AttemptSource source = attempts_from_journal(*run->journal, *run->table);
  if (one_of_many) slot = first_bad_trial(*run, source, *slot);
  auto trial = score_slot(*run->plan, run->manifest.get(), source, *slot);
  if (!trial) return a.console.fail("read the run", trial.error());
  if (one_of_many) {
    const SlotKey key = slot_key(*run->plan, *slot);
    (void)write_all(STDERR_FILENO, fmt::format("trial {} of {}; name another as {}#N\n", key.trial,
                                               run->plan->trials_of(key.case_index),
                                               escape_for_terminal(a.trial)));
  }
  const TestCase& test_case = *run->plan->cases[slot_key(*run->plan, *slot).case_index];
  if (a.waivers) {
    const std::string entries = waivers_for(test_case, trial->score);
    return write_all(STDOUT_FILENO, entries) ? kExitGood : kExitReport;
  }
  const std::string text =
      render_trial(test_case, trial->score, trial->attempts[trial->scored_attempt],
                   a.console.style(STDOUT_FILENO));
  return write_all(STDOUT_FILENO, text) ? kExitGood : kExitReport;
}

}  // namespace

void add_show_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<ShowArguments>();
  CLI::App& command = *app.add_subcommand(
      "show", "One trial of a run: request, views side by side, findings, stderr");
  command.add_option("DIR", a->folder, "The run folder")->required();
  command.add_option("CASE", a->trial, "A case id, or id#trial")
      ->required()
      ->type_name("CASE[#TRIAL]");
  command.add_option("--suite", a->suite, "The suite file, if it has moved")->type_name("SUITE");
  command.add_flag("--waivers", a->waivers,
                   "Print instead the waivers that would cover its findings, to be pasted into the "
                   "suite once why, reviewedBy and until are filled in");
  add_console_options(command, a->console, false);
  command.callback([a, &line] { line.exit_code = show(*a); });
}

}  // namespace tare
