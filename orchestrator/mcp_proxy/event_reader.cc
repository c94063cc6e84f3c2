#include "mcp_proxy/event_reader.h"

#include <fmt/format.h>

#include <utility>

namespace tare {

Result<void> EventReader::feed(std::string_view bytes, const Sink& sink) {
  while (!bytes.empty()) {
    if (std::exchange(after_return_, false) && bytes[0] == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    line_ += bytes.substr(0, end);
    if (line_.size() > max_bytes_ || data_.size() > max_bytes_) {
      return Error{.kind = ErrorKind::system,
                   .reason = fmt::format("an event is larger than {} bytes", max_bytes_)};
    }
    if (end == std::string_view::npos) return {};
    after_return_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    take_line(line_, sink);
    line_.clear();
  }
  return {};
}

void EventReader::take_line(std::string_view line, const Sink& sink) {
  if (line.empty()) {
    if (has_data_ && !data_.empty()) sink(data_);
    data_.clear();
    has_data_ = false;
    return;
  }
  if (line != "data" && !line.starts_with("data:")) return;  // names, ids, comments
  std::string_view value = line.substr(line.size() == 4 ? 4 : 5);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (has_data_) data_ += '\n';
  data_ += value;
  has_data_ = true;
}

}  // namespace tare
