// An attempt as one journal line.
//
// Written by hand: an attempt costs well under a millisecond in all, and building a tree only to
// print it would be a good part of that. The envelope (who, which, how it came out) stands first,
// so that an index of a large journal reads a prefix of each line. `answer` is not stored: it is
// what the events say, and reading it from them again keeps the two from disagreeing.
#include <string>
#include <vector>

#include "protocol/masked_answer.h"
#include "protocol/recorded_answer.h"
#include "record/journal.h"
#include "record/json_fields.h"

namespace tare {

namespace {

// Appends members; texts that came from a process go through the masker, and where it struck is
// kept for the member `masked`.
class LineBuilder {
 public:
  LineBuilder(std::string& out, const Masker& masker) : out_(out), masker_(masker) {}

  void name(const char* name) {
    out_ += separator_;
    out_ += '"';
    out_ += name;
    out_ += "\":";
    separator_ = ",";
  }
  void word(const char* member, std::string_view text) {
    name(member);
    append_text_json(out_, text);
  }
  void number(const char* member, std::int64_t value) {
    name(member);
    out_ += std::to_string(value);
  }
  void count(const char* member, std::uint64_t value) {
    name(member);
    out_ += std::to_string(value);
  }
  void flag(const char* member, bool value) {
    name(member);
    out_ += value ? "true" : "false";
  }
  void masked_text(const char* member, std::string_view text) {
    name(member);
    if (masker_.empty()) {
      append_text_json(out_, text);
      return;
    }
    // It may have been masked before, where it was cut.
    const std::string masked = masker_.mask(text);
    append_text_json(out_, masked);
    note_spans(member, masker_.placeholders_in(masked));
  }
  void masked_events(const char* member, const std::vector<std::string>& texts) {
    name(member);
    out_ += '[';
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i != 0) out_ += ',';
      append_event(std::string(member) + '/' + std::to_string(i), texts[i]);
    }
    out_ += ']';
  }
  void begin(const char* member) {
    name(member);
    out_ += '{';
    separator_ = "";
  }
  void end() {
    out_ += '}';
    separator_ = ",";
  }
  void digests(const char* member,
               const std::vector<std::pair<std::string, std::string>>& name_and_sha256) {
    name(member);
    out_ += '[';
    separator_ = "";
    for (const auto& [file, sha256] : name_and_sha256) {
      out_ += separator_;
      out_ += '{';
      separator_ = "";
      word("name", file);
      word("sha256", sha256);
      end();
    }
    out_ += ']';
    separator_ = ",";
  }
  void masked_spans() {
    if (spans_json_.empty()) return;
    name("masked");
    out_ += '[' + spans_json_ + ']';
  }

 private:
  void append_event(const std::string& member, std::string_view event) {
    if (masker_.empty()) {
      append_text_json(out_, event);
      return;
    }
    std::vector<MaskedSpan> spans;
    append_text_json(out_, mask_event(event, masker_, &spans));
    note_spans(member, spans);
  }
  void note_spans(const std::string& member, const std::vector<MaskedSpan>& spans) {
    for (const MaskedSpan& span : spans) {
      if (!spans_json_.empty()) spans_json_ += ',';
      spans_json_ += "{\"in\":\"" + member + "\",\"offset\":" + std::to_string(span.offset) +
                     ",\"length\":" + std::to_string(span.length) + '}';
    }
  }

  std::string& out_;
  const Masker& masker_;
  const char* separator_ = "";
  std::string spans_json_;
};

std::size_t estimated_size(const AttemptRecord& record) {
  std::size_t size = 1024 + record.stderr_tail.size() + record.failure_text.size();
  for (const std::string& event : record.events) size += event.size() + event.size() / 4 + 8;
  for (const std::string& event : record.recorded) size += event.size() + event.size() / 4 + 8;
  return size;
}

Termination read_termination(JsonFields& attempt) {
  JsonFields f(attempt.object("termination"), "the termination");
  Termination t;
  t.kind = f.named("kind", termination_kind_from_name, Termination::Kind::not_started);
  t.value = static_cast<int>(f.number32("value") & 0x7fffffffu);
  t.core_dumped = f.boolean("coreDumped");
  t.stop_exited = f.boolean("stopExited");
  attempt.absorb(f);
  return t;
}

AttemptNotes read_notes(JsonFields& attempt) {
  JsonFields f(attempt.object("notes"), "the notes");
  AttemptNotes notes;
  notes.stdin_unread = f.boolean("stdinUnread");
  notes.leaked_pipe = f.boolean("leakedPipe");
  notes.missing_newline = f.boolean("missingNewline");
  notes.descendants_left = f.number32("descendantsLeft");
  notes.stderr_truncated = f.boolean("stderrTruncated");
  notes.log_lines = f.number32("logLines");
  attempt.absorb(f);
  return notes;
}

// `judgement`: null for an attempt of the adapter itself.
std::string record_to_json(const AttemptRecord& record, const Judgement* judgement,
                           const Masker& masker) {
  std::string out;
  out.reserve(estimated_size(record));
  out += '{';
  LineBuilder line(out, masker);
  line.word("type", judgement != nullptr ? "judgement" : "attempt");
  // Not masked: it comes from the case file and is what a resumed run looks attempts up by.
  line.word("caseId", record.case_id);
  line.count("trial", record.trial);
  if (judgement != nullptr) line.count("judgedAttempt", judgement->judged_attempt);
  line.count("attempt", record.attempt);
  line.word("outcome", outcome_name(record.outcome));
  if (record.failure) line.word("failure", failure_name(*record.failure));
  line.flag("retryable", record.retryable);
  if (judgement != nullptr) line.word("contractSha256", judgement->contract_sha256);
  // A record without it is of an adapter that speaks the protocol.
  if (record.kind != AdapterKind::protocol) line.word("kind", adapter_kind_name(record.kind));
  if (!record.failure_text.empty()) line.masked_text("failureText", record.failure_text);
  line.begin("termination");
  line.word("kind", termination_kind_name(record.termination.kind));
  line.number("value", record.termination.value);
  line.flag("coreDumped", record.termination.core_dumped);
  line.flag("stopExited", record.termination.stop_exited);
  line.end();
  line.begin("notes");
  line.flag("stdinUnread", record.notes.stdin_unread);
  line.flag("leakedPipe", record.notes.leaked_pipe);
  line.flag("missingNewline", record.notes.missing_newline);
  line.count("descendantsLeft", record.notes.descendants_left);
  line.flag("stderrTruncated", record.notes.stderr_truncated);
  line.count("logLines", record.notes.log_lines);
  line.end();
  line.begin("timing");
  line.number("startedUnixMs", record.started_unix_ms);
  line.count("durationMs", record.duration_ms);
  line.end();
  line.count("stdoutBytes", record.stdout_bytes);
  line.count("stderrBytes", record.stderr_bytes);
  if (!record.artifacts.empty()) line.digests("artifacts", record.artifacts);
  if (!record.stderr_tail.empty()) line.masked_text("stderrTail", record.stderr_tail);
  line.masked_events("events", record.events);
  if (!record.recorded.empty()) line.masked_events("recorded", record.recorded);
  line.masked_spans();
  out += '}';
  return out;
}

// All but `type` and what a judgement has besides.
AttemptRecord read_record(JsonFields& f) {
  AttemptRecord record;
  record.case_id = f.text("caseId");
  record.trial = f.number32("trial");
  record.attempt = f.number32("attempt");
  record.outcome = f.named("outcome", outcome_from_name, AttemptOutcome::failed);
  if (f.has("failure")) {
    record.failure = f.named("failure", failure_from_name, Failure::protocol_error);
  }
  record.failure_text = f.text_or_empty("failureText");
  record.retryable = f.boolean("retryable");
  if (f.has("kind")) {
    record.kind = f.named("kind", adapter_kind_from_name, AdapterKind::protocol);
  }
  record.termination = read_termination(f);
  record.notes = read_notes(f);
  JsonFields timing(f.object("timing"), "the timing");
  record.started_unix_ms = timing.integer("startedUnixMs");
  record.duration_ms = timing.number32("durationMs");
  f.absorb(timing);
  record.stdout_bytes = f.number64("stdoutBytes");
  record.stderr_bytes = f.number64("stderrBytes");
  if (f.has("artifacts")) {
    for (const Json& artifact_json : f.array("artifacts")) {
      JsonFields artifact(artifact_json, "an artifact");
      record.artifacts.emplace_back(artifact.text("name"), artifact.text("sha256"));
      f.absorb(artifact);
    }
  }
  record.stderr_tail = f.text_or_empty("stderrTail");
  record.events = f.texts("events");
  if (f.has("recorded")) record.recorded = f.texts("recorded");
  if (f.has("masked")) f.array("masked");
  (void)f.has("prevSha256");
  if ((record.outcome == AttemptOutcome::failed) != record.failure.has_value()) {
    f.fault("failure", "stands exactly where the outcome is \"failed\"");
  }
  return record;
}

}  // namespace

std::string attempt_to_json(const AttemptRecord& record, const Masker& masker) {
  return record_to_json(record, nullptr, masker);
}

std::string judgement_to_json(const Judgement& judgement, const Masker& masker) {
  return record_to_json(judgement.attempt, &judgement, masker);
}

Result<AttemptRecord> attempt_from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Error{.reason = "the attempt is no JSON"};
  JsonFields f(json, "the attempt");
  if (f.text("type") != "attempt") f.fault("type", "is not \"attempt\"");
  AttemptRecord record = read_record(f);
  f.expect_no_others();
  if (f.error()) return *f.error();
  record.answer = answer_of(record.kind, record.events, record.recorded);
  return record;
}

Result<Judgement> judgement_from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Error{.reason = "the judgement is no JSON"};
  JsonFields f(json, "the judgement");
  if (f.text("type") != "judgement") f.fault("type", "is not \"judgement\"");
  Judgement out;
  out.judged_attempt = f.number32("judgedAttempt");
  out.contract_sha256 = f.text("contractSha256");
  out.attempt = read_record(f);
  f.expect_no_others();
  if (f.error()) return *f.error();
  out.attempt.answer = answer_of(out.attempt.kind, out.attempt.events, {});
  return out;
}

}  // namespace tare
