// Texts in parts: nothing is lost, no character is parted but where that was asked for.
#include "proxy/reply_pieces.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "json/reader.h"

namespace tare::proxy {
namespace {

constexpr std::string_view kText = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"\\\n\x01z";

std::string read_back(const std::string& quoted) {
  json::Document document;
  EXPECT_FALSE(json::read_strict(quoted, document)) << quoted;
  return document.empty() ? "" : document.root().decoded();
}

TEST(Pieces, JoinedTheyAreTheTextAndEachIsWholeCharacters) {
  for (std::size_t bytes = 0; bytes < 24; ++bytes) {
    std::string joined;
    for (const std::string& piece : pieces_of(kText, bytes, false)) {
      EXPECT_TRUE(is_valid_utf8(piece));
      EXPECT_FALSE(piece.empty());
      if (bytes > 0 && count_code_points(piece) > 1) {
        EXPECT_LE(piece.size(), bytes);
      }
      joined += piece;
    }
    EXPECT_EQ(joined, kText) << bytes;
  }
  EXPECT_TRUE(pieces_of("", 1, false).empty());
  EXPECT_EQ(pieces_of("abc", 1, false).size(), 3u);
}

TEST(Pieces, WithHalvesASurrogatePairIsParted) {
  const auto pieces = pieces_of("\xf0\x9f\x98\x80", 1, true);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(json_quoted(pieces[0], true), R"("\ud83d")");
  EXPECT_EQ(json_quoted(pieces[1], true), R"("\ude00")");
}

TEST(Quoted, ReadsBackAsTheSameBytes) {
  for (const bool escapes : {false, true}) {
    EXPECT_EQ(read_back(json_quoted(kText, escapes)), kText);
    EXPECT_EQ(read_back(json_quoted("\xff", escapes)), "\xff");
  }
  EXPECT_EQ(json_quoted("\xc3\xa9\xf0\x9f\x98\x80", true), R"("\u00e9\ud83d\ude00")");
  EXPECT_EQ(json_quoted("\xc3\xa9", false), "\"\xc3\xa9\"");
}

}  // namespace
}  // namespace tare::proxy
