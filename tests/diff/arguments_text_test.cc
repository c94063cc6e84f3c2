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
  EXPECT_EQ(all(R"({"n":"007"})", R"({"n":7})", untyped), "stringToNumber /n")
      << "no text of the number 7";
  EXPECT_EQ(all(R"({"m":"5"})", R"({"m":5})", untyped), "stringToNumber /m");
}

}  // namespace
}  // namespace tare
