// String to string: each kind, its nearest neighbours, and which comes first where two would do.
#include <gtest/gtest.h>

#include "diff/scalar_change.h"
#include "json/reader.h"

namespace tare {
namespace {

struct Row {
  std::string raw, normalized;
  const char* kind;
  const char* remark = "";
  bool lossless = false;
};

void expect_all(const std::vector<Row>& rows, const schema::Declared* declared = nullptr) {
  for (const Row& row : rows) {
    const auto change = string_change(row.raw, row.normalized, declared);
    ASSERT_TRUE(change) << row.raw << " -> " << row.normalized;
    EXPECT_EQ(change->kind, row.kind) << row.raw << " -> " << row.normalized;
    EXPECT_EQ(change->remark, row.remark) << row.raw << " -> " << row.normalized;
    EXPECT_EQ(change->lossless, row.lossless) << row.raw << " -> " << row.normalized;
    EXPECT_TRUE(change->value_changed);
  }
}

TEST(StringChange, EqualStringsAreNoChange) {
  EXPECT_FALSE(string_change("", "", nullptr));
  EXPECT_FALSE(string_change("a\\n &amp; ", "a\\n &amp; ", nullptr));
}

TEST(StringChange, WhiteSpaceAtTheEndsAndNewlines) {
  expect_all({
      {"  a\n", "a", "whitespaceTrimmed"},
      {"a", " a ", "whitespaceTrimmed"},
      {" ", "", "whitespaceTrimmed"},
      {"\t a b", "a b\n", "whitespaceTrimmed"},
      {"\xc2\xa0"
       "a\xe3\x80\x80",
       "a", "whitespaceTrimmed"},
      {"\xef\xbb\xbfhi", "hi", "whitespaceTrimmed"},
      {"a\r\nb", "a\nb", "whitespaceTrimmed", "newline"},
      {"a\nb\n", "a\r\nb\r\n", "whitespaceTrimmed", "newline"},
      {"a\rb", "a\nb", "whitespaceTrimmed", "newline"},
      {"a\r\nb\r\n", "a\nb", "whitespaceTrimmed", "ends and newline"},
      // White space within, other characters at the ends, and case are other changes.
      {"a  b", "a b", "stringAltered"},
      {"a\n\nb", "a\nb", "stringAltered"},
      {"  AbC\n", "abc", "stringAltered"},
      {"\xe2\x80\x8bzero", "zero", "stringAltered"},
  });
}

TEST(StringChange, ACutOfMoreThanWhiteSpace) {
  expect_all({
      {"ends </p> here", "ends ", "valueTruncated"},
      {"ends </p> here", "ends", "valueTruncated"},
      {"abc", "ab", "valueTruncated"},
      {"abc", "", "valueTruncated"},
      {"caf\xc3\xa9s", "caf\xc3", "valueTruncated", "inside a character"},
      {"na\xc3\xafve", "na\xef\xbf\xbd", "valueTruncated", "inside a character"},
      {"x\xf0\x9f\x98\x80y", "x\xed\xa0\xbd", "valueTruncated", "inside a character"},
      {"2031-03-04T10:00:00Z", "2031-03-04", "valueTruncated"},
      {"a &amp; b", "a ", "valueTruncated"},
      {"a\\", "a", "valueTruncated"},
      // Longer, cut in front, or marked as cut.
      {"abc", "abcd", "stringAltered"},
      {"abc", "bc", "stringAltered"},
      {"abcdef", "abc...", "stringAltered"},
      {"caf\xc3\xa9", "caf\xef\xbf\xbd", "unicodeAltered", "broken characters"},
  });
}

TEST(StringChange, EntitiesDecodedEncodedOrSpelledOtherwise) {
  expect_all({
      {"<p>a &amp; b</p>", "<p>a & b</p>", "entityDecoded"},
      {"1 &gt; f", "1 > f", "entityDecoded"},
      {"say &#39;hi&#x27;", "say 'hi'", "entityDecoded"},
      {"caf&eacute;&nbsp;x", "caf\xc3\xa9\xc2\xa0x", "entityDecoded"},
      {"&amp;lt;b&amp;gt;", "<b>", "entityDecoded"},
      {"&amp;lt;b&amp;gt;", "&lt;b&gt;", "entityDecoded"},
      {"a < b && c", "a &lt; b &amp;&amp; c", "entityDecoded"},
      {"&lt;b&gt; &copy;", "<b> &copy;", "entityDecoded"},
      {"?a=1&copy=2", "?a=1\xc2\xa9=2", "entityDecoded"},
      {"it&apos;s", "it&#39;s", "entityDecoded"},
      {"&#150;", "\xe2\x80\x93", "entityDecoded"},
      // A prefix too, but nothing is lost.
      {"Tom &amp;", "Tom &", "entityDecoded"},
      {"&bogus; x", "bogus x", "stringAltered"},
      {"a &amp; b", "a and b", "stringAltered"},
      {"a &lt; b", "a < c", "stringAltered"},
  });
}

TEST(StringChange, BackslashesAppliedRemovedOrAdded) {
  expect_all({
      {"\\title{x}", "\title{x}", "escapeAltered"},
      {"ls \\d", "ls d", "escapeAltered"},
      {"a\\nb", "a\nb", "escapeAltered"},
      {"a\nb", "a\\nb", "escapeAltered"},
      {"say \"hi\"", "say \\\"hi\\\"", "escapeAltered"},
      {"C:\\\\temp", "C:\\temp", "escapeAltered"},
      {"C:\\\\", "C:\\", "escapeAltered"},
      {"\\d+\\s", "\\\\d+\\\\s", "escapeAltered"},
      {"caf\\u00e9", "caf\xc3\xa9", "escapeAltered"},
      {"\\ud83d\\ude00", "\xf0\x9f\x98\x80", "escapeAltered"},
      {"\\x41\\101", "AA", "escapeAltered"},
      // Some undone, others kept, as replacing "\n" alone does.
      {"a\\nb\\tc", "a\nb\\tc", "escapeAltered"},
      // Two levels, or a slash.
      {"\\\\\\\\a", "\\a", "stringAltered"},
      {"a\\b", "a/b", "stringAltered"},
      {"a\\nb", "a b", "stringAltered"},
  });
}

TEST(StringChange, UnicodeFormsBrokenCharactersAndCodePages) {
  const std::string composed = "Am\xc3\xa9lie";
  const std::string decomposed = "Ame\xcc\x81lie";
  expect_all({
      {decomposed, composed, "unicodeAltered", "canonically equivalent"},
      {composed, decomposed, "unicodeAltered", "canonically equivalent"},
      {"\xe2\x84\xab", "\xc3\x85", "unicodeAltered", "canonically equivalent"},
      {"e\xcc\xa3\xcc\x81 x", "e\xcc\x81\xcc\xa3 x", "unicodeAltered", "canonically equivalent"},
      {"caf\xc3\xa9", "caf\xc3\x83\xc2\xa9", "unicodeAltered", "UTF-8 read as Latin-1", true},
      {"\xe2\x82\xac 5", "\xc3\xa2\xe2\x80\x9a\xc2\xac 5", "unicodeAltered",
       "UTF-8 read as Latin-1", true},
      {"\xc3\xa9", "\xc3\x83\xc6\x92\xc3\x82\xc2\xa9", "unicodeAltered", "UTF-8 read as Latin-1",
       true},
      {"\xe2\x80\x9dx", "\xc3\xa2\xe2\x82\xac\xef\xbf\xbdx", "unicodeAltered",
       "UTF-8 read as Latin-1", false},
      {"caf\xc3\x83\xc2\xa9", "caf\xc3\xa9", "unicodeAltered", "Latin-1 read as UTF-8", true},
      {"a\xed\xa0\xbd!", "a\xef\xbf\xbd!", "unicodeAltered", "broken characters"},
      {"a\xff!", "a\xef\xbf\xbd!", "unicodeAltered", "broken characters"},
      {"caf\xc3\xa9 x", "caf\xef\xbf\xbd\xef\xbf\xbd x", "unicodeAltered", "broken characters"},
      {"a\xed\xa0\xbd!", "a!", "unicodeAltered", "broken characters"},
      {"o\xef\xac\x80ice", "office", "unicodeAltered", "equal in NFKC"},
      {"\xef\xac\x81le", "file", "unicodeAltered", "equal in NFKC"},
      {"\xef\xbc\xa1"
       "1",
       "A1", "unicodeAltered", "equal in NFKC"},
      // An accent lost, a character for another.
      {"caf\xc3\xa9 x", "cafe x", "stringAltered"},
      {"caf\xc3\xa9", "caf?", "stringAltered"},
      {"\xe2\x80\x9chi\xe2\x80\x9d", "\"hi\"", "stringAltered"},
      {"caf\xc3\xa9 x", "tea\xef\xbf\xbd x", "stringAltered"},
  });
  EXPECT_EQ(string_change(decomposed, composed, nullptr)->shift, -1);
  EXPECT_EQ(string_change("\xef\xac\x81le", "file", nullptr)->shift, 0);
}

TEST(StringChange, DatesSayWhetherTheInstantIsTheSame) {
  expect_all({
      {"2031-03-04", "2031-03-04T00:00:00.000Z", "dateReformatted", "sameInstant true"},
      {"2031-03-04", "2031-03-03T23:00:00Z", "dateReformatted", "sameInstant false"},
      {"03/14/2031", "2031-03-14", "dateReformatted", "sameInstant true"},
      {"tomorrow", "2031-03-04", "stringAltered"},
      {"20310304", "20310305", "stringAltered"},
  });
}

class StringEnum : public testing::Test {
 protected:
  StringEnum() {
    EXPECT_FALSE(json::read_strict(text_, document_));
    for (const json::Value value : document_.root().elements()) {
      declared_.enum_values.push_back(value);
    }
  }
  const std::string text_ = R"(["OPEN","closed","Straße",7])";
  json::Document document_;
  schema::Declared declared_;
};

TEST_F(StringEnum, AMemberInPlaceOfAStrangerIsMapped) {
  expect_all(
      {
          {"open", "OPEN", "enumCaseFolded", "", true},
          {"Closed", "closed", "enumCaseFolded", "", true},
          {"STRASSE", "Straße", "enumCaseFolded", "", true},
          {"shut", "closed", "enumMapped"},
          {"done", "OPEN", "enumMapped"},
          {"Opened", "OPEN", "enumMapped"},
          // One member for another, and what is no member.
          {"OPEN", "closed", "stringAltered"},
          {"open", "Open", "stringAltered"},
          {"seven", "7", "stringAltered"},
          // What stands earlier in the order explains it without the schema.
          {" OPEN ", "OPEN", "whitespaceTrimmed"},
          {"closed now", "closed", "valueTruncated"},
      },
      &declared_);
  EXPECT_EQ(string_change("open", "OPEN", nullptr)->kind, "stringAltered");
}

// Bounded by the text, whatever it is made of.
TEST(StringChange, LongAwkwardTexts) {
  const std::size_t size = 1u << 18;
  std::string marks = "a";
  for (std::size_t i = 0; i < size / 4; ++i) marks += i % 2 == 0 ? "\xcc\x81" : "\xcc\xa3";
  const std::vector<std::string> texts = {
      std::string(size, '&'),          std::string(size, '\\'),
      std::string(size, ' ') + "x",    "&#" + std::string(size, '1'),
      "&" + std::string(size, 'a'),    std::string(size, '\x80'),
      std::string(size, '\xff') + "a", marks,
  };
  std::string nested = "&";
  for (std::size_t i = 0; i < size / 4; ++i) nested += "amp;";
  EXPECT_EQ(string_change(nested, "&!", nullptr)->kind, "stringAltered");
  EXPECT_EQ(string_change("x" + nested + "y", "x&y", nullptr)->kind, "entityDecoded");
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      if (&a == &b) continue;
      EXPECT_TRUE(string_change(a, b, nullptr)) << a.substr(0, 4) << b.substr(0, 4);
    }
    EXPECT_EQ(string_change("1" + a, "2" + a, nullptr)->kind, "stringAltered") << a.substr(0, 4);
  }
}

}  // namespace
}  // namespace tare
