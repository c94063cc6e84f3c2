#include "run/score_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.h"
#include "coercion/text_calls.h"
#include "protocol/answer_reader.h"
#include "run/adaptive.h"
#include "run/prediction_answer.h"
#include "scoring/aggregate.h"
#include "scoring/comparison.h"
#include "scoring/skipped_trial.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

// Why a trial never ran.
std::string unstarted_text(const RunPlan& plan, const TestCase& test_case, std::uint32_t trial) {
  const auto stop = std::ranges::find(plan.stopped_early, test_case.id(), &EarlyStop::case_id);
  if (stop != plan.stopped_early.end() && trial > stop->after) {
    return fmt::format(
        "left out by --adaptive: the case stopped after {} of {} trials, since no gate that "
        "concerns it could change any more; a run without --adaptive runs them all",
        stop->after, stop->of);
  }
  if (plan.cost_stop) {
    return fmt::format(
        "not started: the limit on costs of {} USD was reached ({} USD are known to be spent); "
        "`tare run --resume` with a higher --max-cost runs it",
        plan.cost_stop->limit_usd, plan.cost_stop->known_usd);
  }
  return "not started: the run was stopped before its turn; `tare run --resume` runs it";
}

// A trial that never ran is incomplete, and counted: a stopped run shrinks no denominator. (One
// that was left out is not counted, and shown as such.)
AttemptRecord never_ran(const RunPlan& plan, const TestCase& test_case, std::uint32_t trial) {
  AttemptRecord record;
  record.case_id = test_case.id();
  record.trial = trial;
  record.attempt = 0;
  record.failure = Failure::interrupted;
  record.failure_text = unstarted_text(plan, test_case, trial);
  return record;
}

// What the first adapter that introduced itself said; a later one that differs is another matter,
// and stands in its own record.
void adopt(const Started& started, Provenance& provenance) {
  if (provenance.adapter_name.empty()) {
    provenance.adapter_name = started.adapter_name;
    provenance.adapter_version = started.adapter_version;
  }
  if (provenance.model.empty()) provenance.model = started.model;
  if (provenance.layers.empty()) provenance.layers = started.layers;
}

// An interrupted attempt whose number was run again is superseded, unless a call was seen on it:
// then it stays, since a forbidden call is a fact whoever stopped the run.
void drop_superseded(std::vector<AttemptRecord>& attempts) {
  std::vector<AttemptRecord> kept;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const bool again = std::any_of(
        attempts.begin() + static_cast<std::ptrdiff_t>(i) + 1, attempts.end(),
        [&](const AttemptRecord& later) { return later.attempt == attempts[i].attempt; });
    const bool superseded =
        again && attempts[i].failure == Failure::interrupted && attempts[i].answer.views.empty();
    if (!superseded) kept.push_back(std::move(attempts[i]));
  }
  attempts = std::move(kept);
}

// Predictions have no provenance; their cases and gates are the suite's.
BaselineSummary beside_baseline(const RunPlan& plan, std::vector<CaseFacts> cases,
                                const RunSummary& summary, const Provenance* provenance) {
  RunFacts now;
  if (provenance != nullptr) now.provenance = *provenance;
  now.provenance.dataset_sha256 = plan.suite->dataset_sha256;
  now.cases = std::move(cases);
  add_summary(summary, now);
  BaselineSummary out = summary_of(compare_runs(*plan.baseline, now));
  if (provenance == nullptr) out.differing.clear();
  return out;
}

// Each judgement to the attempt that it is about: the last one of that number.
Result<void> add_judgements(const JournalReader& journal, const std::vector<std::uint64_t>& offsets,
                            std::vector<AttemptRecord>& attempts) {
  for (const std::uint64_t offset : offsets) {
    auto judgement = journal.read_judgement_at(offset);
    if (!judgement) return judgement.error();
    const auto judged = std::find_if(attempts.rbegin(), attempts.rend(), [&](const auto& one) {
      return one.attempt == judgement->judged_attempt;
    });
    if (judged != attempts.rend()) judged->judgements.push_back(std::move(judgement).value());
  }
  return {};
}

}  // namespace

AttemptSource attempts_from_journal(const JournalReader& journal, const TrialTable& table) {
  return [&journal, &table](std::uint32_t slot) -> Result<std::vector<AttemptRecord>> {
    std::vector<AttemptRecord> attempts;
    for (const auto offset : table.offsets(slot)) {
      auto record = journal.read_at(offset);
      if (!record) return record.error();
      attempts.push_back(std::move(record).value());
    }
    if (auto added = add_judgements(journal, table.judgements(slot), attempts); !added) {
      return added.error();
    }
    drop_superseded(attempts);
    return attempts;
  };
}

AttemptSource attempts_from_predictions(const RunPlan& plan,
                                        const std::vector<Prediction>& predictions) {
  return [&plan, &predictions](std::uint32_t slot) -> Result<std::vector<AttemptRecord>> {
    const Prediction& prediction = predictions[slot];
    AttemptRecord record;
    record.case_id = plan.cases[prediction.case_index]->id();
    record.trial = prediction.trial;
    record.outcome = AttemptOutcome::completed;
    record.termination = {Termination::Kind::exited, 0, false, false};
    if (prediction.answer) {
      Result<Answer> told = answer_of_prediction(*prediction.answer);
      if (!told) return told.error();
      record.answer = std::move(*told);
    } else {
      record.answer.short_form = record.answer.raw_given = record.answer.normalized_given = true;
      record.answer.finished = FinishReason::stop;
      record.answer.choices_only = true;
    }
    if (prediction.selected_tool) {
      // One selection, with no client layer known: it stands for both sides.
      for (const At at : {At::wire, At::tool}) {
        View view;
        view.at = at;
        view.name = *prediction.selected_tool;
        record.answer.views.push_back(std::move(view));
      }
    }
    std::vector<AttemptRecord> attempts;
    attempts.push_back(std::move(record));
    return attempts;
  };
}

std::optional<JudgeRule> judge_rule_of(const RunPlan& plan) {
  if (!plan.judge || !plan.suite->judge) return std::nullopt;
  return JudgeRule{plan.suite->judge->threshold, plan.judge->decides};
}

std::optional<Manifest> tools_of_case(const TestCase& test_case) {
  if (test_case.input.tools_json.empty()) return std::nullopt;
  return manifest_from_tools_json(test_case.input.tools_json, nullptr);
}

Result<ScoredTrial> score_slot(const RunPlan& plan, const Manifest* manifest,
                               const AttemptSource& source, std::uint32_t slot) {
  const SlotKey key = slot_key(plan, slot);
  const TestCase& test_case = *plan.cases[key.case_index];
  auto attempts = source(slot);
  if (!attempts) return attempts.error();
  ScoredTrial out;
  out.attempts = std::move(attempts).value();
  if (out.attempts.empty()) {
    out.attempts.push_back(never_ran(plan, test_case, key.trial));
  }
  ScoreContext context;
  context.manifest = manifest;
  const std::optional<Manifest> own = tools_of_case(test_case);
  if (own) {
    context.manifest = &*own;  // the case's own, which no policy is about
  } else {
    context.reviewed_approvals = &plan.reviewed_approvals;
  }
  context.suite_never = plan.suite->never;
  context.max_turns = plan.suite->max_turns;
  context.side_effects = plan.suite->side_effects;
  context.schemas = plan.schemas.get();
  context.matchers = plan.matchers.get();
  const std::optional<JudgeRule> rule = judge_rule_of(plan);
  if (rule) context.judge = &*rule;
  // Here, so that what is traced, scored and reported is one answer.
  for (AttemptRecord& attempt : out.attempts) read_texts(attempt.answer, context.manifest);
  out.score = score_trial(test_case, out.attempts, context);
  plan.waivers.apply(test_case, out.score);
  // A trial that never ran has a record to be shown, and no attempt to be counted.
  if (out.attempts.front().attempt == 0) out.score.attempts.clear();
  out.scored_attempt = out.attempts.size() - 1;
  for (std::size_t i = 0; i < out.attempts.size(); ++i) {
    if (out.attempts[i].complete()) out.scored_attempt = i;
  }
  return out;
}

Result<ScoredRun> score_run(const RunPlan& plan, const Manifest* manifest,
                            const AttemptSource& source, const ReportContext& context,
                            bool interrupted, Provenance* provenance,
                            const std::vector<std::unique_ptr<Reporter>>& reporters) {
  auto created = Aggregate::create(plan.gates, plan.waivers, plan.baseline);
  if (!created) return created.error();
  Aggregate aggregate = std::move(created).value();

  if (plan.judge) aggregate.set_judge(*plan.judge);
  aggregate.set_limits(plan.suite->never);
  const std::optional<JudgeRule> rule = judge_rule_of(plan);
  const EarlyStops early(plan, plan.stopped_early);

  RunFactsTally facts;
  for (const auto& reporter : reporters) reporter->begin(context);
  std::int64_t first_ms = 0, last_ms = 0;
  for (std::uint32_t slot = 0; slot < plan.slots(); ++slot) {
    const SlotKey key = slot_key(plan, slot);
    const TestCase& test_case = *plan.cases[key.case_index];
    if (early.skips(key.case_index, key.trial)) {
      aggregate.add(test_case, skipped_trial(test_case, key.trial, rule ? &*rule : nullptr));
      continue;
    }
    auto trial = score_slot(plan, manifest, source, slot);
    if (!trial) return trial.error();
    aggregate.add(test_case, trial->score);
    if (plan.baseline) facts.add(test_case, trial->score);
    for (const auto& reporter : reporters) {
      reporter->trial(test_case, trial->score, trial->attempts[trial->scored_attempt]);
    }
    for (const auto& attempt : trial->attempts) {
      if (provenance && attempt.answer.started) adopt(*attempt.answer.started, *provenance);
      if (attempt.started_unix_ms == 0) continue;
      first_ms =
          first_ms == 0 ? attempt.started_unix_ms : std::min(first_ms, attempt.started_unix_ms);
      last_ms = std::max(last_ms, attempt.started_unix_ms + attempt.duration_ms);
    }
  }
  ScoredRun out;
  out.summary = aggregate.finish(interrupted, plan.is_whole_suite() && !context.predictions);
  out.summary.stopped_early = plan.stopped_early;
  out.summary.cost_stop = plan.cost_stop;
  // Taken from the records, so that two scorings of one journal agree on it too.
  out.summary.wall_ms = static_cast<std::uint64_t>(last_ms - first_ms);
  if (provenance && last_ms > 0) provenance->ended = utc_text(last_ms);
  if (plan.baseline) {
    out.summary.baseline =
        beside_baseline(plan, facts.take_cases(), out.summary, context.provenance);
  }
  for (const auto& reporter : reporters) {
    auto ended = reporter->end(out.summary);
    if (!ended && !out.report_error) out.report_error = ended.error();
  }
  return out;
}

}  // namespace tare
