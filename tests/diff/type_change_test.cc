// One JSON type to another, row by row, with the near misses beside them.
#include <gtest/gtest.h>

#include "diff/scalar_change.h"
#include "json/reader.h"

namespace tare {
namespace {

Change change_between(const std::string& raw, const std::string& normalized,
                      const schema::Declared* declared = nullptr) {
  json::Document from;
  json::Document to;
  // Raw may be a token that only the tolerant reader takes, such as NaN.
  if (json::read_strict(raw, from)) {
    json::read_tolerant(raw, from);
  }
  EXPECT_FALSE(json::read_strict(normalized, to)) << normalized;
  return type_change(from.root(), to.root(), declared);
}

struct Row {
  const char* raw;
  const char* normalized;
  const char* kind;
  bool lossless = false;
  int shift = 0;
};

class TypeChange : public testing::TestWithParam<Row> {};

TEST_P(TypeChange, HasKindAndLoss) {
  const Row& row = GetParam();
  const Change change = change_between(row.raw, row.normalized);
  EXPECT_EQ(change.kind, row.kind) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(change.lossless, row.lossless) << row.raw << " -> " << row.normalized;
  EXPECT_EQ(change.shift, row.shift) << row.raw << " -> " << row.normalized;
  EXPECT_TRUE(change.value_changed);
  EXPECT_FALSE(change.equal_as_double);
}

INSTANTIATE_TEST_SUITE_P(
    StringAndNumber, TypeChange,
    testing::Values(Row{R"("4071")", "4071", "stringToNumber", true},
                    Row{R"("-2.5")", "-2.5", "stringToNumber", true},
                    Row{R"("3")", "3.0", "stringToNumber", true},
                    Row{R"("02134")", "2134", "stringToNumber", false, 1},
                    Row{R"("+7")", "7", "stringToNumber", false, 1},
                    Row{R"(" 7\n")", "7", "stringToNumber", false, 1},
                    Row{R"("1_000")", "1000", "stringToNumber", false, 1},
                    Row{R"("1,000")", "1000", "stringToNumber", false, 1},
                    Row{R"("1e3")", "1000", "stringToNumber", false, 1},
                    Row{R"("0x1f")", "31", "stringToNumber", false, 1},
                    Row{R"("1234567890123456")", "1234567890123456", "stringToNumber", false, 1},
                    Row{R"("9007199254740993")", "9007199254740992", "bigintPrecisionLoss"},
                    Row{R"("3.7")", "3", "fractionTruncated"},
                    Row{R"("0.1234567890123456789")", "0.12345678901234568", "floatPrecisionLoss"},
                    Row{R"("4")", "5", "typeChanged"}, Row{R"("12abc")", "12", "typeChanged"},
                    Row{R"("")", "0", "typeChanged"}, Row{R"("x")", "1", "typeChanged"},
                    Row{"4", R"("4")", "numberToString", true},
                    Row{"4", R"("4.0")", "numberToString", true},
                    Row{"1e3", R"("1000")", "numberToString", true},
                    Row{"1e400", R"("1e400")", "numberToString", true},
                    Row{"0.5", R"("0")", "fractionTruncated"},
                    Row{"9007199254740993", R"("9007199254740992")", "bigintPrecisionLoss"},
                    Row{"4", R"("5")", "typeChanged"}, Row{"4", R"("four")", "typeChanged"}));

INSTANTIATE_TEST_SUITE_P(
    Booleans, TypeChange,
    testing::Values(
        Row{R"("true")", "true", "stringToBool", true},
        Row{R"("No")", "false", "stringToBool", true},
        Row{R"(" ON ")", "true", "stringToBool", true}, Row{R"("1")", "true", "stringToBool", true},
        Row{R"("false")", "true", "boolInverted"}, Row{R"("yes")", "false", "boolInverted"},
        Row{R"("0")", "true", "boolInverted"}, Row{R"("maybe")", "true", "typeChanged"},
        Row{R"("")", "false", "typeChanged"}, Row{"true", R"("true")", "boolToString", true},
        Row{"false", R"("False")", "boolToString", true},
        Row{"true", R"("1")", "boolToString", true}, Row{"true", R"("false")", "boolInverted"},
        Row{"true", R"("maybe")", "typeChanged"}, Row{"true", "1", "boolToNumber", true},
        Row{"false", "0.0", "boolToNumber", true}, Row{"1", "true", "boolToNumber", true},
        Row{"0", "false", "boolToNumber", true}, Row{"1.0", "true", "boolToNumber", true},
        Row{"true", "0", "boolInverted"}, Row{"0", "true", "boolInverted"},
        Row{"1", "false", "boolInverted"}, Row{"5", "false", "boolInverted"},
        Row{"5", "true", "typeChanged"}, Row{"true", "2", "typeChanged"}));

INSTANTIATE_TEST_SUITE_P(
    Nulls, TypeChange,
    testing::Values(
        Row{"null", R"("null")", "nullToString", true},
        Row{"null", R"("None")", "nullToString", true}, Row{"null", R"("")", "nullToString", true},
        Row{"null", R"("x")", "typeChanged"}, Row{"null", "0", "typeChanged"},
        Row{"null", "false", "typeChanged"}, Row{"null", "{}", "typeChanged"},
        Row{R"("null")", "null", "stringToNull", true},
        Row{R"("NONE")", "null", "stringToNull", true}, Row{R"("")", "null", "stringToNull", true},
        Row{R"("hel")", "null", "valueNulled"}, Row{R"("nullable")", "null", "valueNulled"},
        Row{"0", "null", "valueNulled"}, Row{"false", "null", "valueNulled"},
        Row{"[1]", "null", "valueNulled"}, Row{"{}", "null", "valueNulled"},
        Row{"1e400", "null", "nonfiniteNumber"}, Row{"-1e400", "null", "nonfiniteNumber"},
        Row{"NaN", "null", "nonfiniteNumber"}, Row{R"("NaN")", "null", "nonfiniteNumber"},
        Row{R"("-Infinity")", "null", "nonfiniteNumber"},
        Row{R"("1e400")", "null", "nonfiniteNumber"}, Row{"1e-400", "null", "valueNulled"},
        Row{R"("12")", "null", "valueNulled"}));

INSTANTIATE_TEST_SUITE_P(
    NotFinite, TypeChange,
    testing::Values(Row{"1e400", R"("Infinity")", "nonfiniteNumber"},
                    Row{"-1e400", R"("-inf")", "nonfiniteNumber"},
                    Row{"NaN", R"("NaN")", "nonfiniteNumber"},
                    Row{R"("Infinity")", "1.7976931348623157e308", "nonfiniteNumber"},
                    Row{R"("1e400")", "1.7976931348623157e308", "nonfiniteNumber"},
                    Row{"5", R"("NaN")", "typeChanged"}, Row{"NaN", R"("x")", "typeChanged"},
                    Row{"1e-400", R"("Infinity")", "typeChanged"},
                    Row{R"("nano")", "0", "typeChanged"}));

INSTANTIATE_TEST_SUITE_P(
    JsonInStrings, TypeChange,
    testing::Values(Row{R"("{\"k\":5}")", R"({"k":5})", "jsonStringParsed", true},
                    Row{R"("[\"a.py\",\"b.py\"]")", R"(["a.py","b.py"])", "jsonStringParsed", true},
                    Row{R"("{\"k\":\"a b\"}")", R"({ "k" : "a b" })", "jsonStringParsed", true},
                    Row{"\"{\\\"k\\\":\\\"\xc3\xa9\\\"}\"", R"({"k":"\u00e9"})", "jsonStringParsed",
                        true},
                    Row{R"("{\"v\": 1}")", R"({"v":1})", "jsonStringParsed"},
                    Row{R"("{\"v\":1.0}")", R"({"v":1})", "jsonStringParsed"},
                    Row{R"("{\"b\":1,\"a\":2}")", R"({"a":2,"b":1})", "jsonStringParsed"},
                    Row{R"("{'a': True}")", R"({"a":true})", "jsonStringParsed"},
                    Row{R"("{\"v\":1}")", R"({"v":2})", "typeChanged"},
                    Row{R"("see [1]")", "[1]", "typeChanged"},
                    Row{R"("[1] and more")", "[1]", "typeChanged"},
                    Row{R"("{\"v\":1,}")", R"({"v":1})", "typeChanged"},
                    Row{R"({"a":1})", R"("{\"a\":1}")", "jsonValueStringified", true},
                    Row{R"([{"sku":1,"gift":false}])", R"("[{\"sku\": 1, \"gift\": false}]")",
                        "jsonValueStringified", true},
                    Row{R"({"a":[1,null]})", R"("{'a': [1, None]}")", "jsonValueStringified", true},
                    Row{R"({"a":1})", R"("{\"a\":2}")", "typeChanged"},
                    Row{R"({"a":1})", R"("[object Object]")", "typeChanged"}));

INSTANTIATE_TEST_SUITE_P(
    Lists, TypeChange,
    testing::Values(
        Row{R"("ls")", R"(["ls"])", "arrayWrapped", true},
        Row{R"({"k":1})", R"([{"k":1.0}])", "arrayWrapped", true},
        Row{"null", "[null]", "arrayWrapped", true}, Row{R"("5")", "[5]", "typeChanged"},
        Row{R"("a,b")", R"(["a","b"])", "typeChanged"}, Row{"1", "[1,1]", "typeChanged"},
        Row{R"(["ls"])", R"("ls")", "arrayUnwrapped", true},
        Row{"[3]", "3.0", "arrayUnwrapped", true},
        Row{R"([{"a":1}])", R"({"a":1})", "arrayUnwrapped", true},
        Row{"[null]", "null", "arrayUnwrapped", true},
        Row{R"(["ls","-l"])", R"("ls -l")", "arrayUnwrapped"},
        Row{R"(["a","b","c"])", R"("a,b,c")", "arrayUnwrapped"},
        Row{R"(["a","b"])", R"("a\nb")", "arrayUnwrapped"},
        Row{R"(["a","b"])", R"("ab")", "arrayUnwrapped"},
        Row{R"([1,2])", R"("1, 2")", "arrayUnwrapped"}, Row{"[1]", R"("1")", "arrayUnwrapped"},
        Row{R"(["ls","-l"])", R"("ls -la")", "typeChanged"},
        Row{R"(["a","b"])", R"("a")", "typeChanged"},
        Row{R"(["a","b"])", R"("b a")", "typeChanged"}, Row{"[]", R"("")", "typeChanged"},
        Row{R"([[1],2])", R"("1,2")", "typeChanged"},
        Row{R"(["a"])", R"({"0":"a"})", "arrayObjectSwap", true},
        Row{R"(["a","b"])", R"({"1":"b","0":"a"})", "arrayObjectSwap", true},
        Row{R"({"0":[1],"1":{}})", R"([[1],{}])", "arrayObjectSwap", true},
        Row{"[]", "{}", "arrayObjectSwap", true},
        Row{R"(["a","b"])", R"({"0":"a"})", "typeChanged"},
        Row{R"(["a"])", R"({"0":"b"})", "typeChanged"},
        Row{R"(["a"])", R"({"1":"a"})", "typeChanged"},
        Row{R"(["a"])", R"({"00":"a"})", "typeChanged"},
        Row{R"(["a","a"])", R"({"0":"a","0":"a"})", "typeChanged"},
        Row{R"(["a"])", R"({"item":"a"})", "typeChanged"}, Row{"[1]", "{}", "typeChanged"},
        Row{"[1]", "true", "typeChanged"}, Row{R"({"a":1})", "1", "typeChanged"}));

TEST(TypeChangeEnum, AStringOutsideTheEnumMayBecomeAMemberOfAnotherType) {
  const std::string text = R"([1,2,"two"])";
  json::Document document;
  ASSERT_FALSE(json::read_strict(text, document));
  schema::Declared declared;
  for (const json::Value value : document.root().elements()) declared.enum_values.push_back(value);
  EXPECT_EQ(change_between(R"("one")", "1", &declared).kind, "enumMapped");
  EXPECT_EQ(change_between(R"("one")", "3", &declared).kind, "typeChanged");
  EXPECT_EQ(change_between(R"("two")", "2", &declared).kind, "typeChanged");
  EXPECT_EQ(change_between(R"("1")", "1", &declared).kind, "stringToNumber");
  EXPECT_EQ(change_between("true", "2", &declared).kind, "typeChanged");
}

// Every pair of types has an answer, whatever the values.
TEST(TypeChangeTotal, EveryPairOfTypesHasAKind) {
  const char* const values[] = {"null", "true", "0",  "1e400",  R"("")",      R"("x")",
                                "[]",   "[[]]", "{}", R"([1])", R"({"0":1})", R"("[")"};
  for (const char* a : values) {
    for (const char* b : values) {
      json::Document from;
      json::Document to;
      ASSERT_FALSE(json::read_strict(a, from));
      ASSERT_FALSE(json::read_strict(b, to));
      if (from.root().kind() == to.root().kind()) continue;
      EXPECT_NE(kind_info(change_between(a, b).kind).severity, Severity::none) << a << " " << b;
    }
  }
}

TEST(TypeChangeTotal, LongAwkwardValues) {
  const std::size_t size = 1u << 20;
  const std::string opening = "\"" + std::string(size, '[') + "\"";
  EXPECT_EQ(change_between(opening, "[]").kind, "typeChanged");
  EXPECT_EQ(change_between("\"" + std::string(size, '9') + "\"", "1").kind, "typeChanged");
  EXPECT_EQ(change_between("\"" + std::string(size, '0') + "1\"", "1").kind, "stringToNumber");
  std::string list = "[";
  std::string joined = "\"";
  std::string object = "{";
  for (std::size_t i = 0; i < 100'000; ++i) {
    list += "\"a\",";
    joined += "a,";
    object += "\"" + std::to_string(i) + "\":\"a\",";
  }
  EXPECT_EQ(change_between(list + "\"b\"]", joined + "b\"").kind, "arrayUnwrapped");
  EXPECT_EQ(change_between(list + "\"b\"]", object + "\"100000\":\"b\"}").kind, "arrayObjectSwap");
}

}  // namespace
}  // namespace tare
