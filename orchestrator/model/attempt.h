// One try at a trial: how the process ended, what it said, and what that amounts to.
//
// How a process ended and what it answered are two axes: an adapter may print a whole answer and
// exit 7, or exit 0 and have said nothing. Both are kept; `outcome` is the rule that joins them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/answer.h"

namespace tare {

// What the program under test is, and so who tells of its calls: it speaks the protocol and tells
// itself, or it only runs and nobody does but a recorder on the wire.
enum class AdapterKind : std::uint8_t { protocol, command };
std::string_view adapter_kind_name(AdapterKind kind);  // "protocol", "command"
std::optional<AdapterKind> adapter_kind_from_name(std::string_view name);

// Operational failures, as docs/protocol.md names them.
enum class Failure : std::uint8_t {
  spawn_failed,
  startup_timeout,
  idle_timeout,
  deadline_exceeded,
  signalled,
  exit_code,
  protocol_error,
  output_overflow,
  no_finish,
  adapter_error,
  interrupted,
};
std::string_view failure_name(Failure failure);  // "spawnFailed", …
std::optional<Failure> failure_from_name(std::string_view name);

// How the leader process ended. A sum type: exit 9 and SIGKILL are never confused.
struct Termination {
  enum class Kind : std::uint8_t {
    not_started,  // `value` is errno
    exited,       // `value` is the exit code
    signalled,    // by somebody else; `value` is the signal
    stopped,  // by Tare; `value` is the signal that ended it (or the exit code after SIGTERM, with
              // `stop_exited`)
    kept,     // still alive: adapter.reuse, and it will serve another request
  };
  Kind kind = Kind::not_started;
  int value = 0;
  bool core_dumped = false;
  bool stop_exited = false;
};
std::string describe_termination(const Termination& t);  // "exited 0", "signal 9 (Killed)", …
std::string_view termination_kind_name(Termination::Kind kind);  // "notStarted", "exited", …
std::optional<Termination::Kind> termination_kind_from_name(std::string_view name);

enum class AttemptOutcome : std::uint8_t { completed, client_crash, failed };
std::string_view outcome_name(AttemptOutcome outcome);  // "completed", "clientCrash", "failed"
std::optional<AttemptOutcome> outcome_from_name(std::string_view name);

// Facts beside the answer that decide nothing but deserve to be seen.
struct AttemptNotes {
  bool stdin_unread = false;           // the adapter closed or never read its stdin
  bool leaked_pipe = false;            // stdout or stderr was still open when the leak window ended
  bool missing_newline = false;        // the last event had no newline
  std::uint32_t descendants_left = 0;  // processes found alive after the leader's exit, and ended
  bool stderr_truncated = false;
  std::uint32_t log_lines = 0;  // stdout "mixed": lines kept as log
};

struct Judgement;

struct AttemptRecord {
  std::string case_id;
  std::uint32_t trial = 1;
  std::uint32_t attempt = 1;

  AttemptOutcome outcome = AttemptOutcome::failed;
  std::optional<Failure> failure;  // set exactly where outcome is `failed`
  std::string failure_text;        // for a person: what happened, where, and how to mend it
  bool retryable = true;           // an `error` event may say that a retry is of no use
  Termination termination;
  AttemptNotes notes;

  AdapterKind kind = AdapterKind::protocol;
  // The event lines verbatim, in order (masked once before the record is written); of a program of
  // kind `command` those that its exit and its stdout stand for. All that `answer` says was read
  // from these by protocol/, so a journal can be scored again.
  std::vector<std::string> events;
  // What the recorders between client, model and tools saw, as further event lines. What they saw
  // stands over what `events` claim (protocol/recorded_answer.h).
  std::vector<std::string> recorded;
  Answer answer;

  std::string stderr_tail;  // the last 4 KiB
  // Files kept under the run folder's artifacts/<case>/<trial>.<attempt>/: name and SHA-256.
  std::vector<std::pair<std::string, std::string>> artifacts;
  std::uint64_t stdout_bytes = 0, stderr_bytes = 0;
  std::int64_t started_unix_ms = 0;
  std::uint32_t duration_ms = 0;

  // What a judge was asked about this attempt, in order; empty: none was.
  std::vector<Judgement> judgements;

  bool complete() const { return outcome != AttemptOutcome::failed; }
};

// One try of a judge at a finished attempt: a process like any other, with a record of its own.
struct Judgement {
  std::uint32_t judged_attempt = 1;
  std::string contract_sha256;  // of the contract that it was shown
  AttemptRecord attempt;        // the judge's own; its number counts the tries
};

}  // namespace tare
