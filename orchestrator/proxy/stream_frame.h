// How events stand in a body: written as each provider frames them, and found again in a body as it
// came.
//
// Three ways: server-sent events, one JSON object a line, one JSON list. Anything else is one event
// from end to end. Reading is by the rules of each way and linear; it never fails, for a body that
// breaks off is what has to be told.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "proxy/endpoint.h"

namespace tare::proxy {

enum class Framing { server_sent, lines, list };
Framing stream_framing(const Endpoint& endpoint);
std::string_view content_type_of(Framing framing);

// Each event as the bytes that carry it, and what ends such a stream with them.
std::vector<std::string> frame_events(const Endpoint& endpoint,
                                      const std::vector<std::string>& events, bool ended);

struct BodySpan {
  std::size_t begin = 0, end = 0;
  bool operator==(const BodySpan&) const = default;
};
// `take` gets each event's JSON and the bytes that it stood in.
void for_each_event(std::string_view body, std::string_view content_type,
                    const std::function<void(std::string_view json, BodySpan span)>& take);

}  // namespace tare::proxy
