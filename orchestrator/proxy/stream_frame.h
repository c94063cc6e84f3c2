// How events are written into a body, as each provider frames them: server-sent events, one JSON
// object a line, or one JSON list. How they are found again: body_events.h.
//
// A line break ends a line in the first two. One that stands in an event's JSON goes out as the
// framing allows: as a further data line, or as a blank between two tokens. Within a token, where
// no JSON has one, it goes out as it is and breaks the line, as nothing but a broken server would.
#pragma once

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

}  // namespace tare::proxy
