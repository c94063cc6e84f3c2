// Dates and times as text, in the spellings that programs print: ISO 8601, RFC 2822 and what
// JavaScript, C and people make of them.
#pragma once

#include <string_view>

namespace tare {

enum class DatePair { no_dates, same_instant, other_instant };

// Are both a date, a time, or both at once? What a text leaves out is not held against it: no time
// is midnight, no zone is UTC, so "2031-03-04" and "2031-03-04T00:00:00Z" are one instant, and a
// shift by the zone of a host is another. 03/04/2031 may be read either way round; one way must
// fit. Spellings that plain numbers share (20310304, 2031-03) count on one side only. Texts of more
// than 100 bytes are no dates.
DatePair compare_dates(std::string_view a, std::string_view b);

}  // namespace tare
