// Any calls at any levels, with any ids, names and arguments, beside any texts, messages and
// histories. Besides not crashing: each view of a call stands in exactly one trace, in the order of
// its way, and each finding points at calls that there are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "coercion/call_trace.h"
#include "coercion/text_calls.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size)
      : text_(reinterpret_cast<const char*>(data), size) {}
  bool empty() const { return at_ >= text_.size(); }
  std::uint8_t next() { return empty() ? 0 : static_cast<std::uint8_t>(text_[at_++]); }
  std::string text(std::size_t most) {
    const std::size_t size = next() % (most + 1);
    std::string out(text_.substr(std::min(at_, text_.size()), size));
    at_ += size;
    return out;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

constexpr const char* kNames[] = {"a", "b", "ab", "a.b", "invalid", "mcp__a", "A", ""};
constexpr const char* kArguments[] = {"",
                                      "{}",
                                      "{\"n\":1}",
                                      "{\"n\":\"1\"}",
                                      "{\"n\":1,\"m\":2}",
                                      "{\"m\":2}",
                                      "{\"n\":1}{\"m\":2}",
                                      "[{\"n\":1},{\"m\":2}]",
                                      "{\"n\":",
                                      "1}",
                                      "null"};
constexpr const char* kFormats[] = {"",       "hermes", "hermesJson", "qwenXml",
                                    "glmXml", "text",   "none"};

template <std::size_t N>
const char* one_of(const char* const (&list)[N], std::uint8_t byte) {
  return list[byte % N];
}

tare::View view_of(Bytes& bytes) {
  tare::View view;
  const std::uint8_t shape = bytes.next();
  view.at = static_cast<tare::At>(bytes.next() % tare::kAtCount);
  if ((shape & 1) != 0) view.id = std::string(1, static_cast<char>('0' + bytes.next() % 4));
  if ((shape & 2) != 0) view.turn = bytes.next() % 3;
  if ((shape & 4) == 0) view.name = one_of(kNames, bytes.next());
  if ((shape & 8) == 0) view.arguments = one_of(kArguments, bytes.next());
  if ((shape & 16) != 0) view.arguments = bytes.text(64);
  if ((shape & 32) != 0) {
    view.at = tare::At::text;
    view.arguments.reset();
    view.format = one_of(kFormats, bytes.next());
    view.text = (shape & 64) != 0 ? bytes.text(200)
                                  : std::string("x <tool_call>{\"name\":\"a\",\"arguments\":") +
                                        one_of(kArguments, bytes.next()) + "}</tool_call> y";
  }
  if ((shape & 128) != 0) {
    view.status = static_cast<tare::CallStatus>(bytes.next() % 5);
  }
  return view;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  Bytes bytes(data, size);
  tare::Answer answer;
  const std::uint8_t shape = bytes.next();
  answer.short_form = (shape & 1) != 0;
  answer.raw_given = (shape & 2) != 0;
  answer.normalized_given = (shape & 4) != 0;
  tare::Manifest manifest;
  for (const char* name : {"a", "b", "mcp__a", "A"}) {
    tare::ToolSpec& tool = manifest.tools.emplace_back();
    tool.name = name;
    if ((shape & 8) != 0) tool.wire_name = "mcp__a";
    tool.input_schema = "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}";
  }
  while (!bytes.empty() && answer.views.size() < 60) {
    const std::uint8_t what = bytes.next();
    if (what < 16) {
      answer.messages.push_back(
          {(what & 1) != 0 ? "assistant" : "user", bytes.text(120), what > 8});
    } else if (what < 24) {
      answer.histories.push_back(bytes.text(200));
    } else if (what < 32) {
      answer.results.push_back({std::string(1, static_cast<char>('0' + what % 8)), {}, {}, false});
    } else {
      answer.views.push_back(view_of(bytes));
    }
  }
  tare::schema::SchemaCache schemas;
  tare::TraceContext context;
  if ((shape & 16) != 0) context.manifest = &manifest;
  if ((shape & 32) != 0) context.schemas = &schemas;
  context.client_stopped = (shape & 64) != 0;
  context.executed = (shape & 128) == 0;
  tare::read_texts(answer, context.manifest);

  std::vector<int> seen(answer.views.size(), 0);
  std::vector<std::uint32_t> calls(tare::kAtCount, 0);
  for (const tare::View& view : answer.views) {
    if (!view.reading || view.reading->unread) ++calls[static_cast<std::size_t>(view.at)];
  }
  for (const tare::CallTrace& trace : tare::trace_calls(answer, context)) {
    require(!trace.views.empty());
    for (std::size_t i = 0; i < trace.views.size(); ++i) {
      ++seen[trace.views[i]];
      require(i == 0 || answer.views[trace.views[i - 1]].at < answer.views[trace.views[i]].at);
    }
    for (const tare::Finding& finding : trace.findings) {
      require(!finding.raw_call || !finding.hop ||
              *finding.raw_call < calls[static_cast<std::size_t>(finding.hop->from)]);
      require(!finding.normalized_call ||
              *finding.normalized_call < calls[static_cast<std::size_t>(finding.hop->to)]);
      require(finding.severity != tare::Severity::none);
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const tare::View& view = answer.views[i];
    require(seen[i] == (view.reading && !view.reading->unread ? 0 : 1));
  }
  return 0;
}
