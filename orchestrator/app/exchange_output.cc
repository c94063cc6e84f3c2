#include "app/exchange_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace tare {
namespace {

constexpr int kPatienceMs = 1000;

}  // namespace

ExchangeOutput::ExchangeOutput(boost::asio::io_context& io, int fd, std::function<void()> on_closed,
                               std::size_t most)
    : queue_(fd), descriptor_(io), on_closed_(std::move(on_closed)), most_(most) {
  // A number of its own: what is closed with the descriptor is not the caller's.
  boost::system::error_code ignored;
  descriptor_.assign(::dup(fd), ignored);
}

void ExchangeOutput::add(std::string_view line) {
  // One line goes in however long it is, or the longest could never be read.
  if (queue_.size() > 0 && queue_.size() + line.size() > most_) {
    ++lost_;
    ++untold_;
  } else {
    say_what_is_missing();
    queue_.add(line);
  }
  send();
}

void ExchangeOutput::say_what_is_missing() {
  if (untold_ == 0) return;
  queue_.add(fmt::format(R"({{"lost":{},"fault":"nobody read stdout, and more than {} bytes )"
                         R"(of lines would have waited"}})",
                         std::exchange(untold_, 0), most_));
}

void ExchangeOutput::send() {
  // Files and readers that keep up take it all here.
  if (queue_.drain(0, 0)) say_what_is_missing();
  if (queue_.closed()) return on_closed_();
  if (queue_.size() == 0 || waiting_) return;
  waiting_ = true;
  descriptor_.async_wait(boost::asio::posix::stream_descriptor::wait_write,
                         [this](const boost::system::error_code& error) {
                           waiting_ = false;
                           if (!error) send();
                         });
}

bool ExchangeOutput::finish() {
  const bool taken = queue_.drain(0, kPatienceMs);
  say_what_is_missing();
  return queue_.drain(0, kPatienceMs) && taken && !queue_.closed() && lost_ == 0;
}

}  // namespace tare
