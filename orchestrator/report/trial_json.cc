#include "report/trial_json.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/names.h"
#include "base/utf8.h"
#include "report/agent_json.h"
#include "report/json_text.h"
#include "scoring/trajectory.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::optional<std::string>& text) {
  return text ? Json(readable_utf8(*text)) : Json(nullptr);
}

void put_evidence(Json& object, const std::string& name, const std::optional<std::string>& bytes,
                  bool null_if_absent) {
  if (bytes) {
    EvidenceMember member = evidence_member(name, *bytes);
    object[member.name] = std::move(member.text);
  } else if (null_if_absent) {
    object[name] = nullptr;
  }
}

// A name is read by people and scripts: it is always there, and its bytes beside it where need be.
void put_name(Json& object, const std::string& name, const std::optional<std::string>& bytes) {
  object[name] = text_or_null(bytes);
  if (bytes && !is_valid_utf8(*bytes)) object[name + "Base64"] = base64_encode(*bytes);
}

Json view_to_json(const View& view) {
  Json out = Json::object();
  out["at"] = at_name(view.at);
  put_name(out, "name", view.name);
  put_evidence(out, "arguments", view.arguments, true);
  out["evidence"] = evidence_name(view.evidence);
  if (view.id) put_name(out, "id", view.id);
  if (view.turn) out["turn"] = *view.turn;
  if (view.status) out["status"] = status_name(*view.status);
  if (view.status && view.evidence == Evidence::recorded) out["statusEvidence"] = "recorded";
  if (view.server) put_name(out, "server", view.server);
  if (view.builtin) out["builtin"] = true;
  if (view.format) out["format"] = readable_utf8(*view.format);
  put_evidence(out, "text", view.text, false);
  return out;
}

Json finding_to_json(const Finding& finding) {
  Json out = Json::object();
  out["on"] = finding_on_name(finding.on);
  out["kind"] = readable_utf8(finding.kind);
  out["path"] = text_or_null(finding.path);
  out["severity"] = severity_name(finding.severity);
  out["effect"] = effect_name(finding.effect);
  out["lossless"] = finding.lossless;
  out["hop"] = finding.hop ? Json(hop_name(*finding.hop)) : Json(nullptr);
  out["rawCall"] = or_null(finding.raw_call);
  out["normalizedCall"] = or_null(finding.normalized_call);
  put_evidence(out, "raw", finding.raw, true);
  put_evidence(out, "normalized", finding.normalized, true);
  out["rawType"] = readable_utf8(finding.raw_type);
  out["normalizedType"] = readable_utf8(finding.normalized_type);
  out["change"] = finding.value_changed ? "value" : "spelling";
  if (!finding.remark.empty()) out["remark"] = readable_utf8(finding.remark);
  if (finding.waiver) out["waived"] = true;
  return out;
}

Json call_to_json(const CallTrace& trace, const Answer& answer) {
  std::vector<const View*> views;
  for (std::uint32_t index : trace.views)
    if (index < answer.views.size()) views.push_back(&answer.views[index]);
  bool has_raw = trace.raw_known && !trace.invented && !views.empty();
  bool has_normalized = !trace.dropped && trace.normalized_known && !views.empty();
  Json out = Json::object();
  out["raw"] = has_raw ? view_to_json(*views.front()) : Json(nullptr);
  out["normalized"] = has_normalized ? view_to_json(*views.back()) : Json(nullptr);
  out["views"] = views.size();
  if (trace.unread) out["unread"] = true;
  out["findings"] = Json::array();
  for (const Finding& finding : trace.findings) out["findings"].push_back(finding_to_json(finding));
  return out;
}

void put_mismatches(Json& object, const ArgsComparison& found) {
  object["mismatches"] = Json::array();
  for (const ArgsMismatch& one : found.mismatches) {
    object["mismatches"].push_back({{"path", readable_utf8(one.path)},
                                    {"expected", readable_utf8(one.expected)},
                                    {"got", text_or_null(one.got)},
                                    {"reason", readable_utf8(one.reason)}});
  }
  if (found.more > 0) object["more"] = found.more;
}

Json args_to_json(const ArgsScore& args) {
  if (!args.judged) return nullptr;
  Json out = Json::object();
  out["match"] = args.comparison.match();
  put_mismatches(out, args.comparison);
  return out;
}

Json schema_to_json(const SchemaScore& schema) {
  Json out = Json::object();
  out["calls"] = schema.calls;
  out["valid"] = schema.valid;
  if (schema.unjudged > 0) out["unjudged"] = schema.unjudged;
  out["faults"] = Json::array();
  for (const SchemaFault& fault : schema.faults) {
    out["faults"].push_back({{"tool", readable_utf8(fault.tool)},
                             {"path", readable_utf8(fault.path)},
                             {"reason", readable_utf8(fault.reason)}});
  }
  if (schema.more > 0) out["more"] = schema.more;
  return out;
}

Json edit_to_json(const TrajectoryEdit& edit) {
  Json out = Json::object();
  out["edit"] = edit_name(edit.kind);
  out["tool"] = readable_utf8(edit.tool);
  if (edit.expected) out["expected"] = *edit.expected;
  if (edit.call) out["call"] = *edit.call;
  if (edit.before_call) out["before"] = *edit.before_call;
  if (edit.kind == TrajectoryEdit::Kind::change) put_mismatches(out, edit.arguments);
  return out;
}

Json trajectory_to_json(const TrajectoryScore& trajectory) {
  Json out = Json::object();
  out["holds"] = trajectory.judged ? Json(trajectory.holds) : Json(nullptr);
  out["made"] = trajectory.made;
  if (!trajectory.not_compared.empty()) {
    out["notCompared"] = readable_utf8(trajectory.not_compared);
    return out;
  }
  out["required"] = trajectory.required;
  out["matched"] = trajectory.matched;
  out["matchedRequired"] = trajectory.matched_required;
  out["precision"] = or_null(precision_of(trajectory));
  out["recall"] = or_null(recall_of(trajectory));
  out["f1"] = or_null(f1_of(trajectory));
  out["edits"] = Json::array();
  for (const TrajectoryEdit& edit : trajectory.edits) out["edits"].push_back(edit_to_json(edit));
  return out;
}

// The columns beside tool choice, each only where there is something to say of it.
void put_columns(Json& trial, const TrialScore& score) {
  if (score.raw_args.judged || score.normalized_args.judged) {
    trial["args"]["raw"] = args_to_json(score.raw_args);
    trial["args"]["normalized"] = args_to_json(score.normalized_args);
  }
  const SchemaScore& raw_schema = score.raw_schema;
  const SchemaScore& normalized_schema = score.normalized_schema;
  if (raw_schema.calls + raw_schema.unjudged > 0 ||
      normalized_schema.calls + normalized_schema.unjudged > 0) {
    trial["schema"]["raw"] = schema_to_json(score.raw_schema);
    trial["schema"]["normalized"] = schema_to_json(score.normalized_schema);
  }
  const auto stated = [](const TrajectoryScore& one) {
    return one.judged || !one.not_compared.empty();
  };
  if (stated(score.raw_trajectory) || stated(score.normalized_trajectory)) {
    trial["trajectory"]["raw"] = trajectory_to_json(score.raw_trajectory);
    trial["trajectory"]["normalized"] = trajectory_to_json(score.normalized_trajectory);
  }
}

Json limit_to_json(const LimitHit& hit) {
  Json out = Json::object();
  out["tool"] = readable_utf8(hit.tool);
  out["never"] = readable_utf8(hit.glob);
  out["level"] = hit.level == Never::Level::called ? "called" : "executed";
  out["at"] = at_name(hit.at);
  out["attempt"] = hit.attempt;
  out["raw"] = hit.raw_side;
  out["normalized"] = hit.normalized_side;
  if (hit.one_sided) out["oneSided"] = true;
  if (hit.status) {
    out["status"] = status_name(*hit.status);
    out["statusEvidence"] = hit.status_recorded ? "recorded" : "claimed";
  }
  if (hit.from_forbid) out["forbid"] = true;
  if (!hit.control.empty()) out["control"] = readable_utf8(hit.control);
  if (!hit.why.empty()) out["why"] = readable_utf8(hit.why);
  return out;
}

Json attempt_to_json_summary(const TrialScore::AttemptSummary& attempt) {
  Json out = Json::object();
  out["attempt"] = attempt.attempt;
  out["termination"] = readable_utf8(attempt.termination);
  if (attempt.failure) {
    out["failure"] = failure_name(*attempt.failure);
    out["failureText"] = readable_utf8(attempt.failure_text);
  }
  if (attempt.descendants_left > 0) out["descendantsLeft"] = attempt.descendants_left;
  return out;
}

std::string_view trial_outcome(AttemptOutcome outcome) {
  switch (outcome) {
    case AttemptOutcome::completed:
      return "completed";
    case AttemptOutcome::client_crash:
      return "clientCrash";
    case AttemptOutcome::failed:
      return "incomplete";
  }
  return "incomplete";
}

}  // namespace

std::string trial_to_json(const TrialScore& score, const AttemptRecord& record) {
  Json out = Json::object();
  out["trial"] = score.trial;
  out["outcome"] = trial_outcome(score.outcome);
  if (score.failure) {
    out["failure"] = failure_name(*score.failure);
    out["failureText"] = readable_utf8(score.failure_text);
  }
  out["verdict"] = verdict_name(score.verdict);
  out["rawVerdict"] = verdict_name(score.raw_verdict);
  if (score.quarantined) out["quarantined"] = verdict_name(*score.quarantined);
  out["finished"] = score.finished ? Json(finish_name(*score.finished)) : Json(nullptr);
  if (score.flaky) out["flaky"] = true;
  out["selected"]["raw"] = text_or_null(score.raw.selected);
  out["selected"]["normalized"] = text_or_null(score.normalized.selected);
  if (!score.raw.evidence) out["rawEvidence"] = false;
  if (!score.normalized.evidence) out["normalizedEvidence"] = false;
  if (score.normalized.client_refused) out["clientRefused"] = true;
  put_columns(out, score);
  out["calls"] = Json::array();
  for (const CallTrace& trace : score.traces)
    out["calls"].push_back(call_to_json(trace, record.answer));
  out["attempts"] = Json::array();
  for (const TrialScore::AttemptSummary& attempt : score.attempts)
    out["attempts"].push_back(attempt_to_json_summary(attempt));
  if (score.limit_unchecked) out["limitUnchecked"] = true;
  for (const LimitHit& hit : score.limits) out["limits"].push_back(limit_to_json(hit));
  if (score.task_passed) out["taskPassed"] = *score.task_passed;
  out["reasons"] = Json::array();
  for (const std::string& reason : score.reasons) out["reasons"].push_back(readable_utf8(reason));
  std::string text = out.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.insert(text.size() - 1, agent_members(score));
  return text;
}

std::string case_id_members(const std::string& id) {
  std::string out = "\"id\":";
  append_json_quoted(out, readable_utf8(id));
  if (!is_valid_utf8(id)) out += ",\"idBase64\":\"" + base64_encode(id) + "\"";
  return out;
}

}  // namespace tare
