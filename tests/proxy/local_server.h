// A provider's stand-in: a listener on the loopback, plain or with TLS, that does to each
// connection what a test wants done.
#pragma once

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.h"
#include "certificates.h"

namespace tare::proxy {

// One connection, seen by the server.
class Peer {
 public:
  Peer(int fd, SSL* tls) : fd_(fd), tls_(tls) {}
  ~Peer() {
    if (tls_ != nullptr) SSL_free(tls_);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const long sent = tls_ != nullptr
                            ? SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size()))
                            : ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // The head of the next request; "" at the end. Its body is in `body`.
  std::string request(std::string& body) {
    while (got_.find("\r\n\r\n") == std::string::npos) {
      if (!read()) return "";
    }
    const std::size_t end = got_.find("\r\n\r\n") + 4;
    std::string head = got_.substr(0, end);
    got_.erase(0, end);
    const std::size_t at = head.find("Content-Length: ");
    const std::size_t size = at == std::string::npos ? 0 : std::stoul(head.substr(at + 16));
    while (got_.size() < size && read()) {
    }
    body = got_.substr(0, size);
    got_.erase(0, size);
    return head;
  }
  // Until the other side has gone.
  void wait_for_end() {
    while (read()) {
    }
  }
  // Whether it goes within so many milliseconds.
  bool ends_within(int milliseconds) {
    pollfd wait{.fd = fd_.get(), .events = POLLIN, .revents = 0};
    return ::poll(&wait, 1, milliseconds) > 0;
  }

 private:
  bool read() {
    char block[65536];
    const long count = tls_ != nullptr ? SSL_read(tls_, block, sizeof block)
                                       : ::recv(fd_.get(), block, sizeof block, 0);
    if (count <= 0) return false;
    got_.append(block, static_cast<std::size_t>(count));
    return true;
  }
  UniqueFd fd_;
  SSL* tls_;
  std::string got_;
};

class LocalServer {
 public:
  using Serve = std::function<void(Peer&)>;

  explicit LocalServer(Serve serve, const Certificate* certificate = nullptr, int newest_tls = 0)
      : serve_(std::move(serve)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (certificate != nullptr) {
      tls_ = SSL_CTX_new(TLS_server_method());
      if (newest_tls != 0) {
        SSL_CTX_set_security_level(tls_, 0);
        SSL_CTX_set_max_proto_version(tls_, newest_tls);
      }
      SSL_CTX_use_certificate(tls_, certificate->certificate.get());
      SSL_CTX_use_PrivateKey(tls_, certificate->key.get());
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_.get(), plain, size) != 0 || ::listen(listener_.get(), 512) != 0 ||
        ::getsockname(listener_.get(), plain, &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this] { accept_all(); });
  }
  ~LocalServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    accepting_.join();
    for (std::thread& thread : serving_) thread.join();
    if (tls_ != nullptr) SSL_CTX_free(tls_);
  }

  std::string url(std::string_view host = "127.0.0.1") const {
    return (tls_ != nullptr ? "https://" : "http://") + std::string(host) + ":" +
           std::to_string(port_);
  }
  std::uint16_t port() const { return port_; }
  std::size_t connections() {
    const std::lock_guard lock(mutex_);
    return serving_.size();
  }

 private:
  void accept_all() {
    while (true) {
      const int fd = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) return;
      const std::lock_guard lock(mutex_);
      serving_.emplace_back([this, fd] {
        SSL* tls = nullptr;
        if (tls_ != nullptr) {
          tls = SSL_new(tls_);
          SSL_set_fd(tls, fd);
          if (SSL_accept(tls) != 1) {
            SSL_free(tls);
            ::close(fd);
            return;
          }
        }
        Peer peer(fd, tls);
        serve_(peer);
      });
    }
  }
  Serve serve_;
  UniqueFd listener_;
  SSL_CTX* tls_ = nullptr;
  std::uint16_t port_ = 0;
  std::mutex mutex_;
  std::vector<std::thread> serving_;
  std::thread accepting_;
};

inline std::string answer(std::string_view body, std::string_view headers = "",
                          std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: application/json\r\n" +
         std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         std::string(body);
}

// Each request gets the same answer.
inline LocalServer::Serve always(std::string text) {
  return [text = std::move(text)](Peer& peer) {
    std::string body;
    while (!peer.request(body).empty() && peer.write(text)) {
    }
  };
}

}  // namespace tare::proxy
