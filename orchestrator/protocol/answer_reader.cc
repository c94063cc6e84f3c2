#include "protocol/answer_reader.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "json/reader.h"
#include "protocol/breach_text.h"
#include "protocol/event_reader.h"
#include "protocol/line_framer.h"
#include "protocol/nesting_scanner.h"

namespace tare {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// White space of JSON but the newline, which ends a line.
std::string_view without_space(std::string_view line) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = line.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kSpace) - begin + 1);
}

// Does a text that could not be read begin as an event does? Kept as log, it would be a call that
// is lost in silence.
bool begins_like_event(std::string_view text) {
  text.remove_prefix(1);
  text = without_space(text);
  return text.starts_with("\"event\"");
}

bool at_raw_end(const View& view) { return view.at == At::text || view.at == At::wire; }

}  // namespace

struct AnswerReader::Impl {
  explicit Impl(AnswerLimits given)
      : limits(given), framer(given.line_bytes), scanner(given.depth), read_limits{given.depth} {}

  AnswerLimits limits;
  LineFramer framer;
  NestingScanner scanner;
  json::ReadLimits read_limits;
  json::Document document;

  State state = State::reading;
  ProtocolBreach breach;
  Answer answer;
  std::vector<std::string> events;

  BreachSpot here;  // of the line in hand; `offset` is its first byte's
  std::uint64_t bytes = 0;
  std::uint32_t log_lines = 0;
  std::uint64_t last_event_line = 0;
  bool at_end = false;  // stdout has closed: a text that is cut is no breach but a cut record
  bool cut = false;
  bool missing_newline = false;
  bool raw_call_seen = false;

  // A short form that spans lines, as far as it has come; empty: none is open.
  std::string record;
  BreachSpot record_begin;

  bool take_line(std::string_view line);
  bool take_text(std::string_view text, std::uint64_t offset);
  bool take_broken(std::string_view text, const BreachSpot& begin, const json::ReadError& error);
  bool take_object(std::string_view text, const BreachSpot& begin, bool spans_lines);
  bool take_after_end(std::string_view text);
  bool open_record(std::string_view text, const BreachSpot& begin, const json::ReadError& error);
  bool go_on_with_record(std::string_view line);
  bool close_record();
  bool take_rest();
  bool keep_as_log() {
    ++log_lines;
    return true;
  }
  bool refuse(const BreachSpot& spot, std::string_view reason, std::string_view mend) {
    breach = make_breach(spot, reason, mend);
    state = State::breach;
    return false;
  }
};

bool AnswerReader::Impl::take_line(std::string_view line) {
  ++here.line;
  here.line_bytes = line;
  bool go_on = true;
  if (!record.empty()) {
    go_on = go_on_with_record(line);
  } else {
    const bool marked = here.line == 1 && line.starts_with(kByteOrderMark);
    const std::string_view text = without_space(marked ? line.substr(kByteOrderMark.size()) : line);
    if (!text.empty()) {
      go_on = take_text(text, here.offset + static_cast<std::uint64_t>(text.data() - line.data()));
    }
  }
  here.offset += line.size() + 1;
  return go_on;
}

bool AnswerReader::Impl::take_text(std::string_view text, std::uint64_t offset) {
  if (state == State::answered) return take_after_end(text);
  const BreachSpot begin{here.line, offset, here.line_bytes};
  if (text.front() != '{') {
    if (limits.mixed_stdout) return keep_as_log();
    return refuse(begin, "this is no JSON object", kMendNoise);
  }
  const json::ReadError error = json::read_strict(text, document, read_limits);
  return error ? take_broken(text, begin, error) : take_object(text, begin, false);
}

bool AnswerReader::Impl::take_broken(std::string_view text, const BreachSpot& begin,
                                     const json::ReadError& error) {
  const BreachSpot fault{begin.line, begin.offset + error.offset, begin.line_bytes};
  if (error.kind == json::ReadErrorKind::too_deep) {
    return refuse(fault, error.reason, kMendDepth);
  }
  const bool truncated = error.kind == json::ReadErrorKind::truncated;
  if (truncated && at_end && (!limits.mixed_stdout || begins_like_event(text))) {
    cut = true;
    record_begin = {begin.line, begin.offset, {}};
    record = text;
    return true;
  }
  if (limits.mixed_stdout) {
    if (!begins_like_event(text)) return keep_as_log();
    return refuse(fault, "an event that is no JSON: " + error.reason, kMendLine);
  }
  if (truncated) return open_record(text, begin, error);
  return refuse(fault, "this is no JSON object: " + error.reason, kMendNoise);
}

bool AnswerReader::Impl::open_record(std::string_view text, const BreachSpot& begin,
                                     const json::ReadError& error) {
  if (begins_like_event(text)) {
    return refuse({begin.line, begin.offset + error.offset, begin.line_bytes},
                  "an event that is not whole at the end of its line", kMendLine);
  }
  scanner.start();
  std::size_t at = 0;
  if (scanner.scan(text, at) != NestingScanner::Result::open) {
    return refuse({begin.line, begin.offset + at, begin.line_bytes},
                  "this is no JSON object: a string is not closed at the end of the line",
                  kMendNoise);
  }
  record_begin = {begin.line, begin.offset, {}};  // the line itself is gone when the record ends
  // From the first brace on, so that offsets in the record are those in stdout less `begin.offset`.
  record = here.line_bytes.substr(begin.offset - here.offset);
  record += '\n';
  return true;
}

bool AnswerReader::Impl::go_on_with_record(std::string_view line) {
  std::size_t at = 0;
  switch (scanner.scan(line, at)) {
    case NestingScanner::Result::open:
      record += line;
      record += '\n';
      return true;
    case NestingScanner::Result::too_deep:
      return refuse({here.line, here.offset + at, line},
                    fmt::format("nested deeper than {} levels", limits.depth), kMendDepth);
    case NestingScanner::Result::stray:
      record += line;
      // The strict reader says what is wrong: it may be something earlier.
      if (const json::ReadError error = json::read_strict(record, document, read_limits)) {
        return refuse(spot_in_record(record, record_begin, error.offset),
                      fmt::format("the JSON object that begins on line {} breaks off: {}",
                                  record_begin.line, error.reason),
                      kMendNoise);
      }
      return refuse({here.line, here.offset + at, line}, "this is no JSON object", kMendNoise);
    case NestingScanner::Result::closed:
      record += line.substr(0, at);
      if (!close_record()) return false;
      if (without_space(line.substr(at)).empty()) return true;
      return refuse({here.line, here.offset + at, line}, "text follows the short form",
                    kMendAfterEnd);
  }
  return true;
}

bool AnswerReader::Impl::close_record() {
  std::string whole = std::exchange(record, {});
  if (const json::ReadError error = json::read_strict(whole, document, read_limits)) {
    return refuse(spot_in_record(whole, record_begin, error.offset),
                  fmt::format("the JSON object that begins on line {} is no JSON: {}",
                              record_begin.line, error.reason),
                  kMendNoise);
  }
  return take_object(whole, record_begin, true);
}

bool AnswerReader::Impl::take_object(std::string_view text, const BreachSpot& begin,
                                     bool spans_lines) {
  const json::Value object = document.root();
  const std::size_t views_before = answer.views.size();
  const bool finished_before = answer.finished.has_value();
  const BreachSpot first_line = spans_lines ? spot_in_record(text, begin, 0) : begin;
  EventFault fault;
  switch (line_kind(object)) {
    case LineKind::other:
      if (limits.mixed_stdout) return keep_as_log();
      return refuse(first_line, "this object has neither \"event\" nor \"raw\" or \"normalized\"",
                    kMendNoise);
    case LineKind::event:
      if (spans_lines) return refuse(first_line, "an event that spans lines", kMendLine);
      fault = apply_event(object, answer);
      break;
    case LineKind::short_form:
      fault = apply_short_form(object, answer);
      break;
  }
  if (fault) {
    const BreachSpot spot =
        spans_lines ? spot_in_record(text, begin, fault.offset)
                    : BreachSpot{begin.line, begin.offset + fault.offset, begin.line_bytes};
    return refuse(spot, fault.reason, kMendEvent);
  }
  for (std::size_t i = views_before; i < answer.views.size(); ++i) {
    raw_call_seen = raw_call_seen || at_raw_end(answer.views[i]);
  }
  events.emplace_back(text);
  last_event_line = begin.line;
  if (answer.finished && !finished_before) state = State::answered;
  return true;
}

bool AnswerReader::Impl::take_after_end(std::string_view text) {
  json::Document seen;
  const bool object = text.front() == '{' && !json::read_strict(text, seen, read_limits);
  const LineKind kind = object ? line_kind(seen.root()) : LineKind::other;
  if (kind == LineKind::other && limits.mixed_stdout) return keep_as_log();
  const bool again = kind == LineKind::event && seen.root().find("event").is_string() &&
                     seen.root().find("event").decoded_equals("finished");
  return refuse(here,
                again
                    ? "a second `finished`"
                    : fmt::format("this follows the end of the answer on line {}", last_event_line),
                kMendAfterEnd);
}

bool AnswerReader::Impl::take_rest() {
  at_end = true;
  const std::string rest(framer.rest());
  if (record.empty()) {
    const std::size_t events_before = events.size();
    const bool go_on = rest.empty() || take_line(rest);
    missing_newline = events.size() > events_before;
    return go_on;
  }
  // A short form is open; here its end may stand without a newline, or be missing.
  record += rest;
  const json::ReadError error = json::read_strict(record, document, read_limits);
  if (error.kind == json::ReadErrorKind::truncated) {
    cut = true;
    return true;
  }
  if (error.kind == json::ReadErrorKind::trailing) {
    return refuse(spot_in_record(record, record_begin, error.offset), "text follows the short form",
                  kMendAfterEnd);
  }
  missing_newline = !error;
  return close_record();
}

AnswerReader::AnswerReader(AnswerLimits limits) : impl_(std::make_unique<Impl>(limits)) {}
AnswerReader::~AnswerReader() = default;
AnswerReader::AnswerReader(AnswerReader&&) noexcept = default;
AnswerReader& AnswerReader::operator=(AnswerReader&&) noexcept = default;

AnswerReader::State AnswerReader::feed(std::string_view bytes) {
  Impl& me = *impl_;
  if (me.state == State::breach) return me.state;
  me.bytes += bytes.size();
  const bool all =
      me.framer.feed(bytes, [&me](std::string_view line) { return me.take_line(line); });
  if (!all && me.framer.overflowed()) {
    me.refuse({me.here.line + 1, me.here.offset, me.framer.rest()},
              fmt::format("a line of more than {} bytes", me.limits.line_bytes), kMendLimit);
  }
  return me.state;
}

AnswerReader::State AnswerReader::end_of_stream() {
  Impl& me = *impl_;
  if (me.state == State::breach || me.at_end) return me.state;
  // A process that only says it does not know the request has said all there is.
  if (me.take_rest() && me.state == State::reading && me.answer.unsupported && !me.cut) {
    me.state = State::answered;
  }
  return me.state;
}

AnswerReader::State AnswerReader::state() const { return impl_->state; }
const ProtocolBreach& AnswerReader::breach() const { return impl_->breach; }
bool AnswerReader::raw_call_seen() const { return impl_->raw_call_seen; }
bool AnswerReader::missing_newline() const { return impl_->missing_newline; }
std::uint32_t AnswerReader::log_lines() const { return impl_->log_lines; }
std::uint64_t AnswerReader::bytes_seen() const { return impl_->bytes; }

std::string AnswerReader::describe_end() const {
  const Impl& me = *impl_;
  const std::string logs =
      me.log_lines == 0 ? "" : fmt::format(" ({} lines were kept as log)", me.log_lines);
  if (me.bytes == 0) return "stdout stayed empty";
  if (!me.record.empty()) {
    return fmt::format("stdout ended inside a JSON object that begins on line {}: {}{}",
                       me.record_begin.line, shown_bytes(me.record), logs);
  }
  const std::string_view begun = without_space(me.framer.rest());
  if (!me.at_end && !begun.empty()) {
    return fmt::format("stdout stands inside line {}: {}{}", me.here.line + 1, shown_bytes(begun),
                       logs);
  }
  if (me.events.empty()) return "no event stood on stdout" + logs;
  return fmt::format("the last event, on line {}, was {}{}", me.last_event_line,
                     shown_bytes(me.events.back()), logs);
}

std::vector<std::string> AnswerReader::take_events() { return std::move(impl_->events); }
Answer AnswerReader::take_answer() { return std::move(impl_->answer); }

Answer answer_from_events(const std::vector<std::string>& events, std::size_t* unreadable) {
  Answer answer;
  json::Document document;
  json::ReadLimits limits;
  limits.max_depth = std::numeric_limits<std::uint32_t>::max();  // it was bounded when it came in
  std::size_t skipped = 0;
  for (const std::string& event : events) {
    EventFault fault{"unread"};
    if (!json::read_strict(event, document, limits) && document.root().is_object()) {
      switch (line_kind(document.root())) {
        case LineKind::event:
          fault = apply_event(document.root(), answer);
          break;
        case LineKind::short_form:
          fault = apply_short_form(document.root(), answer);
          break;
        case LineKind::other:
          break;
      }
    }
    if (fault) ++skipped;
  }
  if (unreadable) *unreadable = skipped;
  return answer;
}

}  // namespace tare
