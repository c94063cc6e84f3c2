// Any events, one a line, as the reply of each provider. Besides not crashing: no event that cannot
// be read goes by without a fault, the bounds hold, faults are counted beyond those that are kept,
// and no event takes back a call, its name, a text or a fault that was there before it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "formats/provider_reply.h"
#include "json/reader.h"

namespace {

using tare::formats::Provider;
using tare::formats::ReplyAssembler;
using tare::formats::WireReply;

void require(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

std::vector<std::string_view> lines_of(std::string_view input) {
  std::vector<std::string_view> out;
  while (!input.empty()) {
    const std::size_t end = input.find('\n');
    out.push_back(input.substr(0, end));
    input = end == input.npos ? std::string_view() : input.substr(end + 1);
  }
  return out;
}

std::size_t unreadable(const std::vector<std::string_view>& events) {
  std::size_t count = 0;
  for (const std::string_view event : events) {
    const std::size_t first = event.find_first_not_of(" \t\r");
    if (first == event.npos) continue;
    if (event.substr(first, event.find_last_not_of(" \t\r") - first + 1) == "[DONE]") continue;
    tare::json::Document document;
    if (tare::json::read_strict(event, document) || !document.root().is_object()) ++count;
  }
  return count;
}

WireReply assemble(Provider provider, const std::vector<std::string_view>& events,
                   std::size_t most) {
  ReplyAssembler assembler(provider);
  for (std::size_t i = 0; i < most; ++i) assembler.take(events[i]);
  return assembler.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto events = lines_of({reinterpret_cast<const char*>(data), size});
  const std::size_t bad = unreadable(events);
  for (const Provider provider : {Provider::openai_chat, Provider::openai_responses,
                                  Provider::anthropic, Provider::gemini, Provider::ollama}) {
    const WireReply whole = assemble(provider, events, events.size());
    require(whole.fault_count >= bad, "an event that cannot be read is a fault");
    require(whole.faults.size() == std::min(whole.fault_count, ReplyAssembler::kMaxFaults),
            "faults are kept up to their bound, and counted beyond it");
    require(whole.calls.size() <= ReplyAssembler::kMaxCalls, "calls have a bound");
    const WireReply half = assemble(provider, events, events.size() / 2);
    require(half.calls.size() <= whole.calls.size(), "no event takes a call back");
    require(half.fault_count <= whole.fault_count, "no event takes a fault back");
    require(whole.content.starts_with(half.content), "content is added to");
    require(whole.reasoning.starts_with(half.reasoning), "reasoning is added to");
    for (std::size_t i = 0; i < half.calls.size(); ++i) {
      require(!half.calls[i].name || whole.calls[i].name, "no event takes a name back");
    }
  }
  return 0;
}
