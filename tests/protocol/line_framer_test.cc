// Lines out of pieces: whatever the pieces, the same lines; no more than the limit is ever held.
#include "protocol/line_framer.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <vector>

namespace tare {
namespace {

struct Taken {
  std::vector<std::string> lines;
  std::string rest;
  bool overflowed = false;
  bool operator==(const Taken&) const = default;
};

Taken feed_in_pieces(const std::string& text, std::size_t max_line,
                     const std::vector<std::size_t>& cuts) {
  LineFramer framer(max_line);
  Taken taken;
  std::size_t at = 0;
  const auto on_line = [&](std::string_view line) {
    taken.lines.emplace_back(line);
    return true;
  };
  for (const std::size_t cut : cuts) {
    if (!framer.feed(std::string_view(text).substr(at, cut - at), on_line)) break;
    at = cut;
  }
  taken.rest = std::string(framer.rest());
  taken.overflowed = framer.overflowed();
  return taken;
}

// The slow, obvious way: the whole text, byte by byte.
Taken byte_by_byte(const std::string& text, std::size_t max_line) {
  Taken taken;
  for (const char c : text) {
    if (c == '\n') {
      taken.lines.push_back(taken.rest);
      taken.rest.clear();
    } else if (taken.rest.size() == max_line) {
      taken.overflowed = true;
      return taken;
    } else {
      taken.rest += c;
    }
  }
  return taken;
}

TEST(LineFramer, GivesTheSameLinesWhateverThePieces) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t size = random() % 60;
    for (std::size_t i = 0; i < size; ++i) text += "ab\r\n\n"[random() % 5];
    std::vector<std::size_t> cuts;
    for (std::size_t i = 0; i < size; ++i) {
      if (random() % 3 == 0) cuts.push_back(i);
    }
    cuts.push_back(size);
    const std::size_t limit = 1 + random() % 12;
    ASSERT_EQ(feed_in_pieces(text, limit, cuts), byte_by_byte(text, limit)) << text;
  }
}

TEST(LineFramer, StopsWhereItsOwnerHasHadEnough) {
  LineFramer framer(100);
  int lines = 0;
  EXPECT_FALSE(framer.feed("a\nb\nc\n", [&](std::string_view) { return ++lines < 2; }));
  EXPECT_EQ(lines, 2);
  EXPECT_FALSE(framer.overflowed());
}

TEST(LineFramer, TakesALineOfExactlyTheLimit) {
  LineFramer framer(3);
  std::string seen;
  EXPECT_TRUE(framer.feed("abc\n", [&](std::string_view line) {
    seen = line;
    return true;
  }));
  EXPECT_EQ(seen, "abc");
  EXPECT_FALSE(framer.feed("abcd", [](std::string_view) { return true; }));
  EXPECT_TRUE(framer.overflowed());
  EXPECT_EQ(framer.rest(), "abc");
  EXPECT_FALSE(framer.feed("\n", [](std::string_view) { return true; }));
}

}  // namespace
}  // namespace tare
