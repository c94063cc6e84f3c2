#include "run/run_suite.h"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>

#include "base/names.h"
#include "process/process_table.h"
#include "protocol/masked_answer.h"
#include "record/journal.h"
#include "record/run_folder.h"
#include "run/adaptive.h"
#include "run/budget.h"
#include "run/child_environment.h"
#include "run/describe.h"
#include "run/judge.h"
#include "run/policy_gate.h"
#include "run/provenance_of.h"
#include "run/public_words.h"
#include "run/scheduler.h"
#include "run/schema_warnings.h"
#include "run/scratch_root.h"
#include "run/upstream_keys.h"

namespace tare {
namespace {

// Of this program, as a command that an MCP client can start.
std::string own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

Error differs(std::string_view what, const JournalHeader& header) {
  return {
      .kind = ErrorKind::usage,
      .reason = fmt::format("the {} is not the one that this run was begun with", what),
      .mend = fmt::format("resume with the suite {}, its cases, gates and options as they were, or "
                          "begin a new run",
                          header.suite_path)};
}

// What the baseline says decides, not where it lies. "": none.
std::string digest_of(const std::optional<HeldBaseline>& held) { return held ? held->sha256 : ""; }

// A resumed run goes on as it was begun: what its header says stands where the command line is
// silent.
Result<RunOptions> options_of_resumed(RunOptions options, const JournalHeader& header) {
  const Provenance& was = header.provenance;
  auto take = [](auto& option, const auto& value, bool empty) -> bool {
    if (!option) {
      if (!empty) option = value;
      return true;
    }
    return *option == value;
  };
  if (!take(options.profile, header.profile, header.profile.empty()))
    return differs("profile", header);
  if (!take(options.filter, header.filter, header.filter.empty())) return differs("filter", header);
  if (!take(options.variant, was.variant, was.variant.empty())) return differs("variant", header);
  if (options.adaptive && !header.adaptive) return differs("option --adaptive", header);
  options.adaptive = header.adaptive;
  if (header.trials_forced ? !take(options.trials, header.trials, false)
                           : options.trials.has_value()) {
    return differs("number of trials", header);
  }
  return options;
}

struct Opened {
  RunFolder folder;
  std::optional<JournalHeader> header;  // of a run that goes on
};

Result<Opened> open_folder(const RunOptions& options, const std::string& run_id) {
  const std::string path = options.out.empty() ? ".tare/runs/" + run_id : options.out;
  if (!options.resume) {
    auto folder = RunFolder::create(path);
    if (!folder) return folder.error();
    return Opened{std::move(folder).value(), std::nullopt};
  }
  auto folder = RunFolder::open_locked(path);
  if (!folder) return folder.error();
  Opened opened{std::move(folder).value(), std::nullopt};
  if (!opened.folder.has_journal_header()) return opened;
  auto reader = JournalReader::open(opened.folder.journal_path());
  if (!reader) return reader.error();
  opened.header = reader->header();
  return opened;
}

// Marks the trials that --rerun-failed runs once more.
Result<void> mark_failed(const RunPlan& plan, const Manifest* manifest, const AttemptSource& source,
                         TrialTable& table) {
  for (std::uint32_t slot = 0; slot < plan.slots(); ++slot) {
    auto trial = score_slot(plan, manifest, source, slot);
    if (!trial) return trial.error();
    table.trial(slot).again =
        trial->score.outcome == AttemptOutcome::failed || trial->score.verdict == Verdict::fail;
    const auto& judge = trial->score.judge;
    if (judge && judge->state == JudgeScore::State::incomplete) {
      table.trial(slot).judged = false;
      table.trial(slot).judge_tries = 0;
    }
  }
  return {};
}

// What an earlier part of the run spent.
Result<void> add_spent(const JournalReader& journal, const RunPlan& plan, const TrialTable& table,
                       Budget& budget) {
  for (std::uint32_t slot = 0; slot < plan.slots(); ++slot) {
    for (const std::uint64_t offset : table.offsets(slot)) {
      auto attempt = journal.read_at(offset);
      if (!attempt) return attempt.error();
      budget.add(attempt->answer.usage);
    }
    for (const std::uint64_t offset : table.judgements(slot)) {
      auto judgement = journal.read_judgement_at(offset);
      if (!judgement) return judgement.error();
      budget.add(judgement->attempt.answer.usage);
    }
  }
  return {};
}

std::map<std::string, std::uint64_t> footer_counts(const RunPlan& plan, const TrialTable& table) {
  std::uint64_t complete = 0;
  for (std::uint32_t slot = 0; slot < plan.slots(); ++slot) complete += table.trial(slot).complete;
  return {{"cases", plan.cases.size()},
          {"trials", plan.slots()},
          {"complete", complete},
          {"attempts", table.attempts()}};
}

}  // namespace

Result<RunOutcome> run_suite(const Suite& suite, const RunOptions& given,
                             const TerminalStyle& style, const ReporterFactory& make_reporters) {
  // Everything that can be wrong with suite and options is found before a folder is made.
  if (!given.resume) {
    auto early = make_plan(suite, given);
    if (!early) return early.error();
  }
  auto env = resolve_adapter_env(suite);
  if (!env) return env.error();
  AttemptSetting setting;
  setting.environment = base_environment(*env);
  const auto upstream_keys = resolve_upstream_keys(suite);
  if (!upstream_keys) return upstream_keys.error();
  std::vector<std::string> secrets =
      secret_values(setting.environment, suite, suite.adapter.secrets);
  for (const std::string& key : *upstream_keys) {
    if (!key.empty()) secrets.push_back(key);
  }
  std::unique_ptr<Judge> judge;
  if (auto plan = make_plan(suite, given); plan && suite.judge) {
    // A run that goes on takes its filter from the folder, which is opened later: until then all
    // cases may be meant.
    auto made = Judge::create(*plan);
    if (!made) return made.error();
    judge = std::move(made).value();
  }
  if (judge) {
    for (std::string& secret : judge->secrets(suite)) secrets.push_back(std::move(secret));
  }
  hide_upstream_keys(suite, *upstream_keys);
  const Masker masker = secrets.empty() ? Masker() : Masker(secrets, public_words(suite));
  setting.masker = &masker;
  std::string path_variable;
  for (const auto& entry : setting.environment) {
    if (entry.starts_with("PATH=")) path_variable = entry.substr(5);
  }
  std::error_code no_folder;
  if (!std::filesystem::is_directory(suite.adapter.cwd, no_folder)) {
    return Error{.kind = ErrorKind::input,
                 .reason = fmt::format("adapter.cwd {} is no folder", suite.adapter.cwd),
                 .mend = "name a folder that exists, relative to the suite file"};
  }
  auto program = resolve_program(suite.adapter.command.front(), suite.adapter.cwd, path_variable);
  if (!program) return program.error();
  setting.program = *program;

  std::string run_id = new_run_id();
  auto opened = open_folder(given, run_id);
  if (!opened) return opened.error();
  RunFolder& folder = opened->folder;
  const bool resumed = opened->header.has_value();
  RunOptions options = given;
  if (resumed) {
    auto merged = options_of_resumed(given, *opened->header);
    if (!merged) return merged.error();
    options = std::move(merged).value();
    run_id = opened->header->provenance.run_id;
  }
  auto planned = make_plan(suite, options);
  if (!planned) return planned.error();
  RunPlan plan = std::move(planned).value();
  std::string note;
  plan.jobs = bounded_jobs(plan.jobs, &note);
  if (resumed) {
    const Provenance& was = opened->header->provenance;
    if (was.suite_sha256 != suite.suite_sha256) return differs("suite file", *opened->header);
    if (was.dataset_sha256 != suite.dataset_sha256) return differs("set of cases", *opened->header);
    if (was.gates_sha256 != gates_sha256_of(plan)) return differs("set of gates", *opened->header);
    if (digest_of(opened->header->baseline) != digest_of(options.held_baseline)) {
      return differs("baseline", *opened->header);
    }
  }

  if (auto good = check_replies(plan); !good) {
    if (!resumed) folder.discard();
    return good.error();
  }

  boost::asio::io_context io(1);
  RunClock clock;
  ProcessTable processes;
  RunControl control(io, clock, processes);
  Progress progress(STDERR_FILENO, ::isatty(STDERR_FILENO) != 0, style, plan.slots());
  if (!note.empty()) progress.message(note);
  for (const auto& warning : suite.warnings) progress.message("tare: warning: " + warning);
  control.watch_signals([&](const std::string& text) { progress.message(text); });
  if (resumed) remove_old_scratch(run_id);
  const ScratchRoot scratch(run_id);
  if (auto made = make_directories(scratch.path()); !made) return made.error();
  setting.plan = &plan;
  setting.scratch_root = scratch.path();
  setting.shim = "/proc/self/exe";
  setting.clock = &clock;
  setting.table = &processes;
  setting.control = &control;

  Described described;
  std::optional<std::string> manifest_json;
  if (suite.tools_from == ToolsFrom::describe) {
    std::optional<Result<Described>> answer;
    // A coroutine's result type needs a default in Asio; an optional outside has one.
    auto ask = [&]() -> boost::asio::awaitable<void> { answer = co_await describe_tools(setting); };
    boost::asio::co_spawn(io, ask(), [&](const std::exception_ptr&) { control.ignore_signals(); });
    io.run();
    io.restart();
    if (!answer->ok()) {
      if (!resumed) folder.discard();
      if (control.reason() == StopReason::interrupted) {
        return Error{.kind = ErrorKind::interrupted,
                     .reason = "interrupted while the adapter was asked for its tools"};
      }
      answer->error().reason = masker.mask(answer->error().reason);
      return answer->error();
    }
    described = std::move(*answer).value();
    setting.manifest = &described.manifest;
    auto checked = check_expected_tools(suite, &described.manifest);
    if (!checked) {
      if (!resumed) folder.discard();
      checked.error().reason = masker.mask(checked.error().reason);
      return checked.error();
    }
    for (const auto& warning : *checked) {
      progress.message("tare: warning: " + masker.mask(warning));
    }
    manifest_json = described.tools_json;
    control.watch_signals([&](const std::string& text) { progress.message(text); });
  } else if (suite.tools_from == ToolsFrom::file) {
    setting.manifest = &suite.tools;
    manifest_json = tools_json_of(suite.tools);
  }
  for (const auto& warning : schema_warnings(setting.manifest, plan.cases)) {
    progress.message("tare: warning: " + masker.mask(warning));
  }
  auto reviewed = hold_against_policy(suite, setting.manifest);
  if (!reviewed) {
    if (!resumed) folder.discard();
    Error& error = reviewed.error();
    error.reason = masker.mask(error.reason);
    for (Error& more : error.more) more.reason = masker.mask(more.reason);
    return reviewed.error();
  }
  for (const auto& warning : *reviewed) progress.message("tare: warning: " + masker.mask(warning));
  // Scoring knows the tools by what the journal says of them, as it knows the calls.
  std::optional<Manifest> masked_manifest;
  if (manifest_json && masker.hits(*manifest_json)) {
    std::string reason;
    manifest_json = mask_json(*manifest_json, masker);
    masked_manifest = manifest_from_tools_json(*manifest_json, &reason);
  }
  const Manifest* scored_manifest = masked_manifest ? &*masked_manifest : setting.manifest;
  if (resumed && opened->header->manifest_json != manifest_json)
    return differs("set of tools", *opened->header);

  std::unique_ptr<RunRecorders> recorders;
  if (suite.proxy.any()) {
    auto started = RunRecorders::start(io.get_executor(), suite, *upstream_keys, own_program());
    if (!started) {
      if (!resumed) folder.discard();
      return started.error();
    }
    recorders = std::move(started).value();
    setting.recorders = recorders.get();
  }

  TrialTable table(plan);
  JournalHeader header;
  if (resumed) {
    header = *opened->header;
  } else {
    header.provenance =
        provenance_of(plan, options, scored_manifest, setting.program, run_id, masker);
    header.manifest_json = manifest_json;
    header.trials = plan.default_trials;
    header.trials_forced = options.trials.has_value();
    header.filter = plan.filter;
    header.profile = plan.profile;
    header.adaptive = options.adaptive;
    header.baseline = options.held_baseline;
    header.selected_cases = plan.cases.size();
    std::error_code ignored;
    header.suite_path = std::filesystem::absolute(suite.path, ignored).string();
  }
  plan.judge = standing_of(suite, header.provenance.judge_sha256);
  auto journal = resumed ? JournalWriter::reopen(folder.journal_path())
                         : JournalWriter::create(folder.journal_path(), header);
  if (!journal) return journal.error();
  if (resumed) {
    auto reader = JournalReader::open(folder.journal_path());
    if (!reader) return reader.error();
    if (auto loaded = table.load(*reader, false); !loaded) return loaded.error();
    if (options.rerun_failed) {
      auto marked =
          mark_failed(plan, scored_manifest, attempts_from_journal(*reader, table), table);
      if (!marked) return marked.error();
    }
  }

  auto own_journal = JournalReader::open(folder.journal_path());
  if (!own_journal) return own_journal.error();
  std::optional<AdaptiveRounds> rounds;
  if (options.adaptive) {
    rounds.emplace(plan, scored_manifest, attempts_from_journal(*own_journal, table));
  }
  Budget budget(options.max_cost_usd);
  if (resumed && budget.limited()) {
    if (auto spent = add_spent(*own_journal, plan, table, budget); !spent) return spent.error();
    if (budget.reached()) control.stop(StopReason::cost_limit);
  }

  SchedulerParts parts;
  parts.setting = &setting;
  parts.table = &table;
  parts.journal = &*journal;
  parts.folder = &folder;
  parts.masker = &masker;
  parts.scored_manifest = scored_manifest;
  parts.progress = &progress;
  parts.fail_fast = options.fail_fast;
  parts.reader = &*own_journal;
  parts.rounds = rounds ? &*rounds : nullptr;
  parts.budget = &budget;
  parts.first_launch_proven = suite.tools_from == ToolsFrom::describe;
  LaunchTurns turns(io);
  setting.turns = &turns;
  if (judge) {
    const std::string judge_scratch = scratch.path() + "/judge";
    if (auto made = make_directories(judge_scratch); !made) return made.error();
    judge->join(setting, judge_scratch);
    parts.judge = judge.get();
  }
  Scheduler scheduler(io, parts);
  boost::asio::co_spawn(io, scheduler.run(), [&](const std::exception_ptr&) {
    control.ignore_signals();
    if (recorders) recorders->stop();
  });
  io.run();
  progress.clear();

  const bool interrupted = control.reason() == StopReason::interrupted;
  if (control.reason() == StopReason::broken) {
    (void)journal->sync();
    if (!resumed && table.attempts() == 0) folder.discard();
    return *control.error();
  }
  JournalFooter footer{.counts = footer_counts(plan, table)};
  if (rounds && !interrupted) footer.stopped_early = rounds->stopped();
  if (control.reason() == StopReason::cost_limit && footer.counts["complete"] < plan.slots()) {
    footer.cost_stop = CostStop{budget.limit_usd(), budget.known_usd()};
  }
  plan.stopped_early = footer.stopped_early;
  plan.cost_stop = footer.cost_stop;
  // A footer says that the run ended by itself; without one it can be resumed.
  auto ended = interrupted ? journal->sync() : journal->append_footer(footer);
  if (!ended) return ended.error();

  auto reader = JournalReader::open(folder.journal_path());
  if (!reader) return reader.error();
  auto reporters = make_reporters(folder.path());
  reporters.insert(reporters.begin(), make_results_json_reporter(folder.results_path()));
  ReportContext context;
  context.suite_path = suite.path;
  if (!options.folder_is_temporary) context.run_folder = folder.path();
  Provenance provenance = header.provenance;
  provenance.journal_chain_sha256 = journal->chain_sha256();
  context.provenance = &provenance;
  context.cases = plan.cases.size();
  context.trials = plan.slots();
  auto scored = score_run(plan, scored_manifest, attempts_from_journal(*reader, table), context,
                          interrupted, &provenance, reporters);
  if (!scored) return scored.error();
  RunOutcome outcome{std::move(scored).value(), folder.path(), 0};
  outcome.exit_code = outcome.scored.summary.exit_code;
  if (outcome.scored.report_error && outcome.exit_code == 0) outcome.exit_code = 110;
  return outcome;
}

}  // namespace tare
