#include "report/trial_text.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "report/display_text.h"

namespace tare {
namespace {

constexpr std::size_t kLabel = 10;

// A JSON string as its text; anything else (or what does not parse) as it stands.
std::string plain_text(const std::string& json) {
  nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
  return value.is_string() ? value.get<std::string>() : json;
}

std::string last_user_message(const std::string& json) {
  nlohmann::json messages = nlohmann::json::parse(json, nullptr, false);
  if (!messages.is_array()) return json;
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    if (!message->is_object() || !message->contains("role") || (*message)["role"] != "user")
      continue;
    if (!message->contains("content")) continue;
    const nlohmann::json& content = (*message)["content"];
    if (content.is_string()) return content.get<std::string>();
    return content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return json;
}

}  // namespace

std::string trial_name(const TestCase& test_case, const TrialScore& score) {
  std::string name = shown_text(test_case.id(), 200);
  if (score.trial > 1 || test_case.trials.value_or(1) > 1)
    name += "#" + std::to_string(score.trial);
  return name;
}

std::string request_text(const CaseInput& input, std::size_t max_bytes) {
  try {
    std::string text = !input.request_json.empty()    ? plain_text(input.request_json)
                       : !input.messages_json.empty() ? last_user_message(input.messages_json)
                                                      : input.invoke_json;
    return shown_text(text, max_bytes);
  } catch (const nlohmann::json::exception&) {
    return shown_text(input.request_json, max_bytes);
  }
}

std::string labelled(std::string_view label, std::string_view text, const TerminalStyle& style) {
  std::string out;
  std::size_t room = style.width > kLabel + 12 ? style.width - kLabel - 2 : 10;
  bool first = true;
  for (const std::string& line : wrap(text, room)) {
    std::string lead = first ? pad_right(std::string(label), kLabel) : std::string(kLabel, ' ');
    out += "  " + paint(style.color, Ink::dim, lead) + line + "\n";
    first = false;
  }
  return out;
}

std::string tail_lines(std::string_view text, std::size_t lines, const TerminalStyle& style) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.empty()) return "";
  std::size_t begin = text.size();
  for (std::size_t found = 0; begin > 0; --begin)
    if (text[begin - 1] == '\n' && ++found == lines) break;
  std::string out;
  std::size_t room = style.width > 20 ? style.width - 4 : 16;
  for (std::string_view rest = text.substr(begin); !rest.empty();) {
    std::size_t end = std::min(rest.find('\n'), rest.size());
    for (const std::string& line : wrap(escape_for_terminal(rest.substr(0, end)), room))
      out += "    " + paint(style.color, Ink::dim, line) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace tare
