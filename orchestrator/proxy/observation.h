// What an exchange says about the model's calls: the views that Tare itself saw on the wire.
//
// The reply's calls are put together by the provider's own rules (formats/provider_reply.h) from
// the bytes that went over the wire; whatever the client makes of them, these stand. The request
// shows the tools as they were sent, and, from the second one on, what the client now tells the
// model that it had said.
#pragma once

#include <string>
#include <vector>

#include "model/answer.h"
#include "model/call.h"
#include "model/manifest.h"
#include "proxy/body_events.h"
#include "proxy/exchange.h"

namespace tare::proxy {

struct ObservedCall {
  formats::WireCall call;
  std::vector<BodySpan> spans;  // of the events that made it, in the reply's body
};

struct ReplyObservation {
  std::vector<ObservedCall> calls;
  std::string content, reasoning, refusal, finish;
  std::vector<std::string> faults;
  // What the model had said where the provider answered with an error instead, and where it stands.
  std::string swallowed;
  BodySpan swallowed_span;
};
ReplyObservation observe_reply(const Exchange& exchange);

// All exchanges through one door.
struct Observation {
  // At `wire`, evidence `recorded`, in order, with their turns; what a provider swallowed too.
  std::vector<View> views;
  struct Place {
    std::uint64_t exchange = 0;
    std::vector<BodySpan> spans;
    bool complete = true;
  };
  std::vector<Place> places;  // one for each view
  std::vector<Message> messages;
  std::vector<std::string> histories;  // of each request but the first, verbatim
  std::vector<ToolResult> sent_back;   // what the client told the model of its calls
  std::uint32_t requests = 0;          // that a model could have read
  // Replies that say what the model wrote: read to their end, or to a call. None: it is not known.
  std::uint32_t replies = 0;
  Manifest tools;                  // as sent with the first request that had any
  std::vector<std::string> facts;  // what went wrong, one sentence each
};
Observation observe(const std::vector<Exchange>& exchanges);

}  // namespace tare::proxy
