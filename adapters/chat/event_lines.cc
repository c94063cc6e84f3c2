#include "event_lines.h"

#include <unistd.h>

#include "base/escape.h"
#include "base/file.h"
#include "json/string_writer.h"
#include "proxy/key_mask.h"

namespace tare::chat {

EventLine::EventLine(std::string_view event, std::string_view key) : key_(key) {
  line_ = "{\"event\":";
  json::append_json_string(line_, event);
}

EventLine& EventLine::json(std::string_view name, std::string_view value) {
  line_ += ',';
  json::append_json_string(line_, name);
  line_ += ':';
  line_ += value;
  return *this;
}

EventLine& EventLine::text(std::string_view name, std::string_view value) {
  std::string shown(value);
  proxy::hide_key(shown, key_);
  json(name, "");
  json::append_json_string(line_, shown);
  return *this;
}

EventLine& EventLine::text_if_any(std::string_view name, std::string_view value) {
  return value.empty() ? *this : text(name, value);
}

EventLine& EventLine::text_or_null(std::string_view name, const std::optional<std::string>& value) {
  return value ? text(name, *value) : json(name, "null");
}

EventLine& EventLine::count(std::string_view name, std::uint64_t value) {
  return json(name, std::to_string(value));
}

EventLine& EventLine::flag(std::string_view name, bool value) {
  return json(name, value ? "true" : "false");
}

bool EventLine::print() {
  line_ += "}\n";
  return write_all(STDOUT_FILENO, line_).ok();
}

std::string json_object(
    std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  std::string out = "{";
  for (const auto& [name, value] : members) {
    if (value.empty()) continue;
    if (out.size() > 1) out += ',';
    json::append_json_string(out, name);
    out += ':';
    json::append_json_string(out, value);
  }
  return out + "}";
}

void note(std::string text, std::string_view key) {
  proxy::hide_key(text, key);
  (void)write_all(STDERR_FILENO, "tare-chat: " + escape_for_terminal(text) + "\n");
}

}  // namespace tare::chat
