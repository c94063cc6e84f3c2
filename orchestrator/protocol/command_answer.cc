#include "protocol/command_answer.h"

#include "protocol/event_text.h"

namespace tare {
std::vector<std::string> command_events(bool finished, std::string_view final_text) {
  std::vector<std::string> events;
  if (!final_text.empty()) {
    std::string message = R"({"event":"message","role":"assistant","text":)";
    message.reserve(message.size() + final_text.size() + final_text.size() / 8 + 2);
    append_bytes_quoted(message, final_text);
    events.push_back(message + '}');
  }
  if (finished) events.emplace_back(R"({"event":"finished","reason":"stop"})");
  return events;
}

}  // namespace tare
