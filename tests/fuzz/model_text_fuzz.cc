// Any bytes as a model's text, in the format that the first line names. Besides not crashing: every
// span lies within the text, calls and passages stand in order, none overlaps another, and whatever
// a call holds can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "formats/model_text.h"

namespace {

using tare::formats::ModelText;
using tare::formats::Span;

void require(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

bool within(Span inner, Span outer) {
  return outer.begin <= inner.begin && inner.begin <= inner.end && inner.end <= outer.end;
}

void check(const ModelText& read, std::string_view text) {
  const Span whole{0, text.size()};
  std::size_t end = 0;
  for (const tare::formats::CallInText& call : read.calls) {
    require(within(call.span, whole), "a call lies in the text");
    require(within(call.arguments_span, call.span), "arguments lie in their call");
    require(call.span.begin >= end && call.span.begin < call.span.end, "calls stand in order");
    end = call.span.end;
  }
  end = 0;
  std::size_t next = 0;
  for (const tare::formats::Passage& passage : read.passages) {
    require(within(passage.span, whole) && passage.span.begin < passage.span.end,
            "a passage lies in the text");
    require(passage.span.begin >= end, "passages stand in order");
    end = passage.span.end;
    while (next < read.calls.size() && read.calls[next].span.end <= passage.span.begin) ++next;
    require(next == read.calls.size() || passage.span.end <= read.calls[next].span.begin,
            "no passage lies in a call");
  }
  require(read.calls.empty() == read.format.empty(), "calls have a format");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t line = input.find('\n');
  if (line == input.npos) return 0;
  const std::string_view format = input.substr(0, line);
  const std::string_view text = input.substr(line + 1);
  const auto schema_of = [](std::string_view tool) -> std::string_view {
    return tool.size() % 2 == 0 ? R"({"properties":{"a":{"type":"integer"},"b":{"type":"string"}}})"
                                : "";
  };
  check(tare::formats::read_model_text(text, format, schema_of), text);
  return 0;
}
