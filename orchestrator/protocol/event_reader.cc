#include "protocol/event_reader.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "protocol/call_reader.h"
#include "protocol/manifest_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 14> kEventWords = {
    "started", "call",  "raw",   "normalized", "manifest", "result",      "message",
    "history", "usage", "error", "verdict",    "outcome",  "unsupported", "finished"};
constexpr std::array<std::string_view, 5> kFinishWords = {"stop", "held", "refusedByClient",
                                                          "maxTurns", "refusal"};
constexpr std::array<std::string_view, 5> kErrorWords = {"rateLimit", "network", "auth", "provider",
                                                         "harness"};
constexpr std::array<std::string_view, 6> kLayerWords = {"server", "parser",    "agent",
                                                         "sdk",    "framework", "mcp"};
constexpr std::array<std::string_view, 2> kChannelWords = {"content", "reasoning"};
constexpr std::array<std::string_view, 2> kVerdictWords = {"PASS", "FAIL"};

using Reader = EventFault (*)(json::Value, Answer&);

template <CallWord word>
EventFault read_view(json::Value object, Answer& answer) {
  constexpr std::string_view what = word == CallWord::call  ? "event \"call\""
                                    : word == CallWord::raw ? "event \"raw\""
                                                            : "event \"normalized\"";
  View view;
  EventFault fault = read_call(object, word, what, view);
  if (!fault) answer.views.push_back(std::move(view));
  return fault;
}

EventFault read_layer(json::Value object, Started& started) {
  if (!object.is_object()) {
    return {fmt::format("event \"started\": a layer must be an object, not {}",
                        json::kind_name(object.kind())),
            object.offset()};
  }
  Fields fields(object, "a layer of event \"started\"");
  Layer layer;
  if (const std::optional<std::size_t> role = fields.required_word("role", kLayerWords)) {
    layer.role = std::string(kLayerWords[*role]);
  }
  layer.name = fields.required_text("name");
  layer.version = fields.text("version").value_or("");
  started.layers.push_back(std::move(layer));
  return fields.take_fault();
}

EventFault read_started(json::Value object, Answer& answer) {
  Fields fields(object, "event \"started\"");
  Started started;
  started.model = fields.text("model").value_or("");
  const json::Value adapter = fields.object("adapter");
  const json::Value layers = fields.array("layers");
  if (EventFault fault = fields.take_fault()) return fault;
  if (adapter.valid()) {
    Fields inner(adapter, "\"adapter\" of event \"started\"");
    started.adapter_name = inner.text("name").value_or("");
    started.adapter_version = inner.text("version").value_or("");
    if (EventFault fault = inner.take_fault()) return fault;
  }
  if (layers.valid()) {
    for (const json::Value layer : layers.elements()) {
      if (EventFault fault = read_layer(layer, started)) return fault;
    }
  }
  answer.started = std::move(started);
  return {};
}

EventFault read_manifest(json::Value object, Answer& answer) {
  Fields fields(object, "event \"manifest\"");
  Manifest manifest;
  const json::Value tools = fields.array("tools");
  if (!tools.valid()) fields.missing("tools", "an array of tools");
  manifest.instructions = fields.text("instructions");
  const json::Value limits = fields.object("limits");
  const json::Value servers = fields.array("mcp");
  if (EventFault fault = fields.take_fault()) return fault;
  EventFault fault = read_tools(tools, manifest);
  if (!fault && limits.valid()) fault = read_manifest_limits(limits, manifest);
  if (!fault && servers.valid()) fault = read_manifest_servers(servers, manifest);
  if (fault) {
    fault.reason.insert(0, "event \"manifest\": ");
    return fault;
  }
  answer.manifest = std::move(manifest);
  return {};
}

EventFault read_result(json::Value object, Answer& answer) {
  Fields fields(object, "event \"result\"");
  ToolResult result;
  result.id = fields.text("id");
  result.name = fields.text("name");
  result.is_error = fields.required_boolean("isError");
  result.text = fields.text("text");
  answer.results.push_back(std::move(result));
  return fields.take_fault();
}

EventFault read_message(json::Value object, Answer& answer) {
  Fields fields(object, "event \"message\"");
  Message message;
  message.role = fields.required_text("role");
  message.text = fields.required_text("text");
  message.reasoning = fields.word("channel", kChannelWords).value_or(0) == 1;
  answer.messages.push_back(std::move(message));
  return fields.take_fault();
}

EventFault read_history(json::Value object, Answer& answer) {
  Fields fields(object, "event \"history\"");
  const json::Value messages = fields.get("messages");
  if (!messages.valid() || !(messages.is_array() || messages.is_string())) {
    fields.missing("messages", "an array, or the text that was sent as a string");
    return fields.take_fault();
  }
  answer.histories.emplace_back(messages.text());
  return fields.take_fault();
}

EventFault read_usage(json::Value object, Answer& answer) {
  Fields fields(object, "event \"usage\"");
  Usage& usage = answer.usage;
  usage.seen = true;
  usage.input_tokens += fields.whole("inputTokens", 0).value_or(0);
  usage.output_tokens += fields.whole("outputTokens", 0).value_or(0);
  usage.model_calls += fields.whole("modelCalls", 0).value_or(0);
  if (const std::optional<double> cost = fields.amount("costUsd")) {
    usage.cost_usd += *cost;
    usage.cost_seen = true;
  }
  return fields.take_fault();
}

EventFault read_error(json::Value object, Answer& answer) {
  Fields fields(object, "event \"error\"");
  AdapterError error;
  if (const std::optional<std::size_t> kind = fields.required_word("kind", kErrorWords)) {
    error.kind = std::string(kErrorWords[*kind]);
  }
  error.message = fields.required_text("message");
  error.retryable = fields.boolean("retryable").value_or(true);
  if (const std::optional<double> wait = fields.amount("retryAfterMs")) {
    constexpr double kLongest = std::numeric_limits<std::uint32_t>::max();
    if (*wait > kLongest) {
      fields.fail("event \"error\": \"retryAfterMs\" is larger than 4294967295", object.offset());
    } else {
      error.retry_after_ms = static_cast<std::uint32_t>(std::ceil(*wait));
    }
  }
  if (!answer.error) answer.error = std::move(error);
  return fields.take_fault();
}

// One transcript, one verdict: of two that differ nobody could say which was meant.
EventFault read_verdict(json::Value object, Answer& answer) {
  Fields fields(object, "event \"verdict\"");
  JudgeVerdict said;
  said.score = fields.amount("score");
  const std::optional<std::size_t> word = fields.word("verdict", kVerdictWords);
  if (word) said.pass = *word == 0;
  said.reason = fields.text("reason").value_or("");
  if (!said.score && !said.pass) {
    fields.missing("score", "a number from 1 to 5, or \"verdict\" PASS or FAIL");
  } else if (said.score && said.pass) {
    fields.fail("event \"verdict\": \"score\" and \"verdict\" are both given; give one",
                object.offset());
  } else if (said.score && (*said.score < 1 || *said.score > 5)) {
    fields.fail("event \"verdict\": \"score\" must be from 1 to 5", object.offset());
  } else if (answer.verdict) {
    fields.fail("event \"verdict\" stands twice; a judge gives one", object.offset());
  }
  EventFault fault = fields.take_fault();
  if (!fault) answer.verdict = std::move(said);
  return fault;
}

EventFault read_outcome(json::Value object, Answer& answer) {
  Fields fields(object, "event \"outcome\"");
  TaskOutcome outcome;
  outcome.pass = fields.required_boolean("pass");
  outcome.source = fields.text("source").value_or("");
  answer.outcome = std::move(outcome);
  return fields.take_fault();
}

EventFault read_unsupported(json::Value, Answer& answer) {
  answer.unsupported = true;
  return {};
}

EventFault read_finished(json::Value object, Answer& answer) {
  Fields fields(object, "event \"finished\"");
  const std::optional<std::size_t> reason = fields.required_word("reason", kFinishWords);
  std::string message = fields.text("message").value_or("");
  EventFault fault = fields.take_fault();
  if (fault || !reason) return fault;
  answer.finished = finish_from_name(kFinishWords[*reason]);
  answer.finish_message = std::move(message);
  return {};
}

// In the order of kEventWords.
constexpr std::array<Reader, kEventWords.size()> kReaders = {read_started,
                                                             read_view<CallWord::call>,
                                                             read_view<CallWord::raw>,
                                                             read_view<CallWord::normalized>,
                                                             read_manifest,
                                                             read_result,
                                                             read_message,
                                                             read_history,
                                                             read_usage,
                                                             read_error,
                                                             read_verdict,
                                                             read_outcome,
                                                             read_unsupported,
                                                             read_finished};

EventFault read_entries(json::Value list, CallWord word, Answer& answer) {
  const std::string_view list_name = word == CallWord::raw ? "raw" : "normalized";
  const std::string_view what = word == CallWord::raw
                                    ? "an entry of \"raw\" in the short form"
                                    : "an entry of \"normalized\" in the short form";
  for (const json::Value entry : list.elements()) {
    if (!entry.is_object()) {
      return {fmt::format("an entry of \"{}\" must be an object, not {}", list_name,
                          json::kind_name(entry.kind())),
              entry.offset()};
    }
    View view;
    if (EventFault fault = read_call(entry, word, what, view)) return fault;
    answer.views.push_back(std::move(view));
  }
  return {};
}

}  // namespace

LineKind line_kind(json::Value object) {
  bool lists = false;
  for (const json::Member member : object.members()) {
    if (member.name.decoded_equals("event")) return LineKind::event;
    lists =
        lists || ((member.name.decoded_equals("raw") || member.name.decoded_equals("normalized")) &&
                  !member.value.is_null());
  }
  return lists ? LineKind::short_form : LineKind::other;
}

EventFault apply_event(json::Value object, Answer& answer) {
  Fields fields(object, "an event");
  const json::Value event = fields.get("event");
  if (EventFault fault = fields.take_fault()) return fault;
  if (!event.valid() || !event.is_string()) {
    return {"\"event\" must be a string: the name of the event", object.offset()};
  }
  for (std::size_t i = 0; i < kEventWords.size(); ++i) {
    if (event.decoded_equals(kEventWords[i])) return kReaders[i](object, answer);
  }
  const std::string name = event.decoded();
  if (name.starts_with("x-")) return {};
  return {fmt::format("unknown event \"{}\"; {} (an event of your own begins with \"x-\")",
                      escape_for_terminal(shorten(name, 64)), nearest_name_hint(name, kEventWords)),
          event.offset()};
}

EventFault apply_short_form(json::Value object, Answer& answer) {
  Fields fields(object, "the short form");
  const json::Value raw = fields.array("raw");
  const json::Value normalized = fields.array("normalized");
  std::optional<std::string> message = fields.text("message");
  const std::optional<std::size_t> reason = fields.word("finished", kFinishWords);
  EventFault fault = fields.take_fault();
  const std::size_t views_before = answer.views.size();
  if (!fault && raw.valid()) fault = read_entries(raw, CallWord::raw, answer);
  if (!fault && normalized.valid()) fault = read_entries(normalized, CallWord::normalized, answer);
  if (fault) {
    answer.views.resize(views_before);
    return fault;
  }
  answer.short_form = true;
  answer.raw_given = answer.raw_given || raw.valid();
  answer.normalized_given = answer.normalized_given || normalized.valid();
  answer.finished = reason ? finish_from_name(kFinishWords[*reason]) : FinishReason::stop;
  if (message && answer.finished == FinishReason::refused_by_client) {
    answer.finish_message = std::move(*message);
  } else if (message) {
    answer.messages.push_back({"assistant", std::move(*message), false});
  }
  return {};
}

}  // namespace tare
