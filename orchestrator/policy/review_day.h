// The day under a review: one that there is, and that has come.
#pragma once

#include <string>
#include <string_view>

namespace tare {

// "2026-11-30"; not "2026-02-30".
bool is_real_date(std::string_view text);

// The date where it is furthest on (UTC+14): whoever signs today signs no later one.
std::string latest_today();

}  // namespace tare
