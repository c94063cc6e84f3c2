#include "formats/family_readers.h"

#include <algorithm>
#include <optional>

#include "formats/format_table.h"
#include "formats/text_scan.h"

namespace tare::formats {

void add_passage(std::string_view text, std::size_t begin, std::size_t end, ModelText& out,
                 Channel channel) {
  if (begin >= end || skip_blank(text.substr(0, end), begin) == end) return;
  out.passages.push_back({channel, {begin, end}});
}

std::size_t json_start(std::string_view text, std::size_t at, bool& fenced) {
  fenced = false;
  at = skip_blank(text, at);
  if (stands_at(text, at, "```")) {
    fenced = true;
    at += 3;
    while (at < text.size() && is_name_char(text[at])) ++at;  // "json"
    at = skip_blank(text, at);
  }
  return at < text.size() && (text[at] == '{' || text[at] == '[') ? at : kNone;
}

std::size_t skip_fence_end(std::string_view text, std::size_t at, bool fenced) {
  if (!fenced) return at;
  const std::size_t fence = skip_blank(text, at);
  return stands_at(text, fence, "```") ? fence + 3 : at;
}

std::size_t take_arguments(std::string_view text, std::size_t at, std::size_t limit,
                           const std::function<std::size_t(std::size_t)>& limit_before,
                           JsonCalls& json, CallInText& call) {
  std::optional<std::size_t> end;
  bool cut = false;
  if (at < limit && (text[at] == '{' || text[at] == '[')) {
    end = json.end_of_value(at);
    cut = !end && json.ran_to_end();
  }
  if (!end) {
    call.malformed = true;
    const std::size_t bound = std::max(limit_before(cut ? text.size() : limit), at);
    // Where a tag follows, white space before it is layout; a text that was cut ends as it ends.
    end = bound == text.size() ? bound : trim_end(text, at, bound);
  }
  call.arguments_span = {at, *end};
  call.arguments = std::string(text.substr(at, *end - at));
  return *end;
}

void widen_spans(ModelText& out, std::size_t first, std::size_t begin, std::size_t end) {
  if (first >= out.calls.size()) return;
  out.calls[first].span.begin = begin;
  out.calls.back().span.end = end;
}

void read_tagged_json(const ReadTask& task, ModelText& out) {
  const FormatEntry* entry = find_format(task.format);
  if (entry == nullptr) return;
  switch (entry->reader) {
    case Reader::tags:
      return read_tags(task, out);
    case Reader::deepseek:
      return read_deepseek(task, out);
    case Reader::kimi:
      return read_kimi(task, out);
    case Reader::mistral:
      return read_mistral(task, out);
    case Reader::function_tag:
      return read_function_tag(task, out);
    case Reader::recipient_line:
      return read_recipient_lines(task, out);
    case Reader::channels:
      return read_channels(task, out);
    case Reader::bare:
      return read_bare(task.text, CallShape::complete, out);
    case Reader::frames:
      return read_frames(task, out);
    case Reader::arguments:
      return read_arguments(task, out);
    case Reader::detected:
    case Reader::xml_parameters:
    case Reader::call_syntax:
      return;
  }
}

}  // namespace tare::formats
