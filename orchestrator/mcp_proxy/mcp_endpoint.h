// The server half of Streamable HTTP for one attempt: a request in, a reply out, each frame on
// record.
//
// Passive: no socket, no clock of its own. The owner (a door of the model proxy) hands on what came
// to its path. A POST holds one JSON message, or a batch where the revision has them; the reply is
// there at once, so nothing is ever streamed but what can only be said as a stream. There is
// nothing to listen for, so GET is refused, as every revision allows.
//
// Up to 2025-11-25 `initialize` begins a session with an id. From 2026-07-28 on there is none, and
// headers repeat what the message says. Lenient where a client would else never show what it does:
// a header that is missing is passed over; one that contradicts the message is refused, since
// another server would do so too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcp/session.h"
#include "mcp_proxy/http_rules.h"

namespace tare {

struct EndpointRequest {
  std::string_view method;
  const HttpFields& headers;
  std::string_view body;    // as far as it came
  std::uint64_t bytes = 0;  // of the whole body: more than came where it was cut
};

struct EndpointReply {
  std::uint32_t status = 200;
  HttpFields headers = {};
  std::string body = {};
};

struct EndpointLimits {
  std::size_t frame_bytes = 8388608;
  std::uint64_t record_bytes = 67108864;
  // Of sessions that are open at once; `initialize` over it is served and gets no id.
  std::size_t sessions = 1000;
  mcp::SessionLimits session = {};
};

class McpEndpoint {
 public:
  using Clock = std::function<std::uint64_t()>;  // milliseconds, for `at` on record

  McpEndpoint(mcp::Offer offer, mcp::CallHandler on_call, Clock clock, EndpointLimits limits = {});

  // Never fails: what cannot be served is answered with a status and an error.
  EndpointReply handle(const EndpointRequest& request);

  // The lines since they were last taken, for read_mcp_record. Once the record has reached its
  // bound everything is refused, and one frame that counts as unread says so.
  const std::string& record() const { return record_; }
  std::string take_record();

 private:
  struct Post;

  EndpointReply post(const EndpointRequest& request);
  EndpointReply end_session(const EndpointRequest& request);
  std::optional<mcp::Outgoing> refuse(const Post& post, std::uint32_t& status) const;
  std::optional<mcp::Outgoing> header_mismatch(const Post& post) const;
  mcp::Revision revision_for(const Post& post) const;
  std::string begin_session(mcp::Revision revision);
  bool keep(const Post& post, std::string_view session, const std::vector<mcp::Outgoing>& answers);

  mcp::Session session_;  // all clients share it: what differs is the revision they are served as
  Clock clock_;
  EndpointLimits limits_;
  json::Document document_;  // its memory is used again from frame to frame
  std::unordered_map<std::string, mcp::Revision> sessions_;
  std::optional<mcp::Revision> settled_;  // by the last `initialize`
  std::string own_name_;                  // on record, of frames outside of a session
  std::string record_;
  std::uint64_t recorded_ = 0;  // bytes, in all
  bool full_ = false;
};

}  // namespace tare
