// Kimi K3: frames that open and close, a name and attributes in each tag.
//
//   <|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|>
//   <|open|>argument key="a" type="number"<|sep|>1<|close|>argument<|sep|>
//   <|close|>call<|sep|><|close|>tools<|sep|>
//
// The frame `think` is reasoning, `response` the answer. An argument carries its type, so no schema
// is needed: a string is its text, all else JSON. A frame `json` holds all arguments at once.
#include <algorithm>
#include <optional>
#include <utility>

#include "formats/composed_arguments.h"
#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kOpen = "<|open|>";
constexpr std::string_view kClose = "<|close|>";
constexpr std::string_view kSeparator = "<|sep|>";
constexpr std::string_view kEndOfMessage = "<|end_of_msg|>";

struct Tag {
  bool is_open = false;
  bool is_whole = false;  // its separator is there
  std::string_view name, attributes;
  Span span;
};

std::optional<std::string> attribute(const Tag& tag, std::string_view key) {
  const std::string start = std::string(key) + "=\"";
  const std::size_t at = tag.attributes.find(start);
  if (at == kNone) return std::nullopt;
  const std::size_t begin = at + start.size();
  const std::size_t end = tag.attributes.find('"', begin);
  return std::string(tag.attributes.substr(begin, end == kNone ? kNone : end - begin));
}

class FrameReader {
 public:
  FrameReader(std::string_view text, ModelText& out)
      : text_(text),
        out_(out),
        json_(text),
        open_(text, kOpen),
        close_(text, kClose),
        separator_(text, kSeparator) {}

  void read() {
    std::size_t at = 0;
    Channel channel = Channel::content;
    bool thought = false;
    while (at < text_.size()) {
      const std::optional<Tag> tag = next_tag(at);
      add_text(at, tag ? tag->span.begin : text_.size(), channel);
      if (!tag) break;
      at = tag->span.end;
      if (tag->name == "think") {
        // The prompt may hold the opening.
        if (!tag->is_open && channel == Channel::content && !thought) {
          for (Passage& passage : out_.passages) passage.channel = Channel::reasoning;
        }
        thought = true;
        channel = tag->is_open ? Channel::reasoning : Channel::content;
      } else if (tag->name == "call" && tag->is_open && channel == Channel::content) {
        at = read_call(*tag);
      }
    }
  }

 private:
  void add_text(std::size_t begin, std::size_t end, Channel channel) {
    const std::size_t last = trim_end(text_, begin, end);
    const bool ends = text_.substr(begin, last - begin).ends_with(kEndOfMessage);
    add_passage(text_, begin, ends ? last - kEndOfMessage.size() : end, out_, channel);
  }

  std::optional<Tag> next_tag(std::size_t at) {
    const std::size_t begin = std::min(open_.from(at), close_.from(at));
    if (begin == kNone) return std::nullopt;
    Tag tag;
    tag.is_open = stands_at(text_, begin, kOpen);
    const std::size_t body = begin + (tag.is_open ? kOpen : kClose).size();
    const std::size_t limit = std::min({open_.from(body), close_.from(body), text_.size()});
    const std::size_t separator = separator_.from(body);
    tag.is_whole = separator < limit;
    const std::size_t end = tag.is_whole ? separator : limit;
    const std::string_view inner = without_blank_ends(text_.substr(body, end - body));
    tag.name = inner.substr(0, skip_name(inner, 0));
    tag.attributes = inner.substr(tag.name.size());
    tag.span = {begin, tag.is_whole ? separator + kSeparator.size() : limit};
    return tag;
  }

  std::size_t read_call(const Tag& opening) {
    CallInText call;
    call.name = attribute(opening, "tool");
    call.id = attribute(opening, "index");
    call.malformed = !call.name || !opening.is_whole;
    ComposedArguments composed;
    bool has_json = false;
    std::size_t at = opening.span.end;
    call.arguments_span = {at, at};
    bool closed = false;
    while (const std::optional<Tag> tag = next_tag(at)) {
      if (tag->name == "call") {
        closed = !tag->is_open;
        if (closed) at = tag->span.end;
        break;
      }
      if (tag->name == "tools" || tag->name == "message") break;
      at = tag->span.end;
      if (!tag->is_open || (tag->name != "argument" && tag->name != "json")) continue;
      const std::optional<Tag> end = next_tag(at);
      const std::size_t value_end = end ? end->span.begin : text_.size();
      const std::string_view value = text_.substr(at, value_end - at);
      if (!end || end->is_open || end->name != tag->name) call.malformed = true;
      if (tag->name == "json") {
        call.arguments = std::string(without_blank_ends(value));
        has_json = true;
      } else {
        add_argument(*tag, value, at, call, composed);
      }
      at = end ? (end->is_open ? end->span.begin : end->span.end) : text_.size();
      call.arguments_span.end = at;
    }
    if (!closed) call.malformed = true;
    call.span = {opening.span.begin, at};
    if (!has_json) call.arguments = std::move(composed).whole();
    out_.calls.push_back(std::move(call));
    return at;
  }

  void add_argument(const Tag& tag, std::string_view value, std::size_t at, CallInText& call,
                    ComposedArguments& composed) {
    const std::optional<std::string> key = attribute(tag, "key");
    const std::optional<std::string> type = attribute(tag, "type");
    if (!key) {
      call.malformed = true;
      return;
    }
    const std::string_view body = without_blank_ends(value);
    const bool is_text = !type || *type == "string";
    const std::size_t begin = at + static_cast<std::size_t>(body.data() - value.data());
    if (!is_text && !body.empty() && json_.end_of_value(begin) == begin + body.size()) {
      composed.add(*key, body);
      return;
    }
    if (!is_text) call.malformed = true;
    std::string quoted;
    json::append_json_string(quoted, value);
    composed.add(*key, quoted);
  }

  std::string_view text_;
  ModelText& out_;
  JsonCalls json_;
  NextMark open_, close_, separator_;
};

}  // namespace

void read_frames(const ReadTask& task, ModelText& out) { FrameReader(task.text, out).read(); }

}  // namespace tare::formats
