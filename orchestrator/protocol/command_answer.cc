#include "protocol/command_answer.h"

#include "protocol/answer_reader.h"

namespace tare {
namespace {

// As a JSON string that reads back to the same bytes: only what JSON forbids is escaped.
void append_bytes_quoted(std::string& out, std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

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

Answer answer_of(AdapterKind kind, const std::vector<std::string>& events) {
  Answer answer = answer_from_events(events);
  switch (kind) {
    case AdapterKind::protocol:
      break;
    case AdapterKind::command:
      answer.short_form = true;
      break;
  }
  return answer;
}

}  // namespace tare
