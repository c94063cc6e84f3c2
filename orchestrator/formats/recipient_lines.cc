// Functionary 3.2: ">>>" begins a part, a recipient's name on the rest of its line, what is for it
// below. The recipient `all` is the user. The prompt ends in ">>>", so the first part has none.
#include <algorithm>
#include <utility>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {

void read_recipient_lines(const ReadTask& task, ModelText& out) {
  constexpr std::string_view kOpen = ">>>";
  const std::string_view text = task.text;
  NextMark open(text, kOpen);
  JsonCalls json(text);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t name = stands_at(text, begin, kOpen) ? begin + kOpen.size() : begin;
    const std::size_t limit = std::min(open.from(name), text.size());
    const std::size_t name_end = skip_name(text.substr(0, limit), name);
    const bool is_part =
        name_end > name && name_end < limit && (text[name_end] == '\n' || text[name_end] == '{');
    const std::string_view recipient = text.substr(name, name_end - name);
    if (!is_part || recipient == "all") {
      add_passage(text, is_part ? name_end + 1 : name, limit, out);
      begin = limit;
      continue;
    }
    CallInText call;
    call.name = std::string(recipient);
    const std::size_t body = std::min(skip_blank(text, name_end), limit);
    const std::size_t end = take_arguments(
        text, body, limit, [](std::size_t bound) { return bound; }, json, call);
    call.span = {begin, end};
    out.calls.push_back(std::move(call));
    const std::size_t next = std::min(open.from(end), text.size());
    add_passage(text, end, next, out);
    begin = next;
  }
}

// The whole text is one call's arguments, for one who knows the name from elsewhere.
void read_arguments(const ReadTask& task, ModelText& out) {
  const std::string_view body = without_blank_ends(task.text);
  if (body.empty()) return;
  CallInText call;
  const auto begin = static_cast<std::size_t>(body.data() - task.text.data());
  call.span = call.arguments_span = {begin, begin + body.size()};
  call.arguments = std::string(body);
  out.calls.push_back(std::move(call));
}

}  // namespace tare::formats
