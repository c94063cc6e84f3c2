// The spelling of every enumeration, in one place: what files and messages say.
//
// Each name is written once, in a switch that the compiler keeps whole; the way back tries the
// names of all values, so the two directions cannot drift apart.
#include <string>
#include <utility>

#include "model/attempt.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "model/violation.h"

namespace tare {

namespace {

// Values 0…last, in order: the enumerations here have no gaps.
template <class Enum>
std::optional<Enum> from_name(std::string_view name, Enum last, std::string_view (*name_of)(Enum)) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    if (name_of(value) == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view at_name(At at) {
  switch (at) {
    case At::text:
      return "text";
    case At::wire:
      return "wire";
    case At::client:
      return "client";
    case At::approval:
      return "approval";
    case At::tool:
      return "tool";
  }
  return {};
}
std::optional<At> at_from_name(std::string_view name) { return from_name(name, At::tool, at_name); }

std::string_view evidence_name(Evidence evidence) {
  switch (evidence) {
    case Evidence::none:
      return "none";
    case Evidence::parsed:
      return "parsed";
    case Evidence::verbatim:
      return "verbatim";
    case Evidence::recorded:
      return "recorded";
  }
  return {};
}

std::string_view status_name(CallStatus status) {
  switch (status) {
    case CallStatus::executed:
      return "executed";
    case CallStatus::held:
      return "held";
    case CallStatus::denied:
      return "denied";
    case CallStatus::rejected:
      return "rejected";
    case CallStatus::failed:
      return "failed";
  }
  return {};
}
std::optional<CallStatus> status_from_name(std::string_view name) {
  return from_name(name, CallStatus::failed, status_name);
}

std::string_view finish_name(FinishReason reason) {
  switch (reason) {
    case FinishReason::stop:
      return "stop";
    case FinishReason::held:
      return "held";
    case FinishReason::refused_by_client:
      return "refusedByClient";
    case FinishReason::max_turns:
      return "maxTurns";
    case FinishReason::refusal:
      return "refusal";
  }
  return {};
}
std::optional<FinishReason> finish_from_name(std::string_view name) {
  return from_name(name, FinishReason::refusal, finish_name);
}

std::string_view adapter_kind_name(AdapterKind kind) {
  switch (kind) {
    case AdapterKind::protocol:
      return "protocol";
    case AdapterKind::command:
      return "command";
  }
  return {};
}
std::optional<AdapterKind> adapter_kind_from_name(std::string_view name) {
  return from_name(name, AdapterKind::command, adapter_kind_name);
}

std::string_view failure_name(Failure failure) {
  switch (failure) {
    case Failure::spawn_failed:
      return "spawnFailed";
    case Failure::startup_timeout:
      return "startupTimeout";
    case Failure::idle_timeout:
      return "idleTimeout";
    case Failure::deadline_exceeded:
      return "deadlineExceeded";
    case Failure::signalled:
      return "signalled";
    case Failure::exit_code:
      return "exitCode";
    case Failure::protocol_error:
      return "protocolError";
    case Failure::output_overflow:
      return "outputOverflow";
    case Failure::no_finish:
      return "noFinish";
    case Failure::adapter_error:
      return "adapterError";
    case Failure::interrupted:
      return "interrupted";
  }
  return {};
}
std::optional<Failure> failure_from_name(std::string_view name) {
  return from_name(name, Failure::interrupted, failure_name);
}

std::string_view outcome_name(AttemptOutcome outcome) {
  switch (outcome) {
    case AttemptOutcome::completed:
      return "completed";
    case AttemptOutcome::client_crash:
      return "clientCrash";
    case AttemptOutcome::failed:
      return "failed";
  }
  return {};
}
std::optional<AttemptOutcome> outcome_from_name(std::string_view name) {
  return from_name(name, AttemptOutcome::failed, outcome_name);
}

std::string_view termination_kind_name(Termination::Kind kind) {
  switch (kind) {
    case Termination::Kind::not_started:
      return "notStarted";
    case Termination::Kind::exited:
      return "exited";
    case Termination::Kind::signalled:
      return "signalled";
    case Termination::Kind::stopped:
      return "stopped";
    case Termination::Kind::kept:
      return "kept";
  }
  return {};
}
std::optional<Termination::Kind> termination_kind_from_name(std::string_view name) {
  return from_name(name, Termination::Kind::kept, termination_kind_name);
}

std::string_view finding_on_name(FindingOn on) {
  switch (on) {
    case FindingOn::arguments:
      return "arguments";
    case FindingOn::name:
      return "name";
    case FindingOn::id:
      return "id";
    case FindingOn::call:
      return "call";
    case FindingOn::text:
      return "text";
  }
  return {};
}

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::none:
      return "none";
    case Severity::info:
      return "info";
    case Severity::low:
      return "low";
    case Severity::medium:
      return "medium";
    case Severity::high:
      return "high";
    case Severity::critical:
      return "critical";
  }
  return {};
}
std::optional<Severity> severity_from_name(std::string_view name) {
  return from_name(name, Severity::critical, severity_name);
}

std::string_view violation_level_name(ViolationLevel level) {
  switch (level) {
    case ViolationLevel::note:
      return "note";
    case ViolationLevel::warning:
      return "warning";
    case ViolationLevel::error:
      return "error";
  }
  return {};
}

std::string_view effect_name(Effect effect) {
  switch (effect) {
    case Effect::neutral:
      return "neutral";
    case Effect::rescued:
      return "rescued";
    case Effect::damaged:
      return "damaged";
  }
  return {};
}
std::optional<Effect> effect_from_name(std::string_view name) {
  return from_name(name, Effect::damaged, effect_name);
}

std::string hop_name(Hop hop) {
  std::string out(at_name(hop.from));
  out += '>';
  out += at_name(hop.to);
  return out;
}

std::string_view direction_name(Direction change) {
  switch (change) {
    case Direction::better:
      return "better";
    case Direction::worse:
      return "worse";
    case Direction::cannot_tell:
      return "cannotTell";
  }
  return "";
}

std::string_view gate_outcome_name(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::pass:
      return "pass";
    case GateOutcome::fail:
      return "fail";
    case GateOutcome::undecided:
      return "undecided";
  }
  return {};
}

std::string_view not_judged_name(NotJudged why) {
  switch (why) {
    case NotJudged::incomplete:
      return "incomplete";
    case NotJudged::no_call:
      return "noCall";
    case NotJudged::limit_crossed:
      return "limitCrossed";
    case NotJudged::rule_broken:
      return "ruleBroken";
    case NotJudged::tool_error:
      return "toolError";
    case NotJudged::refused:
      return "refused";
    case NotJudged::max_turns:
      return "maxTurns";
    case NotJudged::undecided:
      return "undecided";
  }
  return {};
}

std::string_view edit_name(TrajectoryEdit::Kind kind) {
  switch (kind) {
    case TrajectoryEdit::Kind::insert:
      return "insert";
    case TrajectoryEdit::Kind::remove:
      return "remove";
    case TrajectoryEdit::Kind::change:
      return "change";
    case TrajectoryEdit::Kind::move:
      return "move";
  }
  return {};
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::undecided:
      return "undecided";
    case Verdict::observed:
      return "observed";
    case Verdict::waived:
      return "waived";
  }
  return {};
}

std::string_view case_kind_name(CaseKind kind) {
  switch (kind) {
    case CaseKind::tool_call:
      return "tool-call";
    case CaseKind::agent:
      return "agent";
    case CaseKind::invoke:
      return "invoke";
    case CaseKind::observe:
      return "observe";
  }
  return {};
}
std::optional<CaseKind> case_kind_from_name(std::string_view name) {
  return from_name(name, CaseKind::observe, case_kind_name);
}

}  // namespace tare
