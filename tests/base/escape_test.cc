#include "base/escape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "base/utf8.h"

namespace tare {
namespace {

using namespace std::string_literals;

std::string random_bytes(std::mt19937& random, std::size_t max_size) {
  // Pieces that matter, so that whole, cut and wrong sequences all come up.
  static const std::string pieces[] = {"a",
                                       "\"",
                                       "\\",
                                       "/",
                                       "\n",
                                       "\0"s,
                                       "\x1b",
                                       "\x7f",
                                       "\xc3\xa9",
                                       "\xe2\x80\xae",
                                       "\xf0\x9f\x98\x80",
                                       "\xed\xa0\x80",
                                       "\xff",
                                       "\xc3",
                                       "\xe2\x80",
                                       "\xc2\x85",
                                       "<",
                                       "&",
                                       "]]>",
                                       "\xef\xbf\xbf"};
  std::string out;
  const std::size_t count = random() % max_size;
  for (std::size_t i = 0; i < count; ++i) out += pieces[random() % std::size(pieces)];
  return out;
}

TEST(Escape, TerminalTextShowsWhatWouldActOrHide) {
  EXPECT_EQ(escape_for_terminal("plain \xc3\xa9"), "plain \xc3\xa9");
  EXPECT_EQ(escape_for_terminal("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(escape_for_terminal("a\xe2\x80\xae"
                                "b"),
            "a\\u202eb");
  EXPECT_EQ(escape_for_terminal("a\xe2\x80\x8b"
                                "b"),
            "a\\u200bb");
  EXPECT_EQ(escape_for_terminal("\xc2\x9b"), "\\u009b");
  EXPECT_EQ(escape_for_terminal("\xf3\xa0\x81\x81"), "\\u{e0041}");
  EXPECT_EQ(escape_for_terminal("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(escape_for_terminal("a\0b\x7f"s), "a\\x00b\\x7f");
  EXPECT_EQ(escape_for_terminal("a\n\tb\r"), "a\\n\\tb\\r");
  EXPECT_EQ(escape_for_terminal("a\n\tb\r", true), "a\n\tb\\r");
}

TEST(Escape, XmlTextSurvivesAttributeAndElement) {
  EXPECT_EQ(escape_for_xml("<a href=\"x\">&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;");
  EXPECT_EQ(escape_for_xml("a\nb\tc\rd"), "a&#10;b&#9;c&#13;d");
  EXPECT_EQ(escape_for_xml("a\nb\tc\rd", true), "a\nb\tc&#13;d");
  EXPECT_EQ(escape_for_xml("\0\x1b"s), "\\x00\\x1b");
  EXPECT_EQ(escape_for_xml("\xef\xbf\xbe\xef\xbf\xbf"), "\\ufffe\\uffff");
  EXPECT_EQ(escape_for_xml("\xff"), "\\xff");
}

TEST(Escape, QuotedJsonIsReadBackByAnotherReader) {
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random_bytes(random, 30);
    const std::string quoted = quote_json(text);
    ASSERT_TRUE(is_valid_utf8(quoted));
    const auto parsed = nlohmann::json::parse(quoted, nullptr, false);
    ASSERT_TRUE(parsed.is_string()) << quoted;
    if (is_valid_utf8(text)) {
      ASSERT_EQ(parsed.get<std::string>(), text);
    } else {
      ASSERT_NE(parsed.get<std::string>().find("\xEF\xBF\xBD"), std::string::npos);
    }
  }
  EXPECT_EQ(quote_json("a\"\\/\x01\n\xc3\xa9"), "\"a\\\"\\\\/\\u0001\\n\xc3\xa9\"");
}

TEST(Escape, WhateverComesInValidUtf8ComesOut) {
  std::mt19937 random(2);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random_bytes(random, 30);
    for (const std::string& out :
         {escape_for_terminal(text), escape_for_terminal(text, true), escape_for_xml(text),
          escape_for_xml(text, true), shorten(text, random() % 40)}) {
      ASSERT_TRUE(is_valid_utf8(out));
      ASSERT_EQ(out.find('\x1b'), out.find_first_of("\x1b")) << out;
    }
    ASSERT_EQ(escape_for_terminal(text).find_first_of("\x1b\n\x7f"), std::string::npos);
    ASSERT_EQ(escape_for_xml(text).find_first_of("<>\x1b"), std::string::npos);
  }
}

TEST(Escape, ShortenCutsAtCodePointsWithinTheBound) {
  EXPECT_EQ(shorten("short", 5), "short");
  EXPECT_EQ(shorten("too long", 7), "too …");
  EXPECT_EQ(shorten("\xc3\xa9\xc3\xa9\xc3\xa9", 5), "\xc3\xa9…");
  EXPECT_EQ(shorten("abc", 2), "");
  EXPECT_EQ(shorten("abc", 0), "");
  EXPECT_EQ(shorten("", 0), "");
  EXPECT_EQ(shorten("a\xff", 9), "a\xEF\xBF\xBD");
  const std::string text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
  for (std::size_t bound = 0; bound < 20; ++bound) {
    const std::string cut = shorten(text, bound);
    EXPECT_LE(cut.size(), bound);
    if (bound >= text.size()) {
      EXPECT_EQ(cut, text);
    } else if (bound >= 3) {
      EXPECT_TRUE(cut.ends_with("…"));
      EXPECT_TRUE(text.starts_with(cut.substr(0, cut.size() - 3)));
    }
  }
}

}  // namespace
}  // namespace tare
