#include "run/failure_text.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace tare {
namespace {

std::string masked(const FailureFacts& facts, std::string_view text) {
  return facts.masker ? facts.masker->mask(text) : std::string(text);
}

std::string command_of(const FailureFacts& facts) {
  std::string out;
  for (const auto& word : facts.suite->adapter.command) {
    if (!out.empty()) out += ' ';
    out += shorten(masked(facts, word), 200);
  }
  return out;
}

std::string last_stderr_line(std::string_view tail) {
  while (!tail.empty() && (tail.back() == '\n' || tail.back() == '\r')) tail.remove_suffix(1);
  const auto newline = tail.rfind('\n');
  if (newline != std::string_view::npos) tail.remove_prefix(newline + 1);
  return tail.empty() ? "" : fmt::format("; its last words on stderr: {}", shorten(tail, 300));
}

std::string how_it_stood(const FailureFacts& facts) {
  return facts.process_state.empty() ? ""
                                     : fmt::format(" (the process was {})", facts.process_state);
}

std::string what_happened(Failure failure, const FailureFacts& facts) {
  const auto& timeouts = facts.suite->timeouts;
  switch (failure) {
    case Failure::spawn_failed:
      return fmt::format("the adapter could not be started: {}",
                         masked(facts, facts.system_reason));
    case Failure::startup_timeout:
      return fmt::format(
          "nothing came on stdout within {} ms of the start{}; raise timeouts.startupMs, or leave "
          "it "
          "null: an adapter that answers in the short form is silent until its end",
          timeouts.startup_ms.value_or(0), how_it_stood(facts));
    case Failure::idle_timeout:
      return fmt::format(
          "nothing came on stdout for {} ms{}; raise timeouts.idleMs, or leave it null",
          timeouts.idle_ms.value_or(0), how_it_stood(facts));
    case Failure::deadline_exceeded:
      return fmt::format(
          "no whole answer within {} ms{}; raise timeouts.totalMs or the case's timeoutMs if the "
          "agent "
          "needs longer",
          facts.deadline_ms, how_it_stood(facts));
    case Failure::signalled:
      return fmt::format("the adapter died before it had answered: {}{}",
                         describe_termination(facts.termination),
                         last_stderr_line(facts.stderr_tail));
    case Failure::exit_code:
      return fmt::format("the adapter {}{}{}; an answer counts only with exit code 0",
                         describe_termination(facts.termination),
                         facts.stdout_empty ? " and printed nothing" : "",
                         last_stderr_line(facts.stderr_tail));
    case Failure::protocol_error:
      return facts.breach_text;
    case Failure::output_overflow:
      return fmt::format(
          "more than {} bytes came on stdout; print less, or raise limits.stdoutBytes",
          facts.suite->limits.stdout_bytes);
    case Failure::no_finish:
      if (!facts.lacking.empty()) {
        return fmt::format(
            "the answer ended without an event \"{}\", which is what was asked for{}",
            facts.lacking, last_stderr_line(facts.stderr_tail));
      }
      return fmt::format(
          "the adapter exited 0 without a whole answer: {}; its last event must be "
          "{{\"event\":\"finished\",\"reason\":\"stop\"}}{}",
          facts.stream_end, last_stderr_line(facts.stderr_tail));
    case Failure::adapter_error: {
      if (!facts.adapter_error) {
        return "the adapter answered that it does not know this request (event \"unsupported\")";
      }
      return fmt::format("the adapter reported an error of kind {}: {}", facts.adapter_error->kind,
                         shorten(masked(facts, facts.adapter_error->message), 500));
    }
    case Failure::interrupted:
      return "the run was interrupted while this attempt was under way; `tare run --resume` runs "
             "it again";
  }
  return "";
}

}  // namespace

std::string failure_text(Failure failure, const FailureFacts& facts) {
  return fmt::format("{} [adapter: {}]", what_happened(failure, facts), command_of(facts));
}

}  // namespace tare
