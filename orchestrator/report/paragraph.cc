#include "report/paragraph.h"

#include <algorithm>

#include "report/display_text.h"

namespace tare {

std::string heading(std::string_view title, const TerminalStyle& style) {
  return paint(style.color, Ink::strong, title);
}

std::string paragraph(std::string_view title, std::string_view text, const TerminalStyle& style) {
  const std::size_t indent = std::max<std::size_t>(12, title.size() + 1);
  std::string out;
  bool first = true;
  for (const std::string& line : wrap(text, style.width > 30 ? style.width - indent : 18)) {
    out += first ? heading(pad_right(std::string(title), indent), style) : std::string(indent, ' ');
    out += line + "\n";
    first = false;
  }
  return out;
}

}  // namespace tare
