// `tare show DIR CASE[#TRIAL]`: everything that is on record about one trial.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
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
#include "run/open_run.h"

namespace tare {
namespace {

struct ShowArguments {
  Console console;
  std::string folder, trial, suite;
  bool waivers = false;
};

// A whole case id is tried before `id#n`, as everywhere.
// `one_of_many`: a case was named that has several trials; the slot is that of the first.
std::optional<std::uint32_t> find_slot(const RunPlan& plan, const std::string& wanted,
                                       bool& one_of_many) {
  auto find = [&](std::string_view id) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
      if (plan.cases[i]->id() == id) return i;
    }
    return std::nullopt;
  };
  if (const auto whole = find(wanted)) {
    one_of_many = plan.trials_of(*whole) > 1;
    return plan.first_slot[*whole];
  }
  const auto hash = wanted.rfind('#');
  if (hash == std::string::npos) return std::nullopt;
  std::uint32_t trial = 0;
  const char* end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data() + hash + 1, end, trial);
  const auto index = find(std::string_view(wanted).substr(0, hash));
  if (!index || parsed.ec != std::errc() || parsed.ptr != end || trial < 1 ||
      trial > plan.trials_of(*index)) {
    return std::nullopt;
  }
  return plan.first_slot[*index] + trial - 1;
}

// Of a case's trials the first that did not pass, else the first.
std::uint32_t first_bad_trial(const OpenedRun& run, const AttemptSource& source,
                              std::uint32_t first_slot) {
  const std::size_t index = slot_key(*run.plan, first_slot).case_index;
  for (std::uint32_t slot = first_slot; slot < run.plan->first_slot[index + 1]; ++slot) {
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
