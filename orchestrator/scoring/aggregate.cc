#include "scoring/aggregate.h"

#include <algorithm>
#include <utility>

#include "scoring/agent_figures.h"
#include "scoring/delta_causes.h"
#include "scoring/figure_tally.h"
#include "scoring/gate_making.h"
#include "scoring/gate_tally.h"
#include "scoring/selection.h"
#include "scoring/skipped_trial.h"
#include "scoring/statistics.h"
#include "scoring/trial_rates.h"
#include "suite/reserved_tools.h"

namespace tare {
namespace {

constexpr std::uint32_t kMaxPassHatK = 64;

// A judge that only informs stops no build, whatever its gate would say.
void tell_standing(RunSummary& summary, const JudgeStanding& standing) {
  if (summary.judge) {
    summary.judge->decides = standing.decides;
    summary.judge->standing = standing.why;
  }
  if (standing.decides) return;
  for (GateResult& gate : summary.gates) {
    const bool of_judge =
        gate.figure == "judgePassRate" ||
        (gate.figure == "drop" && gate.detail.find("of judgePassRate") != std::string::npos);
    if (!of_judge) continue;
    gate.outcome = GateOutcome::pass;
    gate.informs = true;
    gate.reason = standing.why;
  }
}

int exit_code_of(const RunSummary& summary) {
  if (summary.interrupted) return 130;
  bool operational = false;
  for (const WaiverResult& waiver : summary.waivers) {
    if (waiver.outcome == GateOutcome::fail) return 1;
    operational = operational || waiver.outcome == GateOutcome::undecided;
  }
  for (const GateResult& gate : summary.gates) {
    const bool fails = gate.outcome == GateOutcome::fail;
    if (fails && gate.figure != "incomplete") return 1;
    operational = operational || fails || gate.outcome == GateOutcome::undecided;
  }
  return operational ? 3 : 0;
}

}  // namespace

struct Aggregate::Impl {
  std::vector<GateTally> gates;
  RunSummary summary;
  BothTally all;
  TrajectoryTally raw_trajectories, normalized_trajectories;
  std::map<std::string, BothTally> slices;
  std::vector<std::uint32_t> durations;
  std::vector<CaseTally> outcome_cases;
  TrialRatesTally rates;
  WaiverTally waivers;
  DeltaCauseTally causes;

  explicit Impl(const Waivers& of_suite) : waivers(of_suite) {}

  std::optional<JudgeStanding> judge;
  bool any_skipped = false;
  std::uint64_t times = 1;  // how many cases are added at once
  bool in_case = false;
  std::string case_id;
  std::vector<BothTally*> case_slices;  // nodes of a map stay where they are
  CaseTally case_outcome{0, 0};

  void begin_case(const TestCase& test_case);
  void end_case();
  void count(const TestCase& test_case, const TrialScore& score);
  void count_verdict(const TrialScore& score);
  void count_coercions(const TrialScore& score);
};

void Aggregate::Impl::begin_case(const TestCase& test_case) {
  in_case = true;
  case_id = test_case.id();
  summary.totals.cases += times;
  case_outcome = {0, 0};
  rates.begin_case(case_id);
  for (GateTally& gate : gates) gate.begin_case(test_case);

  case_slices.clear();
  if (!states_selection(test_case)) return;
  const Expectation& expected = test_case.expected;
  const bool named = expected.tool == Expectation::Tool::named;
  case_slices.push_back(&slices["tool:" + (named ? expected.expected_tool : std::string(kNoTool))]);
  case_slices.push_back(&slices["kind:" + std::string(case_kind_name(test_case.input.kind))]);
  for (const std::string& tag : test_case.input.tags) case_slices.push_back(&slices["tag:" + tag]);
  // A tag that is written twice counts once.
  std::ranges::sort(case_slices);
  case_slices.erase(std::unique(case_slices.begin(), case_slices.end()), case_slices.end());
}

void Aggregate::Impl::end_case() {
  if (!in_case) return;
  in_case = false;
  rates.end_case(times);
  for (GateTally& gate : gates) gate.end_case();
  if (case_outcome.trials > 0) outcome_cases.push_back(case_outcome);
}

void Aggregate::Impl::count(const TestCase& test_case, const TrialScore& score) {
  Totals& totals = summary.totals;
  totals.trials += times;
  totals.attempts += score.attempts.size() * times;
  totals.flaky += score.flaky ? times : 0;
  totals.refused += score.finished == FinishReason::refused_by_client ? times : 0;
  switch (score.outcome) {
    case AttemptOutcome::completed:
      totals.completed += times;
      break;
    case AttemptOutcome::client_crash:
      totals.client_crash += times;
      break;
    case AttemptOutcome::failed:
      totals.incomplete += times;
      break;
  }
  if (score.cost_usd) summary.cost_usd = summary.cost_usd.value_or(0) + *score.cost_usd;
  summary.unscored += states_selection(test_case) ? 0 : times;
  count_verdict(score);
  rates.add(score);
  if (score.quarantined) return;
  add_judge(summary.judge, score, times);
  add_agent(summary.agent, score, times);
  summary.approvals += score.approvals.times(times);
  if (score.outcome == AttemptOutcome::failed) return;

  durations.insert(durations.end(), times, score.duration_ms);
  count_coercions(score);
  all.add_calls(score, times);
  for (BothTally* slice : case_slices) slice->add_calls(score, times);
  raw_trajectories.add(score.raw_trajectory);
  normalized_trajectories.add(score.normalized_trajectory);
  if (score.task_passed) {
    ++summary.outcomes.trials;
    ++case_outcome.trials;
    summary.outcomes.passed += *score.task_passed ? 1 : 0;
    case_outcome.passed += *score.task_passed ? 1 : 0;
  }
  if (!score.scored) return;
  all.add(test_case.expected, score, times);
  causes.add(score);
  for (BothTally* slice : case_slices) slice->add(test_case.expected, score, times);
  if (score.raw.evidence && !score.raw.acceptable) {
    summary.raw_confusions[confusion_label(test_case.expected, score.raw)] += times;
  }
  if (score.normalized.evidence && !score.normalized.acceptable) {
    summary.normalized_confusions[confusion_label(test_case.expected, score.normalized)] += times;
  }
}

void Aggregate::Impl::count_verdict(const TrialScore& score) {
  switch (score.verdict) {
    case Verdict::pass:
      summary.pass += times;
      return;
    case Verdict::fail:
      summary.fail += times;
      return;
    case Verdict::undecided:
      summary.undecided += times;
      return;
    case Verdict::observed:
      summary.observed += times;
      return;
    case Verdict::waived:
      summary.waived += times;
      return;
  }
}

void Aggregate::Impl::count_coercions(const TrialScore& score) {
  CoercionSummary& coercions = summary.coercions;
  coercions.unaudited += score.unaudited * times;
  coercions.unread += score.unread * times;
  coercions.rescued += score.rescued_by_refusal ? times : 0;
  for (const CallTrace& trace : score.traces) {
    coercions.calls += times;
    coercions.calls_changed += trace.findings.empty() ? 0 : times;
    if (trace.raw_known && !trace.invented) {
      switch (trace.raw_evidence) {
        case Evidence::none:
          coercions.evidence_none += times;
          break;
        case Evidence::parsed:
          coercions.evidence_parsed += times;
          break;
        case Evidence::verbatim:
          coercions.evidence_verbatim += times;
          break;
        case Evidence::recorded:
          coercions.evidence_recorded += times;
          break;
      }
    }
    for (const Finding& finding : trace.findings) {
      if (finding.waiver) {
        ++coercions.waived;
        continue;
      }
      ++coercions.by_kind[std::string(finding.kind)];
      if (finding.severity != Severity::none) {
        ++coercions.by_severity[std::string(severity_name(finding.severity))];
      }
      if (finding.hop) ++coercions.by_hop[hop_name(*finding.hop)];
      switch (finding.effect) {
        case Effect::neutral:
          ++coercions.neutral;
          break;
        case Effect::rescued:
          ++coercions.rescued;
          break;
        case Effect::damaged:
          ++coercions.damaged;
          break;
      }
    }
  }
}

Result<Aggregate> Aggregate::create(std::vector<GateSpec> gates, const Waivers& waivers,
                                    const std::shared_ptr<const RunFacts>& baseline) {
  auto impl = std::make_unique<Impl>(waivers);
  std::shared_ptr<const BaselineIndex> index;
  if (baseline) index = std::make_shared<const BaselineIndex>(baseline);
  const auto add = [&](GateSpec spec, bool always_on) -> Result<void> {
    Result<std::vector<GateTally>> tallies = make_gate_tallies(std::move(spec), always_on);
    if (!tallies) return tallies.error();
    for (GateTally& tally : *tallies) {
      tally.set_baseline(index);
      impl->gates.push_back(std::move(tally));
    }
    return {};
  };
  std::vector<GateSpec> always;
  for (const char* figure : {"neverCalled", "neverExecuted", "incomplete"}) {
    if (std::ranges::find(gates, figure, &GateSpec::figure) != gates.end()) continue;
    GateSpec spec;
    spec.figure = figure;
    spec.max = 0;
    always.push_back(std::move(spec));
  }
  for (GateSpec& spec : gates) {
    if (Result<void> added = add(std::move(spec), false); !added) return added.error();
  }
  for (GateSpec& spec : always) {
    if (Result<void> added = add(std::move(spec), true); !added) return added.error();
  }
  return Aggregate(std::move(impl));
}

Aggregate::Aggregate(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Aggregate::~Aggregate() = default;
Aggregate::Aggregate(Aggregate&&) noexcept = default;
Aggregate& Aggregate::operator=(Aggregate&&) noexcept = default;

void Aggregate::add(const TestCase& test_case, const TrialScore& score) {
  if (!impl_->in_case || impl_->case_id != test_case.id()) {
    impl_->end_case();
    impl_->begin_case(test_case);
  }
  for (GateTally& gate : impl_->gates) gate.add(test_case, score);
  if (score.skipped) {
    impl_->any_skipped = true;
    return;
  }
  impl_->count(test_case, score);
  impl_->waivers.add(test_case, score);
}

std::vector<bool> Aggregate::concerned_by_open_gates(const std::vector<const TestCase*>& cases) {
  impl_->end_case();
  std::vector<const GateTally*> open;
  for (const GateTally& gate : impl_->gates) {
    const GateResult result = gate.result();
    const bool informs = impl_->judge && !impl_->judge->decides && result.figure == "judgePassRate";
    if (result.outcome == GateOutcome::undecided && !informs) open.push_back(&gate);
  }
  std::vector<bool> out(cases.size(), false);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    out[i] = std::ranges::any_of(
        open, [&](const GateTally* gate) { return gate->may_concern(*cases[i]); });
  }
  return out;
}

void Aggregate::set_limits(std::span<const Never> suite_never) {
  const LimitLevels levels = limit_levels(suite_never);
  for (GateTally& gate : impl_->gates) gate.set_suite_limits(levels);
}

void Aggregate::set_judge(JudgeStanding standing) { impl_->judge = std::move(standing); }

// What a finding, a waiver, a cost or an outcome adds is summed elsewhere, trial by trial.
bool Aggregate::can_add_alike(const TrialScore& score) {
  return score.delta_causes.empty() && !score.waiver && !score.task_passed && !score.cost_usd &&
         std::ranges::all_of(score.traces,
                             [](const CallTrace& trace) { return trace.findings.empty(); });
}

void Aggregate::add_alike(const TestCase& test_case, const TrialScore& score, std::uint64_t times) {
  impl_->end_case();
  impl_->times = times;
  for (GateTally& gate : impl_->gates) gate.set_times(times);
  impl_->begin_case(test_case);
  for (GateTally& gate : impl_->gates) gate.add(test_case, score);
  impl_->count(test_case, score);
  impl_->waivers.add(test_case, score);
  impl_->end_case();
  for (GateTally& gate : impl_->gates) gate.set_times(1);
  impl_->times = 1;
}

void Aggregate::add_tag(const std::string& tag, const Expectation& expected,
                        const TrialScore& score, std::uint64_t times) {
  impl_->slices["tag:" + tag].add(expected, score, times);
}

RunSummary Aggregate::finish(bool interrupted, bool whole) {
  impl_->end_case();
  RunSummary summary = std::move(impl_->summary);
  summary.interrupted = interrupted;
  summary.scores = impl_->all.figures();
  summary.raw_trajectories = impl_->raw_trajectories.figures();
  summary.normalized_trajectories = impl_->normalized_trajectories.figures();
  for (const auto& [name, tally] : impl_->slices) summary.slices[name] = tally.figures();

  std::uint32_t fewest = kMaxPassHatK;
  for (const CaseTally& tally : impl_->outcome_cases) fewest = std::min(fewest, tally.trials);
  for (std::uint32_t k = 1; k <= fewest && !impl_->outcome_cases.empty(); ++k) {
    summary.outcomes.pass_hat_k.push_back(pass_hat_k(impl_->outcome_cases, k).value_or(0));
  }
  summary.p50_ms = nearest_rank(impl_->durations, 50).value_or(0);
  summary.p95_ms = nearest_rank(impl_->durations, 95).value_or(0);
  for (const GateTally& gate : impl_->gates) summary.gates.push_back(gate.result());
  if (impl_->judge) tell_standing(summary, *impl_->judge);
  summary.trials = impl_->rates.summary();
  summary.waivers = impl_->waivers.results(whole && !impl_->any_skipped);
  summary.coercions.client_delta_causes = impl_->causes.parts(summary.scores.raw_of_both.trials);
  summary.exit_code = exit_code_of(summary);
  return summary;
}

}  // namespace tare
