// DeepSeek and Kimi: sections of calls, each a header, a separator and the arguments as JSON.
//
// The two differ in their tags and in what the header says. DeepSeek V3 and R1 write the word
// "function" as the header, then the name on a line and the JSON in a fence; V3.1 writes the name
// as the header and the JSON bare. Kimi's header is the call's id, functions.NAME:INDEX, which
// holds the name.
#include <algorithm>
#include <string>
#include <utility>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

struct SectionTags {
  std::string_view section_begin, other_section_begin, call_begin, separator, call_end, section_end,
      other_section_end;
  bool kimi;
};

constexpr SectionTags kDeepseek = {"<｜tool▁calls▁begin｜>",
                                   "",
                                   "<｜tool▁call▁begin｜>",
                                   "<｜tool▁sep｜>",
                                   "<｜tool▁call▁end｜>",
                                   "<｜tool▁calls▁end｜>",
                                   "",
                                   false};
constexpr SectionTags kKimi = {"<|tool_calls_section_begin|>",
                               "<|tool_call_section_begin|>",
                               "<|tool_call_begin|>",
                               "<|tool_call_argument_begin|>",
                               "<|tool_call_end|>",
                               "<|tool_calls_section_end|>",
                               "<|tool_call_section_end|>",
                               true};

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == kNone;
}

// functions.NAME:INDEX. What does not look so is the name as it stands, and malformed.
void name_from_id(std::string_view header, CallInText& call) {
  call.id = std::string(header);
  std::string_view name = header;
  if (name.starts_with("functions.")) name.remove_prefix(10);
  const std::size_t colon = name.rfind(':');
  if (colon != kNone && all_digits(name.substr(colon + 1))) {
    name = name.substr(0, colon);
  } else {
    call.malformed = true;
  }
  const std::size_t begin = name.find_first_not_of('.');
  if (begin == kNone) {
    call.malformed = true;
    return;
  }
  call.name = std::string(name.substr(begin, name.find_last_not_of('.') + 1 - begin));
}

class SectionReader {
 public:
  SectionReader(const SectionTags& tags, std::string_view text, ModelText& out)
      : tags_(tags),
        text_(text),
        out_(out),
        json_(text),
        section_(text, tags.section_begin),
        other_section_(text, tags.other_section_begin),
        call_(text, tags.call_begin) {}

  void read() {
    std::size_t content = 0;
    for (std::size_t begin = next_opening(0); begin != text_.size();) {
      std::size_t at = begin;
      bool has_call_tag = false;
      for (;;) {  // the tags before the header
        const std::size_t tag = skip_blank(text_, at);
        if (stands_at(text_, tag, tags_.call_begin)) {
          at = tag + tags_.call_begin.size();
          has_call_tag = true;
          break;
        }
        const std::size_t section = section_tag_at(tag);
        if (section == 0) break;
        at = tag + section;
      }
      const std::size_t before = out_.calls.size();
      std::size_t end = read_call(at, has_call_tag);
      if (out_.calls.size() > before) {
        end = skip_end_tags(end);
        out_.calls.back().span = {begin, end};
        add_passage(text_, content, begin, out_);
        content = end;
      } else {
        out_.unread = out_.unread || begins_a_call(at, has_call_tag);
      }
      begin = next_opening(std::max(end, at));
    }
    add_passage(text_, content, text_.size(), out_);
  }

 private:
  std::size_t next_opening(std::size_t at) {
    return std::min({section_.unquoted_from(at), other_section_.unquoted_from(at),
                     call_.unquoted_from(at), text_.size()});
  }

  std::size_t section_tag_at(std::size_t at) const {
    if (stands_at(text_, at, tags_.section_begin)) return tags_.section_begin.size();
    if (!tags_.other_section_begin.empty() && stands_at(text_, at, tags_.other_section_begin)) {
      return tags_.other_section_begin.size();
    }
    return 0;
  }

  // Whether what stands behind an opening tag, and is no call, was to become one.
  bool begins_a_call(std::size_t at, bool has_call_tag) const {
    const std::size_t next = skip_blank(text_, at);
    if (next == text_.size() || has_call_tag) return true;
    const bool ends = stands_at(text_, next, tags_.section_end) || is_other_end(next);
    if (ends) return false;  // a section without calls
    // A tag that was cut off.
    return text_[next] == '<' && text_.find_first_of(" \t\r\n>", next) == kNone;
  }
  bool is_other_end(std::size_t at) const {
    return !tags_.other_section_end.empty() && stands_at(text_, at, tags_.other_section_end);
  }

  // Where a broken call has to end: at its end tag, or the section's, or the next opening.
  std::size_t limit_within(std::size_t at, std::size_t bound) const {
    const std::string_view rest = text_.substr(at, bound - at);
    std::size_t end = rest.rfind(tags_.call_end);
    if (end == kNone) end = std::min(rest.find(tags_.section_end), rest.size());
    if (end == rest.size() && !tags_.other_section_end.empty()) {
      end = std::min(rest.find(tags_.other_section_end), rest.size());
    }
    return at + end;
  }

  // The call whose header begins at `at`; its end before the end tags.
  std::size_t read_call(std::size_t at, bool has_call_tag) {
    const std::size_t limit = limit_within(at, next_opening(at));
    const std::string_view body = text_.substr(at, limit - at);
    const std::size_t separator = body.find(tags_.separator);
    CallInText call;
    call.malformed = !has_call_tag;
    std::string_view header;
    std::size_t arguments = limit;
    if (separator != kNone) {
      header = without_blank_ends(body.substr(0, separator));
      arguments = at + separator + tags_.separator.size();
    } else {
      const std::size_t json = std::min(body.find('{'), body.size());
      header = without_blank_ends(body.substr(0, json));
      arguments = at + json;
      call.malformed = true;
      // Prose, a tag that was cut off, or the end of the section.
      const bool is_name = header.find_first_of("<>` \t\r\n") == kNone;
      if (!is_name || (!has_call_tag && json == body.size())) return limit;
    }
    bool fenced = false;
    if (tags_.kimi) {
      name_from_id(header, call);
    } else {
      const std::size_t here = skip_blank(text_, arguments);
      if (separator != kNone && here < limit && text_[here] != '{' && text_[here] != '[') {
        const std::size_t line = std::min(text_.find('\n', here), limit);
        header = without_blank_ends(text_.substr(here, line - here));
        arguments = line;
      } else if (header == "function" && here >= limit) {
        header = {};  // cut off before the name
      }
      if (!header.empty()) call.name = std::string(header);
    }
    if (!call.name) return limit;
    std::size_t json = json_start(text_.substr(0, limit), arguments, fenced);
    if (json == kNone) json = std::min(skip_blank(text_, arguments), limit);
    const auto before_tags = [&](std::size_t bound) {
      const std::size_t end = bound == limit ? limit : limit_within(json, bound);
      if (!fenced) return end;
      // Broken arguments end before the fence does.
      const std::size_t last = trim_end(text_, json, end);
      return text_.substr(json, last - json).ends_with("```") ? trim_end(text_, json, last - 3)
                                                              : end;
    };
    const std::size_t end = take_arguments(text_, json, limit, before_tags, json_, call);
    out_.calls.push_back(std::move(call));
    return skip_fence_end(text_, end, fenced);
  }

  // A call that lacks its end tag is malformed.
  std::size_t skip_end_tags(std::size_t at) {
    const std::size_t tag = skip_blank(text_, at);
    if (stands_at(text_, tag, tags_.call_end)) {
      at = tag + tags_.call_end.size();
    } else {
      out_.calls.back().malformed = true;
    }
    const std::size_t end = skip_blank(text_, at);
    if (stands_at(text_, end, tags_.section_end)) return end + tags_.section_end.size();
    if (is_other_end(end)) {
      return end + tags_.other_section_end.size();
    }
    return at;
  }

  const SectionTags& tags_;
  std::string_view text_;
  ModelText& out_;
  JsonCalls json_;
  NextMark section_, other_section_, call_;
};

}  // namespace

void read_deepseek(const ReadTask& task, ModelText& out) {
  SectionReader(kDeepseek, task.text, out).read();
}

void read_kimi(const ReadTask& task, ModelText& out) {
  SectionReader(kKimi, task.text, out).read();
}

}  // namespace tare::formats
