// A key that comes back, in each spelling and each cut, against a slow look at the decoded text.
#include "proxy/key_mask.h"

#include <gmock/gmock.h>

namespace tare::proxy {
namespace {

const std::string kKey = "sk-a/b+\"x%9";

std::string hex(unsigned char c, int digits, bool upper) {
  std::string out;
  const char* letters = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (int i = digits; i-- > 0;) out += letters[(c >> (4 * i)) & 15];
  return out;
}

// The ways in which a server may write one character.
std::vector<std::string> spellings_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return {std::string(1, c),          "\\u" + hex(byte, 4, false),
          "\\u" + hex(byte, 4, true), "\\\\u" + hex(byte, 4, false),
          std::string("\\") + c,      std::string("\\\\\\") + c,
          "%" + hex(byte, 2, true),   "%" + hex(byte, 2, false)};
}

std::string in_parts(const std::string& text, std::size_t size, bool* found = nullptr) {
  KeyMask mask(kKey);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += size) out += mask.take(text.substr(at, size));
  out += mask.rest();
  if (found != nullptr) *found = mask.found();
  return out;
}

TEST(KeyMask, EverySpellingIsCoveredByteForByteHoweverItIsCut) {
  // Each character in each spelling, the others mixed.
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::string spelled;
    for (std::size_t i = 0; i < kKey.size(); ++i) {
      spelled += spellings_of(kKey[i])[(i * 3 + shift) % 8];
    }
    const std::string text = "{\"error\":\"bad key " + spelled + "\"} sk-a " + spelled;
    const std::string stars(spelled.size(), '*');
    const std::string covered = "{\"error\":\"bad key " + stars + "\"} sk-a " + stars;
    for (const std::size_t size : {1ul, 2ul, 3ul, 7ul, 1000ul}) {
      bool found = false;
      EXPECT_EQ(in_parts(text, size, &found), covered) << spelled << " " << size;
      EXPECT_TRUE(found);
    }
  }
}

TEST(KeyMask, WhatIsNoKeyStaysAsItIs) {
  std::string text = "sk-a/b+\\\"x%8 s sk sk-a \\u0073k-a \\\\\\\\\\\\\\\\\\\\\\\\ % %7 %73 \\u00";
  for (int byte = 0; byte < 256; ++byte) text += static_cast<char>(byte);
  text += "sk-a/";
  for (const std::size_t size : {1ul, 2ul, 5ul, 1000ul}) {
    bool found = true;
    EXPECT_EQ(in_parts(text, size, &found), text);
    EXPECT_FALSE(found);
  }
}

TEST(KeyMask, OnlyWhatMayBeginAKeyIsHeldBack) {
  KeyMask mask(kKey);
  EXPECT_EQ(mask.take("data: {}\n\n"), "data: {}\n\n");
  EXPECT_EQ(mask.take("data: s"), "data: ");
  EXPECT_EQ(mask.take("top\n"), "stop\n");
  EXPECT_EQ(mask.take("\\"), "");
  EXPECT_EQ(mask.take("u0073k"), "");
  EXPECT_EQ(mask.take("\n"), "\\u0073k\n");
}

TEST(KeyMask, MostOfAKeyBeforeACutIsCovered) {
  KeyMask mask(kKey);
  EXPECT_EQ(mask.take("key sk-a/b+\\\"x"), "key ");
  EXPECT_EQ(mask.rest(), std::string(10, '*'));
  EXPECT_TRUE(mask.found());
  EXPECT_EQ(mask.take("sk-a"), "");
  EXPECT_EQ(mask.rest(), "sk-a");
}

TEST(KeyMask, AKeyWithBackslashesIsFoundPlainAndEscaped) {
  const std::string key = "a\\b\\\\c-1234";
  for (const std::string spelled :
       {"a\\b\\\\c-1234", "a\\\\b\\\\\\\\c-1234", "a\\u005cb\\\\c-1234"}) {
    std::string text = "<" + spelled + ">";
    EXPECT_TRUE(hide_key(text, key)) << spelled;
    EXPECT_EQ(text, "<" + std::string(spelled.size(), '*') + ">");
  }
}

TEST(KeyMask, AShortKeyIsNotLookedFor) {
  std::string text = "a key, any key";
  EXPECT_FALSE(hide_key(text, "key"));
  EXPECT_FALSE(hide_key(text, ""));
  EXPECT_EQ(text, "a key, any key");
}

// What begins a key over and over must not be looked at over and over.
TEST(KeyMask, ALongTextOfBeginningsIsReadInOnePass) {
  for (const std::string part : {"s", "\\", "%", "sk-a/b+", "\\u0073", "%73%6b"}) {
    std::string text;
    while (text.size() < 4'000'000) text += part;
    std::string kept = text;
    EXPECT_FALSE(hide_key(text, kKey));
    EXPECT_EQ(text, kept);
  }
}

}  // namespace
}  // namespace tare::proxy
