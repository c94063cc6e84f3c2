// The way of a text: its format told or detected, its reasoning set apart, the rest read by the
// reader of the format, stretch by stretch.
#include "formats/model_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/detect.h"
#include "formats/family_readers.h"
#include "formats/format_table.h"
#include "formats/mentions.h"
#include "formats/reasoning.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

// Marks that frame an answer and say nothing.
constexpr std::array<std::string_view, 5> kFrames = {"<|START_RESPONSE|>", "<|END_RESPONSE|>",
                                                     "<|START_TEXT|>", "<|END_TEXT|>",
                                                     "[END FINAL RESPONSE]"};
// Marks with which a text ends.
constexpr std::array<std::string_view, 21> kEndsOfText = {"</s>",
                                                          "<|im_end|>",
                                                          "<|eot_id|>",
                                                          "<|eom_id|>",
                                                          "<|endoftext|>",
                                                          "<|end_of_text|>",
                                                          "<SPECIAL_12>",
                                                          "<|eom|>",
                                                          "<|eot|>",
                                                          "<|end|>",
                                                          "<|return|>",
                                                          "<end_of_turn>",
                                                          "<｜end▁of▁sentence｜>",
                                                          "<|END_OF_TURN_TOKEN|>",
                                                          "<|role_end|>",
                                                          "<seed:eos>",
                                                          "<turn|>",
                                                          "<eos>",
                                                          "[e~[",
                                                          "<|user|>",
                                                          "<|observation|>"};
// MiniMax M3 begins its calls so, with tags named after the parameters. No reader knows it.
constexpr std::string_view kMinimaxM3 = "]<]minimax[>[<tool_call>";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The end of text[begin, end) without the marks with which a text ends.
std::size_t before_end_marks(std::string_view text, std::size_t begin, std::size_t end) {
  for (bool cut = true; cut;) {
    cut = false;
    const std::size_t last = trim_end(text, begin, end);
    for (const std::string_view mark : kEndsOfText) {
      if (!text.substr(begin, last - begin).ends_with(mark)) continue;
      end = last - mark.size();
      cut = true;
      break;
    }
  }
  return end;
}

class TextReader {
 public:
  TextReader(std::string_view text, const SchemaOfTool& schema_of)
      : whole_(text), text_(text), schema_of_(schema_of) {}

  // The first mark decides, unless the text only speaks of it: a reader that finds no call, or one
  // of which there is but a name, gives way to those of later marks.
  ModelText read_detected() {
    ModelText first = read("");
    if (!first.calls.empty() && !may_be_prose(first)) return first;
    for (const std::string_view format : marked_formats(whole_)) {
      ModelText other = read(format);
      if (other.calls.empty() || (may_be_prose(other) && !first.calls.empty())) continue;
      const bool is_whole = std::any_of(other.calls.begin(), other.calls.end(),
                                        [](const CallInText& call) { return !call.malformed; });
      if (first.calls.empty() || is_whole) first = std::move(other);
      if (is_whole) break;
    }
    return first;
  }

  // `format` is a name of known_formats(), or "" to detect it.
  ModelText read(std::string_view format) {
    out_ = {};
    named_ = format;
    // The marks at the end are no part of what the model said. Messages with headers need theirs.
    text_ = whole_.substr(0, before_end_marks(whole_, 0, whole_.size()));
    const std::string_view whole = named_.empty() ? detect_format(text_) : named_;
    if (has_own_channels(whole)) {
      text_ = whole_;
      take(read_stretch(text_, whole), 0, whole, Channel::content);
    } else {
      read_around_reasoning(whole);
      const std::size_t from = out_.calls.empty() ? 0 : out_.calls.back().span.end;
      out_.unread = out_.unread || (from <= text_.size() && ends_in_begun_call(text_, from));
    }
    if (out_.calls.empty()) out_.format.clear();
    tidy_passages();
    return std::move(out_);
  }

 private:
  static bool has_own_channels(std::string_view format) {
    const FormatEntry* entry = find_format(format);
    return entry != nullptr &&
           (entry->reader == Reader::channels || entry->reader == Reader::recipient_line ||
            entry->reader == Reader::frames);
  }

  void read_around_reasoning(std::string_view format) {
    ModelText whole = read_stretch(text_, format);
    // Arguments alone fill the text, and are no bounds to look beyond.
    if (format == "arguments") whole.calls.clear();
    const std::vector<ReasoningBlock> blocks = find_reasoning(text_, whole.calls);
    if (blocks.empty()) {
      if (format == "arguments") whole = read_stretch(text_, format);
      take(std::move(whole), 0, format, Channel::content);
      return;
    }
    std::size_t at = 0;
    for (const ReasoningBlock& block : blocks) {
      read_between(at, block.whole.begin, false);
      if (block.is_open) {
        read_between(block.inner.begin, block.inner.end, true);
      } else {
        add_passage(text_, block.inner.begin, block.inner.end, out_, Channel::reasoning);
      }
      at = block.whole.end;
    }
    read_between(at, text_.size(), false);
  }

  // In reasoning that does not end, the first call ends it.
  void read_between(std::size_t begin, std::size_t end, bool in_reasoning) {
    if (begin >= end) return;
    const std::string_view stretch = text_.substr(begin, end - begin);
    const std::string_view format = named_.empty() ? detect_format(stretch) : named_;
    ModelText read = read_stretch(stretch, format);
    if (!in_reasoning) return take(std::move(read), begin, format, Channel::content);
    if (read.calls.empty()) {
      out_.unread = out_.unread || read.unread;
      add_passage(text_, begin, end, out_, Channel::reasoning);
      return;
    }
    take(std::move(read), begin, format, Channel::reasoning);
  }

  ModelText read_stretch(std::string_view stretch, std::string_view format) const {
    ModelText read = read_all(stretch, format);
    const FormatEntry* entry = find_format(format);
    drop_mentions(entry != nullptr && entry->reader == Reader::xml_parameters, read);
    return read;
  }

  ModelText read_all(std::string_view stretch, std::string_view format) const {
    ModelText read;
    const FormatEntry* entry = find_format(format);
    if (entry == nullptr || format.empty()) {
      add_passage(stretch, 0, stretch.size(), read);
      return read;
    }
    const ReadTask task{stretch, entry->info.name, schema_of_};
    switch (entry->reader) {
      case Reader::xml_parameters:
        read_xml_parameters(task, read);
        return read;
      case Reader::call_syntax:
        // LFM2 writes JSON between the same tags when its prompt asks for it.
        if (format == "lfm2" && detect_format(stretch) == "lfm2Json") {
          read_tagged_json({stretch, "lfm2Json", schema_of_}, read);
        } else {
          read_call_syntax(task, read);
        }
        return read;
      case Reader::detected:
        return read;
      case Reader::tags:
      case Reader::deepseek:
      case Reader::kimi:
      case Reader::mistral:
      case Reader::function_tag:
      case Reader::recipient_line:
      case Reader::channels:
      case Reader::frames:
      case Reader::bare:
      case Reader::arguments:
        read_tagged_json(task, read);
        return read;
    }
    return read;
  }

  // Joins what a stretch held. Passages before its first call are in the channel `before`.
  void take(ModelText read, std::size_t base, std::string_view format, Channel before) {
    const std::size_t first = read.calls.empty() ? kNone : read.calls.front().span.begin;
    if (out_.calls.empty() && !read.calls.empty()) out_.format = format;
    for (Passage& passage : read.passages) {
      if (before == Channel::reasoning && passage.span.begin < first) passage.channel = before;
      passage.span = {passage.span.begin + base, passage.span.end + base};
      out_.passages.push_back(passage);
    }
    for (CallInText& call : read.calls) {
      call.span = {call.span.begin + base, call.span.end + base};
      call.arguments_span = {call.arguments_span.begin + base, call.arguments_span.end + base};
      out_.calls.push_back(std::move(call));
    }
    out_.unread = out_.unread || read.unread;
  }

  // Passages in order, without the marks that frame an answer.
  void tidy_passages() {
    std::vector<Passage> passages = std::move(out_.passages);
    out_.passages.clear();
    std::stable_sort(passages.begin(), passages.end(), [](const Passage& a, const Passage& b) {
      return a.span.begin < b.span.begin;
    });
    for (std::size_t i = 0; i < passages.size(); ++i) {
      Passage passage = passages[i];
      // Text that was taken for a call is one with what stands around it.
      while (i + 1 < passages.size() && passages[i + 1].span.begin == passage.span.end &&
             passages[i + 1].channel == passage.channel) {
        passage.span.end = passages[++i].span.end;
      }
      if (passage.channel == Channel::reasoning) {
        add_passage(text_, passage.span.begin, passage.span.end, out_, Channel::reasoning);
      } else {
        add_unframed(passage.span);
      }
    }
  }

  void add_unframed(Span span) {
    if (skip_blank(text_, span.end) == text_.size()) {
      span.end = before_end_marks(text_, span.begin, span.end);
    }
    const std::string_view bounded = text_.substr(0, span.end);
    std::size_t begin = span.begin;
    for (std::size_t at = begin; (at = bounded.find_first_of("<[", at)) != kNone; ++at) {
      for (const std::string_view mark : kFrames) {
        if (at < begin || !stands_at(text_, at, mark)) continue;
        add_passage(text_, begin, at, out_);
        begin = at + mark.size();
      }
    }
    add_passage(text_, begin, span.end, out_);
  }

  std::string_view whole_;
  std::string_view text_;  // what is read of it
  const SchemaOfTool& schema_of_;
  std::string_view named_;
  ModelText out_;
};

ModelText read_behind_mark(std::string_view text, std::string_view format,
                           const SchemaOfTool& schema_of) {
  const FormatEntry* entry = find_format(format);
  TextReader reader(text, schema_of);
  const bool may_be_minimax =
      entry == nullptr || entry->reader == Reader::detected || entry->info.name == "minimaxXml";
  if (may_be_minimax && text.find(kMinimaxM3) != kNone) {
    ModelText out;
    add_passage(text, 0, text.size(), out);
    out.unread = true;
    return out;
  }
  if (entry == nullptr) {
    // A name that is not known says that there is a format. What is detected may be it; where
    // nothing is, nobody knows what the text holds.
    ModelText out = reader.read_detected();
    if (!out.calls.empty()) return out;
    out.passages.clear();
    add_passage(text, 0, text.size(), out);
    out.unread = true;
    return out;
  }
  if (entry->reader == Reader::detected) return reader.read_detected();
  ModelText named = reader.read(entry->info.name);
  if (!named.calls.empty()) return named;
  // A model does not always write in the format that its server expects.
  ModelText detected = reader.read_detected();
  return detected.calls.empty() ? named : detected;
}

}  // namespace

ModelText read_model_text(std::string_view text, std::string_view format,
                          const SchemaOfTool& schema_of) {
  if (!text.starts_with(kByteOrderMark)) return read_behind_mark(text, format, schema_of);
  const std::size_t base = kByteOrderMark.size();
  ModelText out = read_behind_mark(text.substr(base), format, schema_of);
  for (CallInText& call : out.calls) {
    call.span = {call.span.begin + base, call.span.end + base};
    call.arguments_span = {call.arguments_span.begin + base, call.arguments_span.end + base};
  }
  for (Passage& passage : out.passages) {
    passage.span = {passage.span.begin + base, passage.span.end + base};
  }
  return out;
}

}  // namespace tare::formats
