#include "base/glob.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/utf8.h"

namespace tare {
namespace {

// The oracle: the definition, tried out by recursion.
bool slow_match(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    const bool deep = pattern.size() > 1 && pattern[1] == '*';
    const std::string_view rest = pattern.substr(deep ? 2 : 1);
    for (std::size_t n = 0; n <= text.size(); ++n) {
      if (slow_match(rest, text.substr(n))) return true;
      if (n < text.size() && text[n] == '/' && !deep) return false;
    }
    return false;
  }
  if (text.empty()) return false;
  if (pattern[0] == '?') {
    return text[0] != '/' &&
           slow_match(pattern.substr(1), text.substr(code_point_at(text, 0).length));
  }
  return pattern[0] == text[0] && slow_match(pattern.substr(1), text.substr(1));
}

TEST(Glob, StarsStopAtSlashesAndDoubleStarsDoNot) {
  EXPECT_TRUE(glob_match("get_*", "get_ticket"));
  EXPECT_FALSE(glob_match("get_*", "a/get_ticket"));
  EXPECT_FALSE(glob_match("pr/*", "pr/get/by-key"));
  EXPECT_TRUE(glob_match("pr/**", "pr/get/by-key"));
  EXPECT_TRUE(glob_match("**", ""));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_FALSE(glob_match("?", "/"));
  EXPECT_TRUE(glob_match("a?c",
                         "a\xc3\xa9"
                         "c"));
  EXPECT_TRUE(glob_match("**/c", "a/b/c"));
  EXPECT_FALSE(glob_match("a/**/b", "a/b"));
  EXPECT_FALSE(glob_match("", "x"));
  EXPECT_TRUE(glob_match("[a].+", "[a].+"));
  EXPECT_FALSE(glob_match("[ab]", "a"));
}

TEST(Glob, LiteralPatternsAreTold) {
  EXPECT_TRUE(is_literal_glob("a[b].c"));
  EXPECT_FALSE(is_literal_glob("a*"));
  EXPECT_FALSE(is_literal_glob("a?"));
}

TEST(Glob, AgreesWithTheDefinition) {
  std::mt19937 random(3);
  const std::string pattern_pieces[] = {"a", "b", "/", "*", "**", "?", "\xc3\xa9", "\xff"};
  const std::string text_pieces[] = {"a", "b", "/", "\xc3\xa9", "\xff", "\xc3"};
  int matches = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string pattern, text;
    for (auto n = random() % 7; n > 0; --n) pattern += pattern_pieces[random() % 8];
    for (auto n = random() % 9; n > 0; --n) text += text_pieces[random() % 6];
    const bool expected = slow_match(pattern, text);
    matches += expected;
    ASSERT_EQ(glob_match(pattern, text), expected) << pattern << " on " << text;
  }
  EXPECT_GT(matches, 1000);
}

TEST(Glob, ManyStarsDoNotExplode) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += i % 2 == 0 ? "*a" : "**a";
  pattern += "b";
  EXPECT_FALSE(glob_match(pattern, std::string(20000, 'a')));
}

}  // namespace
}  // namespace tare
