#include "import/csv_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"

namespace tare {
namespace {

// One record from `at` on; moves it behind. `line` counts line breaks, those in quotes too.
// False: a quoted cell has no end.
bool read_record(std::string_view text, std::size_t& at, std::size_t& line,
                 std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool quoted = false;
  while (at < text.size()) {
    const char c = text[at++];
    if (c == '\n') ++line;
    if (quoted) {
      if (c != '"') {
        cells.back().push_back(c);
      } else if (at < text.size() && text[at] == '"') {
        cells.back().push_back('"');
        ++at;
      } else {
        quoted = false;
      }
    } else if (c == '"' && is_blank(cells.back())) {
      cells.back().clear();
      quoted = true;
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '\n') {
      return true;
    } else if (c != '\r' || (at < text.size() && text[at] != '\n')) {
      cells.back().push_back(c);
    }
  }
  return !quoted;
}

}  // namespace

Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<CsvRow> rows;
  std::vector<std::string> header, cells;
  std::size_t at = 0, line = 1;
  const auto fail = [&](std::size_t where, std::string reason) {
    return Error{ErrorKind::input, std::move(reason), fmt::format("{}:{}:1", name, where),
                 "a table has a header line and as many cells in each row"};
  };
  while (at < text.size()) {
    const std::size_t begin = line;
    if (!read_record(text, at, line, cells)) return fail(begin, "a quote that is not closed");
    if (cells.size() == 1 && is_blank(cells[0])) continue;
    if (header.empty()) {
      for (const std::string& cell : cells) {
        std::string column(without_blank_ends(cell));
        if (!column.empty() && std::ranges::find(header, column) != header.end()) {
          return fail(begin, fmt::format("two columns are called {}", quote_json(column)));
        }
        header.push_back(std::move(column));
      }
      continue;
    }
    if (cells.size() > header.size()) {
      return fail(begin,
                  fmt::format("{} cells where the header has {}", cells.size(), header.size()));
    }
    CsvRow row{begin, {}};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!is_blank(cells[i])) row.cells.emplace_back(header[i], cells[i]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tare
