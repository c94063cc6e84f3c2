// Messages with a header that tells whom they are for: gpt-oss (harmony) and its like.
//
//   <|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{…}<|call|>
//
// A message for a tool is a call; one in the channel `analysis`, or to the model itself, is
// reasoning, whatever it looks like inside; all else is content. The prompt ends in the first
// header's beginning, so a text may begin in the midst of one.
#include <algorithm>
#include <array>
#include <utility>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kMessage = "<|message|>";
constexpr std::string_view kChannel = "<|channel|>";
constexpr std::string_view kStart = "<|start|>";
constexpr std::array<std::string_view, 7> kEnds = {"<|end|>", "<|call|>", "<|return|>", "<|eom|>",
                                                   "<|eot|>", kStart,     kChannel};

class ChannelReader {
 public:
  ChannelReader(const ReadTask& task, ModelText& out)
      : task_(task), text_(task.text), out_(out), json_(task.text), message_(task.text, kMessage) {}

  void read() {
    std::size_t at = 0;
    while (at < text_.size()) {
      const std::size_t mark = message_.from(at);
      at = mark == kNone ? read_tail(at) : read_message(at, mark);
    }
  }

 private:
  // What follows the last message: a header that was cut off names the tool, maybe.
  std::size_t read_tail(std::size_t at) {
    const std::size_t header = header_begin(at, text_.size());
    const std::string_view to = recipient(header, text_.size());
    add_passage(text_, at, header, out_);
    if (is_tool(to)) {
      CallInText call;
      call.name = tool_name(to);
      call.span = {header, text_.size()};
      call.arguments_span = {text_.size(), text_.size()};
      call.malformed = true;
      out_.calls.push_back(std::move(call));
    } else {
      // No header, or one without its message: told as it stands.
      const std::size_t end = header + end_mark_at(header);
      add_passage(text_, end, text_.size(), out_);
    }
    return text_.size();
  }

  std::size_t read_message(std::size_t at, std::size_t mark) {
    const std::size_t header = header_begin(at, mark);
    add_passage(text_, at, header, out_);
    const std::size_t body = mark + kMessage.size();
    const std::string_view to = recipient(header, mark);
    const std::string_view in = channel(header, mark);
    std::size_t end = body_end(body);
    if (is_tool(to)) {
      end = read_call(header, body, end, to);
    } else {
      const bool reasoning = in == "analysis" || to == "self";
      add_passage(text_, body, end, out_, reasoning ? Channel::reasoning : Channel::content);
    }
    const std::size_t length = end_mark_at(end);
    return end + (is_end_of_message(end) ? length : 0);
  }

  std::size_t read_call(std::size_t header, std::size_t body, std::size_t end,
                        std::string_view to) {
    if (task_.format == "atem") {
      ModelText inner;
      read_xml_parameters({text_.substr(body, end - body), "atem", task_.schema_of}, inner);
      for (CallInText& call : inner.calls) {
        for (Span* span : {&call.span, &call.arguments_span}) {
          span->begin += body;
          span->end += body;
        }
        out_.calls.push_back(std::move(call));
      }
      for (Passage passage : inner.passages) {
        out_.passages.push_back(
            {passage.channel, {passage.span.begin + body, passage.span.end + body}});
      }
      return end;
    }
    CallInText call;
    call.name = tool_name(to);
    const std::size_t arguments = std::min(skip_blank(text_, body), end);
    const std::size_t stopped = take_arguments(
        text_, arguments, end, [](std::size_t bound) { return bound; }, json_, call);
    if (stopped > end) end = body_end(stopped);  // a mark in a string
    // What stands between the arguments and the end of the message does not belong there.
    const bool is_tidy = skip_blank(text_.substr(0, end), stopped) == end;
    const std::size_t mark = is_end_of_message(end) ? end_mark_at(end) : 0;
    call.span = {header, is_tidy ? end + mark : stopped};
    call.malformed = call.malformed || !is_tidy;
    out_.calls.push_back(std::move(call));
    add_passage(text_, stopped, end, out_);
    return end;
  }

  // Where the header begins that ends at `end`; what stands before it is content.
  std::size_t header_begin(std::size_t at, std::size_t end) const {
    const std::string_view segment = text_.substr(at, end - at);
    const std::size_t first = skip_blank(segment, 0);
    if (stands_at(segment, first, "to=") || stands_at(segment, first, "assistant")) return at;
    return at + std::min({segment.find(kStart), segment.find(kChannel), segment.size()});
  }

  std::string_view word_behind(std::size_t begin, std::size_t end, std::string_view mark) const {
    const std::string_view header = text_.substr(begin, end - begin);
    const std::size_t at = header.rfind(mark);
    if (at == kNone) return {};
    const std::size_t word = at + mark.size();
    return header.substr(word, std::min(header.find_first_of(" <\n", word), header.size()) - word);
  }
  std::string_view recipient(std::size_t begin, std::size_t end) const {
    return word_behind(begin, end, "to=");
  }
  std::string_view channel(std::size_t begin, std::size_t end) const {
    return word_behind(begin, end, kChannel);
  }

  static bool is_tool(std::string_view to) {
    return !to.empty() && to != "self" && to != "user" && to != "assistant" && to != "all";
  }
  // `functions` is the namespace that the format has for tools.
  static std::string tool_name(std::string_view to) {
    if (to.starts_with("functions.")) to.remove_prefix(10);
    return std::string(to);
  }

  std::size_t end_mark_at(std::size_t at) const {
    for (const std::string_view end : kEnds) {
      if (stands_at(text_, at, end)) return end.size();
    }
    return 0;
  }
  bool is_end_of_message(std::size_t at) const {
    return end_mark_at(at) != 0 && !stands_at(text_, at, kStart) && !stands_at(text_, at, kChannel);
  }

  std::size_t body_end(std::size_t at) const {
    while ((at = text_.find("<|", at)) != kNone) {
      if (end_mark_at(at) != 0) return at;
      at += 2;
    }
    return text_.size();
  }

  const ReadTask& task_;
  std::string_view text_;
  ModelText& out_;
  JsonCalls json_;
  NextMark message_;
};

}  // namespace

void read_channels(const ReadTask& task, ModelText& out) { ChannelReader(task, out).read(); }

}  // namespace tare::formats
