#include "report/summary_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "record/provenance_json.h"
#include "report/figure_text.h"
#include "report/json_text.h"
#include "scoring/statistics.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The shortest digits that read back as the same double; a whole number without ".0". JSON has no
// NaN and no infinity: null.
Json number(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (*value == std::trunc(*value) && std::fabs(*value) < 9007199254740992.0)
    return static_cast<std::int64_t>(*value);
  return *value;
}

Json figures_to_json(const Figures& figures) {
  Json out = Json::object();
  out["trials"] = figures.trials;
  out["exactAccuracy"] = number(figures.exact_accuracy);
  out["acceptableAccuracy"] = number(figures.acceptable_accuracy);
  out["noToolAccuracy"] = number(figures.no_tool_accuracy);
  out["riskWeightedAccuracy"] = number(figures.risk_weighted_accuracy);
  out["argsAccuracy"] = number(figures.args_accuracy);
  out["schemaValid"] = number(figures.schema_valid);
  out["argsTrials"] = figures.args_trials;
  out["schemaTrials"] = figures.schema_trials;
  if (figures.schema_unjudged > 0) out["schemaUnjudged"] = figures.schema_unjudged;
  return out;
}

Json trajectories_to_json(const TrajectoryFigures& figures) {
  Json out = Json::object();
  out["trials"] = figures.trials;
  out["held"] = figures.held;
  out["made"] = figures.made;
  out["required"] = figures.required;
  out["matched"] = figures.matched;
  out["matchedRequired"] = figures.matched_required;
  out["precision"] = number(figures.precision);
  out["recall"] = number(figures.recall);
  out["f1"] = number(figures.f1);
  return out;
}

Json counts_to_json(const std::map<std::string, std::uint64_t>& counts) {
  Json out = Json::object();
  for (const auto& [name, count] : counts) out[id_key(name)] = count;
  return out;
}

Json numbers(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push_back(number(value));
  return out;
}

Json rate_to_json(std::uint32_t passed, std::uint32_t trials) {
  Json out = Json::object();
  out["passed"] = passed;
  out["trials"] = trials;
  out["rate"] = trials == 0 ? Json(nullptr)
                            : number(static_cast<double>(passed) / static_cast<double>(trials));
  const Interval interval = wilson_95(passed, trials);
  out["interval95"] = trials == 0 ? Json(nullptr) : numbers({interval.low, interval.high});
  return out;
}

Json rates_to_json(const TrialRates& rates) {
  Json out = Json::object();
  out["cases"] = rates.cases;
  out["fewest"] = rates.fewest;
  out["most"] = rates.most;
  out["meanPassRate"] = number(rates.mean_pass_rate);
  out["passAtK"] = numbers(rates.pass_at_k);
  out["passHatK"] = numbers(rates.pass_hat_k);
  return out;
}

Json gate_to_json(const GateResult& gate) {
  Json out = Json::object();
  out["figure"] = readable_utf8(gate.figure);
  out["view"] = gate.view.empty() ? Json(nullptr) : Json(readable_utf8(gate.view));
  if (!gate.detail.empty()) out["detail"] = readable_utf8(gate.detail);
  out["value"] = number(gate.value);
  if (gate.min) out["min"] = number(gate.min);
  if (gate.max) out["max"] = number(gate.max);
  out["outcome"] = gate.informs ? "informs" : gate_outcome_name(gate.outcome);
  if (!gate.reason.empty()) out["reason"] = readable_utf8(gate.reason);
  out["cases"] = Json::array();
  for (const std::string& id : gate.cases) out["cases"].push_back(readable_utf8(id));
  if (gate.case_count > gate.cases.size()) out["caseCount"] = gate.case_count;
  if (gate.always_on) out["alwaysOn"] = true;
  return out;
}

}  // namespace

std::string provenance_part(const Provenance* provenance) {
  return provenance == nullptr ? "null" : compact(provenance_to_json(*provenance));
}

std::string totals_part(const Totals& totals) {
  Json out = Json::object();
  out["cases"] = totals.cases;
  out["trials"] = totals.trials;
  out["completed"] = totals.completed;
  out["incomplete"] = totals.incomplete;
  out["refused"] = totals.refused;
  out["clientCrash"] = totals.client_crash;
  out["flaky"] = totals.flaky;
  out["attempts"] = totals.attempts;
  return compact(out);
}

std::string scores_part(const RunSummary& summary) {
  Json out = Json::object();
  out["raw"] = figures_to_json(summary.scores.raw);
  out["normalized"] = figures_to_json(summary.scores.normalized);
  out["clientDelta"] = figures_to_json(client_delta(summary.scores));
  return compact(out);
}

std::string trajectories_part(const RunSummary& summary) {
  Json out = Json::object();
  out["raw"] = trajectories_to_json(summary.raw_trajectories);
  out["normalized"] = trajectories_to_json(summary.normalized_trajectories);
  return compact(out);
}

std::string confusions_part(const RunSummary& summary) {
  Json out = Json::object();
  out["raw"] = counts_to_json(summary.raw_confusions);
  out["normalized"] = counts_to_json(summary.normalized_confusions);
  return compact(out);
}

std::string slices_part(const RunSummary& summary) {
  Json out = Json::object();
  for (const auto& [name, both] : summary.slices) {
    Json& slice = out[id_key(name)] = Json::object();
    slice["raw"] = figures_to_json(both.raw);
    slice["normalized"] = figures_to_json(both.normalized);
  }
  return compact(out);
}

std::string coercions_part(const CoercionSummary& coercions) {
  Json out = Json::object();
  out["calls"] = coercions.calls;
  out["callsChanged"] = coercions.calls_changed;
  out["unaudited"] = coercions.unaudited;
  out["unread"] = coercions.unread;
  out["byKind"] = counts_to_json(coercions.by_kind);
  out["bySeverity"] = counts_to_json(coercions.by_severity);
  out["byHop"] = counts_to_json(coercions.by_hop);
  out["rescued"] = coercions.rescued;
  out["damaged"] = coercions.damaged;
  out["neutral"] = coercions.neutral;
  out["waived"] = coercions.waived;
  Json& evidence = out["evidence"] = Json::object();
  evidence["recorded"] = coercions.evidence_recorded;
  evidence["verbatim"] = coercions.evidence_verbatim;
  evidence["parsed"] = coercions.evidence_parsed;
  evidence["none"] = coercions.evidence_none;
  for (const CoercionSummary::DeltaPart& part : coercions.client_delta_causes) {
    Json cause = Json::object();
    cause["kind"] = readable_utf8(part.kind);
    cause["tool"] = part.tool.empty() ? Json(nullptr) : Json(readable_utf8(part.tool));
    cause["trials"] = part.trials;
    cause["points"] = number(part.points);
    out["clientDeltaCauses"].push_back(std::move(cause));
  }
  return compact(out);
}

std::string outcomes_part(const TaskOutcomes& outcomes) {
  Json out = Json::object();
  out["trials"] = outcomes.trials;
  out["passed"] = outcomes.passed;
  out["passHatK"] = Json::array();
  for (double value : outcomes.pass_hat_k) out["passHatK"].push_back(number(value));
  return compact(out);
}

// A misfire of one trial in ten is what a team wants to see.
std::string trials_part(const TrialSummary& trials) {
  constexpr double kMisfire = 0.1;
  Json out = Json::object();
  out["raw"] = rates_to_json(trials.raw);
  out["normalized"] = rates_to_json(trials.normalized);
  const std::uint32_t n = trials.normalized.fewest;
  Json& power = out["power"] = Json::object();
  power["trials"] = n;
  power["misfireRate"] = kMisfire;
  power["seen"] = number(chance_to_see(kMisfire, n));
  power["upperBound95"] = number(upper_bound_95(0, n));
  out["imperfectCases"] = trials.imperfect;
  out["worst"] = Json::array();
  for (const CaseRate& rate : trials.worst) {
    Json entry = Json::object();
    entry["id"] = readable_utf8(rate.id);
    entry.update(rate_to_json(rate.passed, rate.trials));
    out["worst"].push_back(std::move(entry));
  }
  return compact(out);
}

std::string pass_rate_member(std::uint32_t passed, std::uint32_t trials) {
  return "\"passRate\":" + compact(rate_to_json(passed, trials));
}

std::string baseline_part(const BaselineSummary& baseline) {
  Json out = Json::object();
  const auto texts = [](const std::vector<std::string>& list) {
    Json array = Json::array();
    for (const std::string& text : list) array.push_back(readable_utf8(text));
    return array;
  };
  out["name"] = readable_utf8(baseline.name);
  out["differing"] = texts(baseline.differing);
  out["passRate"]["base"] = number(baseline.base_rate);
  out["passRate"]["new"] = number(baseline.rate);
  out["answer"] = direction_name(baseline.change);
  out["p"] = number(baseline.p);
  out["cases"] = baseline.cases;
  out["smallestDrop"] = number(baseline.smallest_drop);
  out["newlyFailing"] = baseline.newly_failing;
  out["newlyPassing"] = baseline.newly_passing;
  out["failing"] = texts(baseline.failing);
  out["passing"] = texts(baseline.passing);
  return compact(out);
}

std::string waivers_part(const RunSummary& summary) {
  Json out = Json::array();
  for (const WaiverResult& waiver : summary.waivers) {
    Json entry = Json::object();
    entry["rule"] = readable_utf8(waiver.rule);
    entry["where"] = readable_utf8(waiver.where);
    entry["why"] = readable_utf8(waiver.why);
    entry["reviewedBy"] = readable_utf8(waiver.reviewed_by);
    entry["until"] = readable_utf8(waiver.until);
    entry["at"] = readable_utf8(waiver.at);
    if (!waiver.evidence.empty()) entry["evidence"] = readable_utf8(waiver.evidence);
    entry["matched"] = waiver.matched;
    if (waiver.rule.starts_with("quarantine:")) {
      entry["passed"] = waiver.passed;
      entry["failed"] = waiver.failed;
      entry["unexpectedPass"] = waiver.unexpected_pass;
    }
    if (!waiver.reason.empty()) entry["reason"] = readable_utf8(waiver.reason);
    entry["outcome"] = waiver.outcome ? Json(gate_outcome_name(*waiver.outcome)) : Json(nullptr);
    out.push_back(std::move(entry));
  }
  return compact(out);
}

std::string gates_part(const RunSummary& summary) {
  Json out = Json::array();
  for (const GateResult& gate : summary.gates) out.push_back(gate_to_json(gate));
  return compact(out);
}

}  // namespace tare
