#include "formats/typed_value.h"

#include <gtest/gtest.h>

#include <string>

namespace tare::formats {
namespace {

using json::Kind;

KindSet kinds(std::string_view schema, std::string_view parameter) {
  return ParameterTypes(schema).of(parameter);
}

std::string typed(std::string_view text, KindSet kinds, Words words = Words::json) {
  const TypedValue value = typed_value(text, kinds, words);
  return value.json + (value.untyped ? " untyped" : "");
}

constexpr KindSet kString = KindSet::of(Kind::string);
constexpr KindSet kNumber = KindSet::of(Kind::number);
constexpr KindSet kBoolean = KindSet::of(Kind::boolean);
constexpr KindSet kNull = KindSet::of(Kind::null);
constexpr KindSet kArray = KindSet::of(Kind::array);

TEST(ParameterTypes, TypeIsAWordOrAList) {
  const std::string_view schema =
      R"({"properties":{"s":{"type":"string"},"i":{"type":"integer"},"n":{"type":["number","null"]}}})";
  EXPECT_EQ(kinds(schema, "s"), kString);
  EXPECT_EQ(kinds(schema, "i"), kNumber);
  EXPECT_EQ(kinds(schema, "n"), kNumber | kNull);
}

TEST(ParameterTypes, EnumAndConstDeclareTheKindsOfTheirValues) {
  const std::string_view schema =
      R"({"properties":{"e":{"enum":["a","b"]},"m":{"enum":["a",1]},"c":{"const":true}}})";
  EXPECT_EQ(kinds(schema, "e"), kString);
  EXPECT_EQ(kinds(schema, "m"), kString | kNumber);
  EXPECT_EQ(kinds(schema, "c"), kBoolean);
}

TEST(ParameterTypes, AlternativesAddUpAndConjunctionsNarrow) {
  const std::string_view schema =
      R"({"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]},
          "o":{"oneOf":[{"type":"array"},{"type":"integer"}]},
          "all":{"type":["string","number"],"allOf":[{"type":"string"}]}}})";
  EXPECT_EQ(kinds(schema, "a"), kString | kNull);
  EXPECT_EQ(kinds(schema, "o"), kArray | kNumber);
  EXPECT_EQ(kinds(schema, "all"), kString);
}

TEST(ParameterTypes, ReferencesWithinTheSchemaAreFollowed) {
  const std::string_view schema =
      R"({"$defs":{"id":{"type":"integer"},"args":{"properties":{"x":{"type":"boolean"}}}},
          "properties":{"i":{"$ref":"#/$defs/id"}},"allOf":[{"$ref":"#/$defs/args"}]})";
  EXPECT_EQ(kinds(schema, "i"), kNumber);
  EXPECT_EQ(kinds(schema, "x"), kBoolean);
}

TEST(ParameterTypes, ASchemaThatRefersToItselfEnds) {
  const std::string_view schema =
      R"({"$ref":"#","properties":{"a":{"$ref":"#/properties/a"},"b":{"anyOf":[{"$ref":"#/properties/b"},{"type":"string"}]}}})";
  EXPECT_EQ(kinds(schema, "a"), KindSet::all());
  EXPECT_EQ(kinds(schema, "b"), KindSet::all());
}

TEST(ParameterTypes, WhatIsNotNamedTakesTheSchemaOfAdditionalProperties) {
  EXPECT_EQ(kinds(R"({"properties":{},"additionalProperties":{"type":"number"}})", "z"), kNumber);
  EXPECT_EQ(kinds(R"({"properties":{},"additionalProperties":true})", "z"), KindSet::all());
}

TEST(ParameterTypes, NothingIsDeclaredByWhatIsNoSchema) {
  for (const std::string_view schema : {"", "{", "[]", "true", R"({"properties":[]})",
                                        R"({"properties":{"p":{"type":"colour"}}})"}) {
    EXPECT_EQ(kinds(schema, "p"), KindSet::all()) << schema;
  }
}

TEST(TypedValue, AStringIsTheTextAsItStands) {
  EXPECT_EQ(typed("204_118", kString), R"("204_118")");
  EXPECT_EQ(typed(" 1 ", kString), R"(" 1 ")");
  EXPECT_EQ(typed("null", kString), R"("null")");
  EXPECT_EQ(typed("a\n\"b\"", kString), R"("a\n\"b\"")");
}

TEST(TypedValue, OtherTypesAreJsonWithTheirSpelling) {
  EXPECT_EQ(typed("12.0", kNumber), "12.0");
  EXPECT_EQ(typed("9007199254740993", kNumber), "9007199254740993");
  EXPECT_EQ(typed("[ 1, {\"a\" : null} ]", kArray), R"([1,{"a":null}])");
  EXPECT_EQ(typed("\n5\n", kNumber), "5");
}

TEST(TypedValue, WhatIsNoJsonStaysText) {
  EXPECT_EQ(typed("not_json", kArray), R"("not_json")");
  EXPECT_EQ(typed("['a']", kArray, Words::python), R"("['a']")");
  EXPECT_EQ(typed("", kNumber), R"("")");
}

TEST(TypedValue, JsonOfAnotherTypeThanDeclaredStaysThatJson) {
  EXPECT_EQ(typed(R"({"a":1})", kArray), R"({"a":1})");
}

TEST(TypedValue, PythonWordsAreReadWhereTheTemplatePrintsThem) {
  EXPECT_EQ(typed("True", kBoolean, Words::python), "true");
  EXPECT_EQ(typed("False", kBoolean, Words::python), "false");
  EXPECT_EQ(typed("None", kNumber | kNull, Words::python), "null");
  EXPECT_EQ(typed("True", kBoolean, Words::json), R"("True")");
  EXPECT_EQ(typed("True", kNumber, Words::python), R"("True")");
}

TEST(TypedValue, AStringThatMayBeNullIsNullForThatWordAlone) {
  EXPECT_EQ(typed("null", kString | kNull), "null");
  EXPECT_EQ(typed("nullable", kString | kNull), R"("nullable")");
  EXPECT_EQ(typed("None", kString | kNull, Words::python), R"("None")");
}

TEST(TypedValue, TextThatFitsTwoDeclaredTypesIsUntyped) {
  EXPECT_EQ(typed("5", kString | kNumber), R"("5" untyped)");
  EXPECT_EQ(typed("some text", kString | kNumber), R"("some text")");
}

TEST(TypedValue, NothingDeclaredIsUntyped) {
  EXPECT_EQ(typed("5", KindSet::all()), R"("5" untyped)");
}

TEST(CutValue, IsTheFirstPartOfAJsonValue) {
  EXPECT_EQ(cut_value("San Fr", kString), R"("San Fr)");
  EXPECT_EQ(cut_value("12", kNumber), "12");
  EXPECT_EQ(cut_value("[1, 2", kArray), "[1, 2");
  EXPECT_EQ(cut_value("", kNumber), "");
  EXPECT_EQ(cut_value("say \"", KindSet::all()), R"("say \")");
  EXPECT_EQ(cut_value("oops", kNumber), R"("oops)");
}

}  // namespace
}  // namespace tare::formats
