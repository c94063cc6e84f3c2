#include "run/run_suite.h"

#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>

#include "base/names.h"
#include "process/process_table.h"
#include "record/journal.h"
#include "record/run_folder.h"
#include "run/adaptive.h"
#include "run/budget.h"
#include "run/child_environment.h"
#include "run/judge.h"
#include "run/launch_inputs.h"
#include "run/provenance_of.h"
#include "run/public_words.h"
#include "run/resumed_run.h"
#include "run/scheduler.h"
#include "run/scratch_root.h"
#include "run/tools_in_use.h"
#include "run/upstream_keys.h"

namespace tare {
namespace {

// Of this program, as a command that an MCP client can start.
std::string own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

std::map<std::string, std::uint64_t> footer_counts(const RunPlan& plan, const TrialTable& table) {
  std::uint64_t complete = 0;
  for (std::uint32_t slot = 0; slot < plan.slots(); ++slot) complete += table.trial(slot).complete;
  return {{"cases", plan.cases.size()},
          {"trials", plan.slots()},
          {"complete", complete},
          {"attempts", table.attempts()}};
}

// One run, step by step; each step may end it. What a step leaves for the next ones are the members
// below it.
class SuiteRun {
 public:
  SuiteRun(const Suite& suite, const RunOptions& given, const TerminalStyle& style)
      : suite_(suite), options_(given), style_(style) {}

  Result<RunOutcome> run(const ReporterFactory& make_reporters) {
    if (auto done = prepare(); !done) return done.error();
    if (auto done = open_folder(); !done) return done.error();
    if (auto done = begin(); !done) {
      // A new run that never came to its journal leaves nothing behind.
      if (!resumed()) folder_->discard();
      return done.error();
    }
    if (auto done = open_journal(); !done) return done.error();
    if (auto done = run_trials(); !done) return done.error();
    if (auto done = end_journal(); !done) return done.error();
    return report(make_reporters);
  }

 private:
  bool resumed() const { return begun_.has_value(); }
  bool interrupted() const { return control_.reason() == StopReason::interrupted; }

  // Everything that can be wrong with suite and options is found before a folder is made.
  Result<void> prepare() {
    auto early = make_plan(suite_, options_);
    // A run that goes on takes its filter from the folder, which is opened later.
    if (!early && !options_.resume) return early.error();
    if (auto ready = prepare_launch(suite_, setting_); !ready) return ready.error();
    auto keys = resolve_upstream_keys(suite_);
    if (!keys) return keys.error();
    upstream_keys_ = std::move(keys).value();
    std::vector<std::string> secrets =
        secret_values(setting_.environment, suite_, suite_.adapter.secrets);
    for (const std::string& key : upstream_keys_) {
      if (!key.empty()) secrets.push_back(key);
    }
    if (early && suite_.judge) {
      auto made = Judge::create(*early);
      if (!made) return made.error();
      judge_ = std::move(made).value();
    }
    if (judge_) {
      for (std::string& secret : judge_->secrets(suite_)) secrets.push_back(std::move(secret));
    }
    hide_upstream_keys(suite_, upstream_keys_);
    if (!secrets.empty()) masker_ = Masker(secrets, public_words(suite_));
    setting_.masker = &masker_;
    return {};
  }

  // The folder, and the plan in force: a run that goes on has options from its journal.
  Result<void> open_folder() {
    run_id_ = new_run_id();
    const std::string path = options_.out.empty() ? ".tare/runs/" + run_id_ : options_.out;
    auto folder = options_.resume ? RunFolder::open_locked(path) : RunFolder::create(path);
    if (!folder) return folder.error();
    folder_ = std::move(folder).value();
    if (options_.resume && folder_->has_journal_header()) {
      auto reader = JournalReader::open(folder_->journal_path());
      if (!reader) return reader.error();
      begun_ = reader->header();
      auto merged = options_of_resumed(options_, *begun_);
      if (!merged) return merged.error();
      options_ = std::move(merged).value();
      run_id_ = begun_->provenance.run_id;
    }
    auto planned = make_plan(suite_, options_);
    if (!planned) return planned.error();
    plan_ = std::move(planned).value();
    if (!resumed()) return {};
    return check_resumed_inputs(plan_, options_, *begun_);
  }

  // All that comes before the journal is there.
  Result<void> begin() {
    std::string note;
    plan_.jobs = bounded_jobs(plan_.jobs, &note);
    if (auto good = check_replies(plan_); !good) return good.error();
    progress_.emplace(STDERR_FILENO, ::isatty(STDERR_FILENO) != 0, style_, plan_.slots());
    if (!note.empty()) progress_->message(note);
    for (const auto& warning : suite_.warnings) progress_->message("tare: warning: " + warning);
    control_.watch_signals([this](const std::string& text) { progress_->message(text); });
    if (resumed()) remove_old_scratch(run_id_);
    scratch_.emplace(run_id_);
    if (auto made = make_directories(scratch_->path()); !made) return made.error();
    setting_.plan = &plan_;
    setting_.scratch_root = scratch_->path();
    setting_.clock = &clock_;
    setting_.table = &processes_;
    setting_.control = &control_;
    auto tools = tools_in_use(io_, setting_, *progress_);
    if (!tools) return tools.error();
    tools_ = std::move(tools).value();
    setting_.manifest = tools_.given();
    if (resumed() && begun_->manifest_json != tools_.manifest_json) {
      return differs_from_begun("set of tools", *begun_);
    }
    if (suite_.proxy.any()) {
      auto started = RunRecorders::start(io_.get_executor(), suite_, upstream_keys_, own_program());
      if (!started) return started.error();
      recorders_ = std::move(started).value();
      setting_.recorders = recorders_.get();
    }
    return {};
  }

  JournalHeader new_header() const {
    JournalHeader header;
    header.provenance =
        provenance_of(plan_, options_, tools_.scored(), setting_.program, run_id_, masker_);
    header.provenance.policy_drift = tools_.reviewed.drift;
    header.reviewed_approvals = tools_.reviewed.approvals;
    header.manifest_json = tools_.manifest_json;
    header.trials = plan_.default_trials;
    header.trials_forced = options_.trials.has_value();
    header.filter = plan_.filter;
    header.profile = plan_.profile;
    if (options_.keep) header.keep = *options_.keep == Keep::all ? "all" : "failures";
    header.adaptive = options_.adaptive;
    header.baseline = options_.held_baseline;
    header.selected_cases = plan_.cases.size();
    std::error_code ignored;
    header.suite_path = std::filesystem::absolute(suite_.path, ignored).string();
    return header;
  }

  Result<void> open_journal() {
    const JournalHeader header = resumed() ? *begun_ : new_header();
    provenance_ = header.provenance;
    plan_.reviewed_approvals = header.reviewed_approvals;
    plan_.judge = standing_of(suite_, provenance_.judge_sha256);
    auto journal = resumed() ? JournalWriter::reopen(folder_->journal_path())
                             : JournalWriter::create(folder_->journal_path(), header);
    if (!journal) return journal.error();
    journal_ = std::move(journal).value();
    table_.emplace(plan_);
    auto reader = JournalReader::open(folder_->journal_path());
    if (!reader) return reader.error();
    if (resumed()) {
      if (auto loaded = table_->load(*reader, false); !loaded) return loaded.error();
    }
    reader_ = std::move(reader).value();
    if (resumed() && options_.rerun_failed)
      return mark_failed(plan_, tools_.scored(), source(), *table_);
    return {};
  }

  AttemptSource source() const { return attempts_from_journal(*reader_, *table_); }

  Result<void> run_trials() {
    if (options_.adaptive) rounds_.emplace(plan_, tools_.scored(), source());
    budget_ = Budget(options_.max_cost_usd);
    if (resumed() && budget_.limited()) {
      if (auto spent = add_spent(*reader_, plan_, *table_, budget_); !spent) return spent.error();
      if (budget_.reached()) control_.stop(StopReason::cost_limit);
    }
    LaunchTurns turns(io_);
    setting_.turns = &turns;
    SchedulerParts parts;
    parts.setting = &setting_;
    parts.table = &*table_;
    parts.journal = &*journal_;
    parts.folder = &*folder_;
    parts.masker = &masker_;
    parts.scored_manifest = tools_.scored();
    parts.progress = &*progress_;
    parts.fail_fast = options_.fail_fast;
    parts.reader = &*reader_;
    parts.rounds = rounds_ ? &*rounds_ : nullptr;
    parts.budget = &budget_;
    parts.first_launch_proven = suite_.tools_from == ToolsFrom::describe;
    if (judge_) {
      const std::string judge_scratch = scratch_->path() + "/judge";
      if (auto made = make_directories(judge_scratch); !made) return made.error();
      judge_->join(setting_, judge_scratch);
      parts.judge = judge_.get();
    }
    Scheduler scheduler(io_, parts);
    boost::asio::co_spawn(io_, scheduler.run(), [this](const std::exception_ptr&) {
      control_.ignore_signals();
      if (recorders_) recorders_->stop();
    });
    io_.run();
    progress_->clear();
    if (control_.reason() != StopReason::broken) return {};
    (void)journal_->sync();
    if (!resumed() && table_->attempts() == 0) folder_->discard();
    return *control_.error();
  }

  // A footer says that the run ended by itself; without one it can be resumed.
  Result<void> end_journal() {
    JournalFooter footer{.counts = footer_counts(plan_, *table_)};
    if (rounds_ && !interrupted()) footer.stopped_early = rounds_->stopped();
    if (control_.reason() == StopReason::cost_limit && footer.counts["complete"] < plan_.slots()) {
      footer.cost_stop = CostStop{budget_.limit_usd(), budget_.known_usd()};
    }
    plan_.stopped_early = footer.stopped_early;
    plan_.cost_stop = footer.cost_stop;
    return interrupted() ? journal_->sync() : journal_->append_footer(footer);
  }

  Result<RunOutcome> report(const ReporterFactory& make_reporters) {
    // Read anew, as any later command will read it.
    auto reader = JournalReader::open(folder_->journal_path());
    if (!reader) return reader.error();
    auto reporters = make_reporters(folder_->path());
    reporters.insert(reporters.begin(), make_results_json_reporter(folder_->results_path()));
    ReportContext context;
    context.suite_path = suite_.path;
    if (!options_.folder_is_temporary) context.run_folder = folder_->path();
    provenance_.journal_chain_sha256 = journal_->chain_sha256();
    context.provenance = &provenance_;
    context.cases = plan_.cases.size();
    context.trials = plan_.slots();
    auto scored = score_run(plan_, tools_.scored(), attempts_from_journal(*reader, *table_),
                            context, interrupted(), &provenance_, reporters);
    if (!scored) return scored.error();
    RunOutcome outcome{std::move(scored).value(), folder_->path(), 0};
    outcome.exit_code = outcome.scored.summary.exit_code;
    if (outcome.scored.report_error && outcome.exit_code == 0) outcome.exit_code = 110;
    return outcome;
  }

  const Suite& suite_;
  RunOptions options_;
  const TerminalStyle style_;

  boost::asio::io_context io_{1};
  RunClock clock_;
  ProcessTable processes_;
  RunControl control_{io_, clock_, processes_};
  std::optional<Progress> progress_;

  std::vector<std::string> upstream_keys_;
  Masker masker_;
  AttemptSetting setting_;

  std::string run_id_;
  std::optional<RunFolder> folder_;
  std::optional<JournalHeader> begun_;  // of a run that goes on
  RunPlan plan_;
  std::optional<ScratchRoot> scratch_;
  ToolsInUse tools_;
  std::unique_ptr<RunRecorders> recorders_;
  std::unique_ptr<Judge> judge_;

  Provenance provenance_;
  std::optional<JournalWriter> journal_;
  std::optional<TrialTable> table_;
  std::optional<JournalReader> reader_;
  std::optional<AdaptiveRounds> rounds_;
  Budget budget_{std::nullopt};
};

}  // namespace

Result<RunOutcome> run_suite(const Suite& suite, const RunOptions& options,
                             const TerminalStyle& style, const ReporterFactory& make_reporters) {
  return SuiteRun(suite, options, style).run(make_reporters);
}

}  // namespace tare
