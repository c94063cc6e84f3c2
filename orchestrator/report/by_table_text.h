// The table of by_table.h as a person or a program reads it.
#pragma once

#include <string>

#include "report/by_table.h"
#include "report/ladder.h"
#include "report/reporters.h"

namespace tare {

// One line a row, below one of headings. Nothing is cut: a terminal that is too narrow breaks it.
std::string by_table_text(const ByTable& table, const TerminalStyle& style);
std::string by_table_markdown(const ByTable& table);
// tare-by/1, docs/report.md.
// With the ladder, where it has more than one rung.
std::string by_table_json(const ByTable& table, const Ladder& ladder = Ladder());

}  // namespace tare
