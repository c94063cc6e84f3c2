// dots: one pair of tags for calls in XML-like tags and calls as JSON, both in one text.
//
// JSON decides for itself where it ends, so it is taken first; what is left is read for XML-like
// calls, stretch by stretch.
#include <algorithm>
#include <utility>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {

void read_dots(const ReadTask& task, ModelText& out) {
  if (task.text.find("<dots_function_call>") == kNone) {
    return read_xml_parameters({task.text, "xmlInvoke", task.schema_of}, out);
  }
  ModelText json;
  read_tags(task, json);
  for (const Passage& passage : json.passages) {
    const std::size_t base = passage.span.begin;
    ModelText xml;
    read_xml_parameters(
        {task.text.substr(base, passage.span.end - base), "xmlInvoke", task.schema_of}, xml);
    for (CallInText& call : xml.calls) {
      for (Span* span : {&call.span, &call.arguments_span}) {
        span->begin += base;
        span->end += base;
      }
      json.calls.push_back(std::move(call));
    }
    for (const Passage& rest : xml.passages) {
      out.passages.push_back({rest.channel, {rest.span.begin + base, rest.span.end + base}});
    }
    out.unread = out.unread || xml.unread;
  }
  std::sort(json.calls.begin(), json.calls.end(),
            [](const CallInText& a, const CallInText& b) { return a.span.begin < b.span.begin; });
  for (CallInText& call : json.calls) out.calls.push_back(std::move(call));
}

}  // namespace tare::formats
