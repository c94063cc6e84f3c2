#include "audit/cell.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "coercion/call_trace.h"

namespace tare {
namespace {

std::string aim_of(const TestCase& test_case) {
  if (!test_case.expected.rare) return "";
  const auto json = nlohmann::json::parse(test_case.expected.rare->metadata_json, nullptr, false);
  if (!json.is_object()) return "";
  const auto kind = json.find("kind");
  return kind != json.end() && kind->is_string() ? kind->get<std::string>() : "";
}

bool is_about_the_past(const Finding& finding) { return finding.kind == "historyRewritten"; }

CellOutcome outcome_of_reached(const CallTrace& trace) {
  CellOutcome out = CellOutcome::verbatim;
  for (const Finding& finding : trace.findings) {
    if (is_about_the_past(finding) || finding.severity == Severity::none) continue;
    const bool spelling = finding.severity == Severity::info;
    out = std::max(out, spelling ? CellOutcome::respelled : CellOutcome::coerced);
  }
  return out;
}

// A server's refusal is the client's answer, as long as nobody sees what the client made of it.
CellOutcome outcome_of_lost(const CallTrace& trace, const TrialScore& score,
                            const AttemptRecord& record) {
  const Answer& answer = record.answer;
  const bool seen = answer.recorders && answer.recorders->model;
  const bool told = std::ranges::any_of(
      trace.views, [&](std::uint32_t view) { return answer.views[view].answered; });
  const bool rejected = answer.views[trace.views.back()].status == CallStatus::rejected;
  if (told || (rejected && !seen)) return CellOutcome::error_to_model;
  if (score.finished == FinishReason::refused_by_client) return CellOutcome::error_to_caller;
  // A further request that brings results of other calls is the conversation going on.
  const bool went_on = std::ranges::any_of(answer.views, [](const View& view) {
    return view.answered || (view.at == At::tool && view.status != CallStatus::rejected);
  });
  const bool asked_again = seen && answer.recorders->model_requests > 1 && !went_on;
  return asked_again ? CellOutcome::asked_again : CellOutcome::dropped;
}

CellCall call_of(const CallTrace& trace, const TrialScore& score, const AttemptRecord& record) {
  const Answer& answer = record.answer;
  const View& first = answer.views[trace.views.front()];
  const View& last = answer.views[trace.views.back()];
  CellCall out;
  out.findings = trace.findings;
  if (first.at <= At::wire) {
    out.raw_name = first.name;
    out.raw_arguments = first.arguments ? first.arguments : first.text;
  }
  // What a server refused never ran.
  const bool reached = last.at == At::tool && last.status != CallStatus::rejected;
  if (reached) {
    out.normalized_name = last.name;
    out.normalized_arguments = last.arguments;
    out.outcome = trace.invented ? CellOutcome::coerced : outcome_of_reached(trace);
  } else {
    out.outcome = outcome_of_lost(trace, score, record);
  }
  if (record.outcome == AttemptOutcome::client_crash && !reached) out.outcome = CellOutcome::died;
  return out;
}

void add_findings(AuditCell& cell) {
  std::vector<const Finding*> all;
  for (const CellCall& call : cell.calls) {
    for (const Finding& finding : call.findings) all.push_back(&finding);
  }
  std::ranges::stable_sort(all, std::greater<>(), [](const Finding* f) { return f->severity; });
  for (const Finding* finding : all) {
    cell.severity = std::max(cell.severity, finding->severity);
    cell.effect = std::max(cell.effect, finding->effect);
    if (std::ranges::find(cell.kinds, finding->kind) == cell.kinds.end()) {
      cell.kinds.emplace_back(finding->kind);
    }
  }
}

}  // namespace

AuditCell cell_of(const TestCase& test_case, const TrialScore& score, const AttemptRecord& record) {
  AuditCell cell;
  cell.case_id = test_case.id();
  cell.aim = aim_of(test_case);
  if (score.finished) cell.finished = finish_name(*score.finished);
  if (record.answer.recorders) cell.model_requests = record.answer.recorders->model_requests;
  if (score.outcome == AttemptOutcome::failed) {
    cell.outcome = CellOutcome::not_measured;
    cell.told = score.failure_text;
    return cell;
  }
  const bool asked =
      cell.model_requests > 0 || !record.answer.recorders || !record.answer.recorders->model;
  // Nothing found is no finding of nothing: what the model wrote has to be on record.
  if (!asked || !has_raw_evidence(record.answer)) {
    cell.outcome = CellOutcome::not_measured;
    cell.told =
        asked ? "no reply of the model could be read" : "the client never asked the model proxy";
  }
  if (!record.answer.finish_message.empty()) cell.told = record.answer.finish_message;
  for (const CallTrace& trace : score.traces) {
    cell.calls.push_back(call_of(trace, score, record));
    cell.outcome = std::max(cell.outcome, cell.calls.back().outcome);
  }
  // It may die after the tools got their calls, too.
  if (score.outcome == AttemptOutcome::client_crash) {
    cell.outcome = CellOutcome::died;
    if (cell.told.empty()) cell.told = record.failure_text;
  }
  add_findings(cell);
  return cell;
}

}  // namespace tare
