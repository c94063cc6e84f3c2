#include "run/http_conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <exception>

#include "base/escape.h"
#include "json/reader.h"
#include "mcp/message.h"
#include "mcp_proxy/http_rules.h"
#include "proxy/http_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxBody = std::size_t{64} << 20;
// The client knows four kinds of servers by name; of this one it needs the way to a plain host.
constexpr proxy::Service kService = proxy::Service::ollama;

std::string header_of(const proxy::Headers& headers, std::string_view name) {
  for (const auto& [each, value] : headers) {
    if (proxy::same_name(each, name)) return value;
  }
  return "";
}

}  // namespace

HttpConversation::HttpConversation(proxy::Upstream upstream, std::string target, std::string bearer,
                                   std::chrono::steady_clock::time_point deadline)
    : upstream_(std::move(upstream)),
      target_(std::move(target)),
      bearer_(std::move(bearer)),
      deadline_(deadline) {}

Result<std::unique_ptr<HttpConversation>> HttpConversation::create(
    std::string_view url, std::string bearer, std::chrono::steady_clock::time_point deadline) {
  const std::size_t question = url.find('?');
  const std::string_view query = question == url.npos ? "" : url.substr(question);
  const bool plain = std::ranges::all_of(query, [](char c) { return c > ' ' && c <= '~'; });
  auto upstream = proxy::read_upstream(kService, url.substr(0, question), "");
  if (!upstream || !plain) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format(
                     "{} is no URL of an MCP server: {}", quote_json(shorten(url, 200)),
                     upstream ? "its query holds a blank or worse" : upstream.error().reason),
                 .mend = "write http://HOST:PORT/PATH or https://HOST/PATH"};
  }
  std::string target = upstream->base.empty() ? "/" : upstream->base;
  target += query;
  return std::unique_ptr<HttpConversation>(
      new HttpConversation(std::move(*upstream), std::move(target), std::move(bearer), deadline));
}

proxy::Headers HttpConversation::headers(std::string_view message) const {
  proxy::Headers out{{"Host", upstream_.authority()},
                     {"Content-Type", "application/json"},
                     {"Accept", "application/json, text/event-stream"},
                     {"Accept-Encoding", "identity"}};
  if (!bearer_.empty()) out.emplace_back("Authorization", "Bearer " + bearer_);
  if (revision_)
    out.emplace_back("MCP-Protocol-Version", std::string(mcp::revision_name(*revision_)));
  if (!session_.empty()) out.emplace_back("Mcp-Session-Id", session_);
  if (!revision_ || mcp::has_initialize(*revision_)) return out;
  json::Document document;
  if (json::read_strict(message, document)) return out;
  out.emplace_back("Mcp-Method", to_header_value(mcp::read_message(document.root()).method));
  return out;
}

boost::asio::awaitable<bool> HttpConversation::on_head(proxy::UpstreamHead head) {
  status_ = head.status;
  events_ = header_of(head.headers, "content-type").starts_with("text/event-stream");
  const std::string session = header_of(head.headers, "mcp-session-id");
  if (!session.empty() && session_.empty()) session_ = session;
  co_return true;
}

boost::asio::awaitable<bool> HttpConversation::on_part(std::string part) {
  if (!events_) {
    body_ += part;
    co_return body_.size() <= kMaxBody;
  }
  const auto fed = reader_->feed(part, [this](std::string_view data) { take_message(data); });
  if (!fed) trouble_ = fed.error().reason;
  // The answer is here; whatever else the server wants to say on this stream is not waited for.
  co_return fed.ok() && !found_;
}

void HttpConversation::take_message(std::string_view text) {
  json::Document document;
  if (json::read_strict(text, document)) return;
  const mcp::Message message = mcp::read_message(document.root());
  if (message.kind != mcp::MessageKind::response || id_.empty()) return;
  const std::string_view id = mcp::id_text(document.root());
  // An error without an id answers the one request that is under way.
  if (id == id_ || (id.empty() && document.root().find("error").valid()))
    found_ = std::string(text);
}

boost::asio::awaitable<void> HttpConversation::exchange(proxy::UpstreamTask task) {
  proxy::UpstreamEar ear;
  ear.head = [this](proxy::UpstreamHead head) { return on_head(std::move(head)); };
  ear.part = [this](std::string part) { return on_part(std::move(part)); };
  proxy::UpstreamStop stop;
  ended_ = co_await client_->ask(std::move(task), std::move(ear), stop);
}

Result<void> HttpConversation::post(std::string method, std::string_view message,
                                    std::string_view id) {
  id_ = std::string(id);
  body_.clear();
  found_.reset();
  trouble_.clear();
  status_ = 0;
  events_ = false;
  ended_ = {};
  reader_ = std::make_unique<EventReader>(kMaxBody);
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                        deadline_ - std::chrono::steady_clock::now())
                        .count();
  const auto ms = static_cast<std::uint32_t>(std::clamp<long long>(left, 1, 3'600'000));
  proxy::Upstreams upstreams;
  upstreams.at[static_cast<std::size_t>(kService)] = upstream_;
  upstreams.limits.connect_ms = std::min(upstreams.limits.connect_ms, ms);
  upstreams.limits.head_ms = upstreams.limits.idle_ms = upstreams.limits.whole_ms = ms;
  boost::asio::io_context io(1);
  client_ = std::make_unique<proxy::UpstreamClient>(io.get_executor(), std::move(upstreams));
  proxy::UpstreamTask task;
  task.service = kService;
  task.method = std::move(method);
  task.target = target_;
  task.headers = headers(message);
  task.body = std::string(message);
  task.max_bytes = kMaxBody;
  boost::asio::co_spawn(io, exchange(std::move(task)),
                        [&io](const std::exception_ptr&) { io.stop(); });
  io.run();
  client_.reset();
  if (!trouble_.empty()) return Error{.kind = ErrorKind::system, .reason = trouble_};
  if (found_) return {};
  if (!ended_.answered || (!ended_.whole && !ended_.fault.empty())) {
    return Error{.kind = ErrorKind::system,
                 .reason = ended_.fault.empty() ? upstream_.origin() + ": no answer"
                                                : ended_.fault,  // it begins with the address
                 .mend = "see whether the server is up, and whether this is its MCP endpoint"};
  }
  if (!body_.empty() && !id_.empty()) take_message(body_);
  return {};
}

Result<std::string> HttpConversation::ask(std::string_view request, std::string_view id) {
  if (Result<void> posted = post("POST", request, id); !posted) return posted.error();
  if (found_) return std::move(*found_);
  return Error{.kind = ErrorKind::system,
               .reason = fmt::format("{} answers with status {} and no message of MCP: {}",
                                     upstream_.origin(), status_, shorten(body_, 200)),
               .mend = status_ == 401 || status_ == 403
                           ? "it wants a token: --mcp-bearer VARIABLE names where it stands"
                           : "see whether this is its MCP endpoint"};
}

Result<void> HttpConversation::tell(std::string_view notification) {
  return post("POST", notification, "");
}

void HttpConversation::end() {
  if (session_.empty()) return;
  // That it cannot be ended is no harm: it dies with its server.
  (void)post("DELETE", "", "");
}

}  // namespace tare
