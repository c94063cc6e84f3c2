// A request that goes on to its provider, and the answer that comes back part by part.
//
// The client sees what the provider said, byte for byte and as it came; the exchange keeps the same
// bytes. What went wrong out there before there was an answer is told to the client as its provider
// would tell it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <list>
#include <memory>
#include <optional>

#include "proxy/proxy_state.h"
#include "proxy/replay.h"

namespace tare::proxy {

struct Forwarding {
  Exchange& exchange;
  const Target& target;
  Headers headers;  // the client's, with its keys
  bool keep_alive = true;
  bool http_1_0 = false;
};

struct Forwarded {
  std::optional<PlannedReply> refusal;  // nothing was sent yet: this has to be
  bool go_on = false;                   // the client's connection may serve another request
};

// REQUIRES: session.door->upstream(), exchange.endpoint
boost::asio::awaitable<Forwarded> forward_request(std::shared_ptr<ModelProxy::State> state,
                                                  Session& session, Forwarding forwarding);

}  // namespace tare::proxy
