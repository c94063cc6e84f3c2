// From a scripted reply to the bytes of an HTTP answer: pure, no socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proxy/endpoint.h"
#include "proxy/model_request.h"
#include "proxy/reply_script.h"

namespace tare::proxy {

struct PlannedReply {
  std::uint32_t status = 200;
  std::vector<std::pair<std::string, std::string>> headers;  // Content-Type among them
  std::vector<std::string> parts;                            // of the body
  bool chunked = false;              // each part an HTTP chunk; else the body with its length
  std::size_t chunk_bytes = 0;       // chunked: no chunk has more; 0 is no bound
  std::optional<std::uint64_t> cut;  // the connection ends after so many bytes of the body

  std::string_view content_type() const;
  std::size_t body_bytes() const;
};

// What a reply may grow to when it is rendered in small parts.
inline constexpr std::size_t kMaxEvents = 200'000;
inline constexpr std::size_t kMaxRenderedBytes = std::size_t{256} << 20;

PlannedReply plan_reply(const ScriptedReply& reply, const Endpoint& endpoint,
                        const ModelRequest& request, std::uint32_t turn);

// An answer that no script asked for: Tare's own, in the provider's words. Clients that heed it are
// told not to ask again.
PlannedReply plan_refusal(const Endpoint& endpoint, std::uint32_t status, std::string_view message);

}  // namespace tare::proxy
