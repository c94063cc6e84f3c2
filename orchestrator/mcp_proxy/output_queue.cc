#include "mcp_proxy/output_queue.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace tare {

void OutputQueue::add(std::string_view text) {
  if (closed_) return;
  queue_ += text;
  queue_ += '\n';
}

// A pipe that polls as writable takes PIPE_BUF bytes without blocking.
void OutputQueue::send_some() {
  const std::size_t size = std::min<std::size_t>(this->size(), PIPE_BUF);
  const ssize_t wrote = ::write(fd_, queue_.data() + sent_, size);
  if (wrote < 0) {
    if (errno == EINTR || errno == EAGAIN) return;
    closed_ = true;  // EPIPE, or as bad: what waits is lost
    queue_.clear();
    sent_ = 0;
    return;
  }
  sent_ += static_cast<std::size_t>(wrote);
  if (sent_ == queue_.size()) {
    queue_.clear();
    sent_ = 0;
  } else if (sent_ > queue_.size() / 2) {
    queue_.erase(0, sent_);
    sent_ = 0;
  }
}

bool OutputQueue::drain(std::size_t most, int timeout_ms) {
  while (size() > most) {
    pollfd ready{fd_, POLLOUT, 0};
    const int count = ::poll(&ready, 1, timeout_ms);
    if (count == 0) return false;
    if (count > 0) send_some();
  }
  return true;
}

}  // namespace tare
