#include "diff/value_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diff/tree_diff.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Finding> diff(const std::string& raw, const std::string& normalized,
                          bool executed = true) {
  return diff_arguments(raw, normalized, {.executed = executed});
}

std::vector<std::string> kinds(const std::string& raw, const std::string& normalized) {
  std::vector<std::string> out;
  for (const Finding& finding : diff(raw, normalized)) {
    out.push_back(std::string(finding.kind) + " " + finding.path.value_or("?"));
  }
  return out;
}

struct Row {
  const char* raw;
  const char* normalized;
  const char* kind;
  Severity severity;
  Effect effect;
  bool lossless;
};

class OneChange : public testing::TestWithParam<Row> {};

// The value stands under "a"; the finding must be the only one, at /a.
TEST_P(OneChange, HasKindSeverityEffectAndLoss) {
  const Row& row = GetParam();
  const auto found =
      diff(std::string("{\"a\":") + row.raw + "}", std::string("{\"a\":") + row.normalized + "}");
  ASSERT_EQ(found.size(), 1u) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(found[0].kind, row.kind) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(found[0].severity, row.severity) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(found[0].effect, row.effect) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(found[0].lossless, row.lossless) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(found[0].path, "/a");
  EXPECT_EQ(found[0].raw, row.raw);
  EXPECT_EQ(found[0].normalized, row.normalized);
}

constexpr Severity kInfo = Severity::info, kLow = Severity::low, kMedium = Severity::medium,
                   kHigh = Severity::high, kCritical = Severity::critical;
constexpr Effect kNeutral = Effect::neutral, kDamaged = Effect::damaged;

INSTANTIATE_TEST_SUITE_P(
    Scalars, OneChange,
    testing::Values(
        Row{R"("4071")", "4071", "stringToNumber", kMedium, kDamaged, true},
        Row{R"("02134")", "2134", "stringToNumber", kHigh, kDamaged, false},
        Row{R"("+7")", "7", "stringToNumber", kHigh, kDamaged, false},
        Row{R"(" 7")", "7", "stringToNumber", kHigh, kDamaged, false},
        Row{R"("1_000")", "1000", "stringToNumber", kHigh, kDamaged, false},
        Row{R"("1e3")", "1000", "stringToNumber", kHigh, kDamaged, false},
        Row{R"("1.50")", "1.5", "stringToNumber", kHigh, kDamaged, false},
        Row{R"("1234567890123456")", "1234567890123456", "stringToNumber", kHigh, kDamaged, false},
        Row{R"("204_118")", R"("204118")", "stringAltered", kHigh, kDamaged, false},
        Row{"4", R"("4")", "numberToString", kMedium, kDamaged, true},
        Row{"4", R"("5")", "typeChanged", kHigh, kDamaged, false},
        Row{R"("true")", "true", "stringToBool", kMedium, kDamaged, true},
        Row{R"("No")", "false", "stringToBool", kMedium, kDamaged, true},
        Row{R"("false")", "true", "boolInverted", kCritical, kDamaged, false},
        Row{"true", "false", "boolInverted", kCritical, kDamaged, false},
        Row{"0", "true", "boolInverted", kCritical, kDamaged, false},
        Row{R"("maybe")", "true", "typeChanged", kHigh, kDamaged, false},
        Row{"true", R"("true")", "boolToString", kMedium, kDamaged, true},
        Row{"true", "1", "boolToNumber", kHigh, kDamaged, true},
        Row{"0", "false", "boolToNumber", kHigh, kDamaged, true},
        Row{"3", "3.0", "intToFloat", kLow, kNeutral, true},
        Row{"5.0", "5", "floatToInt", kInfo, kNeutral, true},
        Row{"1e3", "1000", "numberRespelled", kInfo, kNeutral, true},
        Row{"0.50", "0.5", "numberRespelled", kInfo, kNeutral, true},
        Row{"-0", "0", "numberRespelled", kInfo, kNeutral, false},
        Row{"0.5", "0", "fractionTruncated", kHigh, kDamaged, false},
        Row{"2.6", "3", "fractionTruncated", kHigh, kDamaged, false},
        Row{"3.14159", "3.14", "fractionTruncated", kHigh, kDamaged, false},
        Row{"9007199254740993", "9007199254740992", "bigintPrecisionLoss", kCritical, kDamaged,
            false},
        Row{"12345678901234567890", "12345678901234567000", "bigintPrecisionLoss", kCritical,
            kDamaged, false},
        Row{"0.35", "0.3499999940395355", "floatPrecisionLoss", kMedium, kDamaged, false},
        Row{"0.1234567890123456789", "0.12345678901234568", "floatPrecisionLoss", kLow, kNeutral,
            false},
        Row{"4", "5", "numberAltered", kHigh, kDamaged, false},
        Row{"1e400", "1e401", "numberAltered", kHigh, kDamaged, false},
        Row{"null", R"("None")", "nullToString", kHigh, kDamaged, true},
        Row{R"("null")", "null", "stringToNull", kHigh, kDamaged, true},
        Row{R"("")", "null", "stringToNull", kHigh, kDamaged, true},
        Row{R"("hel")", "null", "valueNulled", kCritical, kDamaged, false},
        Row{"[1]", "null", "valueNulled", kCritical, kDamaged, false}));

INSTANTIATE_TEST_SUITE_P(
    ContainersAndStrings, OneChange,
    testing::Values(
        Row{R"("{\"k\":5}")", R"({"k":5})", "jsonStringParsed", kMedium, kDamaged, true},
        Row{R"("{\"v\": 1}")", R"({"v":1})", "jsonStringParsed", kMedium, kDamaged, false},
        Row{R"("{\"v\":1}")", R"({"v":2})", "typeChanged", kHigh, kDamaged, false},
        Row{R"(["x"])", R"("[\"x\"]")", "jsonValueStringified", kMedium, kDamaged, true},
        Row{R"("ls")", R"(["ls"])", "arrayWrapped", kLow, kDamaged, true},
        Row{R"({"k":1})", R"([{"k":1.0}])", "arrayWrapped", kLow, kDamaged, true},
        Row{R"(["ls"])", R"("ls")", "arrayUnwrapped", kMedium, kDamaged, true},
        Row{R"(["ls","-l"])", R"("ls -l")", "arrayUnwrapped", kMedium, kDamaged, false},
        Row{R"(["ls","-l"])", R"("ls -la")", "typeChanged", kHigh, kDamaged, false},
        Row{"[1]", "{}", "typeChanged", kHigh, kDamaged, false},
        Row{R"("  a\n")", R"("a")", "whitespaceTrimmed", kHigh, kDamaged, false},
        Row{R"("a\r\nb")", R"("a\nb")", "whitespaceTrimmed", kHigh, kDamaged, false},
        Row{R"("ends </p> here")", R"("ends ")", "valueTruncated", kCritical, kDamaged, false},
        Row{R"("b, a")", R"("a, b")", "stringAltered", kHigh, kDamaged, false}));

TEST(ValueDiff, ControlsAreNoFindings) {
  EXPECT_THAT(kinds(R"({ "a" : 1,
 "b":[1, 2] })",
                    R"({"a":1,"b":[1,2]})"),
              IsEmpty());
  EXPECT_THAT(kinds(R"({"a":"\u00e9\/"})", "{\"a\":\"\xc3\xa9/\"}"), IsEmpty());
  EXPECT_THAT(kinds("{\"a\":", "{\"a\":"), IsEmpty());
  EXPECT_THAT(kinds("", "  "), IsEmpty());
}

TEST(ValueDiff, MembersComeAndGo) {
  EXPECT_THAT(kinds(R"({"p":"x","n":1})", R"({"n":1})"), ElementsAre("keyDropped /p"));
  EXPECT_THAT(kinds(R"({"a":1})", R"({"a":1,"t":"x"})"), ElementsAre("keyInjected /t"));
  EXPECT_THAT(kinds(R"({"u":null,"n":1})", R"({"n":1})"), ElementsAre("nullDropped /u"));
  EXPECT_THAT(kinds(R"({"n":1})", R"({"n":1,"u":null})"), ElementsAre("nullInjected /u"));
  EXPECT_THAT(kinds(R"({"n":1,"u":""})", R"({"n":1})"), ElementsAre("emptyStringDropped /u"));
  EXPECT_THAT(kinds(R"({"b":1,"a":2})", R"({"a":2,"b":1})"), ElementsAre("keyOrderChanged "));
  EXPECT_THAT(kinds(R"({"x/y~":{"p":1}})", R"({"x/y~":{"p":2}})"),
              ElementsAre("numberAltered /x~1y~0/p"));
}

TEST(ValueDiff, ARenamedMemberIsFoundByNameAndValue) {
  const auto found =
      diff(R"({"calendarId":"c1","max-results":5})", R"({"calendar_id":"c1","maxResults":5.0})");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].kind, "keyRenamed");
  EXPECT_EQ(found[0].severity, Severity::low);
  EXPECT_EQ(found[0].effect, Effect::rescued);
  EXPECT_EQ(found[2].kind, "intToFloat");
  EXPECT_THAT(kinds(R"({"a":1,"calendarId":"c1"})", R"({"a":1,"calendar_id":"c2"})"),
              ElementsAre("keyDropped /calendarId", "keyInjected /calendar_id"));
}

TEST(ValueDiff, ARepeatedNameIsSeenWhicheverWasKept) {
  for (const char* normalized : {R"({"p":1})", R"({"p":2})"}) {
    const auto found = diff(R"({"p":1,"p":2})", normalized);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, "duplicateKeyCollapsed");
    EXPECT_EQ(found[0].effect, Effect::rescued);
    EXPECT_EQ(found[0].raw, "[1,2]");
  }
  EXPECT_THAT(kinds(R"({"p":1,"p":2})", R"({"p":3})"),
              ElementsAre("duplicateKeyCollapsed /p", "numberAltered /p"));
  EXPECT_THAT(kinds(R"({"p":1,"q":0,"p":2})", R"({"p":2,"q":0})"),
              ElementsAre("duplicateKeyCollapsed /p"));
}

TEST(ValueDiff, ArgumentsLostOrReplacedAsAWhole) {
  EXPECT_THAT(kinds(R"({"q":1})", "{}"), ElementsAre("argsLost "));
  EXPECT_THAT(kinds(R"({"q":1})", ""), ElementsAre("argsLost "));
  EXPECT_THAT(kinds(R"({"q":1})", R"({"signal":{}})"), ElementsAre("argsReplaced "));
  EXPECT_THAT(kinds(R"({"q":1})", R"({"u":null})"),
              ElementsAre("keyDropped /q", "nullInjected /u"));
  EXPECT_THAT(kinds(R"({"a":{"q":1},"b":1})", R"({"a":{},"b":1})"), ElementsAre("keyDropped /a/q"));
  // It stands in place of keyDropped; null and "" have kinds of their own.
  for (const char* nothing : {"{}", ""}) {
    EXPECT_THAT(kinds(R"({"u":null})", nothing), ElementsAre("nullDropped /u"));
    EXPECT_THAT(kinds(R"({"u":""})", nothing), ElementsAre("emptyStringDropped /u"));
    EXPECT_THAT(kinds(R"({"u":null,"v":""})", nothing),
                ElementsAre("nullDropped /u", "emptyStringDropped /v"));
    EXPECT_THAT(kinds(R"({"u":null,"q":1})", nothing), ElementsAre("argsLost "));
    EXPECT_THAT(kinds(R"({"u":[]})", nothing), ElementsAre("argsLost "));
  }
}

TEST(ValueDiff, ListsAreAlignedAroundWhatIsEqual) {
  EXPECT_THAT(kinds(R"({"l":[1,2,3]})", R"({"l":[0,1,2,3]})"), ElementsAre("itemInjected /l/0"));
  EXPECT_THAT(kinds(R"({"l":[1,2,3]})", R"({"l":[1,3]})"), ElementsAre("itemDropped /l/1"));
  EXPECT_THAT(kinds(R"({"l":[1,2,3]})", R"({"l":[1,"2",3]})"), ElementsAre("numberToString /l/1"));
  EXPECT_THAT(kinds(R"({"l":["a","b"]})", R"({"l":["b","a"]})"), ElementsAre("itemsReordered /l"));
}

TEST(ValueDiff, EmptyBrokenAndDoublyEncodedTexts) {
  EXPECT_THAT(kinds("", "{}"), ElementsAre("emptyArgsToObject "));
  EXPECT_EQ(diff("", "{}")[0].effect, Effect::neutral);
  EXPECT_EQ(diff("", "{}")[0].severity, Severity::info);
  EXPECT_THAT(kinds("", R"({"a":1})"), ElementsAre("keyInjected /a"));
  EXPECT_THAT(kinds(R"({"amount":12)", R"({"amount":12})"), ElementsAre("repairTruncation "));
  EXPECT_THAT(kinds(R"({"amount":12)", R"({"amount":13})"),
              ElementsAre("repairTruncation ", "numberAltered /amount"));
  EXPECT_THAT(kinds(R"({"a":1,})", R"({"a":1})"), ElementsAre("repairSyntax "));
  EXPECT_EQ(diff(R"({"a":1,})", R"({"a":1})")[0].severity, Severity::low);
  EXPECT_EQ(diff(R"({"a":1,})", R"({"a":1})")[0].effect, Effect::rescued);
  EXPECT_THAT(kinds("{'a':True,'b':None}", R"({"a":true,"b":null})"),
              ElementsAre("repairPythonLiteral "));
  EXPECT_THAT(kinds(R"({"q": "tes)", "{}"), ElementsAre("invalidArgsEmptied "));
  EXPECT_THAT(kinds(R"({"cmd": "p")", R"({"_raw":"{\"cmd\": \"p\""})"),
              ElementsAre("invalidArgsWrapped "));
  EXPECT_THAT(kinds(R"("{\"c\":1}")", R"({"c":1})"), ElementsAre("doubleEncodingUnwrapped "));
  EXPECT_THAT(kinds(R"({"c":1})", R"({"c":)"), ElementsAre("valueTruncated "));
  EXPECT_EQ(diff(R"({"c":1})", R"({"c":)")[0].effect, Effect::damaged);
}

TEST(ValueDiff, WhatDidNotRunIsMediumAtMost) {
  EXPECT_EQ(diff(R"({"q": "tes)", "{}", false)[0].severity, Severity::medium);
  EXPECT_EQ(diff(R"({"q": "tes)", "{}", false)[0].effect, Effect::neutral);
}

TEST(ValueDiff, AToolThatIsNotOfferedIsNotOk) {
  const auto found = diff_arguments(R"({"a":"1"})", R"({"a":1})", {.raw_name_ok = false});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].effect, Effect::rescued);
  EXPECT_EQ(found[0].severity, Severity::low);
}

TEST(ValueDiff, DepthAndWidthAreBounded) {
  std::string deep_raw = "1";
  std::string deep_normalized = "2";
  for (int i = 0; i < 1000; ++i) {
    deep_raw = "{\"a\":" + deep_raw + "}";
    deep_normalized = "{\"a\":" + deep_normalized + "}";
  }
  EXPECT_EQ(diff(deep_raw, deep_normalized).size(), 1u);
  const std::string past(100'000, '[');
  EXPECT_TRUE(diff(past, past + "[").empty()) << "nothing can be said of it";
  EXPECT_TRUE(is_beyond_reader(past));

  std::string wide_raw = "[";
  std::string wide_normalized = "[";
  for (int i = 0; i < 60'000; ++i) {
    wide_raw += std::to_string(i) + ",";
    wide_normalized += "\"" + std::to_string(i) + "\",";
  }
  const auto found = diff("{\"l\":" + wide_raw + "0]}", "{\"l\":" + wide_normalized + "0]}");
  ASSERT_EQ(found.size(), kMaxFindings + 1);
  EXPECT_EQ(found.back().kind, "furtherChanges");
  EXPECT_EQ(found.back().path, "");
}

// Each level repeats the whole of what lies below: paths and shown values must not multiply.
TEST(ValueDiff, LongNamesAndNestedOrderStayCheap) {
  const std::string name(100'000, 'n');
  std::string raw = "\"" + std::string(1'000'000, 'x') + "\"";
  std::string normalized = raw;
  for (int i = 0; i < 500; ++i) {
    raw = "{\"b\":1,\"a\":" + raw + "}";
    normalized = "{\"a\":" + normalized + ",\"b\":1}";
  }
  EXPECT_EQ(diff(raw, normalized).size(), 500u);
  std::string many_raw = "{\"" + name + "\":{";
  std::string many_normalized = many_raw;
  for (int i = 0; i < 2000; ++i) {
    many_raw += "\"k" + std::to_string(i) + "\":1,";
    many_normalized += "\"k" + std::to_string(i) + "\":2,";
  }
  const auto found = diff(many_raw + "\"z\":1}}", many_normalized + "\"z\":1}}");
  EXPECT_EQ(found.back().kind, "furtherChanges");
}

}  // namespace
}  // namespace tare
