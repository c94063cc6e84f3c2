#include "proxy/observation.h"

#include <fmt/format.h>

#include <algorithm>

#include "proxy/failed_generation.h"
#include "proxy/http_text.h"
#include "proxy/model_request.h"
#include "proxy/tool_results.h"

namespace tare::proxy {
namespace {

// Of a text in a sentence; the whole of it stands in the exchange.
constexpr std::size_t kMaxShown = 4096;

std::string_view header(const Headers& headers, std::string_view name) {
  const auto found =
      std::ranges::find_if(headers, [&](const auto& one) { return same_name(one.first, name); });
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

View view_of(const formats::WireCall& call, std::uint32_t turn) {
  View view;
  view.at = At::wire;
  view.id = call.id;
  view.turn = turn;
  view.name = call.name;
  view.arguments = call.arguments;
  view.evidence = Evidence::recorded;
  view.builtin = call.builtin;
  return view;
}

void add_message(Observation& out, std::string text, bool reasoning) {
  if (text.empty()) return;
  out.messages.push_back({.role = "assistant", .text = std::move(text), .reasoning = reasoning});
}

// What a line cannot hold is not what went out, and that is said.
void note_line_breaks(Observation& out, const ReplyObservation& reply, const Exchange& exchange,
                      const std::string& name) {
  if (!exchange.whole || reply.calls.size() != exchange.scripted.size()) return;
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    const std::string& written = exchange.scripted[i].arguments;
    const bool breaks = written.find_first_of("\r\n") != std::string::npos;
    if (!breaks || reply.calls[i].call.arguments == written) continue;
    out.facts.push_back(fmt::format(
        "{}: the line breaks in the arguments of {} went out as blanks or single newlines: "
        "in a stream of lines they would end one",
        name, exchange.scripted[i].name.value_or("a tool without name")));
  }
}

// A reply that broke off, is an error, or is no reply may have held any call.
bool says_what_the_model_wrote(const Exchange& exchange, const ReplyObservation& reply) {
  if (!reply.calls.empty() || !reply.swallowed.empty()) return true;
  const bool said = !reply.content.empty() || !reply.reasoning.empty() || !reply.refusal.empty() ||
                    !reply.finish.empty();
  return said && exchange.status < 400 && exchange.whole && reply.faults.empty();
}

void add_swallowed(Observation& out, const ReplyObservation& reply, const Exchange& exchange,
                   const std::string& name, std::uint32_t turn) {
  std::vector<View> calls = calls_that_failed(reply.swallowed);
  std::size_t end = std::min(reply.swallowed.size(), kMaxShown);
  while (end > 0 && end < reply.swallowed.size() && (reply.swallowed[end] & 0xc0) == 0x80) --end;
  std::string shown = reply.swallowed.substr(0, end);
  if (shown.size() < reply.swallowed.size()) {
    shown += fmt::format("… ({} bytes)", reply.swallowed.size());
  }
  out.facts.push_back(
      fmt::format("{}: the provider swallowed what the model said{} and answered with an error: {}",
                  name, calls.empty() ? "" : ", a tool call,", shown));
  for (View& call : calls) {
    call.turn = turn;
    out.views.push_back(std::move(call));
    out.places.push_back({exchange.order, {reply.swallowed_span}, true});
  }
}

// What of a script's arguments stands in the body, where a provider sends them as JSON.
class WentOut {
 public:
  explicit WentOut(const Exchange& exchange) : body_(exchange.reply_body) {
    for (const formats::WireCall& call : exchange.scripted) {
      parted_ = parted_ || call.arguments.find_first_of("\r\n") != std::string::npos;
    }
  }

  // Of an event: what its lines are, read by the rules of its framing.
  void add(std::string_view json) {
    if (!parted_) return;
    events_ += json;
    events_ += '\n';
  }
  // The arguments as they went out; nullopt where they cannot be found.
  std::optional<std::string> of(const std::string& arguments) const {
    if (body_.find(arguments) != std::string::npos) return arguments;
    // Server-sent events know one kind of line break.
    std::string joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool pair = arguments.substr(i, 2) == "\r\n";
      joined += arguments[i] == '\r' ? '\n' : arguments[i];
      if (pair) ++i;
    }
    if (events_.find(joined) != std::string::npos) return joined;
    return std::nullopt;
  }

 private:
  const std::string& body_;
  bool parted_ = false;
  std::string events_;
};

// Some providers send arguments as JSON and not as text: text that is none breaks the body, and no
// reader finds the call in it. The script says what it was.
void hold_to_script(ReplyObservation& out, const std::vector<formats::WireCall>& scripted,
                    const WentOut& went_out, bool broken) {
  std::vector<std::string> arguments;
  for (const formats::WireCall& call : scripted) {
    std::optional<std::string> sent = went_out.of(call.arguments);
    if (!sent) return;
    arguments.push_back(std::move(*sent));
  }
  if (broken && out.calls.size() < scripted.size()) {
    out.calls.clear();
    for (const formats::WireCall& call : scripted) out.calls.push_back({.call = call, .spans = {}});
  }
  if (out.calls.size() != scripted.size()) return;
  // White space around a value is no part of it to a reader, and was written all the same.
  for (std::size_t i = 0; i < scripted.size(); ++i) {
    if (!arguments[i].empty()) out.calls[i].call.arguments = std::move(arguments[i]);
  }
}

}  // namespace

ReplyObservation observe_reply(const Exchange& exchange) {
  ReplyObservation out;
  if (!exchange.endpoint) return out;
  formats::ReplyAssembler assembler(exchange.endpoint->provider);
  std::vector<std::vector<BodySpan>> spans;
  WentOut went_out(exchange);
  for_each_event(exchange.reply_body, header(exchange.reply_headers, "content-type"),
                 [&](std::string_view json, BodySpan span) {
                   assembler.take(json);
                   went_out.add(json);
                   if (std::string text = failed_generation(json); !text.empty()) {
                     out.swallowed = std::move(text);
                     out.swallowed_span = span;
                   }
                   for (const std::size_t call : assembler.touched()) {
                     if (spans.size() <= call) spans.resize(call + 1);
                     if (spans[call].empty() || spans[call].back() != span) {
                       spans[call].push_back(span);
                     }
                   }
                 });
  formats::WireReply reply = assembler.finish();
  spans.resize(reply.calls.size());
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    out.calls.push_back({.call = std::move(reply.calls[i]), .spans = std::move(spans[i])});
  }
  if (exchange.whole) hold_to_script(out, exchange.scripted, went_out, !reply.faults.empty());
  out.content = std::move(reply.content);
  out.reasoning = std::move(reply.reasoning);
  out.refusal = std::move(reply.refusal);
  out.finish = std::move(reply.finish);
  out.faults = std::move(reply.faults);
  return out;
}

Observation observe(const std::vector<Exchange>& exchanges) {
  Observation out;
  NewResults sent_back;
  bool asked_before = false;
  std::uint32_t turn = 0;  // of replies that were none but the model's: a client asks again else
  // Counted through this door alone: a sentence must not depend on what ran beside it.
  std::size_t number = 0;
  for (const Exchange& exchange : exchanges) {
    const std::string name = fmt::format("request {}", ++number);
    if (!exchange.fault.empty()) out.facts.push_back(name + ": " + exchange.fault);
    if (exchange.fault.empty() && exchange.status >= 400) {
      out.facts.push_back(fmt::format("{}: the model answered with {}", name, exchange.status));
    }
    if (!exchange.endpoint || exchange.aside) continue;
    ModelRequest request = read_model_request(*exchange.endpoint, exchange.request_body);
    if (!request.fault.empty()) continue;
    if (out.tools.tools.empty()) out.tools = std::move(request.tools);
    if (asked_before && !request.messages_json.empty()) {
      out.histories.push_back(request.messages_json);
    }
    sent_back.add(tool_results(exchange.endpoint->provider, request.messages_json));
    asked_before = true;
    ++out.requests;
    if (exchange.turn > 0 && exchange.status < 400) ++turn;
    ReplyObservation reply = observe_reply(exchange);
    if (says_what_the_model_wrote(exchange, reply)) ++out.replies;
    note_line_breaks(out, reply, exchange, name);
    for (const ObservedCall& call : reply.calls) {
      out.views.push_back(view_of(call.call, turn));
      out.places.push_back({exchange.order, call.spans, call.call.complete});
      if (!call.call.complete) {
        out.facts.push_back(fmt::format("{}: the reply ended before its call of {} was whole", name,
                                        call.call.name.value_or("a tool without name")));
      }
    }
    if (!reply.swallowed.empty()) {
      ++turn;  // the model did speak
      add_swallowed(out, reply, exchange, name, turn);
    }
    for (const std::string& fault : reply.faults) out.facts.push_back(name + ": " + fault);
    add_message(out, std::move(reply.reasoning), true);
    add_message(out, std::move(reply.content), false);
    add_message(out, std::move(reply.refusal), false);
  }
  out.sent_back = sent_back.take();
  return out;
}

}  // namespace tare::proxy
