#include "proxy/stream_frame.h"

#include <algorithm>

#include "base/ascii.h"
#include "json/reader.h"

namespace tare::proxy {
namespace {

using formats::Provider;

// The `type` of an event whose provider repeats it in a line of its own.
std::string event_line(const Endpoint& endpoint, const std::string& json) {
  if (endpoint.provider != Provider::anthropic && endpoint.provider != Provider::openai_responses) {
    return "";
  }
  json::Document document;
  if (json::read_strict(json, document) || !document.root().is_object()) return "";
  const json::Value type = document.root().find("type");
  if (!type.valid() || !type.is_string()) return "";
  const std::string name = type.decoded();
  if (name.find_first_of("\r\n") != std::string::npos) return "";
  return "event: " + name + "\n";
}

// Each break ends a line here, and goes on in a data line of its own: read, all are one newline.
std::string data_lines(std::string_view json) {
  std::string out = "data: ";
  for (std::size_t i = 0; i < json.size(); ++i) {
    const bool pair = json[i] == '\r' && i + 1 < json.size() && json[i + 1] == '\n';
    out += json[i];
    if (pair) out += json[++i];
    if (json[i] == '\n' || json[i] == '\r') out += "data: ";
  }
  return out;
}

std::string on_one_line(std::string json) {
  json::Document document;
  // Where it is JSON, a break is nothing but white space.
  if (json.find_first_of("\r\n") == std::string::npos || json::read_strict(json, document)) {
    return json;
  }
  std::ranges::replace_if(
      json, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return json;
}

}  // namespace

Framing stream_framing(const Endpoint& endpoint) {
  if (endpoint.provider == Provider::ollama) return Framing::lines;
  if (endpoint.provider == Provider::gemini && !endpoint.sse) return Framing::list;
  return Framing::server_sent;
}

std::string_view content_type_of(Framing framing) {
  switch (framing) {
    case Framing::server_sent:
      return "text/event-stream; charset=utf-8";
    case Framing::lines:
      return "application/x-ndjson";
    case Framing::list:
      return "application/json; charset=UTF-8";
  }
  return "";
}

std::vector<std::string> frame_events(const Endpoint& endpoint,
                                      const std::vector<std::string>& events, bool ended) {
  const Framing framing = stream_framing(endpoint);
  std::vector<std::string> out;
  out.reserve(events.size() + 1);
  for (std::size_t i = 0; i < events.size(); ++i) {
    switch (framing) {
      case Framing::server_sent:
        out.push_back(event_line(endpoint, events[i]) + data_lines(events[i]) + "\n\n");
        break;
      case Framing::lines:
        out.push_back(on_one_line(events[i]) + "\n");
        break;
      case Framing::list:
        out.push_back((i == 0 ? "[" : ",\r\n") + events[i]);
        break;
    }
  }
  if (!ended) return out;
  if (framing == Framing::list) out.emplace_back(events.empty() ? "[]" : "]");
  if (endpoint.provider == Provider::openai_chat) out.emplace_back("data: [DONE]\n\n");
  return out;
}

}  // namespace tare::proxy
