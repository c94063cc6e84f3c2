// One request to the server and its whole answer, over Tare's own client with its verified TLS.
//
// An adapter has one thing to do at a time, so this blocks. Everything is bounded: the time by what
// is left of the attempt, the answer by kMaxAnswer, which is more than an attempt may print anyway.
// The one file here that includes Asio.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "proxy/upstream.h"

namespace tare::chat {

inline constexpr std::size_t kMaxAnswer = std::size_t{16} << 20;

struct HttpAnswer {
  std::string fault;  // "" if a whole answer came; else a sentence
  std::uint32_t status = 0;
  proxy::Headers headers;
  std::string body;

  bool good() const { return fault.empty() && status / 100 == 2; }
  std::string_view header(std::string_view name) const;  // "" where there is none
};

struct HttpQuestion {
  std::string_view method;  // "GET", "POST"
  std::string target;
  std::string body;
  std::uint32_t timeout_ms = 0;
};

// The key does not stand in the answer, should the server have sent it back.
HttpAnswer ask(const proxy::Upstream& server, const HttpQuestion& question);

}  // namespace tare::chat
