#include "base/line_pieces.h"

#include <algorithm>

namespace tare {

std::vector<std::string_view> pieces_of_lines(std::string_view text, std::size_t size) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t feed =
        size < text.size() ? text.find('\n', size - 1) : std::string_view::npos;
    const std::size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return pieces;
}

}  // namespace tare
