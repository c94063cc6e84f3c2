#include "proxy/exchange_json.h"

#include <fmt/format.h>

#include "base/names.h"
#include "base/utf8.h"
#include "json/string_writer.h"
#include "proxy/observation.h"

namespace tare::proxy {
namespace {

// Writes members one after the other; the caller closes.
class Line {
 public:
  void text(std::string_view name, std::string_view value) {
    begin(name);
    json::append_json_string(out_, value);
  }
  void bytes(std::string_view name, std::string_view value) {
    if (is_valid_utf8(value)) return text(name, value);
    text(fmt::format("{}Base64", name), base64_encode(value));
  }
  void number(std::string_view name, std::uint64_t value) { raw(name, std::to_string(value)); }
  void raw(std::string_view name, std::string_view json) {
    begin(name);
    out_ += json;
  }
  void optional(std::string_view name, const std::optional<std::string>& value) {
    if (value) {
      bytes(name, *value);
    } else {
      raw(name, "null");
    }
  }
  void headers(std::string_view name, const Headers& headers) {
    std::string list;
    for (const auto& [each, value] : headers) {
      if (!list.empty()) list += ',';
      list += '[';
      json::append_json_string(list, each);
      list += ',';
      // A header is Latin-1 at best: what is no UTF-8 is shown as such.
      json::append_json_string(list, is_valid_utf8(value) ? value : base64_encode(value));
      list += ']';
    }
    raw(name, "[" + list + "]");
  }
  std::string take() { return "{" + std::move(out_) + "}"; }

 private:
  void begin(std::string_view name) {
    if (!out_.empty()) out_ += ',';
    json::append_json_string(out_, name);
    out_ += ':';
  }
  std::string out_;
};

std::string call_json(const ObservedCall& observed) {
  Line line;
  line.optional("id", observed.call.id);
  line.optional("name", observed.call.name);
  line.bytes("arguments", observed.call.arguments);
  line.raw("complete", observed.call.complete ? "true" : "false");
  std::string spans;
  for (const BodySpan span : observed.spans) {
    spans += fmt::format("{}[{},{}]", spans.empty() ? "" : ",", span.begin, span.end);
  }
  line.raw("spans", "[" + spans + "]");
  return line.take();
}

void add_reply(Line& line, const Exchange& exchange) {
  const ReplyObservation reply = observe_reply(exchange);
  std::string calls;
  for (const ObservedCall& call : reply.calls) {
    calls += (calls.empty() ? "" : ",") + call_json(call);
  }
  line.raw("calls", "[" + calls + "]");
  if (!reply.content.empty()) line.bytes("content", reply.content);
  if (!reply.reasoning.empty()) line.bytes("reasoning", reply.reasoning);
  if (!reply.refusal.empty()) line.bytes("refusal", reply.refusal);
  if (!reply.swallowed.empty()) line.bytes("swallowed", reply.swallowed);
  if (!reply.finish.empty()) line.bytes("finish", reply.finish);
  std::string faults;
  for (const std::string& fault : reply.faults) {
    if (!faults.empty()) faults += ',';
    json::append_json_string(faults, fault);
  }
  if (!faults.empty()) line.raw("faults", "[" + faults + "]");
}

}  // namespace

std::string exchange_json(const std::string& door, const Exchange& exchange) {
  Line line;
  if (!door.empty()) line.text("door", door);
  line.number("order", exchange.order);
  if (exchange.turn > 0) line.number("turn", exchange.turn);
  if (exchange.endpoint) {
    line.text("provider", formats::provider_name(exchange.endpoint->provider));
  }
  line.number("beganMs", exchange.began_ms);
  line.number("askedMs", exchange.asked_ms);
  line.number("answeredMs", exchange.answered_ms);
  line.bytes("method", exchange.method);
  line.bytes("target", exchange.target);
  line.headers("requestHeaders", exchange.request_headers);
  line.bytes("requestBody", exchange.request_body);
  if (!exchange.upstream.empty()) line.text("upstream", exchange.upstream);
  line.number("status", exchange.status);
  line.headers("replyHeaders", exchange.reply_headers);
  line.bytes("replyBody", exchange.reply_body);
  line.raw("whole", exchange.whole ? "true" : "false");
  add_reply(line, exchange);
  if (!exchange.fault.empty()) line.bytes("fault", exchange.fault);
  return line.take();
}

}  // namespace tare::proxy
