#include "suite/id_ledger.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"

namespace tare {

std::vector<RetiredId> read_id_ledger(std::string_view text, std::uint32_t file) {
  std::vector<RetiredId> out;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::uint32_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t first = one.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || one[first] == '#') continue;
    one = without_blank_ends(one.substr(0, std::min(one.find(" #"), one.size())));
    out.push_back({std::string(one), {file, line, static_cast<std::uint32_t>(first + 1)}});
  }
  return out;
}

}  // namespace tare
