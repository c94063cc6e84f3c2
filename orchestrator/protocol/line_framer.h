// Bytes from a pipe, in any pieces, to lines. Bounded: a line over the limit is reported, not kept.
//
// Each byte is looked at once, however small the pieces are, and a line that stands whole in a
// piece is handed on without a copy: that is what makes a thousand small answers cheap and one of
// many megabytes linear.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace tare {

class LineFramer {
 public:
  explicit LineFramer(std::size_t max_line) : max_line_(max_line) {}

  // Calls `on_line` for each complete line without its '\n' (a '\r' before it is kept). Returns
  // false if a line grew over the limit, or if on_line returned false; then no more is taken. The
  // view handed to on_line dies with the call.
  bool feed(std::string_view bytes, const std::function<bool(std::string_view)>& on_line);

  // What stands after the last newline; after an overflow, the first `max_line` bytes of that line.
  std::string_view rest() const { return rest_; }
  bool overflowed() const { return overflowed_; }

 private:
  std::size_t max_line_;
  std::string rest_;  // never longer than max_line_
  bool overflowed_ = false;
};

}  // namespace tare
