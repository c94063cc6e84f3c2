// Lines that wait for the other side of a pipe to read them.
//
// Written only where poll says that the pipe takes some, and no more than it takes without
// blocking, whatever mode somebody else's end is in. The owner bounds it, by not reading on while
// much waits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tare {

class OutputQueue {
 public:
  explicit OutputQueue(int fd) : fd_(fd) {}

  void add(std::string_view text);  // a line, without its newline
  std::size_t size() const { return queue_.size() - sent_; }
  bool closed() const { return closed_; }  // nobody reads any more; what is added is dropped
  int fd() const { return fd_; }

  // REQUIRES: poll said that it is writable, or broken.
  void send_some();
  // Until at most `most` bytes wait. False if the reader took nothing for `timeout_ms` (-1: ever).
  bool drain(std::size_t most, int timeout_ms);

 private:
  int fd_;
  std::string queue_;
  std::size_t sent_ = 0;
  bool closed_ = false;
};

}  // namespace tare
