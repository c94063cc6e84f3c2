// The tags of calls with XML-like parameters, found in one pass over the text.
//
// A dozen formats differ in their words only: `<function=f><parameter=p>`, `<invoke name="f">
// <parameter name="p">` with or without a prefix, `<function name="f"><param name="p">`, and
// `<tool_call>f<arg_key>p</arg_key><arg_value>`. They are not XML: nothing is escaped, so a value
// may hold any tag as text. Which tags are meant is decided by xml_tree.h; here they are only
// found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model_text.h"
#include "formats/typed_value.h"

namespace tare::formats {

enum class NameStyle {
  after_equals,  // <function=NAME>
  attribute,     // <invoke name="NAME">
  key_tags,      // <tool_call>NAME<arg_key>KEY</arg_key><arg_value>
};

// Which line breaks around a value are layout: where the template prints them, one at each side;
// where it prints none, one at each side if the model wrote both.
enum class Layout { each_side, both_or_none };

struct XmlDialect {
  std::string call_open;  // up to the name: "<function="
  std::string call_close;
  std::string parameter_open;
  std::string parameter_close;
  NameStyle style;
  Layout layout;
  Words words;
  bool cdata = false;  // a value may stand in <![CDATA[…]]>
  std::vector<std::string_view> formats = {};
};

// Wrappers stand around calls and carry nothing.
enum class TagKind {
  call_open,
  call_close,
  parameter_open,
  parameter_close,
  wrapper_open,
  wrapper_close
};

struct XmlTag {
  TagKind kind;
  Span span;
  std::string_view name = {};  // of what it opens
  bool self_closing = false;
  bool broken = false;  // a bracket or a closing part is missing; what it opens can still be told
  std::optional<bool> is_string = {};  // the attribute string="true"
};

// The dialects in which a call opens somewhere in the text: first the one of the format, then in
// the order of those places.
std::vector<const XmlDialect*> find_dialects(std::string_view text, std::string_view format);

// O(n): no byte is looked at twice by the same kind of tag.
std::vector<XmlTag> find_tags(std::string_view text, const XmlDialect& dialect);

}  // namespace tare::formats
