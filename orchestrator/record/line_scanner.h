// Lines of a file of any size, one in memory at a time. Private to record/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace tare {

class LineScanner {
 public:
  // Reads `path` from its start. A line over `max_line` bytes is an error.
  static Result<LineScanner> open(const std::string& path, std::size_t max_line);

  struct Line {
    std::uint64_t offset;
    std::uint64_t number;   // from 1
    std::string_view text;  // without the newline; valid until the next call
    bool terminated;        // false: the file ends before a newline
    bool last;              // nothing follows
  };
  // nullopt at the end of the file.
  Result<std::optional<Line>> next();

 private:
  LineScanner(std::string path, UniqueFd fd, std::size_t max_line)
      : path_(std::move(path)), fd_(std::move(fd)), max_line_(max_line) {}
  // Makes room and reads more. False at the end of the file.
  Result<bool> fill();

  std::string path_;
  UniqueFd fd_;
  std::size_t max_line_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the unread part of buffer_
  std::uint64_t offset_ = 0;         // of begin_ in the file
  std::uint64_t lines_ = 0;
  bool at_end_ = false;
};

}  // namespace tare
