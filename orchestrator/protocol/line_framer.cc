#include "protocol/line_framer.h"

#include <algorithm>
#include <cstring>

namespace tare {

bool LineFramer::feed(std::string_view bytes,
                      const std::function<bool(std::string_view)>& on_line) {
  if (overflowed_) return false;
  while (!bytes.empty()) {
    const void* found = std::memchr(bytes.data(), '\n', bytes.size());
    const std::size_t length =
        found ? static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data())
              : bytes.size();
    if (length > max_line_ - rest_.size()) {
      rest_.append(bytes.substr(0, max_line_ - rest_.size()));
      overflowed_ = true;
      return false;
    }
    if (!found) {
      rest_.append(bytes);
      return true;
    }
    const std::string_view piece = bytes.substr(0, length);
    bytes.remove_prefix(length + 1);
    if (rest_.empty()) {  // the usual case: the line stands whole in the piece, no copy
      if (!on_line(piece)) return false;
      continue;
    }
    rest_.append(piece);
    const bool go_on = on_line(rest_);
    rest_.clear();
    if (!go_on) return false;
  }
  return true;
}

}  // namespace tare
