// Which tags are markup, and which are text inside a value.
//
// Values are not escaped, so a value may hold closing tags ("ends with </parameter> here") and
// whole calls (an answer that explains the format). And models forget tags. The text's tags are
// matched like brackets, with two rules for what is no bracket: a parameter's closing tag counts
// only where markup or the end of the text follows it, and a closing tag of the call that stands
// before the parameter's own is text. A call's opening tag in a value that closes, with nothing of
// a call behind it, is text as well. Where brackets do not match, markup is missing: the parameter
// ends where the next one begins, and the call is malformed.
#pragma once

#include <string_view>
#include <vector>

#include "formats/xml_tags.h"

namespace tare::formats {

struct XmlParameter {
  const XmlTag* tag = nullptr;  // its opening
  Span value;
  std::size_t end = 0;  // past its closing tag, or of its value
  bool closed = false;
};

struct XmlCall {
  const XmlTag* tag = nullptr;
  std::vector<XmlParameter> parameters;
  std::size_t content_end = 0;  // where its closing tag begins
  std::size_t end = 0;
  bool closed = false;
};

// In the order of the text. The pointers lead into `tags`. O(n).
std::vector<XmlCall> match_tags(std::string_view text, const XmlDialect& dialect,
                                const std::vector<XmlTag>& tags);

}  // namespace tare::formats
