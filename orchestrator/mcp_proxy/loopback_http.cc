#include "mcp_proxy/loopback_http.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <charconv>

#include "base/escape.h"

namespace tare {
namespace {

namespace http = boost::beast::http;
using Parser = http::response_parser<http::string_body>;

// How long the other side may take nothing of a request.
constexpr int kSendSeconds = 60;

bool is_loopback(const std::string& host) {
  in_addr address{};
  return host == "localhost" || host == "::1" ||
         (::inet_pton(AF_INET, host.c_str(), &address) == 1 && ntohl(address.s_addr) >> 24 == 127);
}

// 0, or the number of the error.
int connect_to(UniqueFd& fd, const sockaddr* address, socklen_t size) {
  fd.reset(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!fd) return errno;
  if (::connect(fd.get(), address, size) != 0) return errno;
  const int on = 1;
  (void)::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const timeval patience{.tv_sec = kSendSeconds, .tv_usec = 0};
  (void)::setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  return 0;
}

int connect_v4(UniqueFd& fd, const std::string& host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  (void)::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  return connect_to(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int connect_v6(UniqueFd& fd, std::uint16_t port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = in6addr_loopback;
  return connect_to(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

HttpHead head_of(const Parser& parser) {
  const auto& reply = parser.get();
  return {.status = reply.result_int(),
          .content_type = std::string(reply[http::field::content_type]),
          .session = std::string(reply["Mcp-Session-Id"])};
}

}  // namespace

std::string LoopbackUrl::authority() const {
  return host == "::1" ? fmt::format("[::1]:{}", port) : fmt::format("{}:{}", host, port);
}

Result<LoopbackUrl> parse_loopback_url(std::string_view url) {
  const auto wrong = [&](std::string reason) {
    return Error{
        .reason = fmt::format("{} {}", quote_json(shorten(url, 200)), reason),
        .mend = "give it as http://127.0.0.1:PORT/PATH: nothing but this machine is spoken to"};
  };
  for (const char c : url) {
    if (c <= ' ' || c > '~') return wrong("holds a character that no URL has");
  }
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) return wrong("does not begin with http://");
  std::string_view rest = url.substr(kScheme.size());
  const std::size_t slash = rest.find_first_of("/?#");
  LoopbackUrl out;
  out.target = slash == std::string_view::npos ? "/" : std::string(rest.substr(slash));
  if (out.target[0] == '?') out.target.insert(0, "/");
  if (out.target.find('#') != std::string::npos)
    return wrong("has a fragment, which is never sent");
  rest = rest.substr(0, slash);
  if (rest.starts_with("[::1]")) {
    out.host = "::1";
    rest.remove_prefix(5);
  } else {
    out.host = std::string(rest.substr(0, rest.find(':')));
    rest.remove_prefix(out.host.size());
  }
  if (!is_loopback(out.host)) return wrong("is not on the loopback");
  if (rest.empty()) return out;
  const char* end = rest.data() + rest.size();
  const auto [stop, error] = std::from_chars(rest.data() + 1, end, out.port);
  if (rest[0] != ':' || error != std::errc() || stop != end || out.port == 0) {
    return wrong("has no port that can be read");
  }
  return out;
}

LoopbackHttp::LoopbackHttp(LoopbackUrl url, HttpLimits limits)
    : url_(std::move(url)), limits_(limits) {}

Result<void> LoopbackHttp::connect() {
  int error = 0;
  if (url_.host == "::1") {
    error = connect_v6(fd_, url_.port);
  } else if (url_.host == "localhost") {
    error = connect_v4(fd_, "127.0.0.1", url_.port);
    if (error != 0) error = connect_v6(fd_, url_.port);
  } else {
    error = connect_v4(fd_, url_.host, url_.port);
  }
  if (error == 0) return {};
  fd_.reset();
  Error out = system_error("cannot reach " + url_.authority(), error);
  out.mend = "see whether the run, or the server, that the URL is of is still there";
  return out;
}

// The other side may have closed it meanwhile; anything to be read now is that, or belongs to
// nobody.
bool LoopbackHttp::kept_connection_is_good() const {
  pollfd ready{fd_.get(), POLLIN, 0};
  return fd_ && ::poll(&ready, 1, 0) == 0;
}

Result<void> LoopbackHttp::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return system_error("cannot send to " + url_.authority(), errno);
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

Result<std::size_t> LoopbackHttp::receive(char* into, std::size_t size) {
  while (true) {
    pollfd ready{fd_.get(), POLLIN, 0};
    const int count = ::poll(&ready, 1, limits_.answer_ms);
    if (count == 0) {
      return Error{
          .kind = ErrorKind::system,
          .reason = fmt::format("{} said nothing for {} ms", url_.authority(), limits_.answer_ms)};
    }
    const ssize_t got = count < 0 ? -1 : ::recv(fd_.get(), into, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read from " + url_.authority(), errno);
    return static_cast<std::size_t>(got);
  }
}

Result<HttpHead> LoopbackHttp::ask(std::string_view method, const HttpFields& headers,
                                   std::string_view body, const BodySink& on_body) {
  if (!kept_connection_is_good()) {
    if (Result<void> connected = connect(); !connected) return connected.error();
  }
  std::string head =
      fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", method, url_.target, url_.authority());
  for (const auto& [name, value] : headers) head += fmt::format("{}: {}\r\n", name, value);
  head += fmt::format("Content-Length: {}\r\n\r\n", body.size());
  Result<void> sent = send(head);
  if (sent) sent = send(body);
  // Who refuses a request half-way answers nevertheless: what was said is worth more than the
  // error.
  Parser parser;
  parser.header_limit(limits_.header_bytes);
  parser.body_limit(boost::none);
  parser.eager(true);
  HttpHead out;
  std::string pending;
  std::array<char, 65536> block;
  const auto fail = [&](Error error) -> Result<HttpHead> {
    fd_.reset();
    return sent ? error : sent.error();
  };
  while (!parser.is_done()) {
    const auto got = receive(block.data(), block.size());
    if (!got) return fail(got.error());
    boost::system::error_code error;
    if (*got == 0) {
      parser.put_eof(error);
      if (error || !parser.is_done()) {
        return fail(
            Error{.kind = ErrorKind::system,
                  .reason = url_.authority() + " ended the connection before its reply was whole"});
      }
    }
    pending.append(block.data(), *got);
    while (!pending.empty() && !parser.is_done() && !error) {
      pending.erase(0, parser.put(boost::asio::buffer(pending), error));
    }
    if (error == http::error::need_more) error = {};
    if (error) {
      return fail(Error{.reason = fmt::format("what {} answers is no HTTP that can be read: {}",
                                              url_.authority(), error.message())});
    }
    if (!parser.is_header_done()) continue;
    out = head_of(parser);
    std::string& piece = parser.get().body();
    if (!piece.empty()) {
      if (Result<void> taken = on_body(out, piece); !taken) return fail(taken.error());
    }
    piece.clear();
  }
  if (!parser.keep_alive()) fd_.reset();
  return out;
}

}  // namespace tare
