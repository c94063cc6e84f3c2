#include "proxy/forward.h"

#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "proxy/http_text.h"
#include "proxy/key_mask.h"
#include "proxy/upstream_client.h"

namespace tare::proxy {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

// Writes to the client what comes from the provider. Lives in the caller's frame.
class Relay {
 public:
  Relay(ModelProxy::State& state, Session& session, const Forwarding& forwarding,
        const Upstream& from)
      : state_(state), session_(session), forwarding_(forwarding), from_(from), mask_(from.key) {}

  awaitable<bool> head(UpstreamHead head) {
    Exchange& exchange = forwarding_.exchange;
    if (head.status < 200 || head.status > 599) {
      refused_ = fmt::format("its status {} is none of HTTP's", head.status);
      co_return false;
    }
    std::string encoding;
    for (const auto& [name, value] : head.headers) {
      if (same_name(name, "location")) location_ = value;
      if (same_name(name, "content-encoding")) encoding = value;
    }
    hidden_ |= hide_key(location_, from_.key);
    hidden_ |= hide_key(encoding, from_.key);
    hidden_ |= hide_key(head.reason, from_.key);
    // A client that followed it would go around the proxy.
    if (head.status / 100 == 3 && head.status != 304) {
      refused_ = fmt::format(
          "it answers with {} and wants to be asked elsewhere ({}): redirects are not followed, so "
          "give that URL if it is right",
          head.status, location_.empty() ? "it does not say where" : location_);
      co_return false;
    }
    exchange.upstream = from_.origin();
    exchange.status = head.status;
    exchange.reply_headers = answer_headers(head.headers);
    for (auto& [name, value] : exchange.reply_headers) hidden_ |= hide_key(value, from_.key);
    if (!encoding.empty() && !same_name(encoding, "identity")) {
      exchange.fault = fmt::format(
          "{} sent its answer as {}, though it was told not to: its bytes are kept, but no call "
          "can "
          "be read from them",
          from_.origin(), encoding);
    }
    PlannedReply reply;
    reply.status = head.status;
    reply.headers = exchange.reply_headers;
    if (head.status == 204 || head.status == 304) head.length = 0;  // these have no body
    sized_ = head.length.has_value();
    chunked_ = !sized_ && !forwarding_.http_1_0;
    std::string text = forwarded_head(reply, head.reason, head.length, chunked_, keeps_alive());
    co_return co_await write(text);
  }

  awaitable<bool> part(std::string bytes) { return pass(mask_.take(bytes)); }

  // No more comes: what was held back goes out.
  awaitable<bool> last_part() { return pass(mask_.rest()); }

  // (g++ 12 evaluates a co_await behind || whatever stands before it.)
  awaitable<bool> end() {
    if (!chunked_) co_return true;
    co_return co_await write(kLastChunk);
  }

  // Without a length and without chunks the end of the connection is the end of the body.
  bool keeps_alive() const { return forwarding_.keep_alive && (sized_ || chunked_); }
  const std::string& refused() const { return refused_; }
  bool hidden() const { return hidden_ || mask_.found(); }

 private:
  awaitable<bool> pass(std::string bytes) {
    if (bytes.empty()) co_return true;
    std::string block;
    if (chunked_) append_chunk(block, bytes);
    const bool sent = co_await write(chunked_ ? block : bytes);
    if (sent) forwarding_.exchange.reply_body += bytes;
    co_return sent;
  }
  awaitable<bool> write(std::string_view bytes) {
    session_.stream.expires_after(std::chrono::milliseconds(state_.limits.write_ms));
    auto [error, count] = co_await asio::async_write(session_.stream, asio::buffer(bytes), kQuiet);
    if (!error) co_return true;
    forwarding_.exchange.fault =
        error == boost::beast::error::timeout
            ? fmt::format("the client took nothing of its reply for {} ms", state_.limits.write_ms)
            : fmt::format("the client went away after {} bytes of its reply",
                          forwarding_.exchange.reply_body.size());
    co_return false;
  }

  ModelProxy::State& state_;
  Session& session_;
  const Forwarding& forwarding_;
  const Upstream& from_;
  KeyMask mask_;
  std::string refused_, location_;
  bool sized_ = false, chunked_ = false, hidden_ = false;
};

Forwarded refused(Exchange& exchange, std::uint32_t status, std::string why) {
  Forwarded out;
  out.refusal = plan_refusal(*exchange.endpoint, status, "tare: " + why);
  exchange.fault = std::move(why);
  return out;
}

}  // namespace

awaitable<Forwarded> forward_request(std::shared_ptr<ModelProxy::State> state, Session& session,
                                     Forwarding forwarding) {
  Exchange& exchange = forwarding.exchange;
  const std::shared_ptr<Door> door = session.door;
  UpstreamClient& client = *door->upstream();
  const Service service = service_of(exchange.endpoint->provider);
  const std::optional<Upstream>& to = client.upstreams().of(service);
  if (!to) {
    co_return refused(
        exchange, 502,
        fmt::format("no upstream is named for {}: name its URL, or let the client ask "
                    "another provider",
                    service_name(service)));
  }
  const auto path = upstream_target(*to, service, forwarding.target.sent, forwarding.target.query);
  if (!path) co_return refused(exchange, 400, "the path climbs out of where it belongs");
  door->count_forwarded(exchange);
  UpstreamTask task{.service = service,
                    .target = *path,
                    .headers = upstream_headers(*to, service, forwarding.headers),
                    .body = exchange.request_body,
                    .max_bytes = door->bytes_left()};
  Relay relay(*state, session, forwarding, *to);
  UpstreamEar ear{.head = [&relay](UpstreamHead head) { return relay.head(std::move(head)); },
                  .part = [&relay](std::string bytes) { return relay.part(std::move(bytes)); }};
  UpstreamStop stop;
  session.upstream_stop = &stop;
  UpstreamEnd end = co_await client.ask(std::move(task), std::move(ear), stop);
  session.upstream_stop = nullptr;
  bool heard = end.answered && relay.refused().empty();
  if (heard) heard = co_await relay.last_part();
  door->count_answer(exchange);
  bool hidden = relay.hidden();
  if (!relay.refused().empty()) {
    co_return refused(exchange, 502, fmt::format("{}: {}", to->origin(), relay.refused()));
  }
  hidden |= hide_key(end.fault, to->key);
  if (!end.answered) co_return refused(exchange, 502, std::move(end.fault));
  Forwarded out;
  if (!end.fault.empty()) exchange.fault = std::move(end.fault);
  if (end.whole && heard) exchange.whole = co_await relay.end();
  out.go_on = exchange.whole && relay.keeps_alive();
  if (hidden && exchange.fault.empty()) {
    exchange.fault = fmt::format(
        "{} sent the key back: asterisks stand in its place, for the client too", to->origin());
  }
  co_return out;
}

}  // namespace tare::proxy
