// Llama and Functionary 3.1: <function=NAME>{…}</function>.
#include <algorithm>
#include <utility>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {

void read_function_tag(const ReadTask& task, ModelText& out) {
  constexpr std::string_view kOpen = "<function=";
  constexpr std::string_view kClose = "</function>";
  const std::string_view text = task.text;
  NextMark open(text, kOpen);
  JsonCalls json(text);
  std::size_t content = 0;
  bool unread = false;
  for (std::size_t begin = open.unquoted_from(0); begin != kNone;) {
    const std::size_t name = begin + kOpen.size();
    const std::size_t limit = std::min(open.unquoted_from(name), text.size());
    const std::string_view region = text.substr(0, limit);
    const std::size_t name_end = std::min(region.find_first_of("><{\n", name), limit);
    CallInText call;
    call.name = std::string(without_blank_ends(text.substr(name, name_end - name)));
    if (call.name->empty()) {
      unread = true;
      begin = open.unquoted_from(name);
      continue;
    }
    std::size_t body = name_end;
    if (stands_at(text, name_end, ">")) {
      ++body;
    } else {
      call.malformed = true;
    }
    body = std::min(skip_blank(text, body), limit);
    const auto before_close = [&](std::size_t bound) {
      const std::size_t last = text.substr(body, bound - body).rfind(kClose);
      return last == kNone ? bound : body + last;
    };
    std::size_t end = take_arguments(text, body, limit, before_close, json, call);
    const std::size_t close = skip_blank(text, end);
    if (stands_at(text, close, kClose)) {
      end = close + kClose.size();
    } else {
      call.malformed = true;
    }
    call.span = {begin, end};
    out.calls.push_back(std::move(call));
    add_passage(text, content, begin, out);
    content = end;
    begin = open.unquoted_from(end);
  }
  add_passage(text, content, text.size(), out);
  if (unread) out.unread = true;
}

}  // namespace tare::formats
