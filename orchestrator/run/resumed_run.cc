#include "run/resumed_run.h"

#include <fmt/format.h>

#include "run/provenance_of.h"

namespace tare {
namespace {

// What the baseline says decides, not where it lies. "": none.
std::string digest_of(const std::optional<HeldBaseline>& held) { return held ? held->sha256 : ""; }

}  // namespace

Error differs_from_begun(std::string_view what, const JournalHeader& header) {
  return {
      .kind = ErrorKind::usage,
      .reason = fmt::format("the {} is not the one that this run was begun with", what),
      .mend = fmt::format("resume with the suite {}, its cases, gates and options as they were, or "
                          "begin a new run",
                          header.suite_path)};
}

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
    return differs_from_begun("profile", header);
  if (!take(options.filter, header.filter, header.filter.empty()))
    return differs_from_begun("filter", header);
  if (!take(options.variant, was.variant, was.variant.empty()))
    return differs_from_begun("variant", header);
  // What is kept decides nothing: it may be another now.
  if (!options.keep && !header.keep.empty()) {
    options.keep = header.keep == "all" ? Keep::all : Keep::failures;
  }
  if (options.adaptive && !header.adaptive) return differs_from_begun("option --adaptive", header);
  options.adaptive = header.adaptive;
  if (header.trials_forced ? !take(options.trials, header.trials, false)
                           : options.trials.has_value()) {
    return differs_from_begun("number of trials", header);
  }
  return options;
}

Result<void> check_resumed_inputs(const RunPlan& plan, const RunOptions& options,
                                  const JournalHeader& header) {
  const Provenance& was = header.provenance;
  const Suite& suite = *plan.suite;
  if (was.suite_sha256 != suite.suite_sha256) return differs_from_begun("suite file", header);
  if (was.dataset_sha256 != suite.dataset_sha256) {
    return differs_from_begun("set of cases", header);
  }
  if (was.policy_sha256 != policy_sha256_of(suite)) return differs_from_begun("policy", header);
  if (was.gates_sha256 != gates_sha256_of(plan)) return differs_from_begun("set of gates", header);
  if (digest_of(header.baseline) != digest_of(options.held_baseline)) {
    return differs_from_begun("baseline", header);
  }
  return {};
}

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

}  // namespace tare
