#include "import/request_text.h"

#include <algorithm>
#include <array>

#include "json/writer.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 13> kNames = {
    "messages", "request", "query",   "question",   "prompt",      "input",    "message",
    "text",     "user",    "content", "user_input", "userMessage", "utterance"};

bool is_messages(json::Value v) {
  if (!v.is_array() || v.size() == 0) return false;
  for (const json::Value message : v.elements()) {
    if (!message.is_object() || !message.find("role").valid()) return false;
  }
  return true;
}

bool add_said(CaseText& text, json::Value v) {
  if (v.is_string()) {
    text.add("request", v);
  } else if (is_messages(v)) {
    text.add("messages", v);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool add_request(CaseText& text, json::Value input) {
  if (!input.valid()) return false;
  if (add_said(text, input)) return true;
  if (!input.is_object()) return false;
  for (const std::string_view name : kNames) {
    const json::Value v = input.find(name);
    if (!v.valid() || !add_said(text, v)) continue;
    std::string others;
    for (const json::Member member : input.members()) {
      if (member.name.decoded_equals(name)) continue;
      others += (others.empty() ? "" : ",") + std::string(member.name.text()) + ":" +
                json::as_strict_json(member.value);
    }
    if (!others.empty()) text.add("input", std::string_view("{" + others + "}"));
    return true;
  }
  return false;
}

}  // namespace tare
