// Headings and titled paragraphs, as all parts of a run's report are set.
#pragma once

#include <string>
#include <string_view>

#include "report/reporters.h"

namespace tare {

std::string heading(std::string_view title, const TerminalStyle& style);

// "Title      text", wrapped below itself.
std::string paragraph(std::string_view title, std::string_view text, const TerminalStyle& style);

}  // namespace tare
