#include "proxy/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "proxy/body_events.h"
#include "proxy/provider_error.h"
#include "proxy/render.h"
#include "proxy/stream_frame.h"

namespace tare::proxy {
namespace {

bool same_header(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(x) == lower(y);
  });
}

void add_usual(PlannedReply& out, std::string name, std::string value) {
  for (const auto& [each, ignored] : out.headers) {
    if (same_header(each, name)) return;
  }
  out.headers.emplace_back(std::move(name), std::move(value));
}

void set_whole(PlannedReply& out, std::string body, std::string content_type) {
  add_usual(out, "Content-Type", std::move(content_type));
  out.parts.push_back(std::move(body));
}

// How the bytes reach the client decides where it sees them cut.
void part_transport(PlannedReply& out, std::size_t bytes) {
  if (bytes == 0) return;
  out.chunk_bytes = bytes;
  out.chunked = true;
}

void plan_recorded(PlannedReply& out, const ScriptedReply& reply, const Endpoint& endpoint) {
  if (!reply.events.empty()) {
    add_usual(out, "Content-Type", std::string(content_type_of(stream_framing(endpoint))));
    out.parts = frame_events(endpoint, reply.events, true);
    out.chunked = true;
    return;
  }
  const bool stream = looks_like_events(*reply.body);
  set_whole(out, *reply.body,
            std::string(stream ? content_type_of(Framing::server_sent) : "application/json"));
  out.chunked = stream;
  // A recorded body knows no events: `chunks` is about its bytes.
  part_transport(out, reply.chunking.event_bytes);
}

void plan_short(PlannedReply& out, const ScriptedReply& reply, const Endpoint& endpoint,
                const ModelRequest& request, std::uint32_t turn) {
  const RenderTask task{.reply = reply, .request = request, .turn = turn};
  if (!request.stream) {
    return set_whole(out, render_body(endpoint, task), "application/json");
  }
  std::vector<std::string> events = render_events(endpoint, task);
  if (reply.error) {
    events.push_back(error_event(endpoint.provider,
                                 {.status = reply.status.value_or(500),
                                  .type = reply.error->type,
                                  .message = reply.error->message},
                                 events.size()));
  }
  add_usual(out, "Content-Type", std::string(content_type_of(stream_framing(endpoint))));
  out.parts = frame_events(endpoint, events, !reply.error);
  out.chunked = true;
}

std::string usual_message(std::uint32_t status) {
  return status == 429 ? "rate limit reached" : fmt::format("the model failed with {}", status);
}

}  // namespace

std::string_view PlannedReply::content_type() const {
  for (const auto& [name, value] : headers) {
    if (same_header(name, "Content-Type")) return value;
  }
  return "";
}

std::size_t PlannedReply::body_bytes() const {
  std::size_t out = 0;
  for (const std::string& part : parts) out += part.size();
  return out;
}

PlannedReply plan_reply(const ScriptedReply& reply, const Endpoint& endpoint,
                        const ModelRequest& request, std::uint32_t turn) {
  PlannedReply out;
  out.headers = reply.headers;
  out.cut = reply.cut;
  if (reply.retry_after) add_usual(out, "Retry-After", std::to_string(*reply.retry_after));
  const bool error_in_stream = reply.error && reply.has_content() && request.stream;
  const std::uint32_t failed = reply.status                      ? *reply.status
                               : reply.error && !error_in_stream ? 500
                                                                 : 200;
  if (reply.recorded()) {
    out.status = reply.status.value_or(200);
    plan_recorded(out, reply, endpoint);
  } else if (failed >= 400 && !error_in_stream) {
    out.status = failed;
    const ScriptedError error = reply.error.value_or(ScriptedError{});
    const std::string message = error.message.empty() ? usual_message(failed) : error.message;
    set_whole(
        out,
        error_body(endpoint.provider, {.status = failed, .type = error.type, .message = message}),
        "application/json");
  } else {
    if (event_count(reply) > kMaxEvents) {
      return plan_refusal(
          endpoint, 500,
          fmt::format("the scripted reply would be more than {} events", kMaxEvents));
    }
    out.status = error_in_stream ? 200 : failed;
    plan_short(out, reply, endpoint, request, turn);
  }
  if (out.body_bytes() > kMaxRenderedBytes && !reply.recorded()) {
    return plan_refusal(endpoint, 500, "the scripted reply would be more than 256 MiB");
  }
  part_transport(out, reply.chunking.transport_bytes);
  // With its length told, a body that is all there would look whole.
  if (out.cut && *out.cut >= out.body_bytes()) out.chunked = true;
  return out;
}

PlannedReply plan_refusal(const Endpoint& endpoint, std::uint32_t status,
                          std::string_view message) {
  PlannedReply out;
  out.status = status;
  out.headers.emplace_back("X-Should-Retry", "false");
  set_whole(out, error_body(endpoint.provider, {.status = status, .type = "", .message = message}),
            "application/json");
  return out;
}

}  // namespace tare::proxy
