// The server half of MCP for a server that offers tools and nothing else: a frame in, the frames to
// send out.
//
// Passive and without a clock: the owner feeds frames and writes what comes back, over whatever
// transport. What a call is answered with is the owner's too (CallHandler). Every request is
// answered by exactly one frame (or one part of a batch); notifications and responses get none. All
// at once, so a cancellation always comes too late and needs no answer.
//
// Lenient where a client would else never show what it does: a client that does not initialize is
// served as the newest revision that would have it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "json/reader.h"
#include "mcp/frame_reader.h"
#include "mcp/message.h"
#include "mcp/reply.h"
#include "mcp/revision.h"
#include "model/call.h"

namespace tare::mcp {

struct OfferedTool {
  std::string name;
  std::string json;  // the tool object as it is sent, on one line
};

struct Offer {
  std::string server_name = "tare";
  std::string server_version;
  std::optional<std::string> instructions;
  std::vector<OfferedTool> tools;
  std::size_t page_size = 0;  // tools on a page of tools/list; 0: all on one
};

struct SessionLimits {
  std::uint32_t depth = 65536;         // of a frame's JSON
  std::size_t batch_messages = 10000;  // in one array
  std::size_t batch_reply_bytes = 67108864;
};

struct ToolCall {
  std::string_view name;
  json::Value arguments;  // an object; invalid where the call has none
};

struct ToolAnswer {
  CallStatus status = CallStatus::executed;
  std::string result;            // an object on one line, without white space around its members
  bool has_result_type = false;  // the object says its `resultType` itself
  // In place of a result, an error of the protocol.
  struct ProtocolError {
    std::int32_t code = 0;
    std::string message;
  };
  std::optional<ProtocolError> error = {};
};

using CallHandler = std::function<ToolAnswer(const ToolCall&)>;

// A `tools/call` that a frame answers.
struct AnsweredCall {
  std::string id;  // JSON text
  CallStatus status;
};

struct Outgoing {
  std::string text;  // one line, without its newline
  std::vector<AnsweredCall> calls = {};
  std::optional<ErrorCode> refusal = {};  // it is an error of the session's own
};

// What a `tools/call` with that id is answered with.
Outgoing answer_call(std::string_view id, Revision revision, const ToolAnswer& answer);

// An error in answer to a whole frame, of which `root` is the JSON (invalid where there is none):
// with the id of a single request; the calls in it are rejected.
Outgoing refuse_frame(json::Value root, Revision revision, ErrorCode code, std::string_view reason,
                      std::string_view data = {});

class Session {
 public:
  Session(Offer offer, CallHandler on_call, SessionLimits limits = {});

  // What is to be sent, in order. Never fails: what cannot be read is answered with an error.
  std::vector<Outgoing> handle(const Frame& frame);

  // What `initialize` settled, if it was sent.
  std::optional<Revision> revision() const { return revision_; }
  // As if `initialize` had settled it: where frames of several clients come, each is served as its
  // own.
  void serve_as(Revision revision) { revision_ = revision; }

 private:
  struct Request;

  void handle_batch(json::Value batch, std::vector<Outgoing>& out);
  void handle_message(json::Value value, bool in_batch, std::vector<Outgoing>& out);
  void answer(const Request& request, std::vector<Outgoing>& out);
  // From 2026-07-28 on each request says what its client can do.
  static bool lacks_capabilities(const Request& request);
  Outgoing initialize(const Request& request);
  Outgoing discover(const Request& request) const;
  Outgoing list_tools(const Request& request) const;
  Outgoing call_tool(const Request& request) const;
  Outgoing acknowledge_listening(const Request& request) const;

  Outgoing fail(const Request& request, ErrorCode code, std::string_view message,
                std::string_view data = {}) const;
  Revision revision_or_newest() const { return revision_.value_or(kNewestWithInitialize); }
  std::string server_info() const;

  Offer offer_;
  CallHandler on_call_;
  SessionLimits limits_;
  std::unordered_set<std::string> names_;
  std::optional<Revision> revision_;
  json::Document document_;  // its memory is used again from frame to frame
};

}  // namespace tare::mcp
