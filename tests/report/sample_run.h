// A run made by hand: what scoring/ would hand to the reporters, with one trial for each thing that
// can happen to a call. The seven cases of the ticket example come first.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "model/provenance.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "report/reporter.h"

namespace tare::sample {

struct Trial {
  TestCase test_case;
  TrialScore score;
  AttemptRecord record;
};

inline Trial make_trial(std::string id, std::string request, std::string expected,
                        std::string tool) {
  Trial t;
  t.test_case.input.id = id;
  t.test_case.input.request_json = "\"" + request + "\"";
  t.test_case.expected.tool = expected.empty() ? Expectation::Tool::none : Expectation::Tool::named;
  t.test_case.expected.expected_tool = expected;
  t.score.outcome = AttemptOutcome::completed;
  t.score.finished = FinishReason::stop;
  t.score.scored = true;
  t.score.verdict = t.score.raw_verdict = expected == tool ? Verdict::pass : Verdict::fail;
  for (Selection* side : {&t.score.raw, &t.score.normalized}) {
    side->evidence = true;
    if (!tool.empty()) side->selected = tool;
    side->exact = side->acceptable = expected == tool;
  }
  t.score.duration_ms = 31;
  t.score.attempts.push_back({1, "exited 0", std::nullopt, "", 31, 0});
  t.record.case_id = id;
  t.record.outcome = AttemptOutcome::completed;
  t.record.termination.kind = Termination::Kind::exited;
  return t;
}

inline View make_view(At at, std::string name, std::string arguments, Evidence evidence) {
  View view;
  view.at = at;
  view.name = std::move(name);
  view.arguments = std::move(arguments);
  view.evidence = evidence;
  return view;
}

// One call seen at the wire and at the tool.
inline CallTrace& add_call(Trial& t, const std::string& name, const std::string& raw,
                           const std::string& normalized) {
  auto first = static_cast<std::uint32_t>(t.record.answer.views.size());
  t.record.answer.views.push_back(make_view(At::wire, name, raw, Evidence::verbatim));
  t.record.answer.views.push_back(make_view(At::tool, name, normalized, Evidence::parsed));
  t.record.answer.views.back().status = CallStatus::held;
  CallTrace trace;
  trace.views = {first, first + 1};
  trace.raw_known = true;
  t.score.traces.push_back(trace);
  return t.score.traces.back();
}

inline Finding make_finding(std::string_view kind, std::string path, std::string raw,
                            std::string_view raw_type, std::string normalized,
                            std::string_view normalized_type, Severity severity, Effect effect) {
  Finding f;
  f.kind = kind;
  f.path = std::move(path);
  f.raw = std::move(raw);
  f.raw_type = raw_type;
  f.normalized = std::move(normalized);
  f.normalized_type = normalized_type;
  f.severity = severity;
  f.effect = effect;
  f.hop = Hop{At::wire, At::tool};
  f.raw_call = f.normalized_call = 0;
  return f;
}

inline Trial passing(const std::string& id, const std::string& tool) {
  Trial t = make_trial(id, "Show me ticket QA-142", tool, tool);
  if (!tool.empty()) add_call(t, tool, R"({"key":"QA-142"})", R"({"key": "QA-142"})");
  return t;
}

inline Trial wrong_tool() {
  Trial t = make_trial("ticket-delete-01", "Delete ticket QA-7 for good", "delete_ticket",
                       "update_ticket");
  t.test_case.expected.risk = 5;
  t.test_case.input.tags = {"destructive"};
  t.score.reasons = {"Expected delete_ticket, but the tool received update_ticket."};
  add_call(t, "update_ticket", R"({"key":"QA-7","limit":"10"})", R"({"key": "QA-7", "limit": 10})")
      .findings.push_back(make_finding("stringToNumber", "/limit", "\"10\"", "string", "10",
                                       "number", Severity::medium, Effect::rescued));
  return t;
}

// The seven cases of the worked example, one coercion among them.
inline std::vector<Trial> seven() {
  std::vector<Trial> trials;
  trials.push_back(passing("ticket-get-01", "get_ticket"));
  trials.push_back(passing("ticket-search-01", "search_tickets"));
  trials.push_back(passing("ticket-create-01", "create_ticket"));
  trials.push_back(passing("ticket-update-01", "update_ticket"));
  trials.push_back(wrong_tool());
  trials.push_back(passing("small-talk-01", ""));
  trials.push_back(passing("small-talk-02", ""));
  return trials;
}

inline Figures worked_figures() {
  Figures f;
  f.trials = 7;
  f.exact_accuracy = f.acceptable_accuracy = 6.0 / 7;
  f.no_tool_accuracy = 1.0;
  f.risk_weighted_accuracy = 0.75;
  f.schema_valid = 1.0;
  return f;
}

inline RunSummary worked_summary() {
  RunSummary s;
  s.totals = {7, 7, 7, 0, 0, 0, 0, 7};
  s.scores.raw = s.scores.normalized = worked_figures();
  s.scores.raw_of_both = s.scores.normalized_of_both = worked_figures();
  s.raw_confusions["delete_ticket -> update_ticket"] = 1;
  s.normalized_confusions = s.raw_confusions;
  Figures destructive;
  destructive.trials = 1;
  destructive.exact_accuracy = destructive.acceptable_accuracy = 0.0;
  destructive.risk_weighted_accuracy = 0.0;
  s.slices["tag:destructive"] = {destructive, destructive, destructive, destructive};
  s.coercions.calls = 5;
  s.coercions.calls_changed = 1;
  s.coercions.by_kind["stringToNumber"] = 1;
  s.coercions.by_severity["medium"] = 1;
  s.coercions.by_hop["wire>tool"] = 1;
  s.coercions.rescued = 1;
  s.coercions.evidence_verbatim = 5;
  GateResult fails;
  fails.figure = "riskWeightedAccuracy";
  fails.view = "normalized";
  fails.value = 0.75;
  fails.min = 0.9;
  fails.outcome = GateOutcome::fail;
  fails.cases = {"ticket-delete-01"};
  fails.case_count = 1;
  GateResult holds;
  holds.figure = "incomplete";
  holds.value = 0.0;
  holds.max = 0.0;
  holds.always_on = true;
  s.gates = {fails, holds};
  s.pass = 6;
  s.fail = 1;
  s.wall_ms = 812;
  s.p50_ms = 31;
  s.p95_ms = 60;
  s.exit_code = 1;
  return s;
}

inline Provenance provenance() {
  Provenance p;
  p.run_id = "20261130T104453Z-3f9a2c";
  p.started = "2026-11-30T10:44:53.123Z";
  p.ended = "2026-11-30T10:44:53.935Z";
  p.model = "model-a";
  p.dataset_sha256 = p.gates_sha256 = p.suite_sha256 = std::string(64, 'a');
  p.tare_version = "0.1.0";
  p.os = "Linux";
  return p;
}

// Trials with everything the plain seven do not have.
inline std::vector<Trial> troubled() {
  std::vector<Trial> trials;

  Trial timeout = make_trial("pr/search/slow", "Find every ticket", "search_tickets", "");
  timeout.score.outcome = AttemptOutcome::failed;
  timeout.score.failure = Failure::deadline_exceeded;
  timeout.score.failure_text =
      "the adapter did not finish within 60000 ms and was stopped by signal 15 (Terminated); "
      "raise timeouts.totalMs or look at what it waits for";
  timeout.score.finished.reset();
  timeout.score.verdict = timeout.score.raw_verdict = Verdict::undecided;
  timeout.score.raw = timeout.score.normalized = Selection{};
  timeout.score.scored = false;
  timeout.score.attempts = {
      {1, "stopped, signal 15 (Terminated)", Failure::deadline_exceeded, "too slow", 60000, 2},
      {2, "stopped, signal 15 (Terminated)", Failure::deadline_exceeded, "too slow", 60001, 0}};
  timeout.record.outcome = AttemptOutcome::failed;
  timeout.record.stderr_tail = "connecting\x1b[31m to backend\nretry 1\nretry 2\n";
  trials.push_back(std::move(timeout));

  Trial flaky = passing("pr/get_ticket/flaky", "get_ticket");
  flaky.score.flaky = true;
  flaky.score.attempts = {{1, "exited 3", Failure::exit_code, "exit code 3 <&> \x01", 12, 0},
                          {2, "exited 0", std::nullopt, "", 20, 0}};
  trials.push_back(std::move(flaky));

  Trial dropped = make_trial("pr/update_ticket/dropped", "Close QA-9", "update_ticket", "");
  dropped.score.raw.selected = "update_ticket";
  dropped.score.raw.exact = dropped.score.raw.acceptable = true;
  dropped.score.raw_verdict = Verdict::pass;
  dropped.score.verdict = Verdict::fail;
  dropped.score.reasons = {"Expected update_ticket, but no tool received a call."};
  dropped.record.answer.views.push_back(
      make_view(At::wire, "update_ticket", R"({"key":"QA-9",})", Evidence::verbatim));
  CallTrace drop;
  drop.views = {0};
  drop.raw_known = true;
  drop.dropped = true;
  Finding gone;
  gone.on = FindingOn::call;
  gone.kind = "callDropped";
  gone.severity = Severity::high;
  gone.effect = Effect::damaged;
  gone.lossless = false;
  gone.hop = Hop{At::wire, At::tool};
  gone.raw_call = 0;
  drop.findings = {gone};
  dropped.score.traces = {drop};
  trials.push_back(std::move(dropped));

  Trial injected = make_trial("pr/none/injected", "Thanks!", "", "get_ticket");
  injected.score.verdict = Verdict::fail;
  injected.score.raw.selected.reset();
  injected.score.raw_verdict = Verdict::pass;
  injected.score.reasons = {"Expected no tool call, but the tool received get_ticket."};
  injected.record.answer.views.push_back(make_view(At::tool, "get_ticket", "{}", Evidence::parsed));
  CallTrace from_nowhere;
  from_nowhere.views = {0};
  from_nowhere.raw_known = true;
  from_nowhere.invented = true;
  injected.score.traces = {from_nowhere};
  trials.push_back(std::move(injected));

  Trial crash = make_trial("pr/create_ticket/crash", "Make a ticket", "create_ticket", "");
  crash.score.outcome = AttemptOutcome::client_crash;
  crash.score.finished.reset();
  crash.score.normalized.client_refused = true;
  crash.score.reasons = {"The client crashed on the model's call; nothing reached a tool."};
  crash.score.attempts = {{1, "exited 1", std::nullopt, "", 45, 0}};
  crash.record.stderr_tail = "Traceback (most recent call last):\nKeyError: 'title'\n";
  add_call(crash, "create_ticket", R"({"titel":"x"})", "{}");
  crash.score.traces[0].views = {0};
  crash.score.traces[0].dropped = true;
  trials.push_back(std::move(crash));

  Trial limit = passing("pr/release/limit", "get_ticket");
  limit.score.verdict = Verdict::fail;
  limit.score.reasons = {"A limit was crossed: release_payment was called."};
  limit.score.limits.push_back({"release_payment", "release_*", Never::Level::called, "AP-07",
                                "payments need a person", At::wire, 1, false, true, false, true});
  trials.push_back(std::move(limit));

  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
  Trial longer =
      make_trial("pr/create_ticket/long", "Make a long ticket", "create_ticket", "create_ticket");
  longer.test_case.trials = 3;
  longer.score.trial = 2;
  add_call(longer, "create_ticket", "{\"body\":\"" + words + "\",\"when\":\"2026-11-30 \"}",
           "{\"body\":\"" + words + "\",\"when\":\"2026-11-30\"}")
      .findings.push_back(make_finding("whitespaceTrimmed", "/when", "\"2026-11-30 \"", "string",
                                       "\"2026-11-30\"", "string", Severity::low, Effect::neutral));
  trials.push_back(std::move(longer));

  Trial hostile =
      make_trial("pr/hostile/bytes", "漢字 \\u001b[2J", "get_ticket", "evil\x1b[2J\xff");
  hostile.score.reasons = {"Expected get_ticket, but the tool received evil\x1b[2J\xff."};
  add_call(hostile, "evil\x1b[2J\xff", "{\"a\":\"\xff\xfe\",\"b\":\"\u202egnp\"}",
           "{\"a\":\"\",\"b\":\"\u202egnp\"}")
      .findings.push_back(make_finding("stringAltered", "/a", "\"\xff\xfe\"", "string", "\"\"",
                                       "string", Severity::high, Effect::damaged));
  trials.push_back(std::move(hostile));
  return trials;
}

inline RunSummary troubled_summary() {
  RunSummary s;
  s.totals = {8, 8, 6, 1, 0, 1, 1, 10};
  s.scores.raw.trials = 6;
  s.scores.raw.exact_accuracy = s.scores.raw.acceptable_accuracy = 5.0 / 6;
  s.scores.raw.risk_weighted_accuracy = 5.0 / 6;
  s.scores.normalized = s.scores.raw;
  s.scores.normalized.exact_accuracy = s.scores.normalized.acceptable_accuracy = 0.5;
  s.scores.normalized.risk_weighted_accuracy = 0.5;
  s.scores.raw_of_both = s.scores.raw;
  s.scores.normalized_of_both = s.scores.normalized;
  s.raw_confusions["get_ticket -> evil\x1b[2J\xff"] = 1;
  s.normalized_confusions = {{"NO_TOOL -> get_ticket", 1},
                             {"update_ticket -> NO_TOOL", 1},
                             {"create_ticket -> CLIENT_REFUSED", 1},
                             {"get_ticket -> evil\x1b[2J\xff", 1}};
  s.coercions.calls = 7;
  s.coercions.calls_changed = 4;
  s.coercions.unaudited = 2;
  s.coercions.unread = 1;
  s.coercions.by_kind = {{"callDropped", 1}, {"stringAltered", 1}, {"whitespaceTrimmed", 1}};
  s.coercions.by_severity = {{"high", 2}, {"low", 1}};
  s.coercions.by_hop = {{"wire>tool", 2}, {"wire>client", 1}};
  s.coercions.damaged = 2;
  s.coercions.neutral = 1;
  s.outcomes = {8, 4, {0.5, 0.25}};
  GateResult incomplete;
  incomplete.figure = "incomplete";
  incomplete.value = 0.125;
  incomplete.max = 0.0;
  incomplete.outcome = GateOutcome::fail;
  incomplete.reason = "1 of 8 trials has no complete attempt";
  incomplete.cases = {"pr/search/slow"};
  incomplete.case_count = 1;
  incomplete.always_on = true;
  GateResult open;
  open.figure = "exactAccuracy";
  open.view = "raw";
  open.value = 5.0 / 6;
  open.min = 0.8;
  open.outcome = GateOutcome::undecided;
  open.reason = "with the incomplete trial it lies between 71.4 % and 85.7 %";
  GateResult never;
  never.figure = "neverCalled";
  never.value = 1.0;
  never.max = 0.0;
  never.outcome = GateOutcome::fail;
  never.reason = "release_payment was called";
  never.cases = {"pr/release/limit"};
  never.case_count = 31;
  never.always_on = true;
  GateResult holds;
  holds.figure = "neverExecuted";
  holds.value = 0.0;
  holds.max = 0.0;
  holds.always_on = true;
  s.gates = {incomplete, open, never, holds};
  s.pass = 2;
  s.fail = 5;
  s.undecided = 1;
  s.wall_ms = 120'400;
  s.p50_ms = 31;
  s.p95_ms = 60'001;
  s.exit_code = 1;
  return s;
}

inline Result<void> feed(Reporter& reporter, const std::vector<Trial>& trials,
                         const RunSummary& summary, const ReportContext& context) {
  reporter.begin(context);
  for (const Trial& t : trials) reporter.trial(t.test_case, t.score, t.record);
  return reporter.end(summary);
}

inline std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder of the test's own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tare-report-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                                  std::filesystem::directory_iterator()));
  }

 private:
  std::string path_;
};

}  // namespace tare::sample
