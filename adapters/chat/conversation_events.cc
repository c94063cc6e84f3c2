// What a conversation prints.
#include <fmt/format.h>
#include <unistd.h>

#include "base/file.h"
#include "conversation.h"
#include "run/version.h"

namespace tare::chat {

void Conversations::print_started(const std::string& model) {
  std::string layers;
  const auto add = [&](std::string_view role, std::string_view name) {
    if (name.empty()) return;
    layers += layers.empty() ? "" : ",";
    layers += json_object({{"role", role}, {"name", name}, {"version", served_->version}});
  };
  add("server", served_->server);
  add("parser", options_.parser);  // a part of the server, with its version
  auto line = event("started");
  line.json("adapter", json_object({{"name", "tare-chat"}, {"version", kVersion}}));
  line.text_if_any("model", model);
  line.json("layers", fmt::format("[{}]", layers));
  heard_ = line.print() && heard_;
}

void Conversations::print_calls(const ChatReply& reply, CallsAs as) {
  for (const formats::WireCall& call : reply.wire.calls) {
    auto line = event("call");
    line.text("at", as == CallsAs::wire ? "wire" : "client");
    // Another reply has ids of its own, which link to nothing in the first one.
    if (call.id && as != CallsAs::other_client) line.text("id", *call.id);
    line.text_or_null("name", call.name);
    line.text("arguments", call.arguments);
    if (as != CallsAs::wire) line.text("status", "held");
    heard_ = line.print() && heard_;
    if (!call.as_text) say_once("the server sends arguments as JSON, not as a text of JSON");
  }
}

void Conversations::print_messages(const ChatReply& reply) {
  const formats::WireReply& wire = reply.wire;
  for (const auto& [text, channel] :
       {std::pair<std::string_view, std::string_view>(wire.reasoning, "reasoning"),
        {wire.content, "content"},
        {wire.refusal, "content"}}) {
    if (text.empty()) continue;
    auto line = event("message");
    line.text("role", "assistant").text("text", text).text("channel", channel);
    heard_ = line.print() && heard_;
  }
}

void Conversations::print_usage(const ChatReply& reply) {
  auto line = event("usage");
  if (reply.input_tokens) line.count("inputTokens", *reply.input_tokens);
  if (reply.output_tokens) line.count("outputTokens", *reply.output_tokens);
  heard_ = line.count("modelCalls", 1).print() && heard_;
}

void Conversations::print_error(const Trouble& trouble) {
  auto line = event("error");
  line.text("kind", trouble.kind).text("message", trouble.message);
  if (trouble.retry_after_ms) line.count("retryAfterMs", *trouble.retry_after_ms);
  if (!trouble.retryable) line.flag("retryable", false);
  heard_ = line.print() && heard_;
}

void Conversations::print_finished(const ChatRequest& request, const ChatReply& last,
                                   bool no_call) {
  auto line = event("finished");
  const formats::WireReply& wire = last.wire;
  const bool usual_end = wire.finish == "stop" || wire.finish == "tool_calls";
  if (no_call && wire.refusal.empty() && usual_end) {
    // The short form alone can say that the wire was seen and held no call: what the text holds
    // was lost between these two, and not somewhere behind.
    heard_ = write_all(STDOUT_FILENO, "{\"raw\":[],\"normalized\":[]}\n").ok() && heard_;
    return;
  }
  if (!wire.refusal.empty() && wire.calls.empty()) {
    line.text("reason", "refusal");
  } else if (request.executes && !wire.calls.empty()) {
    line.text("reason", "held").text("message", "tare-chat asks once, and runs no tool");
  } else {
    line.text("reason", "stop");
    if (!usual_end && !wire.finish.empty()) {
      line.text("message", "finish_reason " + wire.finish);
    }
  }
  heard_ = line.print() && heard_;
}

}  // namespace tare::chat
