// The model proxy: one listener on the loopback, through which clients speak to a scripted model.
//
// One a run. It listens on 127.0.0.1 alone, and serves only the paths behind doors that it opened;
// anything else is refused and named. Nothing that a client does can hold it up or make it grow
// without bound: heads, bodies, connections and waiting have limits, and what runs into one is a
// fact on record. One thread, one io_context.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "proxy/door.h"

namespace tare::proxy {

struct ProxyLimits {
  std::uint32_t header_bytes = 64 * 1024;
  std::uint64_t body_bytes = std::uint64_t{32} << 20;
  std::uint32_t connections = 1024;
  std::uint32_t idle_ms = 120'000;  // until a request's head is whole
  std::uint32_t body_ms = 60'000;   // until its body is whole
  std::uint32_t write_ms = 60'000;  // until the client has taken the next part of a reply
  std::uint32_t linger_ms = 2'000;  // to hear out a client whose request was refused half-way
};

// Called once for each exchange that ended, and with "" as the door for what came to none.
using ExchangeListener = std::function<void(const std::string& door, const Exchange& exchange)>;

class ModelProxy {
 public:
  ModelProxy(boost::asio::any_io_executor executor, ProxyLimits limits = {});
  ~ModelProxy();  // as stop()
  ModelProxy(const ModelProxy&) = delete;
  ModelProxy& operator=(const ModelProxy&) = delete;

  void on_exchange(ExchangeListener listener);

  // 0: any port that is free.
  Result<void> listen(std::uint16_t port = 0);
  std::uint16_t port() const;

  // Returns the door's name.
  std::string open_door(DoorOptions options);
  std::string url_of(const std::string& door) const;  // "http://127.0.0.1:PORT/DOOR"
  // From now on the door is no path; what is under way behind it is ended. Its record.
  std::vector<Exchange> close_door(const std::string& door);

  // What came to no door: how often, and the first hundred.
  std::uint64_t stray_count() const;
  const std::vector<Exchange>& strays() const;

  // Ends the listener and all connections. The io_context has to run once more to let them go.
  void stop();

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace tare::proxy
