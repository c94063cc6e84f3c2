// Knows when a JSON object that spans lines is whole, without reading it again for each line.
//
// Between lines it keeps one number, the depth: a JSON string cannot go on past its line, so no
// more is needed. It does not check the grammar (the strict reader does, once, when the object is
// whole); it only stops early at what no JSON could hold, so that log text after a stray '{' is
// found at once and not at the end of the stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tare {

class NestingScanner {
 public:
  explicit NestingScanner(std::uint32_t max_depth) : max_depth_(max_depth) {}

  enum class Result : std::uint8_t {
    open,      // the object goes on
    closed,    // depth is back at 0; `at` is just past the bracket
    too_deep,  // `at` is the bracket
    stray,     // a byte that stands in no JSON outside a string, or a line's end inside one
  };
  // One line, without its newline. After anything but `open`, start() is due.
  Result scan(std::string_view line, std::size_t& at);
  void start() { depth_ = 0; }

 private:
  std::uint32_t max_depth_;
  std::uint32_t depth_ = 0;
};

}  // namespace tare
