#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/equal.h"
#include "json/writer.h"
#include "json_test_data.h"

namespace tare::json {
namespace {

// What was read, as strict JSON, and each deviation as name@offset+length.
struct Reading {
  std::string value;
  std::string deviations;
  std::string tail;
};

Reading read(std::string_view text, const ReadLimits& limits = {}) {
  Document document;
  const ReadError error = read_tolerant(text, document, limits);
  if (error) return {"error: " + error.reason, "", ""};
  Reading out{as_strict_json(document.root()), "", std::string(tail_name(document.tail()))};
  for (const Deviation& d : document.deviations()) {
    if (!out.deviations.empty()) out.deviations += " ";
    out.deviations += std::string(deviation_name(d.kind)) + "@" + std::to_string(d.offset) + "+" +
                      std::to_string(d.length);
  }
  return out;
}

struct Case {
  std::string text;
  std::string value;
  std::string deviations;
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Reading got = read(c.text);
    EXPECT_EQ(got.value, c.value) << c.text;
    EXPECT_EQ(got.deviations, c.deviations) << c.text;
    Document strict;
    EXPECT_FALSE(read_strict(got.value, strict)) << c.text << " -> " << got.value;
  }
}

TEST(TolerantReader, ReadsStrictJsonWithoutADeviation) {
  expect_all(
      {{R"( {"a":[1,-2.5e3,true,null,"x\u00e9"]} )", R"({"a":[1,-2.5e3,true,null,"x\u00e9"]})", ""},
       {"12", "12", ""},
       {"\"a\"", "\"a\"", ""},
       {"null\n", "null", ""},
       {"[]", "[]", ""}});
}

TEST(TolerantReader, NamesEachDeviationAndItsPlace) {
  expect_all({
      {"[1,]", "[1]", "trailingComma@2+1"},
      {"{\"a\":1,}", "{\"a\":1}", "trailingComma@6+1"},
      {"{'a':'b'}", "{\"a\":\"b\"}", "singleQuotes@1+1 singleQuotes@5+1"},
      {"{a:1}", "{\"a\":1}", "unquotedKey@1+1"},
      {"{a_b-c: 1}", "{\"a_b-c\":1}", "unquotedKey@1+5"},
      {"[True,False,None]", "[true,false,null]",
       "pythonLiteral@1+4 pythonLiteral@6+5 pythonLiteral@12+4"},
      {"[1,//x\n2]", "[1,2]", "comment@3+3"},
      {"[1/*x*/,2]", "[1,2]", "comment@2+5"},
      {"[1,#x\n2]", "[1,2]", "comment@3+2"},
      {"[NaN,Infinity,-Infinity,nan]", R"(["NaN","Infinity","-Infinity","NaN"])",
       "nanOrInfinity@1+3 nanOrInfinity@5+8 nanOrInfinity@14+9 nanOrInfinity@24+3"},
      {"{} x", "{}", "textAfterValue@3+1"},
      {"{\"a\":1}{\"b\":2}", "{\"a\":1}", "textAfterValue@7+7"},
      {"{\"a\":1}}", "{\"a\":1}", "textAfterValue@7+1"},
      {"Sure: {\"a\":1}", "{\"a\":1}", "textBeforeValue@0+5"},
      {"```json\n{\"a\":1}\n```", "{\"a\":1}", "codeFence@0+7 codeFence@16+3"},
      {"Here:\n```json\n{}\n```\nDone.", "{}",
       "textBeforeValue@0+5 codeFence@6+7 codeFence@17+3 textAfterValue@21+5"},
      {"```\n[1]```", "[1]", "codeFence@0+3 codeFence@7+3"},
      {"```json\n5\n```", "5", "codeFence@0+7 codeFence@10+3"},
      {"[+1]", "[1]", "leadingPlus@1+1"},
      {"[007,-01]", "[7,-1]", "leadingZeros@1+3 leadingZeros@6+2"},
      {"[.5,5.]", "[0.5,5]", "badNumber@1+2 badNumber@4+2"},
      {"[0x1f]", "[\"0x1f\"]", "badNumber@1+4"},
      {"[\"a\nb\"]", "[\"a\\nb\"]", "rawControlCharacter@3+1"},
      {"[\"a\\qb\"]", "[\"a\\\\qb\"]", "badEscape@3+2"},
      {"[\"\\u12g4\"]", "[\"\\\\u12g4\"]", "badEscape@2+2"},
      {"[\"it\\'s\"]", "[\"it's\"]", "badEscape@4+2"},
      {"['it\\'s']", "[\"it's\"]", "singleQuotes@1+1"},
      {"['say \"x\"']", "[\"say \\\"x\\\"\"]", "singleQuotes@1+1"},
      {"\xef\xbb\xbf{}", "{}", "byteOrderMark@0+3"},
      {"[1 2]", "[1,2]", "missingComma@3+0"},
      {"{\"a\":1 \"b\":2}", "{\"a\":1,\"b\":2}", "missingComma@7+0"},
      {"[\"a\"\"b\"]", "[\"a\",\"b\"]", "missingComma@4+0"},
      {"[{}{}]", "[{},{}]", "missingComma@3+0"},
      {"{\"city\": New York, \"n\": 1}", "{\"city\":\"New York\",\"n\":1}", "bareWord@9+8"},
      {"{\"day\": 2026-11-30}", "{\"day\":\"2026-11-30\"}", "bareWord@8+10"},
      {"{\"path\": /usr/bin}", "{\"path\":\"/usr/bin\"}", "bareWord@9+8"},
      {"{\"u\": http://a.b/c}", "{\"u\":\"http://a.b/c\"}", "bareWord@6+12"},
      {"[\"a\";;2]", "[\"a\",2]", "unexpectedCharacter@4+2 missingComma@6+0"},
      {"[1,,2]", "[1,2]", "unexpectedCharacter@3+1"},
      {"{\"a\"=>1}", "{\"a\":1}", "unexpectedCharacter@4+2"},
      {"{a=1}", "{\"a\":1}", "unquotedKey@1+1 unexpectedCharacter@2+1"},
      {"{\"a\" 1}", "{\"a\":1}", "unexpectedCharacter@5+0"},
      {"{\"a\":}", "{\"a\":null}", "unexpectedCharacter@5+1"},
      {"{\"a\"}", "{\"a\":null}", "unexpectedCharacter@4+1"},
      {"{\"a\":,\"b\":1}", "{\"a\":null,\"b\":1}", "unexpectedCharacter@5+1"},
      {"[1}", "[1]", "unexpectedCharacter@2+1 truncated@3+0"},
      {"{\"a\":[1}", "{\"a\":[1]}", "unexpectedCharacter@7+1"},
      {"[\xff]", "[\"\xff\"]", "bareWord@1+1 invalidUtf8OutsideString@1+1"},
  });
}

// The value alone: where the quotes of strings begin and end.
void expect_values(const std::vector<std::vector<std::string>>& cases) {
  for (const auto& c : cases) EXPECT_EQ(read(c[0]).value, c[1]) << c[0];
}

TEST(TolerantReader, AQuoteThatNothingCanFollowIsContent) {
  expect_all({
      {R"~({"cmd":"echo "hi" > f"})~", R"~({"cmd":"echo \"hi\" > f"})~",
       "unescapedQuote@13+1 unescapedQuote@16+1"},
      {R"~({"cmd":"echo "hi"","n":1})~", R"~({"cmd":"echo \"hi\"","n":1})~",
       "unescapedQuote@13+1 unescapedQuote@16+1"},
      {R"~({'a':'don't'})~", R"~({"a":"don't"})~",
       "singleQuotes@1+1 singleQuotes@5+1 unescapedQuote@9+1"},
      {R"~({"a"b":1})~", R"~({"a\"b":1})~", "unescapedQuote@3+1"},
  });
  expect_values({
      {R"~({"a":"x "y" z"})~", R"~({"a":"x \"y\" z"})~"},
      {R"~({"html":"<a href="x">y</a>"})~", R"~({"html":"<a href=\"x\">y</a>"})~"},
      {R"~({"code":"print("hi")"})~", R"~({"code":"print(\"hi\")"})~"},
      {R"~({"say "hi"":1,"b":2})~", R"~({"say \"hi\"":1,"b":2})~"},
      {R"~(["say "hi" now","b"])~", R"~(["say \"hi\" now","b"])~"},
      {R"~(["say "hi""])~", R"~(["say \"hi\""])~"},
      {R"~({'a':'it's','b':['don't','won't']})~", R"~({"a":"it's","b":["don't","won't"]})~"},
      {R"~({"a":"""})~", R"~({"a":"\""})~"},
      {R"~({"t":"x: "y": z"})~", R"~({"t":"x: \"y\": z"})~"},
      {R"~({"c":"x = "y";"})~", R"~({"c":"x = \"y\";"})~"},
      {R"~({"c":"echo "hi" # say"})~", R"~({"c":"echo \"hi\" # say"})~"},
      {R"~({"c":"ls "a"/* b"})~", R"~({"c":"ls \"a\"/* b"})~"},
      {"{\"c\":\"f(\"a\")\ng(\"b\")\",\"n\":1}", R"~({"c":"f(\"a\")\ng(\"b\")","n":1})~"},
      {R"~({"e":"a\"b" c\\" d"})~", R"~({"e":"a\"b\" c\\\" d"})~"},
      {"```json\n{\"a\":\"x \"y\" z\"}\n```", R"~({"a":"x \"y\" z"})~"},
  });
  // Cut inside the string, the quotes before the cut are still content.
  expect_values({{R"~({"cmd":"echo "hi" > f)~", R"~({"cmd":"echo \"hi\" > f"})~"},
                 {R"~({"cmd":"echo "hi"")~", R"~({"cmd":"echo \"hi\""})~"}});
  EXPECT_EQ(read(R"~({"cmd":"echo "hi" > f)~").tail, "in_string");
}

TEST(TolerantReader, AQuoteBeforeTheNextMemberOrElementEndsTheString) {
  expect_values({
      {R"~({"a":"x" "b":1})~", R"~({"a":"x","b":1})~"},
      {R"~({"a":"x""b":"y"})~", R"~({"a":"x","b":"y"})~"},
      {R"~({"a":"x" 'b':1})~", R"~({"a":"x","b":1})~"},
      {"{\"a\":\"x\"\n\"b\":\"y\"}", R"~({"a":"x","b":"y"})~"},
      {R"~({a:"x" b:"y"})~", R"~({"a":"x","b":"y"})~"},
      {R"~({"a":"x" b:1})~", R"~({"a":"x","b":1})~"},
      {"{\"a\":\"x\"\n b:\"y\"}", R"~({"a":"x","b":"y"})~"},
      {R"~({"a":"x"; "b":"y"})~", R"~({"a":"x","b":"y"})~"},
      {R"~({"a":"x";})~", R"~({"a":"x"})~"},
      {R"~(["a" "b" "c"])~", R"~(["a","b","c"])~"},
      {R"~(["a" 1, true])~", R"~(["a",1,true])~"},
      {R"~(["a" null, "b"])~", R"~(["a",null,"b"])~"},
      {R"~(["a"{"b":"c"}])~", R"~(["a",{"b":"c"}])~"},
      {"[\"a\"\n[1],\"b\"]", R"~(["a",[1],"b"])~"},
      {R"~({"a" "b", "c":1})~", R"~({"a":"b","c":1})~"},
      {R"~({"a" 1, "c":1})~", R"~({"a":1,"c":1})~"},
      {R"~({"a" {"c":1}})~", R"~({"a":{"c":1}})~"},
      {"{\"a\":\"x\" // or \"y\"\n}", R"~({"a":"x"})~"},
      {"{\"a\":\"x\" # note\n,\"b\":\"y\"}", R"~({"a":"x","b":"y"})~"},
      {R"~({"a":"x" /* or "y" */,"b":"z"})~", R"~({"a":"x","b":"z"})~"},
      {"{\"a\":\"x\"```", R"~({"a":"x"})~"},
      {R"~({"a":"","b":""})~", R"~({"a":"","b":""})~"},
      {R"~("x" is said)~", R"~("x")~"},
  });
}

// The text that is meant, its quotes inside strings no longer escaped, is read as it was meant,
// wherever no quote inside stands before what can end a string.
TEST(TolerantReader, ReadsTextsWhoseWriterForgotToEscapeQuotes) {
  RandomJson random(17);
  const std::vector<std::string> pieces = {"a", "b c", "(", ")", " > ", "=", "/", "<", " - ", "e"};
  for (int i = 0; i < 2'000; ++i) {
    for (const char quote : {'"', '\''}) {
      std::string meant = "{";
      std::string written = "{";
      for (int m = 0; m < 3; ++m) {
        std::string content = "x";
        std::string escaped = "x";
        for (int n = random.pick(5); n > 0; --n) {
          const auto& piece =
              pieces[static_cast<std::size_t>(random.pick(static_cast<int>(pieces.size())))];
          content += quote + piece;
          escaped += (quote == '"' ? "\\\"" : "'") + piece;
        }
        const std::string name = std::string("n") + std::to_string(m);
        const std::string comma = m == 0 ? "" : ",";
        meant += comma + "\"" + name + "\":\"" + escaped + "\"";
        written += comma + quote + name + quote + ":" + quote + content + quote;
      }
      EXPECT_EQ(read(written + "}").value, meant + "}") << written;
    }
  }
}

TEST(TolerantReader, SaysWhatATextWasCutInside) {
  const std::vector<std::vector<std::string>> cases = {
      {"{\"a\":\"xy", "{\"a\":\"xy\"}", "in_string"},
      {"{\"a\":\"x\\", "{\"a\":\"x\\\\\"}", "in_string"},
      {"{\"a\":\"x\\\"", "{\"a\":\"x\\\"\"}", "in_string"},
      {"{\"a\":\"x\\u00e", "{\"a\":\"x\\\\u00e\"}", "in_string"},
      {"{\"a\":\"x\\ud83d", "{\"a\":\"x\\ud83d\"}", "in_string"},
      {"{\"a\":\"x\xe2\x82", "{\"a\":\"x\xe2\x82\"}", "in_string"},
      {"{\"a\":'xy", "{\"a\":\"xy\"}", "in_string"},
      {"{\"ab", "{\"ab\":null}", "in_string"},
      {"{\"a\":12", "{\"a\":12}", "in_number"},
      {"{\"a\":-", "{\"a\":\"-\"}", "in_number"},
      {"{\"a\":1.", "{\"a\":1}", "in_number"},
      {"{\"a\":1.5e", "{\"a\":1.5}", "in_number"},
      {"{\"a\":1e+", "{\"a\":1}", "in_number"},
      {"[1,007", "[1,7]", "in_number"},
      {"{\"a\":tru", "{\"a\":true}", "in_literal"},
      {"{\"a\":fal", "{\"a\":false}", "in_literal"},
      {"{\"a\":n", "{\"a\":null}", "in_literal"},
      {"{\"a\":Fa", "{\"a\":false}", "in_literal"},
      {"{\"a\"", "{\"a\":null}", "after_key"},
      {"{\"a\":", "{\"a\":null}", "after_key"},
      {"{\"a\" : ", "{\"a\":null}", "after_key"},
      {"{\"a\":1,", "{\"a\":1}", "after_comma"},
      {"[1, ", "[1]", "after_comma"},
      {"{\"a\":12 ", "{\"a\":12}", "after_value"},
      {"{\"a\":\"x\"", "{\"a\":\"x\"}", "after_value"},
      {"{\"a\":true", "{\"a\":true}", "after_value"},
      {"{\"a\":[1]", "{\"a\":[1]}", "after_value"},
      {"{", "{}", "after_value"},
      {"[[", "[[]]", "after_value"},
      {"\"abc", "\"abc\"", "in_string"},
      {"tru", "true", "in_literal"},
      {"1e", "1", "in_number"},
      {"12", "12", "none"},
      {"true", "true", "none"},
      {"hello", "\"hello\"", "none"},
  };
  for (const auto& c : cases) {
    const Reading got = read(c[0]);
    EXPECT_EQ(got.value, c[1]) << c[0];
    EXPECT_EQ(got.tail, c[2]) << c[0];
    const bool lists =
        got.deviations.find("truncated@" + std::to_string(c[0].size()) + "+0") != std::string::npos;
    EXPECT_EQ(lists, c[2] != "none") << c[0] << ": " << got.deviations;
  }
}

TEST(TolerantReader, ACutAtAnyByteKeepsAllThatStoodBefore) {
  const std::string whole =
      R"({"na\u00efve":"caf\u00e9 日本 😀","list":[1,-2.5e-3,{"deep":[true,null]}],"last":"end\n"})";
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    const std::string text = whole.substr(0, cut);
    Document document;
    ASSERT_FALSE(read_tolerant(text, document)) << text;
    EXPECT_NE(document.tail(), TruncationTail::none) << text;
    EXPECT_EQ(document.root().end_offset(), cut) << text;
    // Every byte but punctuation and white space is inside some token.
    std::vector<bool> covered(cut, false);
    for (const Node& n : document.nodes()) {
      const auto kind = static_cast<Kind>(n.bits & 7u);
      if (kind == Kind::array || kind == Kind::object) continue;
      for (std::uint32_t i = n.begin; i < n.end; ++i) covered[i] = true;
    }
    for (std::size_t i = 0; i < cut; ++i) {
      EXPECT_EQ(covered[i],
                std::string_view("{}[],: ").find(text[i]) == std::string_view::npos || covered[i])
          << text << " at " << i;
    }
    Document strict;
    ASSERT_FALSE(read_strict(as_strict_json(document.root()), strict)) << text;
  }
}

TEST(TolerantReader, AnswersForTokensThatAreNoJson) {
  const std::string text = "{'k\\n': True, n: None, x: +1.50, s: bare word, c: 'cut\\t";
  Document document;
  ASSERT_FALSE(read_tolerant(text, document));
  const Value root = document.root();
  EXPECT_EQ(root.size(), 5u);
  EXPECT_TRUE(root.find("k\n").boolean());
  EXPECT_EQ(root.find("k\n").text(), "True");
  EXPECT_TRUE(root.find("n").is_null());
  EXPECT_EQ(root.find("x").number_text(), "+1.50");
  EXPECT_EQ(root.find("x").as_double(), 1.5);
  EXPECT_EQ(root.find("s").text(), "bare word");
  EXPECT_EQ(root.find("s").decoded(), "bare word");
  EXPECT_EQ(root.find("c").text(), "'cut\\t");
  EXPECT_EQ(root.find("c").decoded(), "cut\t");
  EXPECT_TRUE(root.find("c").decoded_equals("cut\t"));
  EXPECT_TRUE(root.find("c").has_note(StringNote::repaired));
}

TEST(TolerantReader, FailsOnlyWhereThereIsNothingToReadOrTooMuch) {
  EXPECT_EQ(read("").value, "error: there is no value, only white space");
  EXPECT_EQ(read("I could not find that ticket.").value,
            "error: no JSON value can be found in the text");
  EXPECT_EQ(read("// only a comment").value, "error: no JSON value can be found in the text");
  Document document;
  EXPECT_EQ(read_tolerant(std::string(1'000'000, '['), document).kind, ReadErrorKind::too_deep);
  EXPECT_TRUE(document.empty());
  ReadLimits limits;
  limits.max_bytes = 3;
  EXPECT_EQ(read_tolerant("[11]", document, limits).kind, ReadErrorKind::too_large);
}

TEST(TolerantReader, StaysLinearOnTextsMadeToHurt) {
  const std::size_t n = 1'000'000;
  const auto repeat = [](std::string_view piece, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += piece;
    return out;
  };
  Document document;
  read_tolerant(std::string(1000, '[') + std::string(n, '}'), document);
  read_tolerant(std::string(n, '`') + "{", document);
  read_tolerant(repeat("```", n / 3) + "{}", document);
  read_tolerant("[" + repeat("/*", n / 2), document);
  read_tolerant("{" + repeat("'\\", n / 2), document);
  read_tolerant("[" + repeat("a ", n / 2), document);
  read_tolerant("[" + repeat("\"\\u12", n / 5), document);
  read_tolerant("[" + repeat("- ", n / 2) + "]", document);
  for (const std::string opening : {"{\"a\":\"", "[\"", "{\"", "{a:'", "\""}) {
    for (const std::string_view piece :
         {"\"",    "\" ",  "'",          "\"'",    "'\"", "\"x",   "\"#",
          "\"//",  "\"/*", "\";",        "\"\\",   "\":", "\"\n",  "\"x:",
          "\"\"x", "\"{",  "\" \"x\" ;", "\"x\";", "\"`", "\"#\n", "\"1"}) {
      const std::string text = opening + repeat(piece, n / 4 / piece.size());
      read_tolerant(text, document);
      read_tolerant(text + "}", document);
      read_tolerant(text + "#" + std::string(n / 4, '}'), document);
    }
  }
  ASSERT_FALSE(read_tolerant("[" + repeat("\xff,", n / 2) + "]", document));
  EXPECT_EQ(document.root().size(), n / 2);
}

TEST(TolerantReader, ReadsWhatTheStrictReaderReadsToTheSameTape) {
  RandomJson random(99);
  Document strict;
  Document tolerant;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random.value();
    ASSERT_FALSE(read_strict(text, strict));
    ASSERT_FALSE(read_tolerant(text, tolerant)) << text;
    ASSERT_TRUE(tolerant.deviations().empty()) << text;
    ASSERT_EQ(strict.nodes().size(), tolerant.nodes().size()) << text;
    for (std::size_t n = 0; n < strict.nodes().size(); ++n) {
      const Node& a = strict.nodes()[n];
      const Node& b = tolerant.nodes()[n];
      ASSERT_TRUE(a.begin == b.begin && a.end == b.end && a.next == b.next && a.bits == b.bits)
          << text;
    }
  }
}

TEST(TolerantReader, MakesStrictJsonOfAnyDamagedText) {
  RandomJson random(5);
  Document document;
  Document reread;
  for (int i = 0; i < 40'000; ++i) {
    std::string text = random.value();
    for (int changes = 1 + random.pick(4); changes > 0; --changes) {
      const std::string pieces = "{}[],:\"'\\ 01-+.eTNt\n#/`\xff=";
      const auto place = static_cast<std::size_t>(random.pick(static_cast<int>(text.size())));
      const char piece =
          pieces[static_cast<std::size_t>(random.pick(static_cast<int>(pieces.size())))];
      if (random.pick(2) == 0) {
        text[place] = piece;
      } else {
        text.insert(place, 1, piece);
      }
    }
    const bool is_strict = !read_strict(text, reread);
    if (read_tolerant(text, document)) {
      ASSERT_FALSE(is_strict) << text;
      continue;
    }
    ASSERT_EQ(is_strict, document.deviations().empty()) << text;
    const std::string again = as_strict_json(document.root());
    ASSERT_FALSE(read_strict(again, reread)) << text << " -> " << again;
    std::uint32_t last_offset = 0;
    for (const Deviation& d : document.deviations()) {
      ASSERT_LE(d.offset + d.length, text.size()) << text;
      last_offset = d.offset;
    }
    ASSERT_LE(last_offset, text.size());
  }
}

}  // namespace
}  // namespace tare::json
