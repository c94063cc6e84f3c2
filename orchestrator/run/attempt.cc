#include "run/attempt.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <optional>

#include "protocol/command_answer.h"
#include "protocol/masked_answer.h"
#include "protocol/recorded_answer.h"
#include "run/attempt_request.h"
#include "run/child_environment.h"
#include "run/command_launch.h"
#include "run/failure_text.h"
#include "run/score_run.h"

namespace tare {
namespace {

constexpr std::size_t kStderrTail = 4096;

std::int64_t unix_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// What the answer lets say about the call, besides how the process ended.
struct Reading {
  AnswerReader& reader;
  Answer& answer;
};

// The rule that joins the two axes (docs/protocol.md, "When it goes wrong"): why Tare stopped the
// process comes first, then what the adapter itself reported, then how the process ended, last what
// the answer lacks.
std::optional<Failure> judge(const AttemptTask& task, StopCause stop,
                             const Termination& termination, const Reading& reading,
                             AttemptRecord& record) {
  switch (stop) {
    case StopCause::interrupted:
      return Failure::interrupted;
    case StopCause::violation:
      return Failure::protocol_error;
    case StopCause::output_overflow:
      return Failure::output_overflow;
    case StopCause::startup_timeout:
      return Failure::startup_timeout;
    case StopCause::idle_timeout:
      return Failure::idle_timeout;
    case StopCause::deadline:
      return Failure::deadline_exceeded;
    case StopCause::none:
      break;
  }
  if (reading.answer.error) return Failure::adapter_error;
  if (termination.kind == Termination::Kind::exited && termination.value != 0) {
    record.outcome = AttemptOutcome::client_crash;
    return Failure::exit_code;
  }
  if (termination.kind == Termination::Kind::signalled) {
    record.outcome = AttemptOutcome::client_crash;
    return Failure::signalled;
  }
  if (termination.kind == Termination::Kind::stopped) return Failure::deadline_exceeded;
  if (reading.reader.state() == AnswerReader::State::breach) return Failure::protocol_error;
  if (reading.answer.unsupported) return Failure::adapter_error;
  const bool told = task.request == RequestKind::describe ? reading.answer.manifest.has_value()
                    : task.request == RequestKind::judge  ? reading.answer.verdict.has_value()
                                                          : true;
  if (!reading.answer.finished || !told) return Failure::no_finish;
  return std::nullopt;
}

// Head and tail are cut from one text, and half a secret may stand at either cut.
std::string masked_stderr(const Ending& ending, const Masker& masker) {
  std::string out = masker.mask(ending.stderr_head, nullptr, CutEdge::end);
  if (ending.stderr_tail.empty()) return out;
  out += fmt::format("\n[… {} bytes left out …]\n",
                     ending.stderr_bytes - ending.stderr_head.size() - ending.stderr_tail.size());
  return out + masker.mask(ending.stderr_tail, nullptr, CutEdge::both);
}

// What the reader says of stdout shows pieces of it, cut: so stdout is masked first and read once
// more. Where that came out otherwise, nothing of it is shown.
void tell_of_stdout(const AnswerReader& reader, AnswerReader masked, std::string_view stdout_bytes,
                    bool ended, FailureFacts& facts) {
  masked.feed(stdout_bytes);
  if (ended) masked.end_of_stream();
  facts.stream_end = masked.describe_end();
  if (reader.state() != AnswerReader::State::breach) return;
  const ProtocolBreach& breach = reader.breach();
  const bool same =
      masked.state() == AnswerReader::State::breach && masked.breach().line == breach.line;
  facts.breach_text =
      same
          ? masked.breach().text
          : fmt::format("line {} of stdout, at byte {}, breaks the protocol; a secret stands there",
                        breach.line, breach.offset);
}

// A program of kind `command` tells of no call: its end is its answer. What is left of stdout is
// masked, half a secret at its end too; the answer's text is masked as all events are, later,
// unless it may have broken off within one.
void read_command(const AttemptSetting& setting, StopCause stop, AttemptResult& result) {
  AttemptRecord& record = result.record;
  const bool finished = stop == StopCause::none &&
                        record.termination.kind == Termination::Kind::exited &&
                        record.termination.value == 0;
  std::string masked = setting.masker->mask(result.stdout_bytes, nullptr, CutEdge::end);
  std::string_view final_text;
  if (finished && setting.plan->suite->adapter.command_stdout == CommandStdout::answer) {
    final_text = record.notes.leaked_pipe ? masked : result.stdout_bytes;
  }
  record.events = command_events(finished, final_text);
  record.answer = answer_of(AdapterKind::command, record.events, {});
  result.stdout_bytes = std::move(masked);
}

// Takes what was recorded of the attempt, and reads the answer once more with it. True where the
// model was seen to call a tool.
bool add_recorded(AttemptRecorders& recorders, const AttemptSetting& setting,
                  AttemptResult& result) {
  AttemptRecord& record = result.record;
  const bool whole =
      record.termination.kind == Termination::Kind::exited && record.termination.value == 0;
  AttemptRecorders::Seen seen = recorders.close(whole);
  record.recorded = std::move(seen.events);
  record.answer = answer_of(record.kind, record.events, record.recorded);
  result.wire_lines = std::move(seen.wire_lines);
  result.mcp_lines = std::move(seen.mcp_lines);
  if (!seen.kept) setting.control->give_up(seen.kept.error());
  return seen.raw_call;
}

}  // namespace

boost::asio::awaitable<Ending> Seat::end_process(const AttemptSetting& setting,
                                                 Deadlines deadlines) {
  Ending ending = co_await process_->end(deadlines);
  setting.control->forget(process_.get());
  process_.reset();
  served_ = 0;
  scratch_.close();
  co_return ending;
}

boost::asio::awaitable<void> Seat::close(const AttemptSetting& setting) {
  if (!process_) co_return;
  Deadlines deadlines;
  deadlines.kill_grace_ms = setting.plan->suite->timeouts.kill_grace_ms;
  deadlines.leak_ms = setting.plan->suite->timeouts.leak_ms;
  (void)co_await end_process(setting, deadlines);
}

boost::asio::awaitable<AttemptResult> Seat::run(const AttemptSetting& setting, AttemptTask task) {
  const RunPlan& plan = *setting.plan;
  const Suite& suite = *plan.suite;
  AttemptResult result;
  AttemptRecord& record = result.record;
  record.trial = task.trial;
  record.attempt = task.attempt;
  if (task.test_case) record.case_id = task.test_case->id();
  record.kind = suite.adapter.kind;
  const bool command = suite.adapter.kind == AdapterKind::command;

  Deadlines deadlines;
  deadlines.startup_ms = suite.timeouts.startup_ms;
  deadlines.idle_ms = suite.timeouts.idle_ms;
  deadlines.total_ms = task.test_case ? plan.deadline_ms(*task.test_case) : suite.timeouts.total_ms;
  if (plan.timeout_ms) deadlines.total_ms = *plan.timeout_ms;
  deadlines.kill_grace_ms = suite.timeouts.kill_grace_ms;
  deadlines.leak_ms = suite.timeouts.leak_ms;

  // A kept process that spoke unasked, or died, must not have its words taken for the next answer.
  if (process_ && process_->disturbed()) (void)co_await end_process(setting, deadlines);
  std::optional<LaunchTurns::Turn> turn;
  if (!process_ && setting.turns != nullptr) {
    turn.emplace(co_await setting.turns->next());
    if (!setting.control->may_start()) {
      result.not_started = true;
      co_return result;
    }
  }

  record.started_unix_ms = unix_ms();
  const auto began = setting.clock->now();
  FailureFacts facts;
  facts.suite = &suite;
  facts.masker = setting.masker;
  facts.deadline_ms = deadlines.total_ms;

  const auto not_launched = [&](std::string reason) {
    facts.system_reason = std::move(reason);
    record.failure = Failure::spawn_failed;
    record.failure_text = failure_text(Failure::spawn_failed, facts);
  };
  std::unique_ptr<AttemptRecorders> recorders;
  if (setting.recorders != nullptr && task.request == RequestKind::run) {
    const std::optional<Manifest> own = tools_of_case(*task.test_case);
    auto opened =
        setting.recorders->open(*task.test_case, task.trial, own ? &*own : setting.manifest);
    if (!opened) {
      not_launched(opened.error().reason);
      co_return result;
    }
    recorders = std::move(opened).value();
  }

  std::string request;
  if (!process_) {
    const std::string scratch = fmt::format("{}/{}.{}", setting.scratch_root, number_, ++launches_);
    if (!scratch_.open(scratch)) {
      const int number = errno;
      not_launched(system_error("cannot make the scratch folder " + scratch, number).reason);
      co_return result;
    }
    LaunchSpec spec;
    spec.program = setting.program;
    spec.argv = suite.adapter.command;
    spec.environment = attempt_environment(
        setting.environment,
        {record.case_id, task.trial, task.attempt, deadlines.total_ms, scratch});
    if (recorders) {
      set_recorder_variables(spec.environment, suite,
                             recorders->variables(environment_value(spec.environment, "NO_PROXY")));
    }
    spec.cwd = suite.adapter.cwd;
    spec.scratch = scratch;
    spec.memory_bytes = suite.limits.memory_bytes;
    spec.processes = suite.limits.processes;
    spec.shim = setting.shim;
    spec.stdout_cap = suite.limits.stdout_bytes;
    spec.stderr_cap = suite.limits.stderr_bytes;
    if (command) {
      auto prepared = prepare_command(
          plan, {*task.test_case, task.trial, task.attempt, deadlines.total_ms, recorders.get()},
          spec);
      if (!prepared) {
        scratch_.close();
        not_launched(prepared.error().reason);
        co_return result;
      }
      request = std::move(prepared).value();
    }
    const auto executor = co_await boost::asio::this_coro::executor;
    auto started = AdapterProcess::start(executor, spec, *setting.clock, *setting.table);
    if (!started) {
      scratch_.close();
      not_launched(started.error().reason);
      result.cannot_start = true;
      co_return result;
    }
    process_ = std::move(started).value();
  }
  turn.reset();
  setting.control->remember(process_.get(), record.case_id, task.trial, task.attempt);

  // With reuse an attempt ends with its answer, also the last one that a process gets: what the
  // process does at the end of its input then decides nothing, and a report does not depend on
  // which seat ran what.
  const bool reused = task.request == RequestKind::run && suite.adapter.reuse > 1;
  const bool last = !reused;
  ++served_;

  AnswerLimits limits;
  limits.line_bytes = suite.limits.line_bytes;
  limits.mixed_stdout = suite.adapter.mixed_stdout;
  AnswerReader reader(limits);
  bool first_byte = true;
  auto sink = [&](std::string_view bytes) {
    if (first_byte && task.on_first_byte) task.on_first_byte();
    first_byte = false;
    result.stdout_bytes.append(bytes);
    if (command) return SinkState::more;
    switch (reader.feed(bytes)) {
      case AnswerReader::State::reading:
        return SinkState::more;
      case AnswerReader::State::answered:
        return SinkState::answered;
      case AnswerReader::State::breach:
        return SinkState::violation;
    }
    return SinkState::violation;
  };
  if (task.request == RequestKind::judge) {
    request = std::move(task.request_line);
  } else if (!command) {
    request = attempt_request(
        *setting.plan, setting.manifest,
        {task.request, task.test_case, task.trial, task.attempt, deadlines.total_ms});
  }
  std::function<SinkState(std::string_view)> sink_function = sink;
  const ServeResult served =
      co_await process_->serve(std::move(request), last, deadlines, std::move(sink_function));

  const bool keep = !last && served.answered && !served.exited && !served.stdin_unread &&
                    served.stop == StopCause::none;
  StopCause stop = served.stop;
  bool ended = false;  // stdout was read to its end
  if (keep) {
    record.termination.kind = Termination::Kind::kept;
    setting.control->idle(process_.get());
    if (served_ >= suite.adapter.reuse) (void)co_await end_process(setting, deadlines);
  } else {
    const Ending ending = co_await end_process(setting, deadlines);
    if (stop == StopCause::none) stop = ending.stop;
    record.termination = ending.termination;
    record.notes.leaked_pipe = ending.leaked_pipe;
    record.notes.descendants_left = ending.descendants_left;
    record.stderr_bytes = ending.stderr_bytes;
    record.notes.stderr_truncated = !ending.stderr_tail.empty();
    result.stderr_bytes = masked_stderr(ending, *setting.masker);
    ended = stop == StopCause::none || stop == StopCause::violation;
    if (ended) reader.end_of_stream();
  }
  record.duration_ms = static_cast<std::uint32_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(setting.clock->now() - began).count());
  record.stdout_bytes = result.stdout_bytes.size();
  record.notes.stdin_unread = served.stdin_unread;
  record.notes.missing_newline = reader.missing_newline();
  record.notes.log_lines = reader.log_lines();
  std::string_view all_stderr = result.stderr_bytes;
  if (all_stderr.size() > kStderrTail) all_stderr.remove_prefix(all_stderr.size() - kStderrTail);
  record.stderr_tail = all_stderr;

  bool raw_seen = reader.raw_call_seen();
  if (command) {
    read_command(setting, stop, result);
  } else {
    facts.stream_end = reader.describe_end();
    if (reader.state() == AnswerReader::State::breach) facts.breach_text = reader.breach().text;
    record.events = reader.take_events();
    record.answer = reader.take_answer();
    // The events themselves are masked when they are written, with the spans noted.
    std::string masked_stdout = mask_stdout(result.stdout_bytes, record.events, *setting.masker);
    if (masked_stdout != result.stdout_bytes) {
      tell_of_stdout(reader, AnswerReader(limits), masked_stdout, ended, facts);
      result.stdout_bytes = std::move(masked_stdout);
    }
  }

  if (recorders) raw_seen = add_recorded(*recorders, setting, result) || raw_seen;

  record.outcome = AttemptOutcome::failed;
  auto failure = judge(task, stop, record.termination, {reader, record.answer}, record);
  if (record.outcome == AttemptOutcome::client_crash &&
      (!raw_seen || task.request == RequestKind::judge ||
       suite.retries.crash_after_call_is_operational)) {
    record.outcome = AttemptOutcome::failed;
  }
  if (record.answer.finished && task.request == RequestKind::judge) facts.lacking = "verdict";
  if (record.answer.finished && task.request == RequestKind::describe) facts.lacking = "manifest";
  facts.termination = record.termination;
  facts.process_state = served.process_state;
  facts.stderr_tail = record.stderr_tail;
  facts.stdout_empty = result.stdout_bytes.empty();
  if (record.answer.error) {
    facts.adapter_error = &*record.answer.error;
    record.retryable = record.answer.error->retryable;
  } else if (record.answer.unsupported) {
    record.retryable = false;
  }
  if (!failure) {
    record.outcome = AttemptOutcome::completed;
  } else {
    record.failure_text = failure_text(*failure, facts);
    if (record.outcome == AttemptOutcome::failed) record.failure = failure;
    // A failed process is never used again.
    if (process_) {
      const Ending ending = co_await end_process(setting, deadlines);
      record.termination = ending.termination;
    }
  }
  const int code = record.termination.value;
  result.cannot_start = record.termination.kind == Termination::Kind::exited &&
                        (code == 126 || code == 127) && result.stdout_bytes.empty();
  co_return result;
}

}  // namespace tare
