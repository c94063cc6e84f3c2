#include "report/trial_view.h"

#include <algorithm>

#include "base/escape.h"
#include "report/call_view.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/finding_text.h"
#include "report/trial_text.h"

namespace tare {
namespace {

constexpr std::size_t kShownCalls = 5;   // in a failure; `tare show` has them all
constexpr std::size_t kStderrLines = 6;  // likewise
constexpr std::size_t kRequestBytes = 300;
constexpr std::size_t kFailureBytes = 16 * 1024;  // it holds 4 KiB of stderr at most
constexpr std::size_t kReasonBytes = 2000;  // a reason quotes names, and a name may be megabytes

std::string indented(std::size_t indent, std::string_view escaped, const TerminalStyle& style) {
  std::string out;
  if (escaped.empty()) return out;
  for (const std::string& line : wrap(escaped, style.width - indent))
    out += std::string(indent, ' ') + line + "\n";
  return out;
}

std::string attempt_line(const TrialScore::AttemptSummary& attempt) {
  std::string out = "attempt " + std::to_string(attempt.attempt) + ": ";
  if (attempt.failure) out += std::string(failure_name(*attempt.failure)) + ", ";
  out += shown_text(attempt.termination, 200) + ", " + duration_text(attempt.duration_ms);
  if (attempt.descendants_left > 0)
    out +=
        ", " + counted(attempt.descendants_left, "process", "processes") + " left behind and ended";
  return out;
}

std::string head_line(std::string_view word, Ink ink, const TestCase& test_case,
                      const TrialScore& score, std::string_view more, const TerminalStyle& style) {
  std::string out = paint(style.color, ink, word) + "  " +
                    paint(style.color, Ink::strong, trial_name(test_case, score));
  if (!more.empty()) out += "  " + paint(style.color, Ink::dim, more);
  return out + "\n";
}

std::string limits_text(const TrialScore& score, const TerminalStyle& style) {
  std::string out;
  std::size_t room = style.verbose ? score.limits.size() : kShownCalls;
  for (std::size_t i = 0; i < score.limits.size() && i < room; ++i)
    out += labelled("limit", limit_sentence(score.limits[i]), style);
  if (score.limits.size() > room)
    out += labelled("limit", "and " + counted(score.limits.size() - room, "more time"), style);
  return out;
}

std::string incomplete_text(const TestCase& test_case, const TrialScore& score,
                            const AttemptRecord& record, const TerminalStyle& style) {
  std::string failure(score.failure ? failure_name(*score.failure) : "no complete attempt");
  if (score.attempts.size() > 1) failure += " after " + counted(score.attempts.size(), "attempt");
  std::string out = head_line("INCOMPLETE", Ink::doubt, test_case, score, failure, style);
  out += indented(2, escape_for_terminal(shorten(score.failure_text, kFailureBytes), true), style);
  out += limits_text(score, style);
  // The failure text holds the tail of stderr where that explains it; never print it twice.
  std::string tail = tail_lines(record.stderr_tail, kStderrLines, style);
  if (!tail.empty() && score.failure_text.find("stderr") == std::string::npos)
    out += "  stderr ended with\n" + tail;
  return out;
}

std::string calls_text(const TrialScore& score, const AttemptRecord& record,
                       const TerminalStyle& style) {
  std::string out;
  std::size_t changed = 0;
  for (const CallTrace& trace : score.traces) {
    if (!call_changed(trace)) continue;
    if (++changed <= kShownCalls) out += render_changed_call(trace, record.answer, style);
  }
  if (changed > kShownCalls)
    out += "  and " + counted(changed - kShownCalls, "more changed call") + "\n";
  if (changed > 0) return out;
  for (std::size_t i = 0; i < score.traces.size() && i < kShownCalls; ++i)
    out += render_unchanged_call(score.traces[i], record.answer, style);
  if (score.traces.size() > kShownCalls)
    out += "  and " + counted(score.traces.size() - kShownCalls, "more call") + "\n";
  if (score.traces.empty()) out += "  no tool call\n";
  return out;
}

std::string expectation_text(const Expectation& expected) {
  std::string out;
  switch (expected.tool) {
    case Expectation::Tool::unstated:
      return expected.has_trajectory() ? "the calls of expectedCalls" : "no tool is stated";
    case Expectation::Tool::none:
      return "no tool call";
    case Expectation::Tool::named:
      out = shown_text(expected.expected_tool, 200);
  }
  for (const std::string& tool : expected.acceptable_tools) out += ", or " + shown_text(tool, 200);
  return out;
}

std::string selected_text(std::string_view verb, const Selection& side) {
  if (!side.evidence) return "is not known: nothing of it is on record";
  std::string out = std::string(verb) + " ";
  out += side.selected ? shown_text(*side.selected, 200) : "no tool call";
  if (side.client_refused) out += " (the client refused or crashed)";
  return out;
}

std::string verdict_line(const TrialScore& score) {
  std::string out(verdict_name(score.verdict));
  if (score.raw_verdict != score.verdict)
    out += "; on what the model wrote: " + std::string(verdict_name(score.raw_verdict));
  if (score.flaky) out += "; flaky (completed after a retry)";
  if (score.finished) out += "; finished: " + std::string(finish_name(*score.finished));
  return out;
}

std::string result_text(const ToolResult& result) {
  std::string text = result.name ? shown_text(*result.name, 200) + ": " : "";
  if (result.is_error) text += "error: ";
  if (!result.text) return text + "(no text)";
  return text + (result.text->empty() ? "(empty text)" : shown_text(*result.text, 2000));
}

// What the client told the model of its calls, as a recorder saw it.
std::string told_text(const Answer& answer, const TerminalStyle& style) {
  std::string out;
  if (!answer.recorders) return out;
  for (const ToolResult& result : answer.recorders->sent_back) {
    const std::string call = result.id ? "of " + shown_text(*result.id, 60) + ": " : "";
    out += labelled("told", "the model, " + call + result_text(result), style);
  }
  return out;
}

std::string said_text(const Answer& answer, const TerminalStyle& style) {
  std::string out;
  for (const ToolResult& result : answer.results) {
    out += labelled("result", result_text(result), style);
  }
  out += told_text(answer, style);
  for (const Message& message : answer.messages) {
    std::string text = shown_text(message.role, 40);
    if (message.reasoning) text += " (reasoning)";
    text += ": " + shown_text(message.text, 4000);
    out += labelled("message", text, style);
  }
  if (!answer.finish_message.empty())
    out += labelled("client", shown_text(answer.finish_message, 4000), style);
  if (answer.error)
    out += labelled(
        "error",
        shown_text(answer.error->kind, 40) + ": " + shown_text(answer.error->message, 2000), style);
  return out;
}

std::string notes_text(const AttemptRecord& record, const TerminalStyle& style) {
  const AttemptNotes& notes = record.notes;
  std::string out;
  auto note = [&](bool is_so, std::string_view text) {
    if (is_so) out += labelled("note", text, style);
  };
  note(notes.stdin_unread, "the adapter did not read its stdin to the end");
  note(notes.leaked_pipe, "stdout or stderr was still open after the adapter's exit");
  note(notes.missing_newline, "the last line of stdout had no newline");
  note(notes.stderr_truncated, "stderr was longer than its cap: head and tail are kept");
  note(notes.log_lines > 0, counted(notes.log_lines, "line") + " of stdout were kept as log");
  return out;
}

TerminalStyle bounded(TerminalStyle style) {
  style.width = std::clamp<std::uint32_t>(style.width, kMinWidth, kMaxWidth);
  return style;
}

}  // namespace

std::string render_failure(const TestCase& test_case, const TrialScore& score,
                           const AttemptRecord& record, const TerminalStyle& given) {
  TerminalStyle style = bounded(given);
  if (score.outcome == AttemptOutcome::failed)
    return incomplete_text(test_case, score, record, style);
  std::string_view word = "CHANGED";
  Ink ink = Ink::doubt;
  if (score.verdict == Verdict::fail) {
    word = "FAIL";
    ink = Ink::bad;
  } else if (score.verdict == Verdict::waived) {
    word = "WAIVED";
  }
  bool crashed = score.outcome == AttemptOutcome::client_crash;
  std::string_view more = crashed ? "client crashed" : score.flaky ? "flaky" : "";
  std::string out = head_line(word, ink, test_case, score, more, style);
  // What a passing trial has to say about itself is in `tare show`; here it would only stand
  // between.
  const bool passed = score.verdict == Verdict::pass;
  for (const std::string& reason : passed ? std::vector<std::string>() : score.reasons)
    out += indented(2, shown_text(reason, kReasonBytes), style);
  if (score.reasons.empty() && score.verdict == Verdict::fail)
    out += labelled("expected", expectation_text(test_case.expected), style);
  out += limits_text(score, style);
  std::string request = request_text(test_case.input, kRequestBytes);
  if (!request.empty()) out += labelled("request", request, style);
  if (!record.answer.finish_message.empty())
    out += labelled("client", shown_text(record.answer.finish_message, 1000), style);
  out += calls_text(score, record, style);
  if (crashed) {
    for (const TrialScore::AttemptSummary& attempt : score.attempts)
      out += indented(2, attempt_line(attempt), style);
    std::string tail = tail_lines(record.stderr_tail, kStderrLines, style);
    if (!tail.empty()) out += "  stderr ended with\n" + tail;
  }
  return out;
}

std::string render_trial(const TestCase& test_case, const TrialScore& score,
                         const AttemptRecord& record, const TerminalStyle& given) {
  TerminalStyle style = bounded(given);
  style.verbose = true;
  bool incomplete = score.outcome == AttemptOutcome::failed;
  bool failed = score.verdict == Verdict::fail;
  std::string_view word = incomplete ? "INCOMPLETE" : failed ? "FAIL" : "TRIAL";
  Ink ink = incomplete ? Ink::doubt : failed ? Ink::bad : Ink::strong;
  std::string out =
      head_line(word, ink, test_case, score, "trial " + std::to_string(score.trial), style);
  out += labelled("request", request_text(test_case.input, 4000), style);
  out += labelled("expected", expectation_text(test_case.expected), style);
  out += labelled("verdict", verdict_line(score), style);
  if (!incomplete) {
    out += labelled("model", selected_text("wrote", score.raw), style);
    out += labelled("tool", selected_text("received", score.normalized), style);
  }
  if (score.task_passed) out += labelled("task", *score.task_passed ? "done" : "not done", style);
  for (const std::string& reason : score.reasons)
    out += labelled("reason", shown_text(reason, kReasonBytes), style);
  out += limits_text(score, style);

  std::size_t number = 0;
  for (const CallTrace& trace : score.traces) {
    out +=
        "\n" +
        paint(style.color, Ink::dim,
              "call " + std::to_string(++number) + " of " + std::to_string(score.traces.size())) +
        "\n";
    out += call_changed(trace) ? render_changed_call(trace, record.answer, style)
                               : render_unchanged_call(trace, record.answer, style);
    if (trace.unread) out += labelled("unread", "a text of this call could not be read", style);
    out += paint(style.color, Ink::dim, "  every view, in full") + "\n";
    out += render_all_views(trace, record.answer, style);
  }
  if (score.traces.empty()) out += "\n  no tool call on record\n";

  std::string said = said_text(record.answer, style);
  if (!said.empty()) out += "\n" + said;
  out += "\n";
  for (const TrialScore::AttemptSummary& attempt : score.attempts) {
    out += indented(2, attempt_line(attempt), style);
    out +=
        indented(4, escape_for_terminal(shorten(attempt.failure_text, kFailureBytes), true), style);
  }
  out += notes_text(record, style);
  std::string tail = tail_lines(record.stderr_tail, 1000, style);
  if (tail.empty()) return out;
  bool whole = record.stderr_bytes <= record.stderr_tail.size();
  out += whole ? "  stderr\n"
               : "  stderr, the end of its " + counted(record.stderr_bytes, "byte") + "\n";
  return out + tail;
}

}  // namespace tare
