// The model proxy beside a server that does the least: requests a second in replay, and what it
// adds to one request when it records. One thread asks, one answers: two cores.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cstdlib>
#include <future>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/file.h"
#include "proxy/model_proxy.h"
#include "proxy/upstream_client.h"

namespace {

using Clock = std::chrono::steady_clock;
using tare::UniqueFd;

constexpr std::size_t kConnections = 16;
constexpr std::size_t kRequests = 20'000;  // a round
constexpr std::size_t kAsked = 2'000;      // for a median
constexpr int kRounds = 5;

constexpr std::string_view kBody =
    R"({"model":"m","messages":[{"role":"user","content":"What is ticket QA-142 about?"}],"tools":[{"type":"function","function":{"name":"get_ticket","description":"Reads a ticket","parameters":{"type":"object","properties":{"key":{"type":"string"}},"required":["key"]}}}]})";
constexpr std::string_view kAnswer =
    R"({"id":"chatcmpl-1","object":"chat.completion","created":1700000000,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_ticket","arguments":"{\"key\": \"QA-142\"}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}})";

std::string request_to(const std::string& path) {
  return fmt::format(
      "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      "Authorization: Bearer dummy\r\nContent-Length: {}\r\n\r\n{}",
      path, kBody.size(), kBody);
}

UniqueFd stream_socket() {
  UniqueFd out(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  ::setsockopt(out.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return out;
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(port);
  out.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return out;
}

void need(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

// Whether `got` begins with a whole message; takes it off.
bool take_message(std::string& got) {
  const std::size_t end = got.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  const std::size_t at = got.find("Content-Length: ");
  need(at < end, "a message without its length");
  const std::size_t size = end + 4 + std::stoul(got.substr(at + 16, 20));
  if (got.size() < size) return false;
  got.erase(0, size);
  return true;
}

// Reads what is there; false at the end.
bool read_some(int fd, std::string& got) {
  char block[16384];
  const ssize_t count = ::recv(fd, block, sizeof block, 0);
  if (count > 0) got.append(block, static_cast<std::size_t>(count));
  return count > 0;
}

// Answers each request with the same bytes, whatever it says.
class LeastServer {
 public:
  LeastServer() : listener_(stream_socket()) {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    need(::bind(listener_.get(), plain, size) == 0 && ::listen(listener_.get(), 64) == 0 &&
             ::getsockname(listener_.get(), plain, &size) == 0,
         "cannot listen");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~LeastServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    thread_.join();
  }
  std::uint16_t port() const { return port_; }

 private:
  void serve() {
    const std::string answer = fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
        kAnswer.size(), kAnswer);
    std::vector<pollfd> waits = {{listener_.get(), POLLIN, 0}};
    std::vector<std::string> got(1);
    std::vector<UniqueFd> owned(1);
    while (true) {
      ::poll(waits.data(), waits.size(), -1);
      for (std::size_t i = 1; i < waits.size(); ++i) {
        if (waits[i].revents == 0) continue;
        if (!read_some(waits[i].fd, got[i])) {
          waits[i].fd = -1;
          owned[i].reset();
          continue;
        }
        while (take_message(got[i])) (void)tare::write_all(waits[i].fd, answer);
      }
      if (waits[0].revents == 0) continue;
      UniqueFd fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!fd) return;
      const int on = 1;
      ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      waits.push_back({fd.get(), POLLIN, 0});
      got.emplace_back();
      owned.push_back(std::move(fd));
    }
  }
  UniqueFd listener_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

UniqueFd connect_to(std::uint16_t port) {
  UniqueFd out = stream_socket();
  const sockaddr_in address = loopback(port);
  need(::connect(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0,
       "cannot connect");
  return out;
}

// Requests a second over kept connections, each with one request under way. One path a connection.
double rate(std::uint16_t port, const std::vector<std::string>& paths) {
  std::vector<UniqueFd> owned;
  std::vector<pollfd> waits;
  std::vector<std::string> requests, got(paths.size());
  for (const std::string& path : paths) {
    requests.push_back(request_to(path));
    owned.push_back(connect_to(port));
    waits.push_back({owned.back().get(), POLLIN, 0});
  }
  const auto began = Clock::now();
  for (std::size_t i = 0; i < waits.size(); ++i) (void)tare::write_all(waits[i].fd, requests[i]);
  for (std::size_t done = 0; done < kRequests;) {
    ::poll(waits.data(), waits.size(), -1);
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].revents == 0) continue;
      need(read_some(waits[i].fd, got[i]), "the server left");
      if (!take_message(got[i])) continue;
      ++done;
      (void)tare::write_all(waits[i].fd, requests[i]);
    }
  }
  return static_cast<double>(kRequests) /
         std::chrono::duration<double>(Clock::now() - began).count();
}

// Of one request after the other over one connection, in milliseconds.
double median_ms(std::uint16_t port, const std::string& path) {
  const UniqueFd fd = connect_to(port);
  const std::string request = request_to(path);
  std::string got;
  std::vector<double> times;
  for (std::size_t i = 0; i < kAsked; ++i) {
    const auto began = Clock::now();
    (void)tare::write_all(fd.get(), request);
    do {
      need(read_some(fd.get(), got), "the server left");
    } while (!take_message(got));
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - began).count());
  }
  std::nth_element(times.begin(), times.begin() + kAsked / 2, times.end());
  return times[kAsked / 2];
}

// The proxy on a thread of its own.
class Proxy {
 public:
  Proxy() : model_(io_.get_executor()), guard_(io_.get_executor()) {
    need(model_.listen().ok(), "the proxy cannot listen");
    thread_ = std::thread([this] { io_.run(); });
  }
  template <class F>
  auto on_loop(F f) {
    std::packaged_task<decltype(f())()> task(f);
    auto result = task.get_future();
    boost::asio::post(io_, [&] { task(); });
    return result.get();
  }
  ~Proxy() {
    on_loop([&] { model_.stop(); });
    guard_.reset();
    thread_.join();
  }
  std::string open(std::uint16_t upstream_port) {
    return on_loop([&] {
      tare::proxy::DoorOptions options;
      options.repeat = true;
      options.max_exchanges = 10 * kRequests;
      options.script = *tare::proxy::read_reply_script(
          R"({"calls":[{"name":"get_ticket","arguments":"{\"key\": \"QA-142\"}"}]})");
      if (upstream_port != 0) {
        tare::proxy::Upstreams to;
        const std::string url = fmt::format("http://127.0.0.1:{}", upstream_port);
        to.of(tare::proxy::Service::openai) =
            *tare::proxy::read_upstream(tare::proxy::Service::openai, url, "sk-0123456789");
        options.upstream =
            std::make_shared<tare::proxy::UpstreamClient>(io_.get_executor(), std::move(to));
      }
      return model_.open_door(std::move(options));
    });
  }
  std::size_t close(const std::string& door) {
    return on_loop([&] { return model_.close_door(door).size(); });
  }
  std::uint16_t port() const { return model_.port(); }

 private:
  boost::asio::io_context io_{1};
  tare::proxy::ModelProxy model_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  std::thread thread_;
};

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::string path_behind(const std::string& door) { return "/" + door + "/v1/chat/completions"; }

}  // namespace

int main() {
  LeastServer least;
  Proxy proxy;
  std::vector<double> bare, replayed, direct, through, added;
  for (int round = 0; round < kRounds; ++round) {  // turn by turn: a busy machine is busy for both
    bare.push_back(rate(least.port(), std::vector<std::string>(kConnections, "/v1/x")));
    std::vector<std::string> doors, paths;
    for (std::size_t i = 0; i < kConnections; ++i) {
      doors.push_back(proxy.open(0));
      paths.push_back(path_behind(doors.back()));
    }
    replayed.push_back(rate(proxy.port(), paths));
    std::size_t kept = 0;
    for (const std::string& door : doors) kept += proxy.close(door);
    need(kept >= kRequests, "the proxy lost exchanges");

    direct.push_back(median_ms(least.port(), "/v1/x"));
    const std::string door = proxy.open(least.port());
    through.push_back(median_ms(proxy.port(), path_behind(door)));
    need(proxy.close(door) == kAsked, "the proxy lost exchanges");
    added.push_back(through.back() - direct.back());
  }
  fmt::print(
      "   proxy  {} requests over {} kept connections: a server that does the least {:.0f} a "
      "second, "
      "replay {:.0f} a second, ratio {:.2f} (median of {}; best {:.0f})\n",
      kRequests, kConnections, middle(bare), middle(replayed), middle(bare) / middle(replayed),
      kRounds, *std::max_element(replayed.begin(), replayed.end()));
  fmt::print(
      "          one request after the other: direct {:.3f} ms, recorded {:.3f} ms, added {:.3f} "
      "ms "
      "at the median\n",
      middle(direct), middle(through), middle(added));
  return 0;
}
