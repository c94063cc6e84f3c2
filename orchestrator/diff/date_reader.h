// One text read as a date, a time, or both.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

struct DateText {
  // Days since 1970-01-01. Two readings where day and month may stand either way round: the month
  // first, then the day first.
  std::array<std::int64_t, 2> days = {};
  int readings = 0;          // 0: a time alone
  bool like_number = false;  // plain numbers and version labels are spelled so too
  bool has_time = false;
  std::int64_t seconds = 0;  // since midnight UTC, the zone taken off; may be negative
  std::string fraction;      // of a second, digits without idle zeros
};

std::optional<DateText> read_date(std::string_view text);

}  // namespace tare
