// Any bytes, in any pieces, as what an MCP client sends on stdio, and as bodies over HTTP. Besides
// not crashing: the pieces must not matter, every reply is one line of strict JSON, and a record of
// it reads back with every call.
#include <algorithm>
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
#include "mcp_proxy/event_reader.h"
#include "mcp_proxy/front_policy.h"
#include "mcp_proxy/mcp_endpoint.h"
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

mcp::Offer small_offer() {
  mcp::Offer offer;
  offer.page_size = 1;
  for (const char* name : {"a", "b"}) {
    offer.tools.push_back({name, std::string(R"({"name":")") + name + "\"}"});
  }
  return offer;
}

Talk talk(std::string_view bytes, std::size_t piece) {
  Talk out;
  mcp::Session session(small_offer(),
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

std::vector<std::string> events_of(std::string_view bytes, std::size_t piece) {
  std::vector<std::string> out;
  EventReader reader(512);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const auto fed = reader.feed(bytes.substr(at, piece),
                                 [&](std::string_view data) { out.emplace_back(data); });
    if (!fed) break;
  }
  return out;
}

// Each line a POST; the first byte chooses the headers.
void post(std::uint8_t choice, std::string_view bytes) {
  std::size_t called = 0, frames = 0;
  const auto on_call = [&](const mcp::ToolCall&) {
    ++called;
    return mcp::ToolAnswer{CallStatus::executed, R"({"content":[]})"};
  };
  McpEndpoint endpoint(small_offer(), on_call, [] { return std::uint64_t{0}; },
                       {.frame_bytes = 512,
                        .record_bytes = 8192,
                        .session = {.depth = 32, .batch_messages = 8, .batch_reply_bytes = 4096}});
  FrontPolicy policy(*CannedAnswers::parse(R"([{"tool":"a","deny":"no"}])", "a"));
  bool full = false;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    HttpFields headers;
    if (choice & 1) headers.emplace_back("MCP-Protocol-Version", "2026-07-28");
    if (choice & 2) headers.emplace_back("Mcp-Name", std::string(line.substr(0, 20)));
    if (choice & 4) headers.emplace_back("Origin", std::string(line.substr(0, 30)));
    if (choice & 8) headers.emplace_back("Accept", "text/event-stream");
    if (choice & 16) headers.emplace_back("Mcp-Session-Id", std::string(line.substr(0, 3)));
    const EndpointReply reply = endpoint.handle({"POST", headers, line, line.size()});
    ++frames;
    full = full || reply.status == 503;
    if (http_field(reply.headers, "Content-Type") == "application/json") {
      json::Document document;
      require(!json::read_strict(reply.body, document, {.max_depth = 64}));
    } else {
      require(reply.body.empty() || !events_of(reply.body, reply.body.size()).empty());
    }
    const FrontPolicy::Decision decision = policy.from_client({line, line.size()});
    require(!decision.forward || decision.answers.empty());
    (void)policy.from_server(line);
  }
  const auto recording = read_mcp_record(endpoint.record());
  require(recording.ok() && !recording->cut_off);
  if (full) {
    require(recording->unread > 0);
    return;
  }
  require(recording->frames == frames);
  std::size_t executed = 0;
  for (const View& view : recording->views) executed += view.status == CallStatus::executed;
  require(executed == called);
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
  post(data[0], bytes);
  require(events_of(bytes, bytes.size() + 1) == events_of(bytes, piece));
  (void)read_mcp_record(bytes);
  (void)CannedAnswers::parse(bytes, "a");
  (void)read_tools_offer(bytes, "t");
  return 0;
}
