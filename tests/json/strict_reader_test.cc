#include <gtest/gtest.h>

#include <string>

#include "json_test_data.h"

namespace tare::json {
namespace {

ReadError read(std::string_view text) {
  Document document;
  return read_strict(text, document);
}

void expect_error(std::string_view text, ReadErrorKind kind, std::size_t offset) {
  Document document;
  const ReadError error = read_strict(text, document);
  EXPECT_EQ(error.kind, kind) << text << ": " << error.reason;
  EXPECT_EQ(error.offset, offset) << text << ": " << error.reason;
  EXPECT_FALSE(error.reason.empty()) << text;
  EXPECT_TRUE(document.empty()) << text;
}

TEST(StrictReader, KeepsEveryTokenAsItWasSpelled) {
  const std::string text = R"( {"b":1.0,"a":[1e2,-0,12345678901234567890123,1e400],"b":"\u00e9"} )";
  Document document;
  ASSERT_FALSE(read_strict(text, document));
  const Value root = document.root();
  EXPECT_EQ(root.size(), 3u);
  std::string names;
  for (const Member& m : root.members()) names += m.name.decoded();
  EXPECT_EQ(names, "bab");
  std::string numbers;
  for (const Value v : root.find("a").elements()) numbers += std::string(v.number_text()) + " ";
  EXPECT_EQ(numbers, "1e2 -0 12345678901234567890123 1e400 ");
  EXPECT_EQ(root.offset(), 1u);
  EXPECT_EQ(root.end_offset(), text.size() - 1);
  EXPECT_EQ(root.find("b").text(), R"("\u00e9")");
  EXPECT_EQ(root.find("b").decoded(), "é");
  EXPECT_EQ(root.count("b"), 2u);
}

TEST(StrictReader, TellsTextThatEndedFromTextThatIsWrong) {
  for (const std::string whole :
       {R"({"a":[true,false,null,-1.5e+7,"x\u00e9\n"]})", R"([{"k":{}},[[]],"",0])"}) {
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
      expect_error(whole.substr(0, cut), ReadErrorKind::truncated, cut);
    }
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
      const ReadError error = read(whole.substr(0, cut) + "\x01");
      EXPECT_EQ(error.kind, ReadErrorKind::syntax) << whole.substr(0, cut);
    }
  }
}

TEST(StrictReader, NamesTheOffsetOfTheFault) {
  expect_error("", ReadErrorKind::empty, 0);
  expect_error(" \n", ReadErrorKind::empty, 2);
  expect_error("[1,]", ReadErrorKind::syntax, 3);
  expect_error("{\"a\":1,}", ReadErrorKind::syntax, 7);
  expect_error("{\"a\" 1}", ReadErrorKind::syntax, 5);
  expect_error("{\"a\":1 \"b\":2}", ReadErrorKind::syntax, 7);
  expect_error("{a:1}", ReadErrorKind::syntax, 1);
  expect_error("[1 2]", ReadErrorKind::syntax, 3);
  expect_error("[01]", ReadErrorKind::syntax, 1);
  expect_error("[1.]", ReadErrorKind::syntax, 3);
  expect_error("[+1]", ReadErrorKind::syntax, 1);
  expect_error("[\"\\x\"]", ReadErrorKind::syntax, 2);
  expect_error("[\"a\nb\"]", ReadErrorKind::syntax, 3);
  expect_error("[True]", ReadErrorKind::syntax, 1);
  expect_error("[trUe]", ReadErrorKind::syntax, 1);
  expect_error("[1}", ReadErrorKind::syntax, 2);
  expect_error("{\"a\":1]", ReadErrorKind::syntax, 6);
  expect_error("[1]x", ReadErrorKind::trailing, 3);
  expect_error("1 2", ReadErrorKind::trailing, 2);
  expect_error("\xef\xbb\xbf{}", ReadErrorKind::syntax, 0);
  expect_error("[\xff]", ReadErrorKind::syntax, 1);
  expect_error("[1]\xff", ReadErrorKind::trailing, 3);
}

TEST(StrictReader, FindsWhatEndsAStringAtEveryDistance) {
  for (std::size_t length = 0; length < 70; ++length) {
    const std::string plain(length, 'x');
    EXPECT_FALSE(read("\"" + plain + "\""));
    EXPECT_EQ(read("\"" + plain + "\x1f\"").offset, length + 1);
    EXPECT_FALSE(read("\"" + plain + "\x7f\""));
    EXPECT_EQ(read("\"" + plain + "\\q\"").offset, length + 1);
    EXPECT_EQ(read("\"" + plain).kind, ReadErrorKind::truncated);
    EXPECT_EQ(read("\"" + plain + "\" 1").kind, ReadErrorKind::trailing);
  }
}

TEST(StrictReader, NotesWhatIsOddInAString) {
  const auto notes = [](const std::string& inside) {
    Document document;
    const std::string text = "[\"" + inside + "\"]";
    EXPECT_FALSE(read_strict(text, document)) << inside;
    return document.nodes().at(1).bits & 0xf8u;
  };
  const auto escape = static_cast<std::uint32_t>(StringNote::has_escape);
  const auto lone = static_cast<std::uint32_t>(StringNote::lone_surrogate);
  const auto invalid = static_cast<std::uint32_t>(StringNote::invalid_utf8);
  const auto nul = static_cast<std::uint32_t>(StringNote::has_nul);
  EXPECT_EQ(notes("plain é 日 😀"), 0u);
  EXPECT_EQ(notes("\\n"), escape);
  EXPECT_EQ(notes("\\ud83d\\ude00"), escape);
  EXPECT_EQ(notes("\\ud83d"), escape | lone);
  EXPECT_EQ(notes("\\ud83dx"), escape | lone);
  EXPECT_EQ(notes("\\ude00"), escape | lone);
  EXPECT_EQ(notes("\\ud83d\\ud83d\\ude00"), escape | lone);
  EXPECT_EQ(notes("\\ude00\\ud83d"), escape | lone);
  EXPECT_EQ(notes("\\u0000"), escape | nul);
  EXPECT_EQ(notes("\xff"), invalid);
  EXPECT_EQ(notes("\xed\xa0\x80"), invalid);
  EXPECT_EQ(notes("a\xe2\x82"), invalid);
}

TEST(StrictReader, RefusesDepthBeforeItCostsAnything) {
  const std::string deep(1'000'000, '[');
  Document document;
  const ReadError error = read_strict(deep, document);
  EXPECT_EQ(error.kind, ReadErrorKind::too_deep);
  EXPECT_EQ(error.offset, 1024u);
  EXPECT_LT(document.nodes().capacity(), 10'000u);

  const std::string fits = std::string(1024, '[') + std::string(1024, ']');
  ASSERT_FALSE(read_strict(fits, document));
  EXPECT_EQ(document.depth(), 1024u);
  ASSERT_FALSE(read_strict("1", document));
  EXPECT_EQ(document.depth(), 0u);
}

TEST(StrictReader, ReadsAMillionLevelsWhereAskedWithoutRecursion) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  Document document;
  ReadLimits limits;
  limits.max_depth = 2'000'000;
  ASSERT_FALSE(read_strict(deep, document, limits));
  EXPECT_EQ(document.nodes().size(), 1'000'000u);
}

TEST(StrictReader, RefusesWhatIsOverTheSizeLimit) {
  Document document;
  ReadLimits limits;
  limits.max_bytes = 4;
  EXPECT_FALSE(read_strict("[11]", document, limits));
  const ReadError error = read_strict("[111]", document, limits);
  EXPECT_EQ(error.kind, ReadErrorKind::too_large);
  EXPECT_TRUE(document.empty());
}

TEST(StrictReader, APrefixEndsWithItsValue) {
  Document document;
  std::size_t end = 0;
  ASSERT_FALSE(read_strict_prefix(" {\"a\":1}{\"b\"", document, end));
  EXPECT_EQ(end, 8u);
  ASSERT_FALSE(read_strict_prefix("12,", document, end));
  EXPECT_EQ(end, 2u);
  EXPECT_TRUE(read_strict_prefix("{\"a\"", document, end));
  EXPECT_EQ(end, 0u);
}

TEST(StrictReader, AFileByAPersonMayHoldCommentsAndTrailingCommas) {
  const std::string text =
      "\xef\xbb\xbf// head\n{/* a */\"a\": [1, 2,], // list\n \"b\": {\"c\": 1,},}\n// end";
  Document document;
  const ReadError error = read_relaxed_file(text, document);
  ASSERT_FALSE(error) << error.reason << " at " << error.offset;
  EXPECT_EQ(document.root().find("a").size(), 2u);
  EXPECT_EQ(document.root().find("b").size(), 1u);
  for (const char* wrong : {"[,]", "[1,,]", "{,}", "{\"a\":,}", "{'a':1}", "[1] /* open", "[1]/",
                            "{\"a\":]}", ",", "]", "[1}"}) {
    EXPECT_TRUE(read_relaxed_file(wrong, document)) << wrong;
  }
}

TEST(LineColumn, CountsFromOneInCodePoints) {
  const std::string text = "{\n  \"é\": x\n}";
  const LineColumn at = line_column_at(text, text.find('x'));
  EXPECT_EQ(at.line, 2u);
  EXPECT_EQ(at.column, 8u);
  EXPECT_EQ(line_column_at(text, 0).line, 1u);
  EXPECT_EQ(line_column_at(text, 0).column, 1u);
  EXPECT_EQ(line_column_at(text, 1000).line, 3u);
}

}  // namespace
}  // namespace tare::json
