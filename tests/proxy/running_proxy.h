// A model proxy that runs on a thread of its own, and a client that is nothing but a socket.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.h"
#include "proxy/model_proxy.h"
#include "proxy/upstream_client.h"

namespace tare::proxy {

class RunningProxy {
 public:
  // Everything of the proxy is called where it runs.
  template <class F>
  auto on_loop(F f) {
    std::packaged_task<decltype(f())()> task(f);
    auto result = task.get_future();
    boost::asio::post(io_, [&] { task(); });
    return result.get();
  }
  explicit RunningProxy(ProxyLimits limits = {})
      : proxy_(io_.get_executor(), limits), guard_(io_.get_executor()) {
    if (auto listening = proxy_.listen(); !listening) {
      throw std::runtime_error(listening.error().reason);
    }
    proxy_.on_exchange([this](const std::string& door, const Exchange& exchange) {
      heard_.emplace_back(door, exchange);
    });
    thread_ = std::thread([this] { io_.run(); });
  }
  ~RunningProxy() {
    on_loop([&] { proxy_.stop(); });
    guard_.reset();
    thread_.join();
  }

  std::string open(std::string_view script_json) {
    auto script = read_reply_script(script_json);
    if (!script) throw std::runtime_error(script.error().reason);
    return on_loop([&] { return proxy_.open_door({.script = std::move(*script)}); });
  }
  std::string open(DoorOptions options) {
    return on_loop([&] { return proxy_.open_door(options); });
  }
  // A door whose requests go on to `upstreams`.
  std::string open_to(Upstreams upstreams) {
    return on_loop([&] {
      DoorOptions options;
      options.upstream = std::make_shared<UpstreamClient>(io_.get_executor(), upstreams);
      return proxy_.open_door(std::move(options));
    });
  }
  std::vector<Exchange> close(const std::string& door) {
    return on_loop([&] { return proxy_.close_door(door); });
  }
  // What a door's listener has heard of so far. Call on the loop.
  std::vector<Exchange> peek(const std::string& door) {
    std::vector<Exchange> out;
    for (const auto& [name, exchange] : heard_) {
      if (name == door) out.push_back(exchange);
    }
    return out;
  }
  std::vector<Exchange> strays() {
    return on_loop([&] { return proxy_.strays(); });
  }
  std::uint16_t port() const { return proxy_.port(); }

 private:
  boost::asio::io_context io_;
  ModelProxy proxy_;
  std::vector<std::pair<std::string, Exchange>> heard_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  std::thread thread_;
};

class Client {
 public:
  explicit Client(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect");
    }
  }
  // False once the other side does not take more.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_sending() { ::shutdown(fd_.get(), SHUT_WR); }
  void leave() { fd_.reset(); }
  // To the end of the connection.
  std::string read_all() {
    while (read_some()) {
    }
    return std::exchange(got_, "");
  }
  // Until `mark` has come; what came, with it.
  std::string read_until(std::string_view mark) {
    while (got_.find(mark) == std::string::npos && read_some()) {
    }
    const std::size_t at = got_.find(mark);
    if (at == std::string::npos) return std::exchange(got_, "");
    std::string out = got_.substr(0, at + mark.size());
    got_.erase(0, at + mark.size());
    return out;
  }

 private:
  bool read_some() {
    char block[65536];
    const ssize_t count = ::recv(fd_.get(), block, sizeof block, 0);
    if (count <= 0) return false;
    got_.append(block, static_cast<std::size_t>(count));
    return true;
  }
  UniqueFd fd_;
  std::string got_;
};

struct Heard {
  std::string head, body;
  std::vector<std::string> chunks;  // of a chunked body
  bool ended = false;               // the last chunk came, or all of the length
};

// Slow and plain: what a raw answer says.
inline Heard heard(const std::string& raw) {
  Heard out;
  const std::size_t end = raw.find("\r\n\r\n");
  if (end == std::string::npos) return out;
  out.head = raw.substr(0, end + 2);
  std::string rest = raw.substr(end + 4);
  if (out.head.find("Transfer-Encoding: chunked") == std::string::npos) {
    out.body = rest;
    const std::size_t length = out.head.find("Content-Length: ");
    out.ended =
        length == std::string::npos || std::stoul(out.head.substr(length + 16)) == rest.size();
    return out;
  }
  while (!rest.empty()) {
    const std::size_t line = rest.find("\r\n");
    if (line == std::string::npos) return out;
    const std::size_t size = std::stoul(rest.substr(0, line), nullptr, 16);
    out.ended = size == 0;
    if (size == 0) return out;
    out.chunks.push_back(rest.substr(line + 2, size));
    out.body += out.chunks.back();
    rest.erase(0, std::min(rest.size(), line + 2 + size + 2));
  }
  return out;
}

inline std::string post(const std::string& path, std::string_view body,
                        std::string_view headers = "Connection: close\r\n") {
  return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
         std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         std::string(body);
}

inline Heard ask(std::uint16_t port, const std::string& path, std::string_view body) {
  Client client(port);
  client.send(post(path, body));
  return heard(client.read_all());
}

}  // namespace tare::proxy
