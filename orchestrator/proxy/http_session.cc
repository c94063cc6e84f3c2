#include "proxy/http_session.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "proxy/forward.h"
#include "proxy/http_text.h"

namespace tare::proxy {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Parser = http::request_parser<http::string_body>;
using asio::awaitable;
constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);
using State = std::shared_ptr<ModelProxy::State>;

// Of a reply, in one write; each has a deadline of its own.
constexpr std::size_t kWriteBlock = 256 * 1024;

std::chrono::milliseconds ms(std::uint32_t count) { return std::chrono::milliseconds(count); }

std::string trouble(const error_code& error, std::uint32_t limit_ms) {
  if (error == beast::error::timeout) return fmt::format("nothing whole came in {} ms", limit_ms);
  if (error == http::error::end_of_stream || error == http::error::partial_message ||
      error == asio::error::eof || error == asio::error::connection_reset) {
    return "the client went away in the middle of its request";
  }
  if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) {
    return "ended with its door";
  }
  return "the request is no HTTP that can be read: " + error.message();
}

Headers headers_of(const Parser& parser) {
  Headers out;
  for (const auto& field : parser.get()) {
    out.emplace_back(std::string(field.name_string()), std::string(field.value()));
  }
  return out;
}

void record_head(Exchange& exchange, const Parser& parser, const Target& target) {
  const auto& request = parser.get();
  exchange.method = std::string(request.method_string());
  exchange.target = target.sent;
  if (!target.query.empty()) exchange.target += "?" + without_keys(target.query);
  exchange.request_headers = headers_of(parser);
  for (auto& [name, value] : exchange.request_headers) {
    if (carries_key(name)) value = kLeftOut;
  }
}

// A client that is still sending does not hear a reply when the connection is torn down under it:
// its own words are read for a while and thrown away.
awaitable<void> hear_out(State state, Session& session) {
  error_code ignored;
  session.stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  session.stream.expires_after(ms(state->limits.linger_ms));
  std::vector<char> bin(64 * 1024);
  while (true) {
    auto [error, count] = co_await session.stream.async_read_some(asio::buffer(bin), kQuiet);
    if (error) co_return;
  }
}

struct Sending {
  const PlannedReply& reply;
  Exchange& exchange;
  bool keep_alive = true;
  bool http_1_0 = false;
};

// What goes out, in blocks; `exchange.reply_body` gets what was taken by the system.
awaitable<bool> send_reply(State state, Session& session, Sending sending) {
  const PlannedReply& reply = sending.reply;
  Exchange& exchange = sending.exchange;
  exchange.status = reply.status;
  exchange.reply_headers = sent_headers(reply);
  const bool chunked = reply.chunked && !sending.http_1_0;
  std::uint64_t left = reply.cut.value_or(UINT64_MAX);
  std::string block = head_of(
      reply, std::string_view(http::obsolete_reason(static_cast<http::status>(reply.status))),
      chunked, sending.keep_alive);
  std::string body;
  const auto flush = [&]() -> awaitable<bool> {
    session.stream.expires_after(ms(state->limits.write_ms));
    auto [error, count] = co_await asio::async_write(session.stream, asio::buffer(block), kQuiet);
    block.clear();
    if (error) {
      exchange.fault = error == beast::error::timeout
                           ? fmt::format("the client took nothing of its reply for {} ms",
                                         state->limits.write_ms)
                           : fmt::format("the client went away after {} bytes of its reply",
                                         exchange.reply_body.size());
      co_return false;
    }
    exchange.reply_body += body;
    body.clear();
    co_return true;
  };
  for (const std::string& whole : reply.parts) {
    std::string_view part = whole;
    part = part.substr(0, std::min<std::uint64_t>(left, part.size()));
    left -= part.size();
    for (std::string_view rest = part; !rest.empty();) {
      // A part of a stream is one chunk, however long, unless chunks have a bound; a plain body may
      // be parted anywhere.
      const std::size_t most = chunked && reply.chunk_bytes == 0 ? rest.size()
                               : chunked                         ? reply.chunk_bytes
                                                                 : kWriteBlock;
      const std::size_t size = std::min(rest.size(), most);
      if (chunked) {
        append_chunk(block, rest.substr(0, size));
      } else {
        block += rest.substr(0, size);
      }
      body += rest.substr(0, size);
      rest.remove_prefix(size);
      if (block.size() >= kWriteBlock && !co_await flush()) co_return false;
    }
    if (left == 0) break;
  }
  if (chunked && !reply.cut) block += kLastChunk;
  if (!block.empty() && !co_await flush()) co_return false;
  exchange.whole = !reply.cut;
  if (reply.cut) {
    exchange.fault = fmt::format("the reply was cut after {} bytes, as the script asks",
                                 exchange.reply_body.size());
  }
  co_return sending.keep_alive && !reply.cut;
}

// Where the request went wrong before it could be answered by a script.
struct Refusal {
  std::uint32_t status = 404;
  std::string why;
};

std::optional<Refusal> refusal_of(const Parser& parser, const Exchange& exchange,
                                  const Door* door) {
  if (door == nullptr) return Refusal{404, "no such door"};
  if (!exchange.endpoint) return Refusal{404, "no such path"};
  if (parser.get().method() != http::verb::post) return Refusal{405, "only POST is served"};
  const auto encoding = parser.get()[http::field::content_encoding];
  if (!encoding.empty() && encoding != "identity") {
    return Refusal{415, "a body with a content encoding cannot be read"};
  }
  return std::nullopt;
}

std::string too_large(std::uint64_t limit) {
  return fmt::format("the body is larger than the {} bytes that are taken", limit);
}

// Bytes of the door that a body under way may grow to.
class SetAside {
 public:
  SetAside(std::shared_ptr<Door> door, std::uint64_t bytes)
      : door_(std::move(door)), bytes_(bytes) {
    door_->set_aside(bytes_);
  }
  ~SetAside() { door_->give_back(bytes_); }
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;

 private:
  std::shared_ptr<Door> door_;
  std::uint64_t bytes_;
};

// Reads the body. REQUIRES: session.door. A refusal, or what broke off in `exchange.fault`.
awaitable<std::optional<Refusal>> read_body(State state, Session& session, Parser& parser,
                                            beast::flat_buffer& buffer, Exchange& exchange,
                                            std::uint64_t limit) {
  if (parser.content_length().value_or(0) > limit) co_return Refusal{413, too_large(limit)};
  const SetAside aside(session.door, parser.content_length().value_or(limit));
  session.stream.expires_after(ms(state->limits.body_ms));
  if (same_name(parser.get()[http::field::expect], "100-continue")) {
    static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await asio::async_write(session.stream, asio::buffer(kGoOn), kQuiet);
  }
  auto [error, count] = co_await http::async_read(session.stream, buffer, parser, kQuiet);
  if (error == http::error::body_limit) co_return Refusal{413, too_large(limit)};
  exchange.request_body = std::move(parser.get().body());
  if (error) exchange.fault = trouble(error, state->limits.body_ms);
  exchange.asked_ms = state->now_ms();
  co_return std::nullopt;
}

// A request to the MCP server behind the session's door: under the same bounds, and no exchange.
awaitable<bool> serve_mcp(State state, Session& session, Parser& parser, beast::flat_buffer& buffer,
                          Exchange passing) {
  Door& door = *session.door;
  const std::uint64_t limit = std::min(state->limits.body_bytes, door.bytes_left());
  parser.body_limit(limit);
  const auto refused = co_await read_body(state, session, parser, buffer, passing, limit);
  if (state->stopped || !door.serves_mcp()) co_return false;
  if (refused) passing.request_body = std::move(parser.get().body());
  std::uint64_t bytes = passing.request_body.size();
  const bool cut = refused || !passing.fault.empty();
  if (cut) bytes = std::max(bytes + 1, parser.content_length().value_or(0));
  McpReply answer = door.answer_mcp({.method = passing.method,
                                     .headers = &passing.request_headers,
                                     .body = passing.request_body,
                                     .bytes = bytes});
  if (cut && !refused) co_return false;  // nobody is there to hear it
  PlannedReply reply;
  reply.status = answer.status;
  reply.headers = std::move(answer.headers);
  reply.parts.push_back(std::move(answer.body));
  const Sending sending{.reply = reply,
                        .exchange = passing,
                        .keep_alive = !cut && parser.keep_alive(),
                        .http_1_0 = parser.get().version() < 11};
  const bool go_on = co_await send_reply(state, session, sending);
  session.door.reset();
  if (refused) co_await hear_out(state, session);
  co_return go_on;
}

// One request. False: the connection is over.
awaitable<bool> serve_one(State state, Session& session, beast::flat_buffer& buffer) {
  Parser parser;
  parser.header_limit(state->limits.header_bytes);
  parser.body_limit(boost::none);
  session.stream.expires_after(ms(state->limits.idle_ms));
  auto [error, count] = co_await http::async_read_header(session.stream, buffer, parser, kQuiet);
  if (state->stopped) co_return false;
  if (error) {
    // Silence, or a goodbye between two requests, is no event.
    const bool nothing_sent = buffer.size() == 0 && !parser.got_some();
    if (error == http::error::end_of_stream || nothing_sent) co_return false;
    Exchange stray;
    stray.order = state->next_order++;
    stray.began_ms = state->now_ms();
    stray.fault = trouble(error, state->limits.idle_ms);
    state->ended("", stray);
    co_return false;
  }
  const Target target = split_target(std::string_view(parser.get().target()));
  const auto found = state->doors.find(target.door);
  session.door = found == state->doors.end() ? nullptr : found->second;
  Door* door = session.door.get();
  if (door != nullptr && door->serves_mcp() && target.path == "/mcp") {
    Exchange passing;
    record_head(passing, parser, target);
    co_return co_await serve_mcp(state, session, parser, buffer, std::move(passing));
  }
  const bool counted = door != nullptr && door->exchanges_left() > 0;
  const auto exchange = counted ? door->begin(state->next_order++) : std::make_shared<Exchange>();
  if (!counted) exchange->order = state->next_order++;
  exchange->began_ms = state->now_ms();
  record_head(*exchange, parser, target);
  exchange->endpoint = endpoint_of(target.path, target.query);

  std::optional<Refusal> refusal = refusal_of(parser, *exchange, door);
  if (!refusal && !counted) refusal = Refusal{429, "too many requests through one door"};
  if (!refusal) {
    const std::uint64_t limit = std::min(state->limits.body_bytes, door->bytes_left());
    parser.body_limit(limit);
    refusal = co_await read_body(state, session, parser, buffer, *exchange, limit);
  }
  const std::string name = door == nullptr ? std::string() : door->name();
  if (!refusal && !exchange->fault.empty()) {
    state->ended(name, *exchange);
    co_return false;
  }
  bool keep_alive = !refusal && parser.keep_alive();
  const bool http_1_0 = parser.get().version() < 11;
  std::optional<PlannedReply> reply;
  bool go_on = false;
  if (refusal) {
    exchange->fault = refusal->why;
    reply = plan_refusal(exchange->endpoint.value_or(Endpoint{}), refusal->status,
                         "tare: " + refusal->why);
  } else if (door->upstream() != nullptr) {
    const Forwarding forwarding{.exchange = *exchange,
                                .target = target,
                                .headers = headers_of(parser),
                                .keep_alive = keep_alive,
                                .http_1_0 = http_1_0};
    Forwarded forwarded = co_await forward_request(state, session, forwarding);
    reply = std::move(forwarded.refusal);
    go_on = forwarded.go_on;
  } else {
    reply = door->answer(*exchange);
  }
  if (reply) {
    if (reply->cut || (http_1_0 && reply->chunked)) keep_alive = false;
    const Sending sending{
        .reply = *reply, .exchange = *exchange, .keep_alive = keep_alive, .http_1_0 = http_1_0};
    go_on = co_await send_reply(state, session, sending);
  }
  exchange->answered_ms = std::max<std::uint64_t>(1, state->now_ms());
  if (!state->stopped) state->ended(name, *exchange);
  session.door.reset();
  if (refusal) co_await hear_out(state, session);
  co_return go_on;
}

}  // namespace

awaitable<void> serve_session(State state, std::list<Session>::iterator session) {
  beast::flat_buffer buffer;
  while (!state->stopped && co_await serve_one(state, *session, buffer)) {
  }
  error_code ignored;
  session->stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

}  // namespace tare::proxy
