// JSON between an opening and a closing tag: the commonest way of all.
//
// A closing tag inside a JSON string is content, so whole JSON decides for itself where it ends.
// Only where the JSON is broken does the closing tag decide, and then the last one before the next
// opening: what stands between them is what the model meant as one call.
#include <array>
#include <vector>

#include "formats/family_readers.h"
#include "formats/mentions.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

struct Tags {
  std::string_view format;
  std::array<std::string_view, 2> opens;
  std::string_view close;  // "": none
  bool must_close = false;
  // Words that occur in prose too: they open a call only where JSON follows.
  bool is_word = false;
  CallShape shape = CallShape::named;
};

constexpr Tags kTags[] = {
    {"hermes", {"<tool_call>", ""}, "</tool_call>", true},
    {"granite", {"<|tool_call|>", "<tool_call>"}, "</tool_call>"},
    {"granite20b", {"<function_call>", ""}, "</function_call>"},
    {"toolCalls", {"<tool_calls>", ""}, "</tool_calls>", true},
    {"nemotron", {"<TOOLCALL>", ""}, "</TOOLCALL>", true},
    {"longcat", {"<longcat_tool_call>", ""}, "</longcat_tool_call>", true},
    {"internlm", {"<|action_start|>", ""}, "<|action_end|>", true},
    {"cohere", {"<|START_ACTION|>", ""}, "<|END_ACTION|>", true},
    {"gigachat", {"<|function_call|>", "function call<|role_sep|>"}, ""},
    {"phi4Mini", {"functools", ""}, "", false, true},
    {"apertus",
     {"<|tools_prefix|>", ""},
     "<|tools_suffix|>",
     true,
     false,
     CallShape::keyed_by_name},
    {"lfm2Json", {"<|tool_call_start|>", ""}, "<|tool_call_end|>", true},
    {"commandR", {"Action:", ""}, "", false, true},
    // XML stands in the same tag, see dots_sections.cc.
    {"dots", {"<dots_function_call>", ""}, "</dots_function_call>", true, true},
};

class TagReader {
 public:
  TagReader(const Tags& tags, std::string_view text, ModelText& out)
      : tags_(tags),
        text_(text),
        out_(out),
        opens_{NextMark(text, tags.opens[0]), NextMark(text, tags.opens[1])},
        json_(text) {}

  void read() {
    std::size_t content = 0;
    bool unread = false;
    for (std::size_t at = 0; find_opening(at);) {
      const std::size_t first = out_.calls.size();
      const std::size_t end = read_section();
      if (end == kNone) {
        at = body_;  // the tag as text
        if (!tags_.is_word && begins_a_call()) unread = true;
        continue;
      }
      if (out_.calls.size() > first) {
        add_passage(text_, content, begin_, out_);
        widen_spans(out_, first, begin_, end);
        content = end;
      } else if (!tags_.is_word && !is_empty_list_ &&
                 !has_place_holders(text_.substr(body_, end - body_))) {
        unread = true;
      }
      at = end;
    }
    add_passage(text_, content, text_.size(), out_);
    if (unread) out_.unread = true;
  }

 private:
  // The next opening tag: sets begin_ and body_.
  bool find_opening(std::size_t at) {
    const std::size_t a = opens_[0].unquoted_from(at);
    const std::size_t b = opens_[1].unquoted_from(at);
    const NextMark& open = a <= b ? opens_[0] : opens_[1];
    begin_ = a <= b ? a : b;
    if (begin_ == kNone) return false;
    body_ = begin_ + open.mark().size();
    if (tags_.format == "internlm") {
      const std::size_t plugin = skip_blank(text_, body_);
      if (stands_at(text_, plugin, "<|plugin|>")) body_ = plugin + 10;
    }
    if (open.mark().starts_with("function call")) {
      // The role's name is a message of its own: <|message_sep|>, blank lines, function call.
      const std::size_t end = trim_end(text_, at, begin_);
      constexpr std::string_view kSeparator = "<|message_sep|>";
      if (end - at >= kSeparator.size() && stands_at(text_, end - kSeparator.size(), kSeparator)) {
        begin_ = end - kSeparator.size();
      }
    }
    return true;
  }

  std::size_t next_opening(std::size_t at) {
    const std::size_t a = opens_[0].unquoted_from(at);
    const std::size_t b = opens_[1].unquoted_from(at);
    return std::min({a, b, text_.size()});
  }

  // Whether a tag behind which nothing can be told opens a call all the same: the text ends there,
  // or tags stand around what is no prose.
  bool begins_a_call() {
    const std::size_t next = skip_blank(text_, body_);
    if (next == text_.size()) return true;
    const std::size_t end = body_end(body_);
    if (tags_.close.empty() || end == next_opening(body_)) return false;
    const std::string_view body = without_blank_ends(text_.substr(body_, end - body_));
    if (body.empty()) return false;
    const std::size_t before = text_.substr(0, begin_).find_last_not_of(" \t");
    const bool in_sentence = before != kNone && text_[before] != '\n' && text_[before] != '>';
    return !in_sentence || body.find_first_of("{[\"") != kNone;
  }

  // What the tag opens; the end of its markup, or kNone where nothing of a call stands there.
  std::size_t read_section() {
    bool fenced = false;
    std::size_t json = json_start(text_, body_, fenced);
    bool junk = false;
    if (json == kNone) {
      if (tags_.is_word) return kNone;
      const std::size_t end = body_end(body_);
      json = std::min(text_.substr(0, end).find_first_of("{[", body_), end);
      if (json == end) return kNone;
      // Behind another tag it is not this one's.
      if (text_.substr(body_, json - body_).find('<') != kNone) return kNone;
      junk = true;
    }
    const std::size_t first = out_.calls.size();
    std::size_t at = json;
    bool broken = false;
    while (at < text_.size() && (text_[at] == '{' || text_[at] == '[')) {
      if (!json_.take_whole(at, tags_.shape, out_)) {
        // Cut off at the end of the text, it holds all tags up to there.
        const std::size_t end = json_.ran_to_end() ? last_close(at, text_.size()) : body_end(at);
        json_.take_broken(at, end, tags_.shape, out_);
        at = end;
        broken = true;
        break;
      }
      at = json_.stopped();
      const std::size_t next = text_.find_first_not_of(" \t\r\n,;", at);
      if (next == kNone || (text_[next] != '{' && text_[next] != '[')) break;
      at = next;
    }
    if (junk && out_.calls.size() > first) out_.calls[first].malformed = true;
    is_empty_list_ = !broken && without_blank_ends(text_.substr(json + 1, at - json - 2)).empty();
    at = skip_fence_end(text_, at, fenced);
    return close(at, first, broken);
  }

  std::size_t close(std::size_t at, std::size_t first, bool broken) {
    if (tags_.close.empty()) return at;
    const std::size_t tag = skip_blank(text_, at);
    if (stands_at(text_, tag, tags_.close)) return tag + tags_.close.size();
    if (!tags_.must_close) return at;
    if (out_.calls.size() > first) out_.calls.back().malformed = true;
    if (broken) return at;
    const std::size_t limit = next_opening(at);
    const std::size_t late = text_.substr(0, limit).find(tags_.close, at);
    return late == kNone ? at : late + tags_.close.size();
  }

  // Where broken JSON ends: at the last closing tag before the next opening one.
  std::size_t body_end(std::size_t at) { return last_close(at, next_opening(at)); }

  std::size_t last_close(std::size_t at, std::size_t limit) const {
    if (tags_.close.empty()) return limit;
    const std::size_t tag = text_.substr(at, limit - at).rfind(tags_.close);
    return tag == kNone ? limit : at + tag;
  }

  const Tags& tags_;
  std::string_view text_;
  ModelText& out_;
  std::array<NextMark, 2> opens_;
  JsonCalls json_;
  std::size_t begin_ = 0;
  std::size_t body_ = 0;
  bool is_empty_list_ = false;  // no call was begun
};

}  // namespace

void read_tags(const ReadTask& task, ModelText& out) {
  for (const Tags& tags : kTags) {
    if (tags.format == task.format) TagReader(tags, task.text, out).read();
  }
}

}  // namespace tare::formats
