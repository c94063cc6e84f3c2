// The client that speaks to providers: HTTP/1.1, over verified TLS where the URL says https.
//
// An answer is handed on part by part as it comes, so that a stream stays a stream. Connections are
// kept for the next request to the same server. Everything that can go wrong out there (names,
// certificates, silence, garbage, floods, cuts) is bounded and becomes a sentence that says what to
// mend; nothing throws. One implementation file: TLS is what costs most to compile.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "proxy/upstream.h"

namespace tare::proxy {

struct UpstreamTask {
  Service service = Service::openai;
  std::string method = "POST";
  std::string target;
  Headers headers;  // all but the one that frames the body
  std::string body;
  std::uint64_t max_bytes = 0;  // of the answer's body, below the client's own limit
};

struct UpstreamHead {
  std::uint32_t status = 0;
  std::string reason;                   // beside the status
  Headers headers;                      // as they came
  std::optional<std::uint64_t> length;  // nullopt: it ends when it ends
};

// Who hears the answer. Both say whether to go on: false where nobody is left to hear it.
struct UpstreamEar {
  std::function<boost::asio::awaitable<bool>(UpstreamHead)> head;
  std::function<boost::asio::awaitable<bool>(std::string)> part;
};

struct UpstreamEnd {
  bool answered = false;  // `head` was called
  bool whole = false;     // all of the body came
  std::string fault;      // "" if it is whole, or if nobody was left to hear it
};

// Ends what is under way, from anywhere on the same thread.
struct UpstreamStop {
  std::function<void()> now;
};

class UpstreamClient {
 public:
  UpstreamClient(boost::asio::any_io_executor executor, Upstreams upstreams);
  ~UpstreamClient();
  UpstreamClient(const UpstreamClient&) = delete;
  UpstreamClient& operator=(const UpstreamClient&) = delete;

  const Upstreams& upstreams() const;

  // `stop` and whatever `ear` holds have to outlive the call; so has the client.
  // REQUIRES: upstreams().of(task.service)
  boost::asio::awaitable<UpstreamEnd> ask(UpstreamTask task, UpstreamEar ear, UpstreamStop& stop);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace tare::proxy
