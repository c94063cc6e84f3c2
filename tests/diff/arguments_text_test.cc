// Arguments that are no JSON, that are JSON in JSON, and values that hold what stood beside them.
#include <gmock/gmock.h>

#include "diff/value_diff.h"

namespace tare {
namespace {

std::string all(const std::optional<std::string>& raw, const std::optional<std::string>& normalized,
                const ArgumentsContext& context = {}) {
  std::string out;
  for (const Finding& finding : diff_arguments(raw, normalized, context)) {
    if (!out.empty()) out += "; ";
    out += std::string(finding.kind) + " " + *finding.path;
    if (!finding.remark.empty()) out += " (" + finding.remark + ")";
  }
  return out;
}

TEST(ArgumentsText, ARepairListsWhatItOverlooked) {
  EXPECT_EQ(all(R"({"a":1,/*x*/})", R"({"a":1})"),
            "repairSyntax  (trailingComma at 6, comment at 7)");
  EXPECT_EQ(all("{'a':True}", R"({"a":true})"),
            "repairPythonLiteral  (singleQuotes at 1, pythonLiteral at 5)");
  EXPECT_EQ(all("```json\n{\"a\":1}\n```", R"({"a":1})"),
            "repairSyntax  (codeFence at 0, codeFence at 16)");
  std::string many = "{";
  for (int i = 0; i < 10; ++i) many += "k" + std::to_string(i) + ":1,";
  std::string repaired = "{";
  for (int i = 0; i < 10; ++i) repaired += "\"k" + std::to_string(i) + "\":1,";
  repaired.back() = '}';
  EXPECT_THAT(all(many + "}", repaired), testing::EndsWith(", and 3 more)"));
}

TEST(ArgumentsText, ARepairListsAtLeastOneToken) {
  EXPECT_EQ(all("I could not find it", R"({"a":1})"),
            "repairSyntax  (no JSON at all); typeChanged ");
  for (const char* raw :
       {"{\"a\":1}}", "{\"a\":1]", "[1,,]", "{a", "\xef\xbb\xbf{}", "{\"a\":1}x", "{]", "(1)",
        "{\"a\" \"b\"}", "\x01", "```", "{\"a\":\x01\"b\"}", ":", "}"}) {
    for (const Finding& finding : diff_arguments(raw, R"({"a":1})", {})) {
      if (!finding.kind.starts_with("repair")) continue;
      EXPECT_FALSE(finding.remark.empty()) << raw << ": " << finding.kind;
    }
  }
}

TEST(ArgumentsText, QuotesThatWereNotEscapedAreARepairAlone) {
  EXPECT_EQ(all(R"({"cmd":"echo "hi" > f"})", R"({"cmd":"echo \"hi\" > f"})"),
            "repairSyntax  (unescapedQuote at 13, unescapedQuote at 16)");
  for (const auto& [raw, normalized] : std::vector<std::pair<std::string, std::string>>{
           {R"({"a":"x "y" z"})", R"({"a":"x \"y\" z"})"},
           {R"({"html":"<a href="x">y</a>"})", R"({"html":"<a href=\"x\">y</a>"})"},
           {R"~({"code":"print("hi")"})~", R"~({"code":"print(\"hi\")"})~"},
           {R"({"cmd":"echo "hi"","n":1})", R"({"cmd":"echo \"hi\"","n":1})"},
           {R"({'a':'don't'})", R"({"a":"don't"})"}}) {
    const auto found = diff_arguments(raw, normalized, {});
    ASSERT_EQ(found.size(), 1u) << raw;
    EXPECT_EQ(found[0].kind, "repairSyntax") << raw;
    EXPECT_FALSE(found[0].lossless) << raw << ": where the string ends was guessed";
  }
}

// A member whose value the text does not have was not written: neither lost nor changed.
TEST(ArgumentsText, ACutInsideOrBehindAKeyLeavesNoMember) {
  for (const std::string raw : {R"({"a":1,"b)", R"({"a":1,"b")", R"({"a":1,"b":)",
                                R"({"a":1,"b": )", R"({"a":1,"b":1,"b":)"}) {
    const bool twice = raw.size() > 15;
    const std::string whole = twice ? R"({"a":1,"b":1})" : R"({"a":1})";
    const std::string repair = twice || raw.find("b\"") != raw.npos
                                   ? "repairTruncation  (tail after_key)"
                                   : "repairTruncation  (tail in_string)";
    EXPECT_EQ(all(raw, whole), repair) << raw;
    if (twice) continue;
    EXPECT_EQ(all(raw, R"({"a":1,"b":null})"), repair) << raw;
    EXPECT_EQ(all(raw, R"({"a":1,"b":""})"), repair + "; keyInjected /b") << raw;
    EXPECT_EQ(all(raw, R"({"a":1,"b":2})"), repair + "; keyInjected /b") << raw;
    EXPECT_EQ(all(raw, R"({"a":2})"), repair + "; numberAltered /a") << raw;
    EXPECT_EQ(all(raw, R"({"a":1,"c":null})"), repair + "; nullInjected /c") << raw;
  }
  EXPECT_EQ(all(R"({"o":{"a":1,"b)", R"({"o":{"a":1}})"), "repairTruncation  (tail in_string)");
  EXPECT_EQ(all(R"({"l":[{"a":1},{"b)", R"({"l":[{"a":1},{}]})"),
            "repairTruncation  (tail in_string)");
  EXPECT_EQ(all(R"({"a":,"b":1})", R"({"b":1})"), "repairSyntax  (unexpectedCharacter at 5)");
  EXPECT_EQ(all(R"({"a":null,"b)", "{\"b\":null}"),
            "repairTruncation  (tail in_string); nullDropped /a");
}

// A repaired token is compared by the JSON that it is read as.
TEST(ArgumentsText, NoFindingHasTheSameTextOnBothSides) {
  for (const auto& [raw, normalized] :
       std::vector<std::pair<std::string, std::string>>{{R"({"a":1e)", "1"},
                                                        {R"({"a":1.5e)", "1.5"},
                                                        {R"({"a":1.50e+)", "1.50"},
                                                        {R"({"a":1.)", "1"},
                                                        {R"({"a":+1})", "1"},
                                                        {R"({"a":+1.50})", "1.50"},
                                                        {R"({"a":00})", "0"},
                                                        {R"({"a":-007})", "-7"},
                                                        {R"({"a":.5})", "0.5"},
                                                        {R"({"a":-.5e3})", "-0.5e3"},
                                                        {R"({"a":5.})", "5"},
                                                        {R"({"a":+05.e2})", "5e2"},
                                                        {R"({"a":True})", "true"},
                                                        {R"({"a":fal)", "false"},
                                                        {R"({"a":No)", "null"},
                                                        {R"({"a":'x'})", "\"x\""},
                                                        {R"({"a":x y})", "\"x y\""},
                                                        {R"({"a":0x1f})", "\"0x1f\""}}) {
    const auto found = diff_arguments(raw, "{\"a\":" + normalized + "}", {});
    for (const Finding& finding : found) {
      EXPECT_EQ(finding.path, "") << raw << ": " << finding.kind << " " << *finding.raw;
      EXPECT_NE(finding.raw, finding.normalized) << raw << ": " << finding.kind;
    }
  }
  // Any token against any value: two sides that differ in nothing are no change.
  const std::vector<std::string> tokens = {"1e",   "1.",  "+1", "00", ".5",  "-", "NaN", "-inf",
                                           "True", "nul", "x",  "'x", "\"x", "[", "{",   "0x1f"};
  for (const std::string& token : tokens) {
    for (const char* value : {"1", "1.0", "0", "0.5", "-0.5", "null", "true", "\"NaN\"", "\"x\"",
                              "\"-\"", "\"1\"", "\"+1\"", "[]", "{}", "[1]", "\"-Infinity\""}) {
      for (const Finding& finding :
           diff_arguments("{\"a\":" + token, std::string("{\"a\":") + value + "}", {})) {
        EXPECT_NE(finding.raw, finding.normalized) << token << " " << value << ": " << finding.kind;
      }
    }
  }
  EXPECT_EQ(all("{\"a\":+1}", "{\"a\":\"1\"}"),
            "repairSyntax  (leadingPlus at 5); numberToString /a");
  EXPECT_EQ(all("{\"a\":1e", "{\"a\":\"1\"}"),
            "repairTruncation  (tail in_number); numberToString /a");
}

TEST(ArgumentsText, ACutIsToldByItsTail) {
  EXPECT_EQ(all(R"({"a":"x)", R"({"a":"x"})"), "repairTruncation  (tail in_string)");
  EXPECT_EQ(all(R"({"a":12)", R"({"a":12})"), "repairTruncation  (tail in_number)");
  EXPECT_EQ(all(R"({"a":fal)", R"({"a":false})"), "repairTruncation  (tail in_literal)");
  EXPECT_EQ(all(R"({"a":[1,)", R"({"a":[1]})"), "repairTruncation  (tail after_comma)");
  EXPECT_EQ(all(R"({"a":"x")", R"({"a":"x"})"), "repairTruncation  (tail after_value)");
}

TEST(ArgumentsText, BothCanHoldAndAChangedValueComesOnTop) {
  EXPECT_EQ(all("{a:1,\"b\":\"x", R"({"a":2,"b":"x"})"),
            "repairTruncation  (tail in_string); repairSyntax  (unquotedKey at 1); "
            "numberAltered /a");
}

TEST(ArgumentsText, EmptiedWrappedOrReadAsEmpty) {
  EXPECT_EQ(all(R"({"q": "te)", "{}"), "invalidArgsEmptied ");
  EXPECT_EQ(all(R"({"q": "te)", std::nullopt), "invalidArgsEmptied ");
  EXPECT_EQ(all("```\n{}\n```", "{}"), "repairSyntax  (codeFence at 0, codeFence at 7)");
  EXPECT_EQ(all(R"({"q": "te)", R"({"raw":"{\"q\": \"te","error":"no JSON"})"),
            "invalidArgsWrapped ");
}

TEST(ArgumentsText, NoArgumentsInTheirThreeSpellings) {
  EXPECT_EQ(all("", "{}"), "emptyArgsToObject ");
  EXPECT_EQ(all(std::nullopt, "{}"), "emptyArgsToObject ");
  EXPECT_EQ(all("null", "{}"), "emptyArgsToObject ");
  EXPECT_EQ(all("{}", ""), "typeChanged ");
  EXPECT_EQ(all("{}", "null"), "typeChanged ");
  // No text counts as {}; null is no object.
  EXPECT_EQ(diff_arguments("{}", "", {})[0].severity, Severity::low);
  EXPECT_EQ(diff_arguments("{}", "", {})[0].effect, Effect::neutral);
  for (const char* raw : {"{}", ""}) {
    const auto found = diff_arguments(raw, "null", {});
    ASSERT_EQ(found.size(), 1u) << raw;
    EXPECT_EQ(found[0].kind, "typeChanged");
    EXPECT_EQ(found[0].severity, Severity::high);
    EXPECT_EQ(found[0].effect, Effect::damaged);
  }
  EXPECT_EQ(all("", std::nullopt), "");
  EXPECT_EQ(all("null", R"({"a":1})"), "keyInjected /a");
}

TEST(ArgumentsText, EncodedTwiceOrMore) {
  EXPECT_EQ(all(R"("{\"a\":1}")", R"({"a":1})"), "doubleEncodingUnwrapped ");
  EXPECT_EQ(all(R"("\"{\\\"a\\\":1}\"")", R"({"a":1})"), "doubleEncodingUnwrapped ");
  EXPECT_EQ(all(R"("{\"a\":1}")", R"({"a":"1"})"), "doubleEncodingUnwrapped ; numberToString /a");
}

TEST(ArgumentsText, GoodArgumentsThatArriveBroken) {
  EXPECT_EQ(all(R"({"k":"AB1"})", R"({"k": ""AB1{"k": "AB1"})"), "streamMisassembled ");
  EXPECT_EQ(all(R"({"k":"AB1"})", R"({"k":"AB1"}{"k":"AB1"})"), "streamMisassembled ");
  EXPECT_EQ(all(R"({"k": "AB1"})", R"({"k":"AB1")"), "valueTruncated ");
  EXPECT_EQ(all(R"({"k":1e400})", R"({"k":Infinity})").find("streamMisassembled"),
            std::string::npos);
  EXPECT_EQ(all(R"({"k":NaN})", R"({"k": NaN})"), "");
}

TEST(ArgumentsText, ARepairThatRanOverGoodArguments) {
  const ArgumentsContext ran{.repair_ran = true};
  EXPECT_EQ(all(R"({"t":"use }{ here"})", R"({"t":"use , here"})", ran), "repairCorruptedValid /t");
  EXPECT_EQ(all(R"({"t":"use }{ here"})", R"({"t":"use , here"})"), "stringAltered /t");
  EXPECT_EQ(all(R"({"n":"7"})", R"({"n":7})", ran), "stringToNumber /n");
}

TEST(TextLeak, ReasoningInAValue) {
  const ArgumentsContext said{.raw_text = R"(<think>to Rome</think>{"city":"Rome"})"};
  EXPECT_EQ(all(R"({"city":"Rome"})", R"({"city":"<think>to Rome</think>Rome"})", said),
            "textLeakedIn /city");
  EXPECT_EQ(all(R"({"city":"Rome"})", R"({"city":"<b>to Rome</b>Rome"})", said),
            "stringAltered /city")
      << "not what the model wrote";
  EXPECT_EQ(all(R"({"city":"Rome"})", R"({"city":"Romet"})", said), "stringAltered /city")
      << "by chance in the text";
}

TEST(TextLeak, SwallowedParameters) {
  const std::string text =
      "<invoke name=\"m\"><parameter name=\"c\">long</c>\n<parameter "
      "name=\"tags\">[\"a\"]</parameter></invoke>";
  EXPECT_EQ(
      all(R"({"c":"long","tags":["a"]})", R"({"c":"long</c>\n<parameter name=\"tags\">[\"a\"]"})",
          {.raw_malformed = true, .raw_text = text}),
      "paramSwallowed /tags; textLeakedIn /c");
  EXPECT_EQ(all(R"({"a":"x","b":"y"})", R"({"a":"x</a><b>y"})"),
            "paramSwallowed /b; textLeakedIn /a");
  EXPECT_EQ(all(R"({"a":"x","b":"y"})", R"({"a":"x and y, b"})"),
            "keyDropped /b; stringAltered /a");
}

TEST(TextLeak, ARepairThatTookABracketForContent) {
  EXPECT_THAT(all("{forecast for Rome}", R"(["forecast for Rome}"])"),
              testing::EndsWith("textLeakedIn "));
  EXPECT_THAT(all(R"({"a":"x",b:y})", R"({"a":"x","b":"y}"})"),
              testing::EndsWith("textLeakedIn /b"));
  EXPECT_THAT(all(R"({"a":"{x}",b:1})", R"({"a":"{x} ok","b":1})"),
              testing::EndsWith("stringAltered /a"));
}

TEST(Untyped, TextThatNobodyTypedIsNobodysFault) {
  const std::vector<std::string> names = {"n"};
  const ArgumentsContext untyped{.untyped = names};
  for (const char* normalized : {"5", "true", "null", "[1]"}) {
    const std::string raw = std::string("{\"n\":\"") + normalized + "\"}";
    const auto found = diff_arguments(raw, std::string("{\"n\":") + normalized + "}", untyped);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].remark, "RAW untyped");
    EXPECT_EQ(found[0].severity, Severity::info);
    EXPECT_EQ(found[0].effect, Effect::neutral);
    EXPECT_FALSE(found[0].value_changed);
  }
  EXPECT_EQ(all(R"({"n":"True"})", R"({"n":true})", untyped), "stringToBool /n (RAW untyped)");
  EXPECT_EQ(all(R"({"m":"5"})", R"({"m":5})", untyped), "stringToNumber /m");
}

// Whatever the spelling: nobody typed the text. What changed its truth or its value is told still.
TEST(Untyped, AReadingIsOneInWhateverSpelling) {
  const std::vector<std::string> names = {"n"};
  const ArgumentsContext untyped{.untyped = names};
  struct Row {
    const char* raw;
    const char* normalized;
    const char* kind;
    bool is_reading;
  };
  for (const Row& row :
       std::vector<Row>{{"0123", "123", "stringToNumber", true},
                        {"1_000", "1000", "stringToNumber", true},
                        {" 7", "7", "stringToNumber", true},
                        {"1e3", "1000", "stringToNumber", true},
                        {"on", "true", "stringToBool", true},
                        {"No", "false", "stringToBool", true},
                        {"None", "null", "stringToNull", true},
                        {"", "null", "stringToNull", true},
                        {"5", "[5]", "arrayWrapped", true},
                        {"05", "[5]", "arrayWrapped", true},
                        {"yes", "[true]", "arrayWrapped", true},
                        {"[1]", "[1]", "jsonStringParsed", true},
                        {"ls", "[\"ls\"]", "arrayWrapped", false},
                        {"5", "[6]", "typeChanged", false},
                        {"5", "[5,5]", "typeChanged", false},
                        {"false", "true", "boolInverted", false},
                        {"false", "[true]", "typeChanged", false},
                        {"5", "6", "typeChanged", false},
                        {"hel", "null", "valueNulled", false},
                        {"9007199254740993", "9007199254740992", "bigintPrecisionLoss", false}}) {
    const auto found = diff_arguments(std::string("{\"n\":\"") + row.raw + "\"}",
                                      std::string("{\"n\":") + row.normalized + "}", untyped);
    ASSERT_EQ(found.size(), 1u) << row.raw << " -> " << row.normalized;
    EXPECT_EQ(found[0].kind, row.kind) << row.raw << " -> " << row.normalized;
    EXPECT_EQ(found[0].remark == "RAW untyped", row.is_reading) << row.raw;
    EXPECT_EQ(found[0].severity == Severity::info, row.is_reading) << row.raw;
    EXPECT_EQ(found[0].effect == Effect::neutral, row.is_reading) << row.raw;
  }
}

}  // namespace
}  // namespace tare
