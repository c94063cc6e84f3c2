#include "report/markdown.h"

#include "base/escape.h"

namespace tare {

std::string markdown_cell(std::string_view value) {
  std::string out;
  for (const char c : escape_for_terminal(value)) {
    if (c == '<') {
      out += "&lt;";
      continue;
    }
    if (std::string_view("\\|`*_[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out + "\n";
}

}  // namespace tare
