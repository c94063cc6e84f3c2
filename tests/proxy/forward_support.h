// Doors whose requests go on to a provider on this machine.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <string_view>

#include "local_server.h"
#include "proxy/observation.h"
#include "running_proxy.h"

namespace tare::proxy {

inline const std::string kPath = "/v1/chat/completions";
inline constexpr std::string_view kKey = "sk-real-123456";

inline Upstreams to(const LocalServer& server, UpstreamLimits limits = {}) {
  Upstreams out;
  out.limits = limits;
  for (const Service service : kAllServices) {
    auto upstream = read_upstream(service, server.url(), std::string(kKey));
    EXPECT_TRUE(upstream.ok());
    out.of(service) = *upstream;
  }
  return out;
}

inline UpstreamLimits short_waits() {
  UpstreamLimits out;
  out.connect_ms = 200;
  out.head_ms = 100;
  out.idle_ms = 100;
  out.whole_ms = 300;
  out.body_bytes = 1 << 20;
  return out;
}

// One request through a door of its own; its exchange.
inline Exchange one(const LocalServer& server, UpstreamLimits limits = short_waits(),
                    Heard* said = nullptr) {
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server, limits));
  const Heard reply = ask(proxy.port(), "/" + door + kPath, R"({"stream":true})");
  if (said != nullptr) *said = reply;
  const auto record = proxy.close(door);
  EXPECT_EQ(record.size(), 1u);
  return record.empty() ? Exchange{} : record[0];
}

}  // namespace tare::proxy
