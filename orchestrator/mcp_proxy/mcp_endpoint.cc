#include "mcp_proxy/mcp_endpoint.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/escape.h"
#include "base/names.h"
#include "json/reader.h"
#include "mcp_proxy/record_line.h"

namespace tare {

using mcp::ErrorCode;
using mcp::Revision;

// One POST with what can be known of it before it is served.
struct McpEndpoint::Post {
  Post(const HttpFields& of, mcp::Frame body) : headers(of), frame(body) {}

  const HttpFields& headers;
  mcp::Frame frame;
  json::Value root;                        // invalid: no JSON, or cut
  mcp::Message message;                    // invalid too where it is a batch
  std::optional<std::string> said;         // the revision in `_meta`
  std::optional<std::string_view> header;  // the revision in the header
  std::optional<std::string_view> session;

  bool is_request() const { return message.kind == mcp::MessageKind::request; }
  // Without sessions, and with headers that repeat the message.
  bool modern() const {
    const std::string_view name = mcp::revision_name(Revision::r2026_07_28);
    return said ? *said == name : header == name;
  }
};

namespace {

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::string_view kVersionHeader = "MCP-Protocol-Version";

// A session id has to be one that nobody guesses.
std::string random_name() {
  std::array<unsigned char, 16> random{};
  while (getrandom(random.data(), random.size(), 0) < 0 && errno == EINTR) {
  }
  std::string out;
  for (const unsigned char byte : random) out += fmt::format("{:02x}", byte);
  return out;
}

EndpointReply refused_method() { return {.status = 405, .headers = {{"Allow", "POST, DELETE"}}}; }

// An error of the protocol is a good reply to a request, but for those that a status tells of too.
std::uint32_t status_of(ErrorCode code, bool modern) {
  switch (code) {
    case ErrorCode::parse_error:
    case ErrorCode::invalid_request:
    case ErrorCode::header_mismatch:
    case ErrorCode::unsupported_version:
      return 400;
    case ErrorCode::session_not_found:
      return 404;
    case ErrorCode::internal_error:
      return 503;
    case ErrorCode::method_not_found:
      return modern ? 404 : 200;
    case ErrorCode::invalid_params:
      return 200;
  }
  return 200;
}

}  // namespace

McpEndpoint::McpEndpoint(mcp::Offer offer, mcp::CallHandler on_call, Clock clock,
                         EndpointLimits limits)
    : session_(std::move(offer), std::move(on_call), limits.session),
      clock_(std::move(clock)),
      limits_(limits),
      own_name_(new_run_id()) {}

std::string McpEndpoint::take_record() { return std::exchange(record_, {}); }

EndpointReply McpEndpoint::handle(const EndpointRequest& request) {
  if (request.method == "POST") return post(request);
  if (request.method == "DELETE") return end_session(request);
  return refused_method();
}

EndpointReply McpEndpoint::end_session(const EndpointRequest& request) {
  if (http_field(request.headers, kVersionHeader) == mcp::revision_name(Revision::r2026_07_28)) {
    return refused_method();
  }
  const auto id = http_field(request.headers, kSessionHeader);
  if (!id) return {.status = 400};
  return {.status = sessions_.erase(std::string(*id)) == 1 ? 204u : 404u};
}

EndpointReply McpEndpoint::post(const EndpointRequest& request) {
  Post post(request.headers, {request.body.substr(0, limits_.frame_bytes),
                              std::max<std::uint64_t>(request.bytes, request.body.size())});
  post.header = http_field(request.headers, kVersionHeader);
  post.session = http_field(request.headers, kSessionHeader);
  if (!post.frame.cut() &&
      !json::read_strict(post.frame.text, document_, {.max_depth = limits_.session.depth})) {
    post.root = document_.root();
    if (!post.root.is_array()) post.message = mcp::read_message(post.root);
    post.said = revision_said(post.message);
  }

  std::vector<mcp::Outgoing> answers;
  std::uint32_t status = 0;
  std::string session = post.session && sessions_.contains(std::string(*post.session))
                            ? std::string(*post.session)
                            : own_name_;
  EndpointReply reply;
  if (auto refusal = refuse(post, status)) {
    answers.push_back(std::move(*refusal));
  } else {
    session_.serve_as(revision_for(post));
    answers = session_.handle(post.frame);
    if (answers.empty()) {
      status = 202;
    } else if (answers.front().refusal) {
      status = status_of(*answers.front().refusal, post.modern());
    } else {
      status = 200;
      if (post.is_request() && post.message.method == "initialize") {
        const std::string id = begin_session(*session_.revision());
        if (!id.empty()) {
          session = id;
          reply.headers.emplace_back(kSessionHeader, id);
        }
      } else if (post.is_request() && post.message.method == "subscriptions/listen") {
        // Nothing will ever be told, so the subscription ends as it began.
        answers.push_back({.text = mcp::listening_ended_text(post.message.id)});
      }
    }
  }
  if (!keep(post, session, answers)) {
    answers.assign(1, mcp::refuse_frame(post.root, revision_for(post), ErrorCode::internal_error,
                                        fmt::format("The record of this attempt is full: {} bytes",
                                                    limits_.record_bytes)));
    status = status_of(ErrorCode::internal_error, post.modern());
    reply.headers.clear();
  }
  reply.status = status;
  if (answers.empty()) return reply;
  const bool events =
      status == 200 &&
      (answers.size() > 1 || wants_events(http_field(request.headers, "Accept").value_or("")));
  reply.headers.emplace_back("Content-Type", events ? "text/event-stream" : "application/json");
  for (const mcp::Outgoing& answer : answers) {
    reply.body += events ? as_event(answer.text) : answer.text;
  }
  return reply;
}

std::optional<mcp::Outgoing> McpEndpoint::refuse(const Post& post, std::uint32_t& status) const {
  if (const auto origin = http_field(post.headers, "Origin");
      origin && !is_loopback_origin(*origin)) {
    status = 403;
    return mcp::refuse_frame(post.root, revision_for(post), ErrorCode::invalid_request,
                             "Pages from " + shorten(*origin, 200) + " are not served");
  }
  if (post.header && !mcp::revision_from_name(*post.header)) {
    status = 400;
    return mcp::refuse_frame(post.root, revision_for(post), ErrorCode::unsupported_version,
                             "Unsupported protocol version",
                             fmt::format(R"({{"supported":{},"requested":{}}})",
                                         mcp::supported_revisions(), quote_json(*post.header)));
  }
  if (auto mismatch = header_mismatch(post)) {
    status = 400;
    return mismatch;
  }
  if (post.session && !post.modern() && !sessions_.contains(std::string(*post.session))) {
    status = 404;
    return mcp::refuse_frame(post.root, revision_for(post), ErrorCode::session_not_found,
                             "Session not found: begin one with \"initialize\"");
  }
  return std::nullopt;
}

std::optional<mcp::Outgoing> McpEndpoint::header_mismatch(const Post& post) const {
  if (!post.modern() && !(post.said && post.header)) return std::nullopt;
  const auto differs = [&](std::string_view name,
                           const std::optional<std::string>& body) -> std::optional<mcp::Outgoing> {
    const auto value = http_field(post.headers, name);
    if (!value || !body) return std::nullopt;
    const auto decoded = from_header_value(*value);
    if (decoded == *body) return std::nullopt;
    return mcp::refuse_frame(
        post.root, revision_for(post), ErrorCode::header_mismatch,
        fmt::format("Header mismatch: {} is {} and the message says {}", name,
                    quote_json(shorten(*value, 200)), quote_json(shorten(*body, 200))));
  };
  if (auto out = differs(kVersionHeader, post.said)) return out;
  if (!post.modern() || !post.is_request()) return std::nullopt;
  if (auto out = differs("Mcp-Method", post.message.method)) return out;
  return differs("Mcp-Name", name_for_header(post.message));
}

// What the client itself says, then what it settled; else what the header's absence stands for.
Revision McpEndpoint::revision_for(const Post& post) const {
  if (post.header) {
    if (const auto known = mcp::revision_from_name(*post.header)) return *known;
  }
  if (post.session) {
    const auto found = sessions_.find(std::string(*post.session));
    if (found != sessions_.end()) return found->second;
  }
  return settled_.value_or(Revision::r2025_03_26);
}

std::string McpEndpoint::begin_session(Revision revision) {
  settled_ = revision;
  if (sessions_.size() >= limits_.sessions) return {};
  std::string id = random_name();
  sessions_.emplace(id, revision);
  return id;
}

bool McpEndpoint::keep(const Post& post, std::string_view session,
                       const std::vector<mcp::Outgoing>& answers) {
  if (full_) return false;
  FrameRecord line;
  line.session = session;
  line.at_ms = clock_();
  line.text = post.frame.text;
  line.bytes = post.frame.bytes;
  std::string lines;
  append_record_line(lines, line);
  line.direction = FrameDirection::to_client;
  for (const mcp::Outgoing& answer : answers) {
    line.text = answer.text;
    line.bytes = answer.text.size();
    line.calls = &answer.calls;
    append_record_line(lines, line);
  }
  if (lines.size() > limits_.record_bytes - recorded_) {
    full_ = true;
    lines.clear();
    line.direction = FrameDirection::from_client;
    line.text = {};
    line.bytes = std::max<std::uint64_t>(1, post.frame.bytes);  // cut: a call may be hidden
    line.calls = nullptr;
    append_record_line(lines, line);
  }
  recorded_ = std::min(limits_.record_bytes, recorded_ + lines.size());
  record_ += lines;
  return !full_;
}

}  // namespace tare
