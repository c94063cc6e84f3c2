#include "run/adaptive.h"

#include <string_view>
#include <unordered_map>

#include "scoring/aggregate.h"
#include "scoring/skipped_trial.h"

namespace tare {
namespace {

bool is_asked_after(std::uint32_t round) { return round < 8 || round % (round / 8 + 1) == 0; }

}  // namespace

AdaptiveRounds::AdaptiveRounds(const RunPlan& plan, const Manifest* manifest, AttemptSource source)
    : plan_(plan),
      manifest_(manifest),
      source_(std::move(source)),
      stopped_at_(plan.cases.size(), 0) {}

Result<std::vector<std::uint32_t>> AdaptiveRounds::next() {
  if (round_ > 0 && is_asked_after(round_)) {
    if (auto closed = close_decided(); !closed) return closed.error();
  }
  std::vector<std::uint32_t> slots;
  for (std::size_t i = 0; i < plan_.cases.size(); ++i) {
    if (stopped_at_[i] == 0 && round_ < plan_.trials_of(i)) {
      slots.push_back(plan_.first_slot[i] + round_);
    }
  }
  ++round_;
  return slots;
}

Result<void> AdaptiveRounds::close_decided() {
  auto created = Aggregate::create(plan_.gates, plan_.waivers, plan_.baseline);
  if (!created) return created.error();
  Aggregate aggregate = std::move(created).value();
  if (plan_.judge) aggregate.set_judge(*plan_.judge);
  aggregate.set_limits(plan_.suite->never);
  const std::optional<JudgeRule> rule = judge_rule_of(plan_);
  for (std::size_t i = 0; i < plan_.cases.size(); ++i) {
    const std::uint32_t ran = stopped_at_[i] != 0 ? stopped_at_[i] : round_;
    for (std::uint32_t trial = 1; trial <= plan_.trials_of(i); ++trial) {
      if (trial > ran) {
        aggregate.add(*plan_.cases[i],
                      skipped_trial(*plan_.cases[i], trial, rule ? &*rule : nullptr));
        continue;
      }
      auto scored = score_slot(plan_, manifest_, source_, plan_.first_slot[i] + trial - 1);
      if (!scored) return scored.error();
      aggregate.add(*plan_.cases[i], scored->score);
    }
  }
  const std::vector<bool> open = aggregate.concerned_by_open_gates(plan_.cases);
  for (std::size_t i = 0; i < plan_.cases.size(); ++i) {
    if (!open[i] && stopped_at_[i] == 0 && round_ < plan_.trials_of(i)) stopped_at_[i] = round_;
  }
  return {};
}

std::vector<EarlyStop> AdaptiveRounds::stopped() const {
  std::vector<EarlyStop> out;
  for (std::size_t i = 0; i < plan_.cases.size(); ++i) {
    if (stopped_at_[i] == 0) continue;
    out.push_back({plan_.cases[i]->id(), stopped_at_[i], plan_.trials_of(i)});
  }
  return out;
}

EarlyStops::EarlyStops(const RunPlan& plan, const std::vector<EarlyStop>& stops) {
  if (stops.empty()) return;
  std::unordered_map<std::string_view, std::uint32_t> by_id;
  for (const EarlyStop& stop : stops) by_id.emplace(stop.case_id, stop.after);
  after_.resize(plan.cases.size(), 0);
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    const auto found = by_id.find(plan.cases[i]->id());
    if (found != by_id.end()) after_[i] = found->second;
  }
}

}  // namespace tare
