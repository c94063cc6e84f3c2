// Columns, wrapping and excerpts.
#include "report/display_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"

namespace tare {
namespace {

using testing::ElementsAre;

TEST(DisplayText, CountsCells) {
  EXPECT_EQ(text_columns("abc"), 3u);
  EXPECT_EQ(text_columns("\u00e9"), 1u);
  EXPECT_EQ(text_columns("\u6f22\u5b57"), 4u);
  EXPECT_EQ(text_columns("e\u0301"), 1u);
}

TEST(DisplayText, FitCutsAtTheLastColumn) {
  EXPECT_EQ(fit("abcdef", 6), "abcdef");
  EXPECT_EQ(fit("abcdef", 4), "abc…");
  EXPECT_EQ(fit("\u6f22\u5b57\u6f22", 4), "\u6f22…");
  EXPECT_EQ(fit("abc", 0), "");
}

TEST(DisplayText, WrapBreaksAtSpaces) {
  EXPECT_THAT(wrap("one two three four", 10), ElementsAre("one two", "three four"));
  EXPECT_THAT(wrap("a\n\nb", 10), ElementsAre("a", "", "b"));
  EXPECT_THAT(wrap("abcdefghijkl", 8), ElementsAre("abcdefgh", "ijkl"));
  EXPECT_THAT(wrap("", 10), ElementsAre(""));
}

TEST(DisplayText, WrapLosesNothingButSpaces) {
  std::mt19937 random(3);
  auto without_spaces = [](std::string_view text) {
    std::string out;
    for (char c : text)
      if (c != ' ' && c != '\n') out += c;
    return out;
  };
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 120, ' ');
    for (char& c : text) c = "ab \n"[random() % 4];
    std::size_t columns = 8 + random() % 20;
    std::string all;
    for (const std::string& line : wrap(text, columns)) {
      ASSERT_LE(text_columns(line), columns);
      all += line;
    }
    ASSERT_EQ(without_spaces(all), without_spaces(text));
  }
}

TEST(DisplayText, ShownTextIsCutAndEscaped) {
  EXPECT_EQ(shown_text("a\x1b", 10), "a\\x1b");
  EXPECT_EQ(shown_text(std::string(100, 'a'), 10).size(), 10u);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(shown_text("\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22", i + 3).find("\\x"),
              std::string::npos);
}

TEST(Excerpt, WholeTextWhereItFits) {
  Excerpt e = excerpt("{\"a\":10}", {{5, 7}}, 20, false, Ink::raw_change);
  EXPECT_EQ(e.text, "{\"a\":10}");
  EXPECT_EQ(e.markers, "     ^^");
  EXPECT_EQ(e.columns, 8u);
}

TEST(Excerpt, ColorMarksWithoutMarkerLine) {
  Excerpt e = excerpt("a10b", {{1, 3}}, 20, true, Ink::raw_change);
  EXPECT_EQ(e.text, "a\x1b[4;31m10\x1b[0mb");
  EXPECT_EQ(e.columns, 4u);
}

TEST(Excerpt, MarkersLineUpUnderEscapesAndWideCharacters) {
  Excerpt e = excerpt("\u6f22\x1b!", {{3, 4}}, 20, false, Ink::raw_change);
  EXPECT_EQ(e.text, "\u6f22\\x1b!");
  EXPECT_EQ(e.markers, "  ^^^^");
}

TEST(Excerpt, IsCutAroundTheFirstChange) {
  std::string text = std::string(1000, 'a') + "X" + std::string(1000, 'b');
  Excerpt e = excerpt(text, {{1000, 1001}}, 31, false, Ink::raw_change);
  EXPECT_EQ(e.text, "…aaaaaaaaaaXbbbbbbbbbbbbbbbbbb…");
  EXPECT_EQ(e.markers, "           ^");
}

TEST(Excerpt, SaysHowMuchIsLeftOutWhereThereIsRoom) {
  const std::string text = std::string(1000, 'a') + "X" + std::string(500, 'b');
  const Excerpt both = excerpt(text, {{1000, 1001}}, 60, false, Ink::raw_change);
  EXPECT_LE(both.columns, 60u);
  EXPECT_GE(both.columns, 56u);
  const std::size_t before = both.text.find('X') - both.text.find('a');
  const std::size_t after = both.text.rfind('b') - both.text.find('X');
  EXPECT_TRUE(both.text.starts_with("[" + std::to_string(1000 - before) + " B]…a")) << both.text;
  EXPECT_TRUE(both.text.ends_with("b…[" + std::to_string(500 - after) + " B]")) << both.text;
  EXPECT_EQ(both.markers.find('^'), text_columns(both.text.substr(0, both.text.find('X'))));

  const Excerpt front = excerpt(text, {{2, 3}}, 60, false, Ink::raw_change);
  EXPECT_TRUE(front.text.starts_with("aaa")) << front.text;
  const std::size_t shown = front.text.find("…");
  EXPECT_EQ(front.text.substr(shown), "…[" + std::to_string(1501 - shown) + " B]");

  const Excerpt end = excerpt(text, {{1501, 1501}}, 60, false, Ink::raw_change);
  EXPECT_TRUE(end.text.ends_with("bbb")) << end.text;
}

TEST(Excerpt, WhiteSpaceShows) {
  const auto shown = [](std::string_view text, std::vector<ByteRange> changed) {
    return excerpt(text, changed, 60, false, Ink::raw_change).text;
  };
  EXPECT_EQ(shown("a b", {}), "a b");
  EXPECT_EQ(shown("a b c", {{1, 2}}), "a·b c");
  EXPECT_EQ(shown("a\tb\nc\r", {}), "a→b↵c\\r");
  EXPECT_EQ(shown("a\u00a0\u2003\u3000\u200b", {}), "a\\u00a0\\u2003\\u3000\\u200b");
  EXPECT_EQ(shown("\xa0", {}), "\\xa0");
}

TEST(Excerpt, NeverWiderThanAskedAndNeverMarksWhatIsNotThere) {
  std::mt19937 random(5);
  for (int round = 0; round < 5000; ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text) c = "ab\x1b\xff\xe6\xbc\xa2\xcc\x81 "[random() % 10];
    std::size_t begin = text.empty() ? 0 : random() % text.size();
    std::size_t end = begin + random() % (text.size() - begin + 1);
    std::size_t columns = 8 + random() % 70;
    Excerpt e = excerpt(text, {{begin, end}}, columns, false, Ink::raw_change);
    ASSERT_LE(e.columns, columns);
    ASSERT_EQ(e.columns, text_columns(e.text));
    ASSERT_LE(e.markers.size(), e.columns);
    ASSERT_TRUE(is_valid_utf8(e.text));
    std::size_t lines = 0;
    for (const Excerpt& line :
         marked_lines(text, {{begin, end}}, columns, false, Ink::raw_change)) {
      ASSERT_LE(line.columns, columns);
      ++lines;
    }
    ASSERT_GE(lines, 1u);
  }
}

}  // namespace
}  // namespace tare
