// `tare selftest [SUITE]`: can this suite fail, and does it agree with itself?
//
// No model, and no adapter but where the suite has it tell its tools: agents of paper and mutants
// of right answers are scored as a run would be (lint/selftest.h). With a recorded run the mutants
// are made of calls that really were made.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <map>
#include <memory>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/selftest_output.h"
#include "app/suite_argument.h"
#include "app/suite_check.h"
#include "base/file.h"
#include "lint/selftest.h"
#include "run/open_run.h"
#include "run/plan.h"
#include "run/score_run.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "test the suite";
constexpr std::string_view kFooter =
    "Exit codes: 0 the suite can fail and agrees with itself; 1 it does not, or more mutants live\n"
    "than --max-live allows; 2 bad usage or bad input; 4 nothing selected. docs/selftest.md tells\n"
    "more.";

struct SelftestArguments {
  Console console;
  std::string suite, from, filter;
  double max_live = kMaxLiveShare;
};

// What is scored with: the plan, and the tools that were in force.
struct Setting {
  std::unique_ptr<OpenedRun> run;  // null: no run was given
  std::unique_ptr<RunPlan> plan;
  const Manifest* manifest = nullptr;
  SuiteTools told;  // where no run has them on record
  std::map<const TestCase*, std::optional<Manifest>> own_tools;
};

Result<std::unique_ptr<Setting>> prepare(const Suite& suite, const SelftestArguments& a) {
  auto made = std::make_unique<Setting>();
  Setting& out = *made;
  RunOptions options;
  if (!a.filter.empty()) options.filter = a.filter;
  auto plan = make_plan(suite, options);
  if (!plan) return plan.error();
  out.plan = std::make_unique<RunPlan>(std::move(plan).value());
  if (!a.from.empty()) {
    auto run = open_run(suite, a.from);
    if (!run) return run.error();
    out.run = std::make_unique<OpenedRun>(std::move(run).value());
    out.manifest = out.run->manifest.get();
  } else {
    auto tools = tools_of_suite(suite, a.console);
    if (!tools) return tools.error();
    out.told = std::move(tools).value();
    if (out.told.manifest) out.manifest = &*out.told.manifest;
  }
  for (const TestCase* test_case : out.plan->cases) {
    if (auto own = tools_of_case(*test_case)) out.own_tools[test_case] = std::move(own);
  }
  return made;
}

const Manifest* manifest_of(const Setting& setting, const TestCase& test_case) {
  const auto own = setting.own_tools.find(&test_case);
  return own == setting.own_tools.end() ? setting.manifest : &*own->second;
}

TrialScore score_of(const Setting& setting, const TestCase& test_case,
                    const AttemptRecord& record) {
  ScoreContext context;
  context.manifest = manifest_of(setting, test_case);
  context.suite_never = setting.plan->suite->never;
  context.side_effects = setting.plan->suite->side_effects;
  context.schemas = setting.plan->schemas.get();
  context.matchers = setting.plan->matchers.get();
  context.max_turns = setting.plan->suite->max_turns;
  TrialScore score = score_trial(test_case, {&record, 1}, context);
  setting.plan->waivers.apply(test_case, score);
  return score;
}

// The calls of a case's first trial that passed.
std::optional<ScriptedAnswer> recorded_of(const OpenedRun& run, const AttemptSource& source,
                                          const TestCase& test_case) {
  const RunPlan& plan = *run.plan;
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    if (plan.cases[i]->id() != test_case.id()) continue;
    for (std::uint32_t slot = plan.first_slot[i]; slot < plan.first_slot[i + 1]; ++slot) {
      auto trial = score_slot(plan, run.manifest.get(), source, slot);
      if (!trial || trial->score.verdict != Verdict::pass) continue;
      return answer_of(trial->attempts[trial->scored_attempt], trial->score.traces);
    }
  }
  return std::nullopt;
}

int selftest(const SelftestArguments& a) {
  if (!std::isfinite(a.max_live) || a.max_live < 0 || a.max_live > 1) {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = "--max-live is a share of the mutants, from 0 to 1",
                                  .mend = "as --max-live 0.05"});
  }
  auto suite = load_suite_argument(a.suite, a.suite.empty() ? a.from : "");
  if (!suite) return a.console.fail("read the suite", suite.error());
  auto prepared = prepare(*suite, a);
  if (!prepared) return a.console.fail(kWhat, prepared.error());
  const std::unique_ptr<Setting>& setting = *prepared;
  if (setting->run) {
    for (const auto& warning : setting->run->warnings) a.console.warn(warning);
  }
  std::optional<AttemptSource> source;
  if (setting->run) source = attempts_from_journal(*setting->run->journal, *setting->run->table);

  SelftestInput input;
  input.cases = setting->plan->cases;
  input.gates = setting->plan->gates;
  input.suite_never = suite->never;
  input.manifest_of = [&](const TestCase& c) { return manifest_of(*setting, c); };
  input.score = [&](const TestCase& c, const AttemptRecord& r) { return score_of(*setting, c, r); };
  input.recorded = [&](const TestCase& c) -> std::optional<ScriptedAnswer> {
    if (!source) return std::nullopt;
    return recorded_of(*setting->run, *source, c);
  };
  auto result = run_selftest(input);
  if (!result) return a.console.fail(kWhat, result.error());

  const SelftestVerdict verdict = selftest_verdict(*result, a.max_live);
  const bool json = a.console.format == OutputFormat::json;
  const std::string text = json ? selftest_json(*result, verdict)
                                : selftest_text(*result, verdict, a.console.style(STDOUT_FILENO));
  if (json || !a.console.quiet) {
    if (auto written = write_all(STDOUT_FILENO, text); !written) {
      (void)a.console.fail("write the report", written.error());
      return kExitReport;
    }
  }
  return verdict.findings.empty() ? kExitGood : kExitFindings;
}

}  // namespace

void add_selftest_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<SelftestArguments>();
  CLI::App& command = *app.add_subcommand(
      "selftest", "Can the suite fail? Agents of paper and mutants, without a model");
  command.footer(std::string(kFooter));
  command.add_option("SUITE", a->suite, "The suite file or its folder (default: ./tare.json)");
  command
      .add_option("--from", a->from, "A run folder: mutants are made of the calls on record there")
      ->type_name("DIR");
  command.add_option("--filter", a->filter, "Only these cases")->type_name("EXPR");
  command
      .add_option("--max-live", a->max_live, "The share of mutants that may live (default 0.05)")
      ->type_name("SHARE");
  add_console_options(command, a->console, true);
  command.callback([a, &line] { line.exit_code = selftest(*a); });
}

}  // namespace tare
