#include "mcp_proxy/http_relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "json/equal.h"
#include "json/reader.h"
#include "mcp/message.h"
#include "mcp/reply.h"
#include "mcp_proxy/event_reader.h"
#include "mcp_proxy/http_rules.h"

namespace tare {
namespace {

constexpr std::uint32_t kDepth = 65536;
constexpr std::size_t kMaxReplyBytes = std::size_t{128} << 20;
// More than the far side takes: it gets to see, and to record, that a frame is too large.
constexpr std::size_t kMaxFrameBytes = std::size_t{16} << 20;

// A JSON text on one line: a newline in it is only ever white space.
std::string on_one_line(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return out;
}

class Relay {
 public:
  Relay(const LoopbackUrl& url, const std::function<void(std::string_view)>& say,
        const HttpLimits& limits)
      : http_(url, limits), say_(say) {}

  void pass_on(const mcp::Frame& frame, OutputQueue& to_client) {
    read_request(frame);
    body_.clear();
    delivered_.clear();
    EventReader events(kMaxReplyBytes);
    const auto deliver_now = [&](std::string_view message) { deliver(message, to_client); };
    const auto head = http_.ask(
        "POST", headers(), frame.text,
        [&](const HttpHead& answer, std::string_view piece) -> Result<void> {
          if (answer.status / 100 == 2 && answer.content_type.starts_with("text/event-stream")) {
            return events.feed(piece, deliver_now);
          }
          body_ += piece;
          if (body_.size() <= kMaxReplyBytes) return {};
          return Error{.kind = ErrorKind::system,
                       .reason = fmt::format("a reply is larger than {} bytes", kMaxReplyBytes)};
        });
    if (frame.cut()) {
      trouble(fmt::format("a frame of {} bytes was passed on without what is over {}", frame.bytes,
                          frame.text.size()));
    }
    if (!head) {
      trouble(head.error().mend.empty() ? head.error().reason
                                        : head.error().reason + ": " + head.error().mend);
      return answer_the_rest(head.error().reason, to_client);
    }
    if (!head->session.empty() && greets_) session_ = head->session;
    if (head->status / 100 == 2) {
      if (!body_.empty()) deliver(body_, to_client);
      return answer_the_rest("the server sent no answer", to_client);
    }
    // An error of the protocol tells more than its status.
    if (is_error_for_us(body_)) return deliver(body_, to_client);
    const std::string reason =
        fmt::format("the server answered with status {}: {}", head->status, shorten(body_, 200));
    trouble(reason);
    answer_the_rest(reason, to_client);
  }

  void end_session() {
    if (session_.empty()) return;
    HttpFields fields{{"Mcp-Session-Id", session_}};
    if (!version_.empty()) fields.emplace_back("MCP-Protocol-Version", version_);
    // That it cannot be ended is no harm: it dies with its server.
    (void)http_.ask("DELETE", fields, {},
                    [](const HttpHead&, std::string_view) { return Result<void>(); });
  }

  bool failed() const { return failed_; }

 private:
  void read_request(const mcp::Frame& frame) {
    asked_.clear();
    message_ = {};
    greets_ = false;
    said_.reset();
    if (json::read_strict(frame.text, document_, {.max_depth = kDepth})) return;
    const json::Value root = document_.root();
    if (root.is_array()) {
      for (const json::Value value : root.elements()) note(mcp::read_message(value), value);
      return;
    }
    message_ = mcp::read_message(root);
    note(message_, root);
    greets_ = message_.kind == mcp::MessageKind::request && message_.method == "initialize";
    said_ = revision_said(message_);
  }

  void note(const mcp::Message& message, json::Value value) {
    if (message.kind != mcp::MessageKind::request) return;
    asked_.push_back({std::string(message.id), json::canonical_text(value.find("id"))});
  }

  HttpFields headers() const {
    HttpFields out{{"Content-Type", "application/json"},
                   {"Accept", "application/json, text/event-stream"}};
    if (said_) {
      out.emplace_back("MCP-Protocol-Version", to_header_value(*said_));
      out.emplace_back("Mcp-Method", to_header_value(message_.method));
      if (const auto name = name_for_header(message_)) {
        out.emplace_back("Mcp-Name", to_header_value(*name));
      }
      return out;
    }
    if (greets_) return out;
    if (!version_.empty()) out.emplace_back("MCP-Protocol-Version", version_);
    if (!session_.empty()) out.emplace_back("Mcp-Session-Id", session_);
    return out;
  }

  void deliver(std::string_view text, OutputQueue& to_client) {
    const std::string line = on_one_line(text);
    if (!json::read_strict(line, reply_, {.max_depth = kDepth})) {
      const json::Value root = reply_.root();
      if (root.is_array()) {
        for (const json::Value value : root.elements()) note_delivered(value);
      } else {
        note_delivered(root);
      }
    }
    to_client.add(line);
    to_client.drain(0, 0);  // what the client takes at once; the rest waits
  }

  void note_delivered(json::Value value) {
    if (mcp::read_message(value).kind != mcp::MessageKind::response) return;
    if (!mcp::id_text(value).empty()) {
      delivered_.push_back(json::canonical_text(value.find("id")));
    }
    if (!greets_) return;
    const json::Value result = value.find("result");
    const json::Value version =
        result.valid() && result.is_object() ? result.find("protocolVersion") : json::Value();
    if (version.valid() && version.is_string()) version_ = to_header_value(version.decoded());
  }

  // It is an error of JSON-RPC, and the client can tell what it answers.
  bool is_error_for_us(std::string_view body) {
    if (json::read_strict(body, reply_, {.max_depth = kDepth})) return false;
    const json::Value root = reply_.root();
    if (mcp::read_message(root).kind != mcp::MessageKind::response) return false;
    if (!root.find("error").valid()) return false;
    if (asked_.empty()) return true;
    return asked_.size() == 1 && !mcp::id_text(root).empty() &&
           json::canonical_text(root.find("id")) == asked_[0].canonical;
  }

  // No request stays without an answer: its client would wait for ever.
  void answer_the_rest(const std::string& reason, OutputQueue& to_client) {
    std::sort(delivered_.begin(), delivered_.end());
    for (const Asked& each : asked_) {
      if (std::binary_search(delivered_.begin(), delivered_.end(), each.canonical)) continue;
      failed_ = true;
      to_client.add(mcp::error_text(each.id, mcp::kNewestWithInitialize,
                                    mcp::ErrorCode::internal_error, "tare proxy mcp: " + reason));
    }
  }

  void trouble(const std::string& reason) {
    failed_ = true;
    say_(reason);
  }

  struct Asked {
    std::string id, canonical;
  };

  LoopbackHttp http_;
  const std::function<void(std::string_view)>& say_;
  json::Document document_, reply_;
  std::string session_, version_;  // what `initialize` brought
  bool failed_ = false;
  // Of the frame that is under way.
  std::vector<Asked> asked_;
  std::vector<std::string> delivered_;
  mcp::Message message_;
  std::optional<std::string> said_;
  bool greets_ = false;
  std::string body_;
};

}  // namespace

Result<RelayOutcome> relay_stdio(int in, int out, const LoopbackUrl& url,
                                 const std::function<void(std::string_view)>& say,
                                 const HttpLimits& limits) {
  Relay relay(url, say, limits);
  const auto on_frame = [&](const mcp::Frame& frame, OutputQueue& to_client) -> Result<void> {
    relay.pass_on(frame, to_client);
    return {};
  };
  const auto outcome = serve_lines(in, out, on_frame, {.frame_bytes = kMaxFrameBytes});
  relay.end_session();
  if (!outcome) return outcome.error();
  return RelayOutcome{.stdio = *outcome, .failed = relay.failed()};
}

}  // namespace tare
