// Mistral: [TOOL_CALLS], then a list of calls (older templates), or a name and its arguments, with
// [CALL_ID] and [ARGS] between them (newer ones). No tag closes a call.
#include <algorithm>
#include <utility>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kOpen = "[TOOL_CALLS]";
constexpr std::string_view kArguments = "[ARGS]";
constexpr std::string_view kId = "[CALL_ID]";

// name[CALL_ID]id[ARGS]{…}, each part but the name optional; its end, or kNone where it is none.
std::size_t read_named(std::string_view text, std::size_t at, std::size_t limit, JsonCalls& json,
                       ModelText& out) {
  const std::string_view region = text.substr(0, limit);
  std::size_t name_end = std::min(region.find_first_of("{[", at), limit);
  CallInText call;
  const std::string_view name = without_blank_ends(text.substr(at, name_end - at));
  if (name.empty() || name.find_first_of(" \t\r\n") != kNone) return kNone;
  const bool is_named = name_end == limit || text[name_end] == '{' ||
                        stands_at(region, name_end, kId) || stands_at(region, name_end, kArguments);
  if (!is_named) return kNone;
  call.name = std::string(name);
  if (stands_at(region, name_end, kId)) {
    const std::size_t id = name_end + kId.size();
    name_end = std::min(region.find_first_of("{[", id), limit);
    call.id = std::string(without_blank_ends(text.substr(id, name_end - id)));
  }
  if (stands_at(region, name_end, kArguments)) name_end += kArguments.size();
  const std::size_t arguments = std::min(skip_blank(text, name_end), limit);
  const std::size_t end = take_arguments(
      text, arguments, limit, [](std::size_t bound) { return bound; }, json, call);
  out.calls.push_back(std::move(call));
  return end;
}

// A list of calls; before it may stand what does not belong there.
std::size_t read_list(std::string_view text, std::size_t at, std::size_t limit, JsonCalls& json,
                      ModelText& out) {
  const std::size_t list = text.substr(0, limit).find_first_of("[{", at);
  if (list == kNone) return kNone;
  // Behind another tag it is not this one's.
  if (text.substr(at, list - at).find('<') != kNone) return kNone;
  const std::size_t first = out.calls.size();
  if (json.take_whole(list, CallShape::named, out)) {
    if (without_blank_ends(text.substr(list + 1, json.stopped() - list - 2)).empty())
      return json.stopped();
  } else {
    json.take_broken(list, json.ran_to_end() ? text.size() : limit, CallShape::named, out);
  }
  if (out.calls.size() == first) return kNone;
  if (list != skip_blank(text, at)) out.calls[first].malformed = true;
  return json.stopped();
}

}  // namespace

void read_mistral(const ReadTask& task, ModelText& out) {
  const std::string_view text = task.text;
  NextMark open(text, kOpen);
  JsonCalls json(text);
  std::size_t content = 0;
  bool unread = false;
  for (std::size_t begin = open.unquoted_from(0); begin != kNone;) {
    const std::size_t body = skip_blank(text, begin + kOpen.size());
    const std::size_t limit = std::min(open.unquoted_from(body), text.size());
    const std::size_t first = out.calls.size();
    const bool is_list = body < limit && (text[body] == '[' || text[body] == '{');
    std::size_t end = is_list ? kNone : read_named(text, body, limit, json, out);
    if (end == kNone) end = read_list(text, body, limit, json, out);
    if (end == kNone) {
      // Prose may go on behind the mark; JSON, and the end of the text, are a call's beginning.
      unread = unread || is_list || body == text.size();
      end = body;
    } else {
      add_passage(text, content, begin, out);
      widen_spans(out, first, begin, end);
      content = end;
    }
    begin = open.unquoted_from(end);
  }
  add_passage(text, content, text.size(), out);
  if (unread) out.unread = true;
}

}  // namespace tare::formats
