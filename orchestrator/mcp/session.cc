#include "mcp/session.h"

#include <fmt/format.h>

#include <utility>

#include "base/escape.h"
#include "mcp/session_request.h"

namespace tare::mcp {
namespace {

constexpr std::string_view kCall = "tools/call";

// Of what is refused whole: the calls in it were seen, and the server said no.
void add_rejected_call(const Message& message, std::vector<AnsweredCall>& calls) {
  if (message.kind == MessageKind::request && message.method == kCall) {
    calls.push_back({std::string(message.id), CallStatus::rejected});
  }
}

}  // namespace

Outgoing refuse_frame(json::Value root, Revision revision, ErrorCode code, std::string_view reason,
                      std::string_view data) {
  Outgoing out;
  std::string_view id;
  if (root.valid() && root.is_array()) {
    for (const json::Value value : root.elements()) {
      add_rejected_call(read_message(value), out.calls);
    }
  } else if (root.valid()) {
    const Message message = read_message(root);
    if (message.kind == MessageKind::request) id = message.id;
    add_rejected_call(message, out.calls);
  }
  out.text = error_text(id, revision, code, reason, data);
  out.refusal = code;
  return out;
}

Session::Session(Offer offer, CallHandler on_call, SessionLimits limits)
    : offer_(std::move(offer)), on_call_(std::move(on_call)), limits_(limits) {
  for (const OfferedTool& tool : offer_.tools) names_.insert(tool.name);
}

std::vector<Outgoing> Session::handle(const Frame& frame) {
  std::vector<Outgoing> out;
  const auto refuse = [&](ErrorCode code, std::string_view reason) {
    out.push_back(refuse_frame({}, revision_or_newest(), code, reason));
  };
  if (frame.cut()) {
    refuse(ErrorCode::invalid_request, fmt::format("The frame has {} bytes; at most {} are read",
                                                   frame.bytes, frame.text.size()));
    return out;
  }
  const json::ReadLimits limits{.max_depth = limits_.depth};
  if (const json::ReadError error = json::read_strict(frame.text, document_, limits)) {
    const bool limit =
        error.kind == json::ReadErrorKind::too_deep || error.kind == json::ReadErrorKind::too_large;
    refuse(
        limit ? ErrorCode::invalid_request : ErrorCode::parse_error,
        fmt::format("Not a JSON text that can be read: {} at byte {}", error.reason, error.offset));
    return out;
  }
  if (document_.root().is_array()) {
    handle_batch(document_.root(), out);
  } else {
    handle_message(document_.root(), false, out);
  }
  return out;
}

void Session::handle_batch(json::Value batch, std::vector<Outgoing>& out) {
  const auto refuse_all = [&](std::string_view reason) {
    out.push_back(refuse_frame(batch, revision_or_newest(), ErrorCode::invalid_request, reason));
  };
  if (!revision_ || !has_batches(*revision_)) {
    refuse_all(fmt::format("Revision {} has no batches: send one message a frame",
                           revision_name(revision_or_newest())));
    return;
  }
  std::size_t count = 0;
  for ([[maybe_unused]] const json::Value value : batch.elements()) ++count;
  if (count == 0 || count > limits_.batch_messages) {
    refuse_all(
        fmt::format("A batch holds 1 to {} messages, not {}", limits_.batch_messages, count));
    return;
  }
  Outgoing joined;
  std::vector<Outgoing> replies;
  for (const json::Value value : batch.elements()) {
    replies.clear();
    if (joined.text.size() < limits_.batch_reply_bytes) {
      handle_message(value, true, replies);
    } else if (const Message message = read_message(value); message.kind == MessageKind::request) {
      // A short batch can ask for a long list ten thousand times.
      replies.push_back(refuse_frame(value, *revision_, ErrorCode::invalid_request,
                                     "The replies to this batch are too long already"));
    }
    for (Outgoing& reply : replies) {
      joined.text += joined.text.empty() ? '[' : ',';
      joined.text += reply.text;
      for (AnsweredCall& call : reply.calls) joined.calls.push_back(std::move(call));
    }
  }
  if (joined.text.empty()) return;  // notifications alone
  joined.text += ']';
  out.push_back(std::move(joined));
}

void Session::handle_message(json::Value value, bool in_batch, std::vector<Outgoing>& out) {
  const Message message = read_message(value);
  switch (message.kind) {
    case MessageKind::notification:
    case MessageKind::response:
      return;
    case MessageKind::invalid:
      out.push_back(
          {.text = error_text(message.id, revision_or_newest(), ErrorCode::invalid_request,
                              "Not a message: " + message.fault),
           .refusal = ErrorCode::invalid_request});
      return;
    case MessageKind::request:
      break;
  }
  Request request{message, revision_or_newest(), false};
  Outgoing reply;
  const json::Value version = meta_member(message.params, kMetaVersion);
  if (in_batch && message.method == "initialize") {
    reply = fail(request, ErrorCode::invalid_request, "\"initialize\" cannot stand in a batch");
  } else if (!version.valid()) {
    answer(request, out);
    return;
  } else if (!version.is_string()) {
    reply = fail(request, ErrorCode::invalid_params,
                 fmt::format("_meta \"{}\" must be a string", kMetaVersion));
  } else if (const auto known = revision_from_name(version.decoded()); !known) {
    reply = fail(request, ErrorCode::unsupported_version, "Unsupported protocol version",
                 fmt::format(R"({{"supported":{},"requested":{}}})", supported_revisions(),
                             quote_json(version.decoded())));
  } else {
    request.revision = *known;
    request.says_revision = true;
    answer(request, out);
    return;
  }
  if (message.method == kCall) {
    reply.calls.push_back({std::string(message.id), CallStatus::rejected});
  }
  out.push_back(std::move(reply));
}

Outgoing Session::fail(const Request& request, ErrorCode code, std::string_view message,
                       std::string_view data) const {
  return {.text = error_text(request.message.id, request.revision, code, message, data),
          .refusal = code};
}

std::string Session::server_info() const {
  return fmt::format(R"({{"name":{},"version":{}}})", quote_json(offer_.server_name),
                     quote_json(offer_.server_version));
}

}  // namespace tare::mcp
