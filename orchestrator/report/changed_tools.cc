#include "report/changed_tools.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/markdown.h"

namespace tare {
namespace {

constexpr std::size_t kMaxTools = 50, kMaxChanges = 3, kMaxIds = 20;
constexpr std::size_t kMaxName = 100, kMaxChange = 300;  // bytes

// "added"; of a changed one what changed: "a; b". Escaped for a terminal.
std::string what_text(const ChangedTool& tool, std::size_t most) {
  if (tool.changes.empty()) return std::string(changed_tool_how(tool.how));
  std::string out;
  const std::size_t shown = std::min(tool.changes.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    out += (i == 0 ? "" : "; ") + shown_text(tool.changes[i], kMaxChange);
  }
  if (tool.changes.size() > shown) {
    out += "; and " + counted(tool.changes.size() - shown, "more change");
  }
  return out;
}

std::string cases_text(const ChangedTool& tool) {
  if (tool.cases == 0) return "touches no case";
  std::string out = "touches " + counted(tool.cases, "case") + ": ";
  const std::size_t shown = std::min(tool.case_ids.size(), kMaxIds);
  for (std::size_t i = 0; i < shown; ++i) {
    out += (i == 0 ? "" : ", ") + shown_text(tool.case_ids[i], kMaxName);
  }
  if (tool.cases > shown) out += " and " + count_text(tool.cases - shown) + " more";
  return out;
}

std::string indented(const std::string& text, std::size_t columns, const TerminalStyle& style) {
  std::string out;
  for (const std::string& line : wrap(text, style.width - columns)) {
    out += std::string(columns, ' ') + line + "\n";
  }
  return out;
}

}  // namespace

std::string_view changed_tool_how(ChangedTool::How how) {
  switch (how) {
    case ChangedTool::How::added:
      return "added";
    case ChangedTool::How::removed:
      return "removed";
    case ChangedTool::How::changed:
      return "changed";
  }
  return "changed";
}

std::string changed_tools_text(const std::vector<ChangedTool>& tools, const TerminalStyle& style) {
  if (tools.empty()) return "";
  std::string out =
      paint(style.color, Ink::strong, "Changed tools") + " (" + count_text(tools.size()) + ")\n";
  const std::size_t shown = style.verbose ? tools.size() : std::min(tools.size(), kMaxTools);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t most = style.verbose ? tools[i].changes.size() : kMaxChanges;
    out +=
        indented(shown_text(tools[i].name, kMaxName) + ": " + what_text(tools[i], most), 2, style) +
        indented(cases_text(tools[i]), 4, style);
  }
  if (tools.size() > shown) out += "  and " + counted(tools.size() - shown, "more tool") + "\n";
  return out;
}

std::string changed_tools_markdown(const std::vector<ChangedTool>& tools) {
  if (tools.empty()) return "";
  std::string out = fmt::format("\n### Changed tools ({})\n\n", tools.size());
  const std::size_t shown = std::min(tools.size(), kMaxTools);
  for (std::size_t i = 0; i < shown; ++i) {
    out += fmt::format("* {}: {}; {}\n", markdown_cell(shown_text(tools[i].name, kMaxName)),
                       markdown_cell(what_text(tools[i], kMaxChanges)),
                       markdown_cell(cases_text(tools[i])));
  }
  if (tools.size() > shown) out += fmt::format("* and {} more\n", tools.size() - shown);
  return out;
}

}  // namespace tare
