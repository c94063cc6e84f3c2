#include "diff/date_text.h"

#include "diff/date_reader.h"

namespace tare {
namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;

bool same_instant(const DateText& a, const DateText& b) {
  if (a.fraction != b.fraction) return false;
  if (a.readings == 0 || b.readings == 0) {
    // A time alone comes round each day, and says nothing of a date.
    const std::int64_t apart = a.seconds - b.seconds;
    return a.readings == b.readings && apart % kDay == 0;
  }
  for (int i = 0; i < a.readings; ++i) {
    for (int j = 0; j < b.readings; ++j) {
      // Two texts of one style are read alike.
      if (a.readings == b.readings && i != j) continue;
      if (a.days[static_cast<std::size_t>(i)] * kDay + a.seconds ==
          b.days[static_cast<std::size_t>(j)] * kDay + b.seconds) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

DatePair compare_dates(std::string_view a, std::string_view b) {
  const std::optional<DateText> left = read_date(a);
  if (!left) return DatePair::no_dates;
  const std::optional<DateText> right = read_date(b);
  if (!right || (left->like_number && right->like_number)) return DatePair::no_dates;
  return same_instant(*left, *right) ? DatePair::same_instant : DatePair::other_instant;
}

}  // namespace tare
