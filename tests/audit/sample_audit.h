// A small audit made by hand: two clients, a cell of each outcome, and texts that want to be more
// than text.
#pragma once

#include <string>
#include <utility>

#include "audit/audit.h"

namespace tare::sample {

inline Finding make_finding(std::string_view kind, const std::string& path, Severity severity,
                            Effect effect, const std::string& raw, const std::string& normalized) {
  Finding out;
  out.kind = kind;
  out.path = path;
  out.severity = severity;
  out.effect = effect;
  out.lossless = false;
  out.raw = raw;
  out.normalized = normalized;
  out.raw_type = out.normalized_type = "number";
  return out;
}

inline Finding lost_call(Severity severity) {
  Finding out;
  out.on = FindingOn::call;
  out.kind = "callDropped";
  out.severity = severity;
  out.effect = Effect::damaged;
  return out;
}

inline CellCall make_call(const std::string& name, const std::string& raw,
                          const std::string& normalized) {
  CellCall out;
  out.raw_name = out.normalized_name = name;
  out.raw_arguments = raw;
  out.normalized_arguments = normalized;
  return out;
}

// Its outcome, severity, effect and kinds follow from the call.
inline AuditCell make_cell(const std::string& id, const std::string& aim, CellOutcome outcome,
                           CellCall call) {
  AuditCell out;
  out.case_id = id;
  out.aim = aim;
  out.outcome = call.outcome = outcome;
  for (const Finding& finding : call.findings) {
    out.severity = std::max(out.severity, finding.severity);
    out.effect = std::max(out.effect, finding.effect);
    out.kinds.emplace_back(finding.kind);
  }
  out.finished = "stop";
  out.model_requests = 2;
  out.calls.push_back(std::move(call));
  return out;
}

inline AuditCell verbatim_cell(const std::string& id, const std::string& aim) {
  return make_cell(id, aim, CellOutcome::verbatim, make_call("get", "{\"n\":1}", "{\"n\":1}"));
}

inline AuditCell rounded_cell(const std::string& id) {
  CellCall call = make_call("set_valve", "{\"valve\":\"a\",\"litres\":9007199254740993}",
                            "{\"valve\":\"a\",\"litres\":9007199254740992}");
  call.findings = {make_finding("bigintPrecisionLoss", "/litres", Severity::critical,
                                Effect::damaged, "9007199254740993", "9007199254740992")};
  return make_cell(id, "bigintPrecisionLoss", CellOutcome::coerced, std::move(call));
}

inline AuditCell lost_cell(const std::string& id, const std::string& aim, CellOutcome outcome,
                           const std::string& told) {
  CellCall call = make_call("get", "{\"n\":", "");
  call.normalized_name.reset();
  call.normalized_arguments.reset();
  call.findings = {lost_call(Severity::high)};
  AuditCell out = make_cell(id, aim, outcome, std::move(call));
  out.told = told;
  return out;
}

// Closes tags, breaks tables, moves the cursor, turns the direction of writing.
inline const std::string kHostile =
    "</code></pre><script>alert(1)</script> | `x` **b** [l](http://e) @all \x1b[31m \xe2\x80\xae "
    "\"q\" '\xff\n| a |";

inline AuditedClient make_client(const std::string& name, const std::string& variant,
                                 const std::string& version) {
  AuditedClient out;
  out.name = name;
  out.variant = variant;
  out.layers = {{"sdk", name, version}};
  return out;
}

inline Audit small_audit() {
  Audit audit;
  audit.tare_version = "9.9.9";
  audit.corpus_sha256 = std::string(64, 'a');
  AuditedClient good = make_client("good", "", "1.0");
  AuditedClient bad = make_client("bad", "chat", "2.0");
  good.cells = {verbatim_cell("big/one", "bigintPrecisionLoss"),
                verbatim_cell("big/two", "bigintPrecisionLoss"),
                verbatim_cell("quiet/one", "keyOrderChanged")};
  bad.cells = {rounded_cell("big/one"), verbatim_cell("big/two", "bigintPrecisionLoss"),
               verbatim_cell("quiet/one", "keyOrderChanged")};
  const auto add = [&](AuditCell cell) {
    good.cells.push_back(verbatim_cell(cell.case_id, cell.aim));
    bad.cells.push_back(std::move(cell));
  };
  CellCall spelled = make_call("get", "{\"n\":1e2}", "{\"n\":100}");
  spelled.findings = {
      make_finding("numberRespelled", "/n", Severity::info, Effect::neutral, "1e2", "100")};
  spelled.findings.front().value_changed = false;
  add(make_cell("spelled", "numberRespelled", CellOutcome::respelled, std::move(spelled)));
  add(lost_cell("lost/model", "repairSyntax", CellOutcome::error_to_model, ""));
  add(lost_cell("lost/again", "repairSyntax", CellOutcome::asked_again, ""));
  add(lost_cell("lost/caller", "repairTruncation", CellOutcome::error_to_caller,
                "SyntaxError: Unexpected end of JSON input"));
  add(lost_cell("lost/silent", "callDropped", CellOutcome::dropped, ""));
  add(lost_cell("lost/died", "argsLost", CellOutcome::died, "exited 134"));
  CellCall hostile =
      make_call("say", "{\"t\":\"" + kHostile + "\"}", "{\"t\":\"" + kHostile + "!\"}");
  hostile.raw_name = kHostile;
  hostile.findings = {make_finding("stringAltered", "/t", Severity::medium, Effect::damaged,
                                   "\"" + kHostile + "\"", "\"" + kHostile + "!\"")};
  AuditCell hostile_cell =
      make_cell("case/" + kHostile, kHostile, CellOutcome::coerced, std::move(hostile));
  hostile_cell.told = kHostile;
  add(std::move(hostile_cell));
  AuditCell unmeasured = verbatim_cell("unmeasured", "");
  unmeasured.outcome = CellOutcome::not_measured;
  unmeasured.calls.clear();
  unmeasured.finished = "";
  unmeasured.told = "the adapter did not finish: " + kHostile;
  add(std::move(unmeasured));
  audit.clients = {std::move(good), std::move(bad)};
  return audit;
}

// Worse, better, and of another kind; a client more and one less.
inline Audit earlier_audit() {
  Audit audit = small_audit();
  AuditedClient& bad = audit.clients[1];
  bad.layers.front().version = "1.9 " + kHostile;
  bad.cells[0] = verbatim_cell("big/one", "bigintPrecisionLoss");
  bad.cells[1] = rounded_cell("big/two");
  bad.cells[3].kinds = {"keyOrderChanged"};
  audit.clients[0].name = "gone" + kHostile;
  return audit;
}

}  // namespace tare::sample
