// One connection of a client, request after request until one side has enough.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <list>
#include <memory>

#include "proxy/proxy_state.h"

namespace tare::proxy {

boost::asio::awaitable<void> serve_session(std::shared_ptr<ModelProxy::State> state,
                                           std::list<Session>::iterator session);

}  // namespace tare::proxy
