// Server-sent events, in any pieces, to the data of each: enough of them for MCP.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tare {

class EventReader {
 public:
  explicit EventReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // The lines of an event's data, joined by a newline. Not called for events without any, which
  // clients are to pass over.
  using Sink = std::function<void(std::string_view data)>;
  // Fails where a line or an event's data is larger than the bound.
  Result<void> feed(std::string_view bytes, const Sink& sink);

 private:
  void take_line(std::string_view line, const Sink& sink);

  std::size_t max_bytes_;
  std::string line_, data_;
  bool has_data_ = false;
  bool after_return_ = false;  // a newline that comes next belongs to the line's end
};

}  // namespace tare
