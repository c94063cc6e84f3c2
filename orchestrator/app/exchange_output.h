// Lines on stdout that nobody may be reading, from a program that must not wait for its reader.
//
// A proxy that stood still until somebody read its record would hold up the very traffic that it
// watches. So lines wait here, up to a bound; past it the newest are left out and counted, and a
// line of its own says how many as soon as there is room again.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "mcp_proxy/output_queue.h"

namespace tare {

class ExchangeOutput {
 public:
  static constexpr std::size_t kMaxWaiting = std::size_t{64} << 20;

  // `on_closed`: nobody will read any more. `fd` stays the caller's.
  ExchangeOutput(boost::asio::io_context& io, int fd, std::function<void()> on_closed,
                 std::size_t most = kMaxWaiting);

  void add(std::string_view line);
  // Of all lines, those that were left out.
  std::uint64_t lost() const { return lost_; }
  // Waits for a reader that reads. False where lines were lost, or are now.
  bool finish();

 private:
  void send();
  void say_what_is_missing();

  OutputQueue queue_;
  boost::asio::posix::stream_descriptor descriptor_;
  std::function<void()> on_closed_;
  std::size_t most_;
  std::uint64_t lost_ = 0, untold_ = 0;
  bool waiting_ = false;
};

}  // namespace tare
