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

// A line break in the JSON's white space would end the line: each goes on in a data line of its
// own.
std::string data_lines(std::string_view json) {
  std::string out = "data: ";
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '\r') continue;
    out += json[i];
    if (json[i] == '\n') out += "data: ";
  }
  return out;
}

std::string on_one_line(std::string_view json) {
  std::string out;
  for (const char c : json) {
    if (c != '\n' && c != '\r') out += c;
  }
  return out;
}

using Take = std::function<void(std::string_view json, BodySpan span)>;

// Returns the line's end without its break; `next` is where the next one begins.
std::size_t line_end(std::string_view body, std::size_t from, std::size_t& next) {
  const std::size_t end = std::min(body.find_first_of("\r\n", from), body.size());
  next = end;
  if (next < body.size()) next += body.substr(next, 2) == "\r\n" ? 2 : 1;
  return end;
}

void read_server_sent(std::string_view body, const Take& take) {
  std::string data;
  BodySpan span;
  bool open = false;
  const auto flush = [&] {
    if (open) take(data, span);
    data.clear();
    open = false;
  };
  for (std::size_t at = 0; at < body.size();) {
    std::size_t next = 0;
    const std::size_t end = line_end(body, at, next);
    std::string_view line = body.substr(at, end - at);
    if (line.empty()) flush();
    if (line.starts_with("data:")) {
      if (open) data += '\n';
      if (!open) span.begin = at;
      open = true;
      span.end = end;
      line.remove_prefix(5);
      if (line.starts_with(' ')) line.remove_prefix(1);
      data += line;
    }
    at = next;
  }
  // An event that no empty line ends was cut off; its JSON may still be whole.
  flush();
}

void read_lines(std::string_view body, const Take& take) {
  for (std::size_t at = 0; at < body.size();) {
    std::size_t next = 0;
    const std::size_t end = line_end(body, at, next);
    const std::string_view line = body.substr(at, end - at);
    if (line.find_first_not_of(" \t") != std::string_view::npos) take(line, {at, end});
    at = next;
  }
}

void read_whole(std::string_view body, const Take& take) {
  const std::size_t first = body.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return;
  if (body[first] != '[') return take(body, {0, body.size()});
  // A list that breaks off still holds the events before the break.
  for (std::size_t at = first + 1; at < body.size();) {
    at = std::min(body.find_first_not_of(" \t\r\n,", at), body.size());
    if (at == body.size() || body[at] == ']') return;
    json::Document document;
    std::size_t length = 0;
    if (json::read_strict_prefix(body.substr(at), document, length) || length == 0) {
      return take(body.substr(at), {at, body.size()});
    }
    take(body.substr(at, length), {at, at + length});
    at += length;
  }
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

void for_each_event(std::string_view body, std::string_view said_type, const Take& take) {
  std::string content_type(said_type);
  std::ranges::transform(content_type, content_type.begin(), ascii_lower);
  if (content_type.find("event-stream") != std::string_view::npos) {
    read_server_sent(body, take);
  } else if (content_type.find("ndjson") != std::string_view::npos ||
             content_type.find("json-lines") != std::string_view::npos) {
    read_lines(body, take);
  } else {
    read_whole(body, take);
  }
}

}  // namespace tare::proxy
