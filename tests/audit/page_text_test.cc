#include "audit/page_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tare {
namespace {

TEST(PageText, WhatCannotBeSeenIsShown) {
  EXPECT_EQ(html_marked("a\nb", {}, 100), "a<i>\\n</i>b");
  EXPECT_EQ(html_marked("a\xc2\xa0"
                        "b",
                        {}, 100),
            "a<i>\\u00a0</i>b");
  EXPECT_EQ(html_marked("<&>", {}, 100), "&lt;&amp;&gt;");
  // An accent of its own is told from the letter that has one, where that is what changed.
  EXPECT_EQ(html_marked("e\xcc\x81", {{0, 3}}, 100), "<mark>e<i>\\u0301</i></mark>");
}

TEST(PageText, ChangesAreMarkedAndPlacesOfMissingTextToo) {
  EXPECT_EQ(html_marked("abcd", {{1, 2}, {3, 4}}, 100), "a<mark>b</mark>c<mark>d</mark>");
  EXPECT_EQ(html_marked("ab", {{1, 1}}, 100), "a<mark class=\"gap\"></mark>b");
  EXPECT_EQ(html_marked("ab", {{2, 2}}, 100), "ab<mark class=\"gap\"></mark>");
  EXPECT_EQ(html_marked("", {{0, 0}}, 100), "<mark class=\"gap\"></mark>");
}

TEST(PageText, LongTextIsCutAroundTheChangeAndSaysSo) {
  const std::string text = std::string(1000, 'a') + "X" + std::string(1000, 'b');
  const std::string shown = html_marked(text, {{1000, 1001}}, 40);
  EXPECT_EQ(shown, "<i class=\"cut\">[990 B]…</i>aaaaaaaaaa<mark>X</mark>" + std::string(29, 'b') +
                       "<i class=\"cut\">…[971 B]</i>");
}

// The oracle: byte for byte, a mark around each that is in a range, a gap where an empty one
// stands; then marks that touch are one.
std::string slow_marked(const std::string& text, const std::vector<ByteRange>& changed) {
  std::string out;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const ByteRange& range : changed) {
      if (range.begin == at && range.end == at) out += "<mark class=\"gap\"></mark>";
    }
    if (at == text.size()) break;
    bool marked = false;
    for (const ByteRange& range : changed) marked = marked || (range.begin <= at && at < range.end);
    const std::string shown = text[at] == '<' ? "&lt;" : std::string(1, text[at]);
    out += marked ? "<mark>" + shown + "</mark>" : shown;
  }
  const std::string seam = "</mark><mark>";
  for (std::size_t at; (at = out.find(seam)) != std::string::npos;) out.erase(at, seam.size());
  return out;
}

TEST(PageText, AgreesWithMarkingByteForByte) {
  std::mt19937 random(11);
  const auto pick = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t length = pick(9); length > 0; --length) text += "ab<"[pick(3)];
    std::vector<ByteRange> changed;
    for (std::size_t at = pick(4); at <= text.size();) {
      const std::size_t end = std::min(text.size(), at + pick(3));
      changed.push_back({at, end});
      at = end + 1 + pick(3);
    }
    ASSERT_EQ(html_marked(text, changed, 100), slow_marked(text, changed)) << text;
  }
}

TEST(PageText, NoBytesAndNoBoundMakeItFail) {
  std::mt19937 random(12);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t length = random() % 40; length > 0; --length) {
      text += static_cast<char>(random() % 256);
    }
    const std::size_t begin = random() % (text.size() + 1);
    const std::size_t end = begin + random() % (text.size() - begin + 1);
    const std::string shown = html_marked(text, {{begin, end}}, 1 + random() % 30);
    for (const char c : shown) ASSERT_GE(static_cast<unsigned char>(c), 0x20);
  }
}

}  // namespace
}  // namespace tare
