#include "report/paragraph.h"

#include "report/display_text.h"

namespace tare {

std::string heading(std::string_view title, const TerminalStyle& style) {
  return paint(style.color, Ink::strong, title);
}

std::string paragraph(std::string_view title, std::string_view text, const TerminalStyle& style) {
  constexpr std::size_t kTitle = 12;
  std::string out;
  bool first = true;
  for (const std::string& line : wrap(text, style.width > 30 ? style.width - kTitle : 18)) {
    out += first ? heading(pad_right(std::string(title), kTitle), style) : std::string(kTitle, ' ');
    out += line + "\n";
    first = false;
  }
  return out;
}

}  // namespace tare
