#include "protocol/recorded_events.h"

#include <optional>
#include <utility>

#include "protocol/event_text.h"

namespace tare {
namespace {

// An object under way; a member that is absent is left out.
class EventLine {
 public:
  explicit EventLine(std::string_view event) { text("event", event); }

  void text(std::string_view name, std::string_view value) {
    member(name);
    append_bytes_quoted(out_, value);
  }
  void if_any(std::string_view name, const std::optional<std::string>& value) {
    if (value) text(name, *value);
  }
  void json(std::string_view name, std::string_view value) {
    member(name);
    out_ += value;
  }
  void number(std::string_view name, std::uint64_t value) { json(name, std::to_string(value)); }
  void flag(std::string_view name, bool value) { json(name, value ? "true" : "false"); }
  std::string finish() { return std::move(out_) + '}'; }

 private:
  void member(std::string_view name) {
    out_ += out_.empty() ? '{' : ',';
    append_bytes_quoted(out_, name);
    out_ += ':';
  }
  std::string out_;
};

std::string pairs_json(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string out = "{";
  for (const auto& [name, value] : pairs) {
    if (out.size() > 1) out += ',';
    append_bytes_quoted(out, name);
    out += ':';
    append_bytes_quoted(out, value);
  }
  return out + '}';
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) {
    if (out.size() > 1) out += ',';
    append_bytes_quoted(out, text);
  }
  return out + ']';
}

}  // namespace

std::string call_event(const View& view, const RecordedPlace& place) {
  EventLine line("call");
  line.text("at", at_name(view.at));
  line.if_any("id", view.id);
  if (view.turn) line.number("turn", *view.turn);
  line.text("name", view.name.value_or(""));
  line.text("arguments", view.arguments.value_or(""));
  if (view.status) line.text("status", status_name(*view.status));
  line.if_any("server", view.server);
  if (view.builtin) line.flag("builtin", true);
  if (place.exchange > 0) line.number("exchange", place.exchange);
  if (!place.complete) line.flag("complete", false);
  if (place.asked_again) line.flag("askedAgain", true);
  if (!place.spans.empty()) {
    std::string spans = "[";
    for (const auto& [begin, end] : place.spans) {
      if (spans.size() > 1) spans += ',';
      spans += '[' + std::to_string(begin) + ',' + std::to_string(end) + ']';
    }
    line.json("spans", spans + ']');
  }
  return line.finish();
}

std::string message_event(const Message& message) {
  EventLine line("message");
  line.text("role", message.role);
  line.text("text", message.text);
  if (message.reasoning) line.text("channel", "reasoning");
  return line.finish();
}

std::string history_event(std::string_view messages_json) {
  EventLine line("history");
  line.json("messages", messages_json);
  return line.finish();
}

std::string result_event(const ToolResult& result) {
  EventLine line("result");
  line.if_any("id", result.id);
  line.if_any("name", result.name);
  line.flag("isError", result.is_error);
  line.if_any("text", result.text);
  return line.finish();
}

std::string recorder_event(const RecorderNotes& notes) {
  EventLine line("x-recorder");
  if (notes.model) {
    line.number("modelRequests", notes.model_requests);
    line.number("modelReplies", notes.model_replies);
    if (!notes.tool_manifest_sha256.empty()) {
      line.text("toolManifestSha256", notes.tool_manifest_sha256);
    }
    if (!notes.wire_names.empty()) line.json("wireNames", pairs_json(notes.wire_names));
  }
  if (notes.mcp) {
    line.flag("mcpConnected", notes.mcp_connected);
    line.flag("mcpWhole", notes.mcp_whole);
    if (!notes.client.empty()) line.text("mcpClient", notes.client);
  }
  if (!notes.facts.empty()) line.json("facts", texts_json(notes.facts));
  return line.finish();
}

bool read_recorder_event(json::Value object, RecorderNotes& notes) {
  const json::Value event = object.find("event");
  if (!event.valid() || !event.is_string() || !event.decoded_equals("x-recorder")) return false;
  Fields fields(object, "event \"x-recorder\"");
  if (const auto requests = fields.whole("modelRequests", 0)) {
    notes.model = true;
    notes.model_requests = static_cast<std::uint32_t>(*requests);
  }
  if (const auto replies = fields.whole("modelReplies", 0)) {
    notes.model_replies = static_cast<std::uint32_t>(*replies);
  }
  if (auto digest = fields.text("toolManifestSha256")) notes.tool_manifest_sha256 = *digest;
  if (const json::Value names = fields.object("wireNames"); names.valid()) {
    for (const json::Member& member : names.members()) {
      if (!member.value.is_string()) continue;
      notes.wire_names.emplace_back(member.name.decoded(), member.value.decoded());
    }
  }
  if (const json::Value connected = fields.get("mcpConnected"); connected.valid()) {
    notes.mcp = true;
    notes.mcp_connected = connected.text() == "true";
  }
  if (const json::Value whole = fields.get("mcpWhole"); whole.valid()) {
    notes.mcp_whole = whole.text() == "true";
  }
  if (auto client = fields.text("mcpClient")) notes.client = *client;
  if (const json::Value facts = fields.array("facts"); facts.valid()) {
    for (const json::Value fact : facts.elements()) {
      if (fact.is_string()) notes.facts.push_back(fact.decoded());
    }
  }
  return true;
}

}  // namespace tare
