#include "policy/review_day.h"

#include <chrono>

#include "base/names.h"

namespace tare {

bool is_real_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  unsigned parts[3] = {0, 0, 0};
  std::size_t part = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 4 || i == 7) {
      ++part;
      continue;
    }
    if (text[i] < '0' || text[i] > '9') return false;
    parts[part] = parts[part] * 10 + static_cast<unsigned>(text[i] - '0');
  }
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(parts[0])),
                                         std::chrono::month(parts[1]), std::chrono::day(parts[2])};
  return parts[0] != 0 && date.ok();
}

std::string latest_today() {
  const auto there = std::chrono::system_clock::now() + std::chrono::hours(14);
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(there.time_since_epoch()).count();
  return utc_text(ms).substr(0, 10);
}

}  // namespace tare
