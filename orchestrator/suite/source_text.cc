// A place before the cursor starts the count afresh; that happens for faults alone, and those are
// bounded.
#include "suite/source_text.h"

#include <algorithm>
#include <cstring>

#include "base/utf8.h"

namespace tare {

SourcePosition SourceText::position(std::size_t offset) const {
  if (map_ != nullptr) {
    auto after = std::upper_bound(
        map_->begin(), map_->end(), offset,
        [](std::size_t o, const MappedToken& token) { return o < token.json_offset; });
    if (after == map_->begin()) return {file_, 1, 1};
    const MappedToken& token = *std::prev(after);
    return {file_, token.line, token.column};
  }
  const std::size_t target = std::min(base_ + offset, text_.size());
  if (target < cursor_.offset) cursor_ = {};
  while (cursor_.offset < target) {
    const char* from = text_.data() + cursor_.offset;
    const void* newline = std::memchr(from, '\n', target - cursor_.offset);
    if (newline == nullptr) {
      const std::string_view rest = text_.substr(cursor_.offset, target - cursor_.offset);
      cursor_.column += static_cast<std::uint32_t>(count_code_points(rest));
      cursor_.offset = target;
    } else {
      cursor_.offset += static_cast<std::size_t>(static_cast<const char*>(newline) - from) + 1;
      ++cursor_.line;
      cursor_.column = 1;
    }
  }
  return {file_, cursor_.line, cursor_.column};
}

}  // namespace tare
