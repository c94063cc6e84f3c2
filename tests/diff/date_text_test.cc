#include "diff/date_text.h"

#include <gtest/gtest.h>

#include <string>

namespace tare {
namespace {

constexpr DatePair kSame = DatePair::same_instant, kOther = DatePair::other_instant,
                   kNone = DatePair::no_dates;

TEST(DateText, AllSpellingsOfOneInstantAreOne) {
  const char* const kSpellings[] = {
      "2031-03-04T09:15:30Z",
      "2031-03-04t09:15:30.000z",
      "2031-03-04 09:15:30",
      "2031-03-04T10:15:30+01:00",
      "2031-03-04T10:15:30+01:00[Europe/Paris]",
      "2031-03-04T04:15:30-0500",
      "2031-03-04 09:15:30 UTC",
      "20310304T091530Z",
      "2031/3/4 09:15:30",
      "Tue, 04 Mar 2031 09:15:30 GMT",
      "4 Mar 2031 09:15:30 +0000",
      "Tue Mar 04 2031 10:15:30 GMT+0100 (Central European Standard Time)",
      "Tue Mar  4 09:15:30 2031",
      "March 4, 2031 9:15:30 AM",
      "3/4/2031, 9:15:30 AM",
      "04.03.2031 09:15:30",
      "04 Mar 2031 04:15:30 EST",
  };
  for (const char* a : kSpellings) {
    for (const char* b : kSpellings) EXPECT_EQ(compare_dates(a, b), kSame) << a << " | " << b;
  }
}

TEST(DateText, DatesAloneAreMidnight) {
  for (const char* text : {"2031-03-04", "2031/03/04", "20310304", "03/04/2031", "04/03/2031",
                           "4 March 2031", "Mar 4, 2031", "4-Mar-2031", "04.03.2031",
                           "2031-03-04T00:00:00.000Z", "2031-03-03T24:00:00"}) {
    EXPECT_EQ(compare_dates("2031-03-04T00:00:00Z", text), kSame) << text;
  }
  EXPECT_EQ(compare_dates("2031-03", "2031-03-01"), kSame);
}

TEST(DateText, AShiftIsAnotherInstant) {
  EXPECT_EQ(compare_dates("2031-03-04", "2031-03-05"), kOther);
  EXPECT_EQ(compare_dates("2031-03-04", "2031-03-03T23:00:00Z"), kOther);
  EXPECT_EQ(compare_dates("2031-03-04T10:00:00+01:00", "2031-03-04T10:00:00Z"), kOther);
  EXPECT_EQ(compare_dates("2031-03-04T10:00:00.123456Z", "2031-03-04T10:00:00.123Z"), kOther);
  EXPECT_EQ(compare_dates("03/04/2031", "04/03/2031"), kOther) << "of one style, read alike";
  EXPECT_EQ(compare_dates("03/14/2031", "2031-04-03"), kOther);
}

TEST(DateText, TimesAlone) {
  EXPECT_EQ(compare_dates("10:15", "10:15:00"), kSame);
  EXPECT_EQ(compare_dates("22:15", "10:15 PM"), kSame);
  EXPECT_EQ(compare_dates("12:05 AM", "00:05"), kSame);
  EXPECT_EQ(compare_dates("23:30Z", "00:30+01:00"), kSame);
  EXPECT_EQ(compare_dates("10:15", "10:16"), kOther);
  EXPECT_EQ(compare_dates("10:15", "2031-03-04T10:15:00"), kOther);
}

TEST(DateText, WhatIsNoDate) {
  for (const char* text : {"",
                           "2031",
                           "2031-13-04",
                           "2031-02-30",
                           "31/31/2031",
                           "10:60",
                           "25:00",
                           "9:15",
                           "1.2.3",
                           "tomorrow",
                           "March",
                           "Mar 2031",
                           "v2031-03-04",
                           "2031-03-04x",
                           "2031-03-04T",
                           "10:15 (",
                           "2031-03-04T10:15:00+1:00",
                           "03/04/31",
                           "2031-03-04-05",
                           "0000-00-00",
                           "Tue",
                           "4 Mar"}) {
    EXPECT_EQ(compare_dates("2031-03-04", text), kNone) << text;
  }
  EXPECT_EQ(compare_dates("20310304", "20310305"), kNone) << "numbers as likely as dates";
  EXPECT_EQ(compare_dates("2024-10", "2024-11"), kNone);
  EXPECT_EQ(compare_dates("2031-03-04", "2031-03-04 " + std::string(200, ' ')), kNone);
}

}  // namespace
}  // namespace tare
