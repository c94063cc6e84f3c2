// Calls whose parameters stand in tags of their own: Qwen-Coder, GLM, MiniMax, DeepSeek's DSML and
// their like. The tags are found (xml_tags.h) and matched (xml_tree.h); here values get their types
// (typed_value.h) and calls their spans, which take in the wrappers around them.
#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>

#include "formats/atem_messages.h"
#include "formats/beside_calls.h"
#include "formats/composed_arguments.h"
#include "formats/family_readers.h"
#include "formats/readers.h"
#include "formats/text_scan.h"
#include "formats/typed_value.h"
#include "formats/xml_tags.h"
#include "formats/xml_tree.h"

namespace tare::formats {
namespace {

constexpr KindSet kAnyButString = KindSet::all().without(json::Kind::string);

// Takes one line break off the front, the back, or both.
std::string_view without_layout(std::string_view value, Layout layout) {
  std::string_view inner = value;
  bool front = true;
  if (inner.starts_with("\r\n")) {
    inner.remove_prefix(2);
  } else if (inner.starts_with('\n')) {
    inner.remove_prefix(1);
  } else {
    front = false;
  }
  bool back = true;
  if (inner.ends_with("\r\n")) {
    inner.remove_suffix(2);
  } else if (inner.ends_with('\n')) {
    inner.remove_suffix(1);
  } else {
    back = false;
  }
  if (layout == Layout::both_or_none && front != back) return value;
  return inner;
}

// The content of a value that is one CDATA section.
std::string_view without_cdata(std::string_view value) {
  constexpr std::string_view kOpen = "<![CDATA[";
  constexpr std::string_view kClose = "]]>";
  const std::string_view section = without_blank_ends(value);
  if (!section.starts_with(kOpen) || !section.ends_with(kClose)) return value;
  if (section.find(kClose) != section.size() - kClose.size()) return value;
  return section.substr(kOpen.size(), section.size() - kOpen.size() - kClose.size());
}

class XmlReader {
 public:
  XmlReader(const ReadTask& task, const XmlDialect& dialect, ModelText& out)
      : task_(task), text_(task.text), dialect_(dialect), out_(out) {}

  // False, and nothing is appended, where the text holds no call of this dialect.
  bool read();

 private:
  bool is_a_call(const XmlCall& call) const;
  void append(const XmlCall& call);
  void compose(const XmlCall& call, CallInText& made);
  // Text in a call that belongs to no parameter.
  bool has_stray_text(const XmlCall& call) const;
  bool is_cut(const XmlCall& call) const { return !call.closed && call.end == text_.size(); }
  std::string_view value_of(const XmlParameter& parameter, bool cut) const;
  Span with_wrappers(const XmlCall& call);
  ParameterTypes& types_of(std::string_view tool);

  const ReadTask& task_;
  std::string_view text_;
  const XmlDialect& dialect_;
  ModelText& out_;
  std::vector<XmlTag> tags_;
  std::size_t next_tag_ = 0;     // the first that is not before the call at hand
  std::size_t taken_until_ = 0;  // the end of the call before
  std::vector<Span> markup_;
  std::unordered_map<std::string, std::unique_ptr<ParameterTypes>> types_;
};

ParameterTypes& XmlReader::types_of(std::string_view tool) {
  std::unique_ptr<ParameterTypes>& types = types_[std::string(tool)];
  if (types == nullptr) {
    types = std::make_unique<ParameterTypes>(task_.schema_of ? task_.schema_of(tool)
                                                             : std::string_view());
  }
  return *types;
}

bool XmlReader::has_stray_text(const XmlCall& call) const {
  std::size_t at = call.tag->span.end;
  for (const XmlParameter& parameter : call.parameters) {
    if (skip_blank(text_, at) < parameter.tag->span.begin) return true;
    at = parameter.end;
  }
  return skip_blank(text_, at) < call.content_end;
}

// An opening tag that nothing of a call follows is one that the text speaks of.
bool XmlReader::is_a_call(const XmlCall& call) const {
  if (call.closed || !call.parameters.empty()) return true;
  const std::size_t next = skip_blank(text_, call.tag->span.end);
  return next >= call.content_end || text_[next] == '{';
}

std::string_view XmlReader::value_of(const XmlParameter& parameter, bool cut) const {
  const std::string_view value =
      text_.substr(parameter.value.begin, parameter.value.end - parameter.value.begin);
  if (dialect_.cdata) {
    const std::string_view content = without_cdata(value);
    if (content.data() != value.data()) return content;
  }
  if (!cut) return without_layout(value, dialect_.layout);
  // Of a value that is cut only the front is known.
  if (dialect_.layout == Layout::each_side && value.starts_with('\n')) return value.substr(1);
  return value;
}

void XmlReader::compose(const XmlCall& call, CallInText& made) {
  ComposedArguments arguments;
  ParameterTypes& types = types_of(call.tag->name);
  const bool cut = is_cut(call);
  for (const XmlParameter& parameter : call.parameters) {
    const std::string_view name = parameter.tag->name;
    KindSet kinds = types.of(name);
    if (parameter.tag->is_string) {
      kinds = *parameter.tag->is_string ? KindSet::of(json::Kind::string) : kAnyButString;
    }
    const bool value_cut = cut && !parameter.closed && parameter.end == text_.size();
    const std::string_view value = value_of(parameter, value_cut);
    if (value_cut) {
      arguments.add(name, cut_value(value, kinds));
      if (kinds == KindSet::all()) made.untyped.emplace_back(name);
      continue;
    }
    TypedValue typed = typed_value(value, kinds, dialect_.words);
    arguments.add(name, typed.json);
    if (typed.untyped) made.untyped.emplace_back(name);
  }
  made.arguments_span = {call.parameters.front().tag->span.begin, call.parameters.back().end};
  made.arguments = cut ? std::move(arguments).cut() : std::move(arguments).whole();
}

// Wrappers touch their calls but for white space; those between two calls go to the one that they
// open before or close after.
Span XmlReader::with_wrappers(const XmlCall& call) {
  Span span{call.tag->span.begin, call.end};
  while (next_tag_ < tags_.size() && tags_[next_tag_].span.begin < span.begin) ++next_tag_;
  for (std::size_t i = next_tag_; i-- > 0;) {
    const XmlTag& tag = tags_[i];
    if (tag.kind != TagKind::wrapper_open || tag.span.begin < taken_until_) break;
    if (skip_blank(text_, tag.span.end) != span.begin) break;
    span.begin = tag.span.begin;
  }
  while (next_tag_ < tags_.size() && tags_[next_tag_].span.begin < span.end) ++next_tag_;
  for (; next_tag_ < tags_.size(); ++next_tag_) {
    const XmlTag& tag = tags_[next_tag_];
    if (tag.kind != TagKind::wrapper_close || skip_blank(text_, span.end) != tag.span.begin) break;
    span.end = tag.span.end;
  }
  taken_until_ = span.end;
  return span;
}

void XmlReader::append(const XmlCall& call) {
  CallInText made;
  made.name = std::string(call.tag->name);
  made.malformed = !call.closed || call.tag->broken;
  const Span content{skip_blank(text_, call.tag->span.end),
                     trim_end(text_, call.tag->span.end, call.content_end)};
  if (!call.parameters.empty()) {
    compose(call, made);
    made.malformed |= has_stray_text(call);
    for (const XmlParameter& parameter : call.parameters) {
      made.malformed |= !parameter.closed || parameter.tag->broken;
    }
  } else if (content.begin < content.end && text_[content.begin] == '{') {
    // Some models write the arguments as JSON all the same.
    made.arguments = std::string(text_.substr(content.begin, content.end - content.begin));
    made.arguments_span = content;
  } else {
    made.arguments = is_cut(call) ? "{" : "{}";
    made.arguments_span = {call.tag->span.end, std::max(call.tag->span.end, content.end)};
    made.malformed |= content.begin < content.end;
  }
  made.span = with_wrappers(call);
  markup_.push_back(made.span);
  out_.calls.push_back(std::move(made));
}

bool XmlReader::read() {
  tags_ = find_tags(text_, dialect_);
  for (const XmlCall& call : match_tags(text_, dialect_, tags_)) {
    if (is_a_call(call)) append(call);
  }
  if (markup_.empty()) return false;
  append_passages(text_, markup_, out_);
  return true;
}

}  // namespace

void read_xml_parameters(const ReadTask& task, ModelText& out) {
  if (task.format == "atem" && task.text.find("<|message|>") != kNone) {
    return read_atem_messages(task, out);
  }
  if (task.format == "dots") return read_dots(task, out);
  // A text may speak of one format's tags and call in another's.
  for (const XmlDialect* dialect : find_dialects(task.text, task.format)) {
    XmlReader reader(task, *dialect, out);
    if (reader.read()) return;
  }
  append_passages(task.text, {}, out);
}

}  // namespace tare::formats
