// Where requests go when they are forwarded: each provider's base URL and key, and what is sent.
//
// The proxy holds the real key, so that the program under test needs none: whatever key a client
// sends stays here, and the upstream's own takes its place. A base URL is what one would give to
// the provider's own SDK. Pure: the client that speaks to them is upstream_client.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "proxy/endpoint.h"
#include "proxy/exchange.h"

namespace tare::proxy {

// Whose servers: OpenAI's two tongues are spoken at one place, with one key.
enum class Service { openai, anthropic, gemini, ollama };
inline constexpr std::size_t kServices = 4;
inline constexpr std::array<Service, kServices> kAllServices = {Service::openai, Service::anthropic,
                                                                Service::gemini, Service::ollama};

Service service_of(formats::Provider provider);
std::string_view service_name(Service service);  // "openai", …
std::optional<Service> service_named(std::string_view name);
std::string_view usual_url(Service service);
// The variables in which the provider's own SDK looks for a key, the first that is set wins.
std::vector<std::string_view> usual_key_variables(Service service);

struct Upstream {
  bool tls = true;
  std::string host;  // an IPv6 address without its brackets
  std::uint16_t port = 443;
  std::string base;  // path before the provider's own, "" or "/…" without a slash at its end
  std::string key;   // "" if none is sent

  std::string origin() const;     // "https://host" or "https://host:8443", for people
  std::string authority() const;  // for the header Host
  bool on_loopback() const;
};
// Errors say what is wrong with the URL; none says the key.
Result<Upstream> read_upstream(Service service, std::string_view url, std::string key);

struct UpstreamLimits {
  std::uint32_t connect_ms = 10'000;   // name, connection and TLS together
  std::uint32_t head_ms = 300'000;     // until the answer's head is whole
  std::uint32_t idle_ms = 120'000;     // between two parts of its body
  std::uint32_t whole_ms = 1'200'000;  // for the whole answer
  std::uint32_t header_bytes = 64 * 1024;
  std::uint64_t body_bytes = std::uint64_t{64} << 20;
  std::uint32_t kept_ms = 30'000;  // a connection that is not in use is kept so long
};

struct Upstreams {
  std::array<std::optional<Upstream>, kServices> at;
  UpstreamLimits limits;

  const std::optional<Upstream>& of(Service service) const {
    return at[static_cast<std::size_t>(service)];
  }
  std::optional<Upstream>& of(Service service) { return at[static_cast<std::size_t>(service)]; }
};

// `path` and `query` as the client sent them behind its door; they go on with the same bytes, but
// for a query's keys. nullopt: the path climbs ("..", also in escapes) to where it has no business.
std::optional<std::string> upstream_target(const Upstream& upstream, Service service,
                                           std::string_view path, std::string_view query);

// The client's headers without what is between it and the proxy, and without its keys; with the
// upstream's own key, and a wish for bytes that can be read.
Headers upstream_headers(const Upstream& upstream, Service service, const Headers& client);

// Of an answer: what a client may see. Headers that frame the body, set cookies or lead a client
// around the proxy are left out.
Headers answer_headers(const Headers& upstream);

}  // namespace tare::proxy
