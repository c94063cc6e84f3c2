#include "base/utf8.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tare {
namespace {

// The oracle: the valid sequences are those that a plain encoder makes of the scalar values.
std::string plain_encoding(char32_t c) {
  const auto byte = [](char32_t b) { return std::string(1, static_cast<char>(b)); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) return byte(0xc0 + c / 64) + byte(0x80 + c % 64);
  if (c < 0x10000) return byte(0xe0 + c / 4096) + byte(0x80 + c / 64 % 64) + byte(0x80 + c % 64);
  return byte(0xf0 + c / 262144) + byte(0x80 + c / 4096 % 64) + byte(0x80 + c / 64 % 64) +
         byte(0x80 + c % 64);
}

TEST(Utf8, EveryScalarValueIsValidAndReadsBack) {
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    const std::string bytes = plain_encoding(c);
    ASSERT_TRUE(is_valid_utf8(bytes)) << std::hex << static_cast<unsigned>(c);
    const CodePoint read = code_point_at(bytes, 0);
    ASSERT_TRUE(read.valid);
    ASSERT_EQ(read.value, c);
    ASSERT_EQ(read.length, bytes.size());
    std::string appended;
    append_utf8(appended, c);
    ASSERT_EQ(appended, bytes);
  }
}

TEST(Utf8, EverySequenceUpToThreeBytesIsJudgedAsTheOracleDoes) {
  std::set<std::string> valid;
  for (char32_t c = 0x80; c < 0x10000; ++c) {
    if (c < 0xd800 || c > 0xdfff) valid.insert(plain_encoding(c));
  }
  for (unsigned lead = 0x80; lead < 0x100; ++lead) {
    std::string bytes(1, static_cast<char>(lead));
    ASSERT_FALSE(is_valid_utf8(bytes));
    for (unsigned second = 0; second < 0x100; ++second) {
      bytes.resize(1);
      bytes += static_cast<char>(second);
      ASSERT_EQ(is_valid_utf8(bytes), valid.contains(bytes)) << lead << " " << second;
      if (lead < 0xe0 || second < 0x80) continue;
      for (unsigned third = 0x70; third < 0xd0; ++third) {
        bytes.resize(2);
        bytes += static_cast<char>(third);
        ASSERT_EQ(is_valid_utf8(bytes), valid.contains(bytes)) << lead << " " << second;
      }
    }
  }
}

TEST(Utf8, FourByteSequencesEndAtTheLastCodePoint) {
  EXPECT_TRUE(is_valid_utf8("\xf0\x90\x80\x80"));
  EXPECT_FALSE(is_valid_utf8("\xf0\x8f\xbf\xbf"));
  EXPECT_TRUE(is_valid_utf8("\xf4\x8f\xbf\xbf"));
  EXPECT_FALSE(is_valid_utf8("\xf4\x90\x80\x80"));
  EXPECT_FALSE(is_valid_utf8("\xf5\x80\x80\x80"));
  EXPECT_FALSE(is_valid_utf8("\xf0\x90\x80"));
}

TEST(Utf8, FindsTheFirstInvalidByteBehindAnyLengthOfText) {
  for (std::size_t length = 0; length < 40; ++length) {
    const std::string text(length, 'a');
    EXPECT_EQ(find_invalid_utf8(text), std::string_view::npos);
    EXPECT_EQ(find_invalid_utf8(text + "\xff" + text), length);
    EXPECT_EQ(find_invalid_utf8(text + "é\xe2\x82"), length + 2);
  }
}

TEST(Utf8, AnInvalidByteCountsAsOneAndReadsAsReplacement) {
  EXPECT_EQ(count_code_points("a\xff\xe2\x82z"), 5u);
  EXPECT_EQ(count_code_points("häßlich, 日本, 😀"), 14u);
  const CodePoint read = code_point_at("\xe2\x82", 0);
  EXPECT_FALSE(read.valid);
  EXPECT_EQ(read.length, 1u);
  EXPECT_EQ(read.value, U'\ufffd');
}

TEST(Utf8, ASurrogateIsAppendedAsItsThreeBytes) {
  std::string out;
  append_utf8(out, 0xd800);
  EXPECT_EQ(out, "\xed\xa0\x80");
  EXPECT_FALSE(is_valid_utf8(out));
}

}  // namespace
}  // namespace tare
