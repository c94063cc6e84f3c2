#include "report/summary_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "record/provenance_json.h"
#include "report/figure_text.h"
#include "report/json_text.h"

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

Json gate_to_json(const GateResult& gate) {
  Json out = Json::object();
  out["figure"] = readable_utf8(gate.figure);
  out["view"] = gate.view.empty() ? Json(nullptr) : Json(readable_utf8(gate.view));
  if (!gate.detail.empty()) out["detail"] = readable_utf8(gate.detail);
  out["value"] = number(gate.value);
  if (gate.min) out["min"] = number(gate.min);
  if (gate.max) out["max"] = number(gate.max);
  out["outcome"] = gate_outcome_name(gate.outcome);
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

std::string waivers_part(const RunSummary& summary) {
  Json out = Json::array();
  for (const WaiverResult& waiver : summary.waivers) {
    Json entry = Json::object();
    entry["rule"] = readable_utf8(waiver.rule);
    entry["where"] = readable_utf8(waiver.where);
    entry["why"] = readable_utf8(waiver.why);
    entry["reviewedBy"] = readable_utf8(waiver.reviewed_by);
    entry["until"] = readable_utf8(waiver.until);
    entry["at"] = readable_utf8(waiver.place);
    entry["matched"] = waiver.matched;
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
