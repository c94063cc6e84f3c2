#include "proxy/upstream_client.h"

#include <fmt/format.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <list>
#include <utility>
#include <vector>

#include "proxy/tls_fault.h"

namespace tare::proxy {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::awaitable;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Parser = http::response_parser<http::string_body>;
constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kReadBytes = 64 * 1024;
constexpr std::size_t kKeptConnections = 64;  // a service

std::chrono::milliseconds ms(std::uint32_t count) { return std::chrono::milliseconds(count); }

// A socket, with TLS around it or without.
class Connection {
 public:
  Connection(const asio::any_io_executor& executor, asio::ssl::context* tls) {
    if (tls != nullptr) {
      tls_ = std::make_unique<asio::ssl::stream<beast::tcp_stream>>(executor, *tls);
    } else {
      plain_ = std::make_unique<beast::tcp_stream>(executor);
    }
  }

  beast::tcp_stream& lowest() { return tls_ ? tls_->next_layer() : *plain_; }
  SSL* tls() { return tls_ ? tls_->native_handle() : nullptr; }

  awaitable<error_code> handshake() {
    auto [error] = co_await tls_->async_handshake(asio::ssl::stream_base::client, kQuiet);
    co_return error;
  }
  awaitable<error_code> write(std::string_view head, std::string_view body) {
    const std::array<asio::const_buffer, 2> both = {asio::buffer(head), asio::buffer(body)};
    if (tls_) {
      auto [error, count] = co_await asio::async_write(*tls_, both, kQuiet);
      co_return error;
    }
    auto [error, count] = co_await asio::async_write(*plain_, both, kQuiet);
    co_return error;
  }
  // Into `buffer`, at least one byte.
  awaitable<error_code> read() {
    const auto space = buffer.prepare(kReadBytes);
    if (tls_) {
      auto [error, count] = co_await tls_->async_read_some(space, kQuiet);
      buffer.commit(count);
      co_return error;
    }
    auto [error, count] = co_await plain_->async_read_some(space, kQuiet);
    buffer.commit(count);
    co_return error;
  }

  // What was kept may have been closed by the other side since. Anything that it has to say while
  // nothing was asked is a reason not to use it either.
  bool quiet() {
    char byte = 0;
    const int fd = lowest().socket().native_handle();
    return ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
           (errno == EAGAIN || errno == EWOULDBLOCK);
  }
  void close() {
    error_code ignored;
    lowest().cancel();
    lowest().socket().close(ignored);
  }

  beast::flat_buffer buffer;
  Clock::time_point kept_since{};

 private:
  std::unique_ptr<asio::ssl::stream<beast::tcp_stream>> tls_;
  std::unique_ptr<beast::tcp_stream> plain_;
};
using ConnectionPtr = std::shared_ptr<Connection>;

std::string head_text(const UpstreamTask& task) {
  std::string out = fmt::format("{} {} HTTP/1.1\r\n", task.method, task.target);
  for (const auto& [name, value] : task.headers) out += fmt::format("{}: {}\r\n", name, value);
  out += fmt::format("Content-Length: {}\r\n\r\n", task.body.size());
  return out;
}

UpstreamHead head_of(const Parser& parser) {
  UpstreamHead out;
  out.status = parser.get().result_int();
  out.reason = std::string(parser.get().reason());
  for (const auto& field : parser.get()) {
    out.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  }
  if (const auto length = parser.content_length()) out.length = *length;
  return out;
}

bool ended_by_other_side(const error_code& error) {
  return error == asio::error::eof || error == asio::error::connection_reset ||
         error == asio::error::broken_pipe || error == asio::ssl::error::stream_truncated;
}

// A record of TLS, where HTTP was awaited.
bool looks_like_tls(const beast::flat_buffer& buffer) {
  const auto* bytes = static_cast<const unsigned char*>(buffer.data().data());
  return buffer.size() >= 2 && (bytes[0] == 0x15 || bytes[0] == 0x16) && bytes[1] == 0x03;
}

// Of one answer: what bounds it.
struct Bounds {
  Clock::time_point until;
  std::uint64_t body_bytes = 0;
};

// Of one answer: how far it came.
struct Progress {
  bool answered = false, whole = false, any_bytes = false, keep = false;
  std::string fault;
};

}  // namespace

struct UpstreamClient::State {
  asio::any_io_executor executor;
  Upstreams upstreams;
  std::unique_ptr<asio::ssl::context> tls;
  std::array<std::list<ConnectionPtr>, kServices> kept;

  const UpstreamLimits& limits() const { return upstreams.limits; }

  // Roots: the system's, or those of SSL_CERT_FILE and SSL_CERT_DIR (the library looks there).
  asio::ssl::context* tls_context() {
    if (tls) return tls.get();
    tls = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_client);
    error_code ignored;
    tls->set_default_verify_paths(ignored);
    tls->set_verify_mode(asio::ssl::verify_peer, ignored);
    SSL_CTX_set_min_proto_version(tls->native_handle(), TLS1_2_VERSION);
    return tls.get();
  }

  ConnectionPtr take_kept(Service service) {
    auto& list = kept[static_cast<std::size_t>(service)];
    while (!list.empty()) {
      ConnectionPtr out = std::move(list.back());
      list.pop_back();
      const bool fresh = Clock::now() - out->kept_since < ms(limits().kept_ms);
      if (fresh && out->quiet()) return out;
    }
    return nullptr;
  }
  void keep(Service service, ConnectionPtr connection) {
    auto& list = kept[static_cast<std::size_t>(service)];
    if (list.size() == kKeptConnections) list.pop_front();
    connection->lowest().expires_never();
    connection->kept_since = Clock::now();
    list.push_back(std::move(connection));
  }

  // "" or why there is none.
  awaitable<std::string> connect(ConnectionPtr connection, const Upstream& to);
  awaitable<Progress> talk(ConnectionPtr connection, const UpstreamTask& task,
                           const UpstreamEar& ear);
  awaitable<std::string> read_on(Connection& connection, Parser& parser, Bounds bounds);
  std::string trouble(const Connection& connection, const error_code& error, bool head_came,
                      std::uint64_t body_bytes) const;
};

awaitable<std::string> UpstreamClient::State::connect(ConnectionPtr connection,
                                                      const Upstream& to) {
  // The look-up itself cannot be cut short; the system's resolver bounds it.
  asio::ip::tcp::resolver resolver(executor);
  auto [unresolved, results] =
      co_await resolver.async_resolve(to.host, std::to_string(to.port), kQuiet);
  if (unresolved) {
    co_return fmt::format("no address for its name ({}): look at the host in the URL",
                          unresolved.message());
  }
  beast::tcp_stream& stream = connection->lowest();
  stream.expires_after(ms(limits().connect_ms));
  auto [refused, endpoint] = co_await stream.async_connect(results, kQuiet);
  const std::string late = fmt::format("no connection within {} ms", limits().connect_ms);
  if (refused == beast::error::timeout) co_return late + ": look at the address and the network";
  if (refused) {
    co_return fmt::format("no connection ({}): see whether it runs, and look at host and port",
                          refused.message());
  }
  error_code ignored;
  stream.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
  if (!to.tls) co_return "";
  SSL* tls_handle = connection->tls();
  error_code no_address;
  asio::ip::make_address(to.host, no_address);
  if (no_address) {
    SSL_set_tlsext_host_name(tls_handle, to.host.c_str());
    SSL_set1_host(tls_handle, to.host.c_str());
  } else {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls_handle), to.host.c_str());
  }
  const error_code error = co_await connection->handshake();
  if (!error) co_return "";
  if (error == beast::error::timeout) {
    co_return late + ": it took the connection and then said nothing of TLS";
  }
  const bool of_library = error.category() == asio::error::get_ssl_category();
  co_return tls_fault(SSL_get_verify_result(tls_handle),
                      of_library ? static_cast<unsigned long>(error.value()) : 0);
}

std::string UpstreamClient::State::trouble(const Connection& connection, const error_code& error,
                                           bool head_came, std::uint64_t body_bytes) const {
  if (error == beast::error::timeout) {
    return head_came ? fmt::format("nothing more of the answer came within {} ms", limits().idle_ms)
                     : fmt::format("no answer came within {} ms", limits().head_ms);
  }
  if (!head_came && looks_like_tls(connection.buffer)) {
    return "it answers in TLS: the URL begins with https:// then";
  }
  if (ended_by_other_side(error) || error == http::error::partial_message ||
      error == http::error::end_of_stream) {
    return head_came ? "it cut its answer short" : "it ended the connection without an answer";
  }
  if (error == http::error::header_limit) {
    return fmt::format("the head of its answer is larger than {} bytes", limits().header_bytes);
  }
  if (error == http::error::body_limit) {
    return fmt::format("its answer is larger than the {} bytes that are taken", body_bytes);
  }
  if (error.category() == make_error_code(http::error::bad_version).category()) {
    return fmt::format("its answer is no HTTP that can be read ({}): look at host and port",
                       error.message());
  }
  return fmt::format("the connection broke ({})", error.message());
}

// Reads and parses once. "" or why no more comes.
awaitable<std::string> UpstreamClient::State::read_on(Connection& connection, Parser& parser,
                                                      Bounds bounds) {
  const bool head_came = parser.is_header_done();
  error_code parsed = http::error::need_more;
  if (connection.buffer.size() > 0) {
    const std::size_t used = parser.put(connection.buffer.data(), parsed);
    connection.buffer.consume(used);
    // What was found has to go on before more is awaited, or an event would be held back.
    if (!parsed || (parsed == http::error::need_more && used > 0)) co_return "";
  }
  if (parsed == http::error::need_more) {
    if (Clock::now() >= bounds.until) {
      co_return fmt::format("its answer is not whole after {} ms", limits().whole_ms);
    }
    const auto wait = Clock::now() + ms(head_came ? limits().idle_ms : limits().head_ms);
    connection.lowest().expires_at(std::min(wait, bounds.until));
    const error_code error = co_await connection.read();
    if (error == beast::error::timeout && Clock::now() >= bounds.until) {
      co_return fmt::format("its answer is not whole after {} ms", limits().whole_ms);
    }
    parsed = error;
    if (error == asio::error::eof) {
      // The end of the connection is the end of an answer without a length.
      parsed = http::error::end_of_stream;
      if (parser.got_some()) parser.put_eof(parsed);
    }
    if (!parsed) co_return "";
  }
  co_return trouble(connection, parsed, head_came, bounds.body_bytes);
}

awaitable<Progress> UpstreamClient::State::talk(ConnectionPtr connection, const UpstreamTask& task,
                                                const UpstreamEar& ear) {
  Progress out;
  const Bounds bounds{.until = Clock::now() + ms(limits().whole_ms),
                      .body_bytes = std::min(limits().body_bytes, task.max_bytes)};
  connection->buffer.clear();
  connection->lowest().expires_after(ms(limits().idle_ms));
  if (const error_code error = co_await connection->write(head_text(task), task.body)) {
    out.fault = error == beast::error::timeout
                    ? fmt::format("it took nothing of the request for {} ms", limits().idle_ms)
                    : fmt::format("it did not take the whole request ({})", error.message());
    co_return out;
  }
  auto parser = std::make_unique<Parser>();
  const auto begin_answer = [&] {
    parser = std::make_unique<Parser>();
    parser->eager(true);
    parser->header_limit(limits().header_bytes);
    parser->body_limit(bounds.body_bytes);
  };
  begin_answer();
  while (true) {
    out.fault = co_await read_on(*connection, *parser, bounds);
    out.any_bytes = out.any_bytes || connection->buffer.size() > 0 || parser->got_some();
    const bool interim =
        parser->is_header_done() && parser->get().result_int() / 100 == 1;  // more is to come
    if (interim && out.fault.empty()) {
      begin_answer();
      continue;
    }
    if (!out.fault.empty() && !out.answered) co_return out;
    if (parser->is_header_done() && !out.answered) {
      out.answered = true;
      const bool heard = co_await ear.head(head_of(*parser));
      if (!heard) co_return out;
    }
    std::string part = std::exchange(parser->get().body(), std::string());
    if (!part.empty()) {
      const bool heard = co_await ear.part(std::move(part));
      if (!heard) co_return out;
    }
    if (!out.fault.empty()) co_return out;
    if (parser->is_done()) break;
  }
  out.whole = true;
  out.keep = parser->keep_alive() && connection->buffer.size() == 0;
  co_return out;
}

UpstreamClient::UpstreamClient(asio::any_io_executor executor, Upstreams upstreams)
    : state_(std::make_unique<State>()) {
  state_->executor = std::move(executor);
  state_->upstreams = std::move(upstreams);
}

UpstreamClient::~UpstreamClient() = default;

const Upstreams& UpstreamClient::upstreams() const { return state_->upstreams; }

awaitable<UpstreamEnd> UpstreamClient::ask(UpstreamTask task, UpstreamEar ear, UpstreamStop& stop) {
  const Upstream& to = *state_->upstreams.of(task.service);
  UpstreamEnd out;
  bool stopped = false;
  ConnectionPtr connection;
  stop.now = [&] {
    stopped = true;
    if (connection) connection->close();
  };
  // A second time only on a connection that had been kept and that the other side had just given
  // up: it has not read the request then.
  bool again = false;
  do {
    connection = again ? nullptr : state_->take_kept(task.service);
    again = false;
    const bool was_kept = connection != nullptr;
    std::string fault;
    if (!was_kept) {
      connection =
          std::make_shared<Connection>(state_->executor, to.tls ? state_->tls_context() : nullptr);
      fault = co_await state_->connect(connection, to);
    }
    if (fault.empty() && !stopped) {
      Progress progress = co_await state_->talk(connection, task, ear);
      again = was_kept && !progress.any_bytes && !progress.fault.empty();
      out = {.answered = progress.answered, .whole = progress.whole, .fault = progress.fault};
      if (progress.keep) state_->keep(task.service, connection);
    } else {
      out.fault = std::move(fault);
    }
  } while (again && !stopped);
  stop.now = nullptr;
  if (!out.fault.empty()) out.fault = fmt::format("{}: {}", to.origin(), out.fault);
  if (stopped) out.fault = "ended with its door";
  co_return out;
}

}  // namespace tare::proxy
