#include "formats/atem_messages.h"

#include <algorithm>
#include <utility>

#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kStart = "<|start|>";
constexpr std::string_view kMessage = "<|message|>";
constexpr std::string_view kEnd = "<|eom|>";
constexpr std::string_view kEndOfTurn = "<|eot|>";
static_assert(kEnd.size() == kEndOfTurn.size());

struct Message {
  Span whole;
  Span body;
  std::string_view recipient;  // "" where the header names none
};

// The word behind `to=` in a header.
std::string_view recipient_in(std::string_view header) {
  constexpr std::string_view kTo = "to=";
  const std::size_t at = header.find(kTo);
  if (at == kNone) return {};
  const std::string_view rest = header.substr(at + kTo.size());
  return rest.substr(0, rest.find_first_of(" \t\r\n<"));
}

void append_call_message(const ReadTask& task, const Message& message, ModelText& out) {
  const std::size_t base = message.body.begin;
  ModelText body;
  read_xml_parameters(
      {task.text.substr(base, message.body.end - base), "xmlInvoke", task.schema_of}, body);
  for (CallInText& call : body.calls) {
    call.span = {call.span.begin + base, call.span.end + base};
    call.arguments_span = {call.arguments_span.begin + base, call.arguments_span.end + base};
  }
  // The message's frame is the call's markup, where nothing else stands in the message.
  if (!body.calls.empty() && body.passages.empty()) {
    body.calls.front().span.begin = message.whole.begin;
    body.calls.back().span.end = message.whole.end;
  }
  for (CallInText& call : body.calls) out.calls.push_back(std::move(call));
  for (const Passage& passage : body.passages) {
    out.passages.push_back({passage.channel, {passage.span.begin + base, passage.span.end + base}});
  }
}

}  // namespace

void read_atem_messages(const ReadTask& task, ModelText& out) {
  const std::string_view text = task.text;
  std::size_t at = 0;
  NextMark next_message(text, kMessage), next_start(text, kStart), next_end(text, kEnd),
      next_turn(text, kEndOfTurn);
  for (;;) {
    const std::size_t mark = next_message.from(at);
    if (mark == kNone) break;
    Message message;
    message.body.begin = mark + kMessage.size();
    message.recipient = recipient_in(text.substr(at, mark - at));
    const std::size_t end_mark =
        std::min(next_end.from(message.body.begin), next_turn.from(message.body.begin));
    const std::size_t start = next_start.from(message.body.begin);
    message.body.end = std::min({end_mark, start, text.size()});
    const std::size_t end = message.body.end + (end_mark == message.body.end ? kEnd.size() : 0);
    message.whole = {at, end};
    if (message.recipient == "self" || message.recipient == "user" || message.recipient.empty()) {
      const bool thinks = message.recipient == "self";
      out.passages.push_back({thinks ? Channel::reasoning : Channel::content, message.body});
    } else {
      append_call_message(task, message, out);
    }
    at = end;
  }
  if (skip_blank(text, at) < text.size()) {
    out.passages.push_back({Channel::content, {at, text.size()}});
  }
}

}  // namespace tare::formats
