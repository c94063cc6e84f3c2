// What the listener and its sessions share. Sessions hold it, so that it outlives the last of them.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <list>
#include <unordered_map>

#include "proxy/model_proxy.h"
#include "proxy/upstream_client.h"

namespace tare::proxy {

struct Session {
  explicit Session(boost::asio::ip::tcp::socket socket) : stream(std::move(socket)) {}
  boost::beast::tcp_stream stream;
  std::shared_ptr<Door> door;             // behind which it is just now
  bool dropped = false;                   // closed to make room
  UpstreamStop* upstream_stop = nullptr;  // while its request is with a provider
};

struct ModelProxy::State {
  State(boost::asio::any_io_executor on, ProxyLimits with)
      : executor(on), acceptor(on), limits(with) {}

  static constexpr std::size_t kMaxStrays = 100;

  boost::asio::any_io_executor executor;
  boost::asio::ip::tcp::acceptor acceptor;
  ProxyLimits limits;
  ExchangeListener listener;
  std::unordered_map<std::string, std::shared_ptr<Door>> doors;
  std::list<Session> sessions;
  std::uint64_t next_order = 1;
  std::uint64_t stray_count = 0;
  std::vector<Exchange> strays;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  std::uint16_t port = 0;
  bool stopped = false;

  std::uint64_t now_ms() const {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                          std::chrono::steady_clock::now() - began)
                                          .count());
  }
  void ended(const std::string& door, const Exchange& exchange) {
    if (door.empty()) {
      ++stray_count;
      if (strays.size() < kMaxStrays) strays.push_back(exchange);
    }
    if (listener) listener(door, exchange);
  }
};

}  // namespace tare::proxy
