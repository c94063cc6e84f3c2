// Any bytes, in any pieces, as what an MCP client sends. Besides not crashing: the pieces must not
// matter, every reply is one line of strict JSON, and a record of it reads back with every call.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "json/reader.h"
#include "mcp/frame_reader.h"
#include "mcp/session.h"
#include "mcp_proxy/canned_answers.h"
#include "mcp_proxy/record_line.h"
#include "mcp_proxy/recording.h"
#include "mcp_proxy/tools_offer.h"

namespace {

using namespace tare;

void require(bool holds) {
  if (!holds) std::abort();
}

struct Talk {
  std::string replies, record;
  std::size_t frames = 0, called = 0;
  bool operator==(const Talk&) const = default;
};

Talk talk(std::string_view bytes, std::size_t piece) {
  Talk out;
  mcp::Offer offer;
  offer.page_size = 1;
  for (const char* name : {"a", "b"}) {
    offer.tools.push_back({name, std::string(R"({"name":")") + name + "\"}"});
  }
  mcp::Session session(std::move(offer),
                       [&out](const mcp::ToolCall&) {
                         ++out.called;
                         return mcp::ToolAnswer{CallStatus::executed, R"({"content":[]})"};
                       },
                       {.depth = 32, .batch_messages = 8, .batch_reply_bytes = 4096});
  mcp::FrameReader reader(512);
  const auto sink = [&](const mcp::Frame& frame) {
    ++out.frames;
    append_record_line(out.record, {.session = "s",
                                    .text = frame.text,
                                    .bytes = frame.bytes,
                                    .has_newline = frame.has_newline});
    for (const mcp::Outgoing& reply : session.handle(frame)) {
      json::Document document;
      require(reply.text.find('\n') == std::string::npos);
      require(!json::read_strict(reply.text, document, {.max_depth = 64}));
      append_record_line(out.record, {.session = "s",
                                      .direction = FrameDirection::to_client,
                                      .text = reply.text,
                                      .bytes = reply.text.size(),
                                      .calls = &reply.calls});
      out.replies += reply.text + "\n";
    }
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(bytes.substr(at, piece), sink);
  }
  reader.end_of_stream(sink);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t piece = 1 + data[0] % 64;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Talk whole = talk(bytes, bytes.size() + 1);
  require(whole == talk(bytes, piece));
  const auto recording = read_mcp_record(whole.record);
  require(recording.ok() && recording->frames == whole.frames && !recording->cut_off);
  std::size_t executed = 0;
  for (const View& view : recording->views) executed += view.status == CallStatus::executed;
  require(executed == whole.called);
  (void)read_mcp_record(bytes);
  (void)CannedAnswers::parse(bytes, "a");
  (void)read_tools_offer(bytes, "t");
  return 0;
}
