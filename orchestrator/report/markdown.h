// Text from outside in a Markdown table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

// Shown as it is written, whatever marks of Markdown or HTML stand in it.
std::string markdown_cell(std::string_view value);

// "| a | b |", of cells that are fit for it.
std::string markdown_line(const std::vector<std::string>& cells);

}  // namespace tare
