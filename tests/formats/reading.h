// Shorthands of the tests that read model text.
#pragma once

#include <string>
#include <string_view>

#include "formats/readers.h"

namespace tare::formats {

inline ModelText read_xml(std::string_view text, std::string_view schema = {},
                          std::string_view format = "qwenXml") {
  const SchemaOfTool schema_of = [schema](std::string_view) { return schema; };
  ModelText out;
  read_xml_parameters({text, format, schema_of}, out);
  return out;
}

inline ModelText read_calls(std::string_view text, std::string_view format = "pythonic") {
  const SchemaOfTool schema_of = [](std::string_view) { return std::string_view(); };
  ModelText out;
  read_call_syntax({text, format, schema_of}, out);
  return out;
}

// "f{"a":1}; g{} malformed"
inline std::string shown(const ModelText& read) {
  std::string out;
  for (const CallInText& call : read.calls) {
    if (!out.empty()) out += "; ";
    out += call.name.value_or("?") + call.arguments;
    if (call.malformed) out += " malformed";
  }
  return out;
}

inline std::string text_at(std::string_view text, Span span) {
  return std::string(text.substr(span.begin, span.end - span.begin));
}

inline std::string beside(std::string_view text, const ModelText& read,
                          Channel channel = Channel::content) {
  std::string out;
  for (const Passage& passage : read.passages) {
    if (passage.channel == channel) out += text_at(text, passage.span);
  }
  return out;
}

}  // namespace tare::formats
