// Offsets for machines, lines and columns for people.
#include <algorithm>

#include "base/utf8.h"
#include "json/reader.h"

namespace tare::json {

LineColumn line_column_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t newline = before.rfind('\n');
  const std::string_view line =
      newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto newlines = std::count(before.begin(), before.end(), '\n');
  return {static_cast<std::uint32_t>(newlines + 1),
          static_cast<std::uint32_t>(count_code_points(line) + 1)};
}

}  // namespace tare::json
