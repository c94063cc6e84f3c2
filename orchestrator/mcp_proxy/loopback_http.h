// A plain HTTP client that speaks to this machine alone.
//
// Blocking, one request at a time, on one connection that is kept. A request is never sent twice:
// the other side keeps a record, and a call that stands there twice would be a lie. So a kept
// connection is looked at before it is used, and what breaks after that is an error.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "mcp_proxy/http_rules.h"

namespace tare {

struct LoopbackUrl {
  std::string host;  // "127.0.0.1", "::1", "localhost"
  std::uint16_t port = 80;
  std::string target;  // path and query

  std::string authority() const;  // as the Host header has it
};

// http and a loopback address, or localhost, and nothing else.
Result<LoopbackUrl> parse_loopback_url(std::string_view url);

struct HttpLimits {
  int answer_ms = 300'000;  // from one part of the reply to the next
  std::uint32_t header_bytes = 64 * 1024;
};

struct HttpHead {
  unsigned status = 0;
  std::string content_type, session;  // Mcp-Session-Id
};

class LoopbackHttp {
 public:
  explicit LoopbackHttp(LoopbackUrl url, HttpLimits limits = {});

  // Called with each part of the body as it comes. An error ends the request.
  using BodySink = std::function<Result<void>(const HttpHead& head, std::string_view piece)>;
  Result<HttpHead> ask(std::string_view method, const HttpFields& headers, std::string_view body,
                       const BodySink& on_body);

 private:
  Result<void> connect();
  bool kept_connection_is_good() const;
  Result<void> send(std::string_view bytes);
  // How many bytes came; 0 is the end.
  Result<std::size_t> receive(char* into, std::size_t size);

  LoopbackUrl url_;
  HttpLimits limits_;
  UniqueFd fd_;
};

}  // namespace tare
