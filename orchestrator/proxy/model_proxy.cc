#include "proxy/model_proxy.h"

#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "proxy/http_session.h"
#include "proxy/proxy_state.h"

namespace tare::proxy {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

// Lets go of the connection that has been without a request for longest: whoever opens many and
// says nothing must not keep others out. False where all of them are in use.
bool drop_idle(ModelProxy::State& state) {
  for (Session& session : state.sessions) {
    if (session.door || session.dropped) continue;
    session.dropped = true;
    boost::system::error_code ignored;
    session.stream.cancel();
    session.stream.socket().close(ignored);
    return true;
  }
  return false;
}

void take_connection(const std::shared_ptr<ModelProxy::State>& state, tcp::socket socket) {
  if (state->sessions.size() >= state->limits.connections && !drop_idle(*state)) {
    Exchange refused;
    refused.order = state->next_order++;
    refused.began_ms = state->now_ms();
    refused.fault =
        fmt::format("refused: {} connections are open already", state->limits.connections);
    state->ended("", refused);
    return;  // the socket closes
  }
  boost::system::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  state->sessions.emplace_back(std::move(socket));
  const auto session = std::prev(state->sessions.end());
  asio::co_spawn(state->executor, serve_session(state, session),
                 [state, session](const std::exception_ptr&) { state->sessions.erase(session); });
}

asio::awaitable<void> accept_loop(std::shared_ptr<ModelProxy::State> state) {
  while (!state->stopped) {
    auto [error, socket] = co_await state->acceptor.async_accept(kQuiet);
    if (state->stopped) co_return;
    if (!error) {
      take_connection(state, std::move(socket));
      continue;
    }
    // No descriptor left, mostly: connections that end give some back.
    (void)drop_idle(*state);
    asio::steady_timer pause(state->executor, std::chrono::milliseconds(50));
    (void)co_await pause.async_wait(kQuiet);
  }
}

void close_session(Session& session) {
  boost::system::error_code ignored;
  if (session.upstream_stop != nullptr && session.upstream_stop->now) session.upstream_stop->now();
  session.stream.cancel();
  session.stream.socket().close(ignored);
}

}  // namespace

ModelProxy::ModelProxy(asio::any_io_executor executor, ProxyLimits limits)
    : state_(std::make_shared<State>(executor, limits)) {}

ModelProxy::~ModelProxy() { stop(); }

void ModelProxy::on_exchange(ExchangeListener listener) { state_->listener = std::move(listener); }

Result<void> ModelProxy::listen(std::uint16_t port) {
  const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
  boost::system::error_code error;
  tcp::acceptor& acceptor = state_->acceptor;
  acceptor.open(tcp::v4(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(here, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    Error out = system_error(fmt::format("cannot listen on 127.0.0.1:{}", port), error.value());
    out.mend = port == 0 ? "see whether the loopback device is up" : "choose another port, or 0";
    return out;
  }
  state_->port = acceptor.local_endpoint(error).port();
  asio::co_spawn(state_->executor, accept_loop(state_), [](const std::exception_ptr&) {});
  return {};
}

std::uint16_t ModelProxy::port() const { return state_->port; }

std::string ModelProxy::open_door(DoorOptions options) {
  auto door = std::make_shared<Door>(std::move(options));
  state_->doors.emplace(door->name(), door);
  return door->name();
}

std::string ModelProxy::url_of(const std::string& door) const {
  return fmt::format("http://127.0.0.1:{}/{}", state_->port, door);
}

std::vector<Exchange> ModelProxy::close_door(const std::string& name) {
  const auto found = state_->doors.find(name);
  if (found == state_->doors.end()) return {};
  const std::shared_ptr<Door> door = found->second;
  state_->doors.erase(found);
  door->close();
  for (Session& session : state_->sessions) {
    if (session.door == door) close_session(session);
  }
  return door->exchanges();
}

std::uint64_t ModelProxy::stray_count() const { return state_->stray_count; }
const std::vector<Exchange>& ModelProxy::strays() const { return state_->strays; }

void ModelProxy::stop() {
  if (state_->stopped) return;
  state_->stopped = true;
  state_->listener = nullptr;
  boost::system::error_code ignored;
  state_->acceptor.close(ignored);
  for (Session& session : state_->sessions) close_session(session);
}

}  // namespace tare::proxy
