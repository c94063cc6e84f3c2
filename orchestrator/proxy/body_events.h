// The events in a body, found again as they came over the wire.
//
// Three ways to carry events: server-sent events, one JSON value after the other (a line each, as a
// rule), one JSON list. Anything else is one event from end to end. Which it is, the body itself
// tells: servers send streams without a content type or under a wrong one, and a call must not go
// unseen for that. The content type decides only where the body does not.
//
// Reading never fails, for a body that breaks off is what has to be told: what cannot be read is
// handed on as it stands, for whoever takes it to name. Linear.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace tare::proxy {

struct BodySpan {
  std::size_t begin = 0, end = 0;
  bool operator==(const BodySpan&) const = default;
};
using TakeEvent = std::function<void(std::string_view json, BodySpan span)>;

// `take` gets each event's JSON and the bytes that it stood in.
void for_each_event(std::string_view body, std::string_view content_type, const TakeEvent& take);

// Does it begin as server-sent events do? A byte order mark and blank lines are passed over.
bool looks_like_events(std::string_view body);

}  // namespace tare::proxy
