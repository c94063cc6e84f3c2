#include "formats/mentions.h"

#include <algorithm>
#include <utility>

#include "formats/json_call.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kOpenings[] = {"<tool_call>",
                                          "<tool_calls>",
                                          "<seed:tool_call>",
                                          "<minimax:tool_call>",
                                          "<dots_function_call>",
                                          "<function_calls>",
                                          "<function=",
                                          "<invoke",
                                          "<steptml:invoke",
                                          "<｜DSML｜function_calls>",
                                          "<｜DSML｜tool_calls>",
                                          "<｜DSML｜invoke",
                                          "<｜tool_calls_begin｜>",
                                          "<|python_tag|>",
                                          "<|tool_call>",
                                          "<|tool_call_start|>",
                                          "<|python_start|>",
                                          "<start_function_call>"};

}  // namespace

bool is_tool_name(std::string_view name, bool loosely_marked) {
  if (name.empty()) return true;
  if (name == "…" || name.find_first_of("<>`") != kNone) return false;
  if (loosely_marked && name.find_first_of(" \t\r\n") != kNone) return false;
  return std::any_of(name.begin(), name.end(), [](char c) {
    return c == '_' || (is_name_char(c) && c != '.' && c != '-' && c != ':' && c != '/');
  });
}

bool has_place_holders(std::string_view json) {
  for (const std::string_view holder : {": <", ":<", "...", "…"}) {
    if (json.find(holder) != kNone) return true;
  }
  return false;
}

void drop_mentions(bool xml, ModelText& read) {
  const auto is_mention = [xml](const CallInText& call) {
    return call.name && !is_tool_name(*call.name, xml || call.malformed);
  };
  for (const CallInText& call : read.calls) {
    if (is_mention(call)) read.passages.push_back({Channel::content, call.span});
  }
  std::erase_if(read.calls, is_mention);
}

bool may_be_prose(const ModelText& read) {
  return std::all_of(read.calls.begin(), read.calls.end(), [](const CallInText& call) {
    return call.malformed &&
           (call.arguments.empty() || call.arguments == "{" || call.arguments == "{}");
  });
}

bool ends_in_begun_call(std::string_view text, std::size_t from) {
  const std::string_view tail = text.substr(from);
  std::size_t begin = kNone;
  std::string_view mark;
  for (const std::string_view opening : kOpenings) {
    const std::size_t at = tail.rfind(opening);
    if (at == kNone || (begin != kNone && at <= begin) || is_quoted(text, from + at)) continue;
    begin = at;
    mark = opening;
  }
  if (begin == kNone) return false;
  const std::string_view rest = without_blank_ends(tail.substr(begin + mark.size()));
  if (rest.empty()) return true;
  if (rest.front() == '{') {
    JsonCalls json(rest);
    return !json.end_of_value(0) && json.ran_to_end();
  }
  if (rest.find('>') != kNone) return false;
  if (mark.ends_with("invoke")) {
    return rest.starts_with("name") || std::string_view("name").starts_with(rest);
  }
  // Behind a space, a word of the sentence.
  return tail[begin + mark.size()] != ' ' && rest.find_first_of(" \t\r\n`") == kNone;
}

}  // namespace tare::formats
