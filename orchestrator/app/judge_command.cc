// `tare judge calibrate`: is the judge's word worth a gate?
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <utility>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/suite_argument.h"
#include "base/file.h"
#include "report/calibration_text.h"
#include "run/open_run.h"
#include "suite/labels.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "calibrate the judge";
constexpr std::string_view kFooter =
    "LABELS is JSON or JSON Lines: {\"id\": \"case#2\", \"verdict\": \"PASS\" | \"FAIL\" or\n"
    "\"score\": 1 to 5, \"by\": \"ann\"}.\n"
    "Exit codes: 0 kappa is at minKappa or above, or there is none to reach; 1 below; 2 bad usage "
    "or\n"
    "input, or nothing to compare.";

struct CalibrateArguments {
  Console console;
  std::string labels, folder, suite, out;
  std::optional<double> min_kappa;
};

Error input(std::string reason, std::string mend) {
  return {.kind = ErrorKind::input, .reason = std::move(reason), .mend = std::move(mend)};
}

std::string without_text(const std::optional<JudgeScore>& judge) {
  if (!judge) return "the case has no contract";
  switch (judge->state) {
    case JudgeScore::State::passed:
    case JudgeScore::State::failed:
      return "";
    case JudgeScore::State::incomplete:
      return "the judge gave no verdict: " + judge->reason;
    case JudgeScore::State::not_asked:
      return fmt::format("the judge was not asked ({})", not_judged_name(judge->why));
  }
  return "";
}

// The labels in the order of the run, each with what the judge said of its trial.
Result<CalibrationReport> compared(const OpenedRun& run, const std::vector<Label>& labels,
                                   double threshold) {
  const RunPlan& plan = *run.plan;
  std::map<std::uint32_t, const Label*> by_slot;
  std::vector<LabelledItem> items;
  const auto item_of = [&](const Label& label) {
    LabelledItem item;
    item.id = label.id;
    item.by = label.by;
    item.score = label.score;
    item.pass = label.score ? *label.score >= threshold : label.pass.value_or(false);
    return item;
  };
  for (const Label& label : labels) {
    if (label.case_index) {
      by_slot.emplace(plan.first_slot[*label.case_index] + label.trial - 1, &label);
      continue;
    }
    items.push_back(item_of(label));
    items.back().without = "the run has no such trial";
  }
  std::vector<std::string> unlabelled;
  const AttemptSource source = attempts_from_journal(*run.journal, *run.table);
  for (std::uint32_t slot = 0; slot < plan.slots(); ++slot) {
    const SlotKey key = slot_key(plan, slot);
    const TestCase& test_case = *plan.cases[key.case_index];
    const auto label = by_slot.find(slot);
    if (label == by_slot.end() && !contract_of(test_case)) continue;
    auto scored = score_slot(plan, run.manifest.get(), source, slot);
    if (!scored) return scored.error();
    const auto& judge = scored->score.judge;
    const bool judged = judge && (judge->state == JudgeScore::State::passed ||
                                  judge->state == JudgeScore::State::failed);
    if (label == by_slot.end()) {
      if (judged) unlabelled.push_back(fmt::format("{}#{}", test_case.id(), key.trial));
      continue;
    }
    items.push_back(item_of(*label->second));
    if (judged) {
      items.back().judged =
          JudgedItem{judge->score, judge->state == JudgeScore::State::passed, judge->reason};
    } else {
      items.back().without = without_text(judge);
    }
  }
  return compare_with_labels(std::move(items), std::move(unlabelled));
}

int calibrate(const CalibrateArguments& a) {
  auto suite = load_suite_argument(a.suite, a.folder);
  if (!suite) return a.console.fail("read the suite", suite.error());
  auto run = open_run(*suite, a.folder);
  if (!run) return a.console.fail("read the run", run.error());
  for (const auto& warning : run->warnings) a.console.warn(warning);
  if (!suite->judge || !run->provenance.judge_sha256) {
    return a.console.fail(kWhat, input("the run had no judge",
                                       "give the suite a \"judge\" and cases an "
                                       "\"expectedOutput\", and run it again"));
  }
  std::vector<std::uint32_t> trials;
  for (std::size_t i = 0; i < run->plan->cases.size(); ++i) {
    trials.push_back(run->plan->trials_of(i));
  }
  const auto labels = load_labels(a.labels, run->plan->cases, trials);
  if (!labels) return a.console.fail("read the labels", labels.error());
  const auto report = compared(*run, *labels, suite->judge->threshold);
  if (!report) return a.console.fail(kWhat, report.error());

  CalibrationFacts facts;
  facts.judge_sha256 = *run->provenance.judge_sha256;
  facts.contracts_sha256 = contracts_digest(*suite);
  facts.min_kappa = a.min_kappa ? a.min_kappa : suite->judge->min_kappa;
  facts.reached = !facts.min_kappa || (report->kappa && *report->kappa >= *facts.min_kappa);
  const bool json = a.console.format == OutputFormat::json;
  const std::string text = json ? calibration_json(*report, facts)
                                : calibration_text(*report, facts, a.console.style(STDOUT_FILENO));
  if ((json || !a.console.quiet) && !write_all(STDOUT_FILENO, text)) return kExitReport;
  if (report->pairs == 0) {
    return a.console.fail(kWhat,
                          input("no label has a verdict beside it: there is nothing to compare",
                                "label trials that the judge was asked about"));
  }
  if (!a.out.empty()) {
    if (auto written = write_file_atomically(a.out, calibration_file(*report, facts)); !written) {
      (void)a.console.fail("write the calibration", written.error());
      return kExitReport;
    }
  }
  return facts.reached ? kExitGood : kExitFindings;
}

}  // namespace

void add_judge_command(CLI::App& app, CommandLine& line) {
  CLI::App& judge = *app.add_subcommand("judge", "What a judge's word is worth");
  judge.require_subcommand(1);
  auto a = std::make_shared<CalibrateArguments>();
  CLI::App& command =
      *judge.add_subcommand("calibrate", "Compare a run's judge with labels that people gave");
  command.add_option("LABELS", a->labels, "What people said of its trials")->required();
  command.add_option("DIR", a->folder, "The run folder")->required();
  command
      .add_option("--suite", a->suite, "The suite (default: the one that the run was made with)")
      ->type_name("SUITE");
  command
      .add_option("--min-kappa", a->min_kappa, "What Cohen's kappa must reach, over the suite's")
      ->check(CLI::Range(-1.0, 1.0))
      ->type_name("K");
  command.add_option("--out", a->out, "Write the calibration that the suite names")
      ->type_name("FILE");
  add_console_options(command, a->console, true);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = calibrate(*a); });
}

}  // namespace tare
