// Changed tools and the cases that they touch, for a terminal and as Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/paint.h"
#include "report/reporters.h"
#include "scoring/changed_tool.h"

namespace tare {

std::string_view changed_tool_how(ChangedTool::How how);  // "added", "removed", "changed"

// "" where there is none.
std::string changed_tools_text(const std::vector<ChangedTool>& tools, const TerminalStyle& style);
std::string changed_tools_markdown(const std::vector<ChangedTool>& tools);

}  // namespace tare
