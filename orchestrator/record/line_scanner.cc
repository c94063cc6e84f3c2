// One buffer that grows to the longest line: a line is a view into it, never a copy.
#include "record/line_scanner.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tare {

namespace {
constexpr std::size_t kStep = std::size_t{256} << 10;
}

Result<LineScanner> LineScanner::open(const std::string& path, std::size_t max_line) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return system_error("cannot open \"" + path + "\"", errno);
  return LineScanner(path, std::move(fd), max_line);
}

Result<bool> LineScanner::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    // Moved only when the rest of the buffer has been searched, so each byte moves once a line.
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kStep) buffer_.resize(std::max(end_ + kStep, buffer_.size() * 2));
  while (true) {
    const ssize_t got = ::read(fd_.get(), buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read \"" + path_ + "\"", errno);
    at_end_ = got == 0;
    end_ += static_cast<std::size_t>(got);
    return !at_end_;
  }
}

Result<std::optional<LineScanner::Line>> LineScanner::next() {
  std::size_t searched = 0;
  while (true) {
    const char* start = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const void* found =
        size > searched ? std::memchr(start + searched, '\n', size - searched) : nullptr;
    const std::size_t length =
        found == nullptr ? size : static_cast<std::size_t>(static_cast<const char*>(found) - start);
    if (length > max_line_) {
      return Error{.reason = "the line is longer than " + std::to_string(max_line_) + " bytes",
                   .where = path_ + ":" + std::to_string(lines_ + 1),
                   .mend = "this is no journal that tare wrote; check the path"};
    }
    // Whether a line is the last one is known when a byte after it, or the end, has been seen.
    if (!at_end_ && (found == nullptr || length + 1 == size)) {
      searched = length;
      if (auto filled = fill(); !filled) return filled.error();
      continue;
    }
    if (found == nullptr && size == 0) return std::optional<Line>();
    const std::size_t taken = found == nullptr ? length : length + 1;
    Line line{offset_, ++lines_, std::string_view(start, length), found != nullptr, taken == size};
    begin_ += taken;
    offset_ += taken;
    return std::optional<Line>(line);
  }
}

}  // namespace tare
