// A table with a header, as JSON objects: one a row, a member a column that is not empty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tare {

struct CsvRow {
  std::size_t line = 0;                                    // from 1
  std::vector<std::pair<std::string, std::string>> cells;  // column, text; without empty ones
};

// RFC 4180: cells in double quotes may hold commas, line breaks and doubled quotes.
Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& name);

}  // namespace tare
