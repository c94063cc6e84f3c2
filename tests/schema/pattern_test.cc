// Patterns of ECMA-262 in RE2: what means the same, and what is admitted not to.
#include "schema/pattern.h"

#include <gmock/gmock.h>

namespace tare::schema {
namespace {

constexpr std::size_t kSize = 1u << 17;

Match match(std::string_view pattern, std::string_view text) {
  return Pattern(pattern, kSize).match(text);
}

TEST(Pattern, MeansWhatEcmaMeans) {
  EXPECT_EQ(match("^abc$", "abc\n"), Match::no);
  EXPECT_EQ(match(R"(^\s$)", "\xc2\xa0"), Match::yes);
  EXPECT_EQ(match(R"(^\S$)", "\xef\xbb\xbf"), Match::no);
  EXPECT_EQ(match(R"(^\d$)", "\xdf\x80"), Match::no);
  EXPECT_EQ(match(R"(^\cC$)", "\x03"), Match::yes);
  EXPECT_EQ(match(R"(^a\/b$)", "a/b"), Match::yes);
  EXPECT_EQ(match(R"(^\u00e9\u{1F600}\x41$)", "é😀A"), Match::yes);
  EXPECT_EQ(match(R"(^\ud83d\ude00$)", "😀"), Match::yes);
  EXPECT_EQ(match("^.$", "\xe2\x80\xa8"), Match::no);
  EXPECT_EQ(match("^.$", "😀"), Match::yes);
  EXPECT_EQ(match(R"(^[\b]$)", "\b"), Match::yes);
  EXPECT_EQ(match(R"(^[^\d\s]$)", "x"), Match::yes);
  EXPECT_EQ(match("^[[:alpha:]]$", "a]"), Match::yes);  // a class of characters, and a bracket
  EXPECT_EQ(match("^[]$", ""), Match::no);
  EXPECT_EQ(match("^[^]$", "\n"), Match::yes);
  EXPECT_EQ(match(R"(^\p{Letter}+$)", "é"), Match::yes);
  EXPECT_EQ(match(R"(^\p{Script=Greek}$)", "α"), Match::yes);
  EXPECT_EQ(match("^(?<year>[0-9]{4})$", "2031"), Match::yes);
  EXPECT_EQ(match("^{x}$", "{x}"), Match::yes);
  EXPECT_EQ(match(R"(^\-\_\@$)", "-_@"), Match::yes);
  EXPECT_EQ(match(R"(\bcat\b)", "a cat"), Match::yes);
}

TEST(Pattern, CountsFurtherThanRe2) {
  const std::string pattern = "^x{2,2500}$";
  EXPECT_EQ(match(pattern, "x"), Match::no);
  EXPECT_EQ(match(pattern, std::string(2, 'x')), Match::yes);
  EXPECT_EQ(match(pattern, std::string(2500, 'x')), Match::yes);
  EXPECT_EQ(match(pattern, std::string(2501, 'x')), Match::no);
  EXPECT_EQ(match("^x{1500,}$", std::string(1499, 'x')), Match::no);
  EXPECT_EQ(match("^x{1500,}$", std::string(4000, 'x')), Match::yes);
}

TEST(Pattern, WhatRe2CannotSayIsUnknown) {
  for (const std::string_view pattern :
       {"^(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", R"((a)\1)", R"((?<n>a)\k<n>)", R"(\p{Emoji})",
        "a{1,900000}", R"([\ud800-\udbff])"}) {
    const Pattern compiled(pattern, kSize);
    EXPECT_FALSE(compiled.runs()) << pattern;
    EXPECT_FALSE(compiled.reason().empty()) << pattern;
    EXPECT_EQ(compiled.match("a"), Match::unknown) << pattern;
    EXPECT_TRUE(is_ecma_pattern(pattern)) << pattern;
  }
  EXPECT_EQ(match("a", "\xff"), Match::unknown);
}

TEST(Pattern, WhatIsNoPatternIsNone) {
  for (const std::string_view pattern :
       {"(", ")", "[a", "*a", "a**", R"(\)", R"(\Z)", R"(\a)", "a{2,1}", "[z-a]", R"(\u12)",
        R"(\p{})", "a(?i)b", "((?i)a)", "(?<1>a)", R"(\c1)"}) {
    EXPECT_FALSE(is_ecma_pattern(pattern)) << pattern;
    EXPECT_EQ(match(pattern, "a"), Match::unknown) << pattern;
  }
}

TEST(Pattern, ALeadingFlagForCaseIsUnderstoodThoughEcmaHasNone) {
  EXPECT_FALSE(is_ecma_pattern("(?i)a"));
  EXPECT_EQ(match("(?i)login", "The LOGIN page"), Match::yes);
  EXPECT_EQ(match("(?i)tom[aá]s|x", "TOMÁS"), Match::yes);
  EXPECT_EQ(match("(?i)login", "sign on"), Match::no);
  EXPECT_EQ(match("(?i)*", "a"), Match::unknown);
}

TEST(Pattern, HostilePatternsAreBounded) {
  EXPECT_EQ(match("((((x{1000}){1000}){1000}){1000})", "x"), Match::unknown);
  const std::string deep = std::string(30'000, '(') + std::string(30'000, ')');
  EXPECT_EQ(match(deep, "x"), Match::yes);
  const Pattern wide(std::string("^(.{0,4000})$"), kSize);
  EXPECT_NE(wide.match(std::string(1'000'000, 'x')), Match::yes);
}

}  // namespace
}  // namespace tare::schema
