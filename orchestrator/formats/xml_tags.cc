#include "formats/xml_tags.h"

#include <algorithm>
#include <utility>

#include "formats/text_scan.h"

namespace tare::formats {
namespace {

// What may stand before the words `invoke` and `parameter`.
struct Prefix {
  std::string_view text;
  std::vector<std::string_view> formats;
};

std::vector<XmlDialect> make_dialects() {
  std::vector<XmlDialect> out;
  // Its template prints booleans as Python does, and each value on lines of its own.
  out.push_back({"<function=",
                 "</function>",
                 "<parameter=",
                 "</parameter>",
                 NameStyle::after_equals,
                 Layout::each_side,
                 Words::python,
                 false,
                 {"qwenXml", "seedOss"}});
  out.push_back({"<tool_call>",
                 "</tool_call>",
                 "<arg_key>",
                 "</arg_value>",
                 NameStyle::key_tags,
                 Layout::both_or_none,
                 Words::json,
                 false,
                 {"glmXml", "hunyuanXml"}});
  out.push_back({"<function",
                 "</function>",
                 "<param",
                 "</param>",
                 NameStyle::attribute,
                 Layout::both_or_none,
                 Words::json,
                 true,
                 {"minicpm"}});
  const Prefix prefixes[] = {{"", {"xmlInvoke", "minimaxXml"}},
                             {"antml:", {"xmlInvoke"}},
                             {"｜DSML｜", {"dsml"}},
                             {"steptml:", {"step3"}},
                             {"atem:", {"atem"}}};
  for (const auto& [prefix, formats] : prefixes) {
    const std::string tag(prefix);
    out.push_back({"<" + tag + "invoke", "</" + tag + "invoke>", "<" + tag + "parameter",
                   "</" + tag + "parameter>", NameStyle::attribute, Layout::both_or_none,
                   Words::json, false, formats});
  }
  return out;
}

const std::vector<XmlDialect>& dialects() {
  static const std::vector<XmlDialect> kDialects = make_dialects();
  return kDialects;
}

struct Wrapper {
  TagKind kind;
  std::string_view text;
};

// The longer of two that begin alike stands first.
constexpr auto kOpen = TagKind::wrapper_open;
constexpr auto kClose = TagKind::wrapper_close;
constexpr Wrapper kWrappers[] = {
    {kOpen, "<tool_call>"},
    {kClose, "</tool_call>"},
    {kOpen, "<tool_calls>"},
    {kClose, "</tool_calls>"},
    {kOpen, "<seed:tool_call>"},
    {kClose, "</seed:tool_call>"},
    {kOpen, "<minimax:tool_call>"},
    {kClose, "</minimax:tool_call>"},
    {kOpen, "<function_calls>"},
    {kClose, "</function_calls>"},
    {kOpen, "<dots_function_call>"},
    {kClose, "</dots_function_call>"},
    {kOpen, "<atem:function_calls>"},
    {kClose, "</atem:function_calls>"},
    {kOpen, "<antml:function_calls>"},
    {kClose, "</antml:function_calls>"},
    {kOpen, "<｜DSML｜function_calls>"},
    {kClose, "</｜DSML｜function_calls>"},
    {kOpen, "<｜DSML｜tool_calls>"},
    {kClose, "</｜DSML｜tool_calls>"},
    {kOpen, "<｜tool_calls_begin｜>"},
    {kClose, "<｜tool_calls_end｜>"},
    {kOpen, "<｜tool_call_begin｜>function<｜tool_sep｜>"},
    {kOpen, "<｜tool_call_begin｜>"},
    {kClose, "<｜tool_call_end｜>"},
};

class TagReader {
 public:
  TagReader(std::string_view text, const XmlDialect& dialect) : text_(text), dialect_(dialect) {}

  std::vector<XmlTag> all();
  // The offset of the first tag that opens a call; npos if there is none.
  std::size_t first_call();

 private:
  bool at(std::size_t place, std::string_view what) const { return stands_at(text_, place, what); }
  std::optional<XmlTag> tag_at(std::size_t place) const;
  std::optional<XmlTag> opening(TagKind kind, std::size_t place, std::size_t after_word) const;
  std::optional<XmlTag> equals_name(TagKind kind, std::size_t place, std::size_t after_word) const;
  std::optional<XmlTag> attributes(TagKind kind, std::size_t place, std::size_t after_word) const;
  std::optional<XmlTag> plain_name(std::size_t place, std::size_t after_word) const;
  std::optional<XmlTag> key_and_value(std::size_t place, std::size_t after_word) const;

  std::string_view text_;
  const XmlDialect& dialect_;
};

std::optional<XmlTag> TagReader::equals_name(TagKind kind, std::size_t place,
                                             std::size_t after_word) const {
  const std::size_t end = text_.find_first_of("><\n", after_word);
  if (end == kNone) return std::nullopt;
  const std::string_view name = without_blank_ends(text_.substr(after_word, end - after_word));
  if (name.empty()) return std::nullopt;
  if (text_[end] == '>') return XmlTag{kind, {place, end + 1}, name};
  // The bracket is missing: a name still, where it is one word.
  if (name.find_first_of(" \t\r") != kNone) return std::nullopt;
  XmlTag tag{kind, {place, end}, name};
  tag.broken = true;
  return tag;
}

std::optional<XmlTag> TagReader::attributes(TagKind kind, std::size_t place,
                                            std::size_t after_word) const {
  XmlTag tag{kind, {}};
  bool named = false;
  std::size_t p = after_word;
  if (p == text_.size() || !is_blank(text_[p])) return std::nullopt;
  for (;;) {
    p = skip_blank(text_, p);
    if (p == text_.size()) return std::nullopt;
    if (text_[p] == '>' || at(p, "/>")) break;
    const std::size_t equals = text_.find_first_of("=<>", p);
    if (equals == kNone || text_[equals] != '=' || equals + 1 == text_.size()) return std::nullopt;
    const std::string_view attribute = without_blank_ends(text_.substr(p, equals - p));
    std::size_t begin = skip_blank(text_, equals + 1);
    if (begin == text_.size()) return std::nullopt;
    const char quote = text_[begin];
    std::size_t close = 0;
    if (quote == '"' || quote == '\'') {
      close = text_.find_first_of(quote == '"' ? "\"<" : "'<", ++begin);
      if (close == kNone || text_[close] == '<') return std::nullopt;
      p = close + 1;
    } else {
      // Without quotes, a word.
      close = text_.find_first_of(" \t\r\n<>\"'=/", begin);
      while (close != kNone && text_[close] == '/' && !at(close, "/>")) {
        close = text_.find_first_of(" \t\r\n<>\"'=/", close + 1);
      }
      const bool ends =
          close != kNone && (is_blank(text_[close]) || text_[close] == '>' || text_[close] == '/');
      if (!ends) return std::nullopt;
      p = close;
    }
    const std::string_view value = text_.substr(begin, close - begin);
    if (attribute == "name" && !value.empty()) {
      tag.name = value;
      named = true;
    } else if (attribute == "string" && (value == "true" || value == "false")) {
      tag.is_string = value == "true";
    }
  }
  if (!named) return std::nullopt;
  tag.self_closing = text_[p] == '/';
  tag.span = {place, p + (tag.self_closing ? 2 : 1)};
  return tag;
}

// <tool_call>NAME: one word, and after it nothing but what such a call can hold.
std::optional<XmlTag> TagReader::plain_name(std::size_t place, std::size_t after_word) const {
  const std::size_t begin = skip_blank(text_, after_word);
  const std::size_t end = text_.find_first_of("< \t\r\n", begin);
  if (end == kNone || end == begin) return std::nullopt;
  const std::string_view name = text_.substr(begin, end - begin);
  if (name.find_first_of("{}[]\"=>") != kNone) return std::nullopt;
  if (is_cut_tag(text_, end, "</tool_call>") || is_cut_tag(text_, end, "<arg_key>")) {
    XmlTag tag{TagKind::call_open, {place, text_.size()}, name};
    tag.broken = true;
    return tag;
  }
  const std::size_t next = skip_blank(text_, end);
  constexpr std::string_view kSeparator = "<tool_sep>";
  if (at(next, kSeparator)) {
    return XmlTag{TagKind::call_open, {place, next + kSeparator.size()}, name};
  }
  if (next != text_.size() && !at(next, "<arg_key>") && !at(next, "</tool_call>") &&
      text_[next] != '{') {
    return std::nullopt;
  }
  return XmlTag{TagKind::call_open, {place, end}, name};
}

std::optional<XmlTag> TagReader::key_and_value(std::size_t place, std::size_t after_word) const {
  constexpr std::string_view kKeyClose = "</arg_key>";
  constexpr std::string_view kValueOpen = "<arg_value>";
  const std::size_t end = text_.find('<', after_word);
  if (end == kNone) return std::nullopt;
  const bool closed = at(end, kKeyClose);
  const std::size_t next = closed ? skip_blank(text_, end + kKeyClose.size()) : end;
  if (!at(next, kValueOpen)) return std::nullopt;
  const std::string_view key = without_blank_ends(text_.substr(after_word, end - after_word));
  if (key.empty()) return std::nullopt;
  XmlTag tag{TagKind::parameter_open, {place, next + kValueOpen.size()}, key};
  tag.broken = !closed;
  return tag;
}

std::optional<XmlTag> TagReader::opening(TagKind kind, std::size_t place,
                                         std::size_t after_word) const {
  switch (dialect_.style) {
    case NameStyle::after_equals:
      return equals_name(kind, place, after_word);
    case NameStyle::attribute:
      return attributes(kind, place, after_word);
    case NameStyle::key_tags:
      return kind == TagKind::call_open ? plain_name(place, after_word)
                                        : key_and_value(place, after_word);
  }
  return std::nullopt;
}

std::optional<XmlTag> TagReader::tag_at(std::size_t place) const {
  const auto closing = [&](TagKind kind, std::string_view what) {
    return XmlTag{kind, {place, place + what.size()}};
  };
  if (at(place, dialect_.call_close)) return closing(TagKind::call_close, dialect_.call_close);
  if (at(place, dialect_.parameter_close)) {
    return closing(TagKind::parameter_close, dialect_.parameter_close);
  }
  // `<param` is the first part of `<parameter`: a word that goes on is another word.
  for (const auto& [kind, word] : {std::pair(TagKind::call_open, &dialect_.call_open),
                                   std::pair(TagKind::parameter_open, &dialect_.parameter_open)}) {
    if (!at(place, *word)) continue;
    if (kind == TagKind::call_open && is_quoted(text_, place)) continue;
    if (std::optional<XmlTag> tag = opening(kind, place, place + word->size())) return tag;
  }
  for (const Wrapper& wrapper : kWrappers) {
    if (at(place, wrapper.text)) return closing(wrapper.kind, wrapper.text);
  }
  return std::nullopt;
}

std::vector<XmlTag> TagReader::all() {
  constexpr std::string_view kCdata = "<![CDATA[";
  constexpr std::string_view kCdataEnd = "]]>";
  std::vector<XmlTag> out;
  bool cdata = dialect_.cdata;
  std::size_t p = text_.find('<');
  while (p != kNone) {
    std::size_t next = p + 1;
    if (cdata && at(p, kCdata)) {
      const std::size_t end = text_.find(kCdataEnd, p);
      // None ends from here on.
      if (end == kNone)
        cdata = false;
      else
        next = end + kCdataEnd.size();
    } else if (const std::optional<XmlTag> tag = tag_at(p)) {
      // Between back-ticks, a tag that a text speaks of.
      const bool quoted = p > 0 && text_[p - 1] == '`' && at(tag->span.end, "`");
      if (!quoted) out.push_back(*tag);
      next = tag->span.end;
    }
    p = text_.find('<', next);
  }
  return out;
}

std::size_t TagReader::first_call() {
  std::size_t p = text_.find(dialect_.call_open);
  while (p != kNone &&
         (is_quoted(text_, p) || !opening(TagKind::call_open, p, p + dialect_.call_open.size()))) {
    p = text_.find(dialect_.call_open, p + 1);
  }
  return p;
}

}  // namespace

std::vector<const XmlDialect*> find_dialects(std::string_view text, std::string_view format) {
  struct Place {
    bool other_format;
    std::size_t at;
    const XmlDialect* dialect;
  };
  std::vector<Place> places;
  for (const XmlDialect& dialect : dialects()) {
    const std::size_t at = TagReader(text, dialect).first_call();
    if (at == kNone) continue;
    const auto& formats = dialect.formats;
    const bool other = std::find(formats.begin(), formats.end(), format) == formats.end();
    places.push_back({other, at, &dialect});
  }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::pair(a.other_format, a.at) < std::pair(b.other_format, b.at);
  });
  std::vector<const XmlDialect*> out;
  out.reserve(places.size());
  for (const Place& place : places) out.push_back(place.dialect);
  return out;
}

std::vector<XmlTag> find_tags(std::string_view text, const XmlDialect& dialect) {
  return TagReader(text, dialect).all();
}

}  // namespace tare::formats
