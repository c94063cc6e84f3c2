// What a schema declares of one member.
#include "schema/declared.h"

#include <gmock/gmock.h>

namespace tare::schema {
namespace {

using json::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Schema> compiled(std::string text) {
  auto schema = Schema::compile(std::move(text));
  EXPECT_TRUE(schema) << (schema ? "" : schema.error().reason);
  return schema ? std::move(*schema) : nullptr;
}

TEST(Declared, TellsTheTypeEnumAndDefaultOfAMember) {
  const auto schema = compiled(R"({"type":"object","properties":{
    "unit":{"type":"string","enum":["C","F"],"default":"C"},"n":{"type":"integer"},
    "x":{"type":["number","null"]},"free":{},"anything":true}})");
  const Declared unit = declared_at(*schema, "/unit");
  EXPECT_TRUE(unit.declared);
  EXPECT_FALSE(unit.any_type);
  EXPECT_THAT(unit.types, ElementsAre(Kind::string));
  ASSERT_EQ(unit.enum_values.size(), 2u);
  EXPECT_EQ(unit.enum_values[1].decoded(), "F");
  ASSERT_EQ(unit.defaults.size(), 1u);
  EXPECT_TRUE(unit.defaults[0].decoded_equals("C"));
  const Declared n = declared_at(*schema, "/n");
  EXPECT_TRUE(n.integer_only);
  EXPECT_TRUE(n.allows(Kind::number));
  EXPECT_FALSE(n.allows(Kind::string));
  const Declared x = declared_at(*schema, "/x");
  EXPECT_FALSE(x.integer_only);
  EXPECT_TRUE(x.allows(Kind::null));
  EXPECT_TRUE(declared_at(*schema, "/free").any_type);
  EXPECT_TRUE(declared_at(*schema, "/free").declared);
  EXPECT_TRUE(declared_at(*schema, "/anything").declared);
}

TEST(Declared, WhatIsMerelyToleratedIsNotDeclaredButItsTypeIsKnown) {
  const auto schema =
      compiled(R"({"properties":{"a":{}},"additionalProperties":{"type":"integer"}})");
  const Declared other = declared_at(*schema, "/b");
  EXPECT_FALSE(other.declared);
  EXPECT_THAT(other.types, ElementsAre(Kind::number));
  EXPECT_FALSE(declared_at(*compiled("{}"), "/b").declared);
}

TEST(Declared, AnObjectThatListsNothingIsFreeForm) {
  const auto schema = compiled(
      R"({"properties":{"free":{"type":"object"},"closed":{"type":"object","properties":{}}}})");
  EXPECT_TRUE(declared_at(*schema, "").lists_properties);
  EXPECT_FALSE(declared_at(*schema, "/free").lists_properties);
  EXPECT_TRUE(declared_at(*schema, "/closed").lists_properties);
  EXPECT_TRUE(names_member(*schema, "", "free"));
  EXPECT_FALSE(names_member(*schema, "", "x"));
  EXPECT_FALSE(names_member(*schema, "/free", "x"));
}

TEST(Declared, LooksThroughRefsAndEveryBranch) {
  const auto schema = compiled(R"({"$defs":{"id":{"anyOf":[{"type":"integer"},{"type":"null"}]}},
    "allOf":[{"properties":{"a":{"$ref":"#/$defs/id"}}}],
    "if":{"properties":{"kind":{"const":"x"}}},
    "then":{"properties":{"b":{"type":"boolean"}}},
    "else":{"properties":{"b":{"type":"string"}}}})");
  const Declared a = declared_at(*schema, "/a");
  EXPECT_TRUE(a.declared);
  EXPECT_TRUE(a.integer_only);
  EXPECT_THAT(a.types, ElementsAre(Kind::number, Kind::null));
  EXPECT_THAT(declared_at(*schema, "/b").types, ElementsAre(Kind::boolean, Kind::string));
  EXPECT_THAT(declared_at(*schema, "/kind").types, ElementsAre(Kind::string));
}

TEST(Declared, GoesIntoListsAndPatterns) {
  const auto schema = compiled(R"({"properties":{
    "l":{"items":{"properties":{"p":{"type":"string"}}}},
    "t":{"prefixItems":[{"type":"null"}],"items":{"type":"array"}}},
    "patternProperties":{"^x-":{"type":"number"}}})");
  EXPECT_THAT(declared_at(*schema, "/l/7/p").types, ElementsAre(Kind::string));
  EXPECT_THAT(declared_at(*schema, "/t/0").types, ElementsAre(Kind::null));
  EXPECT_THAT(declared_at(*schema, "/t/1").types, ElementsAre(Kind::array));
  EXPECT_TRUE(declared_at(*schema, "/x-rate").declared);
  EXPECT_THAT(declared_at(*schema, "/x-rate").types, ElementsAre(Kind::number));
  EXPECT_FALSE(declared_at(*schema, "/l/p").declared);
}

TEST(Declared, FollowsReferencesByAnchorAndName) {
  const auto schema = compiled(R"({"$id":"http://x/a","properties":{
    "a":{"$ref":"#here"},"b":{"$ref":"other"},"c":{"$dynamicRef":"#here"}},
    "$defs":{"h":{"$anchor":"here","type":"null"},"o":{"$id":"other","type":"boolean"}}})");
  EXPECT_THAT(declared_at(*schema, "/a").types, ElementsAre(Kind::null));
  EXPECT_THAT(declared_at(*schema, "/b").types, ElementsAre(Kind::boolean));
  EXPECT_THAT(declared_at(*schema, "/c").types, ElementsAre(Kind::null));
}

TEST(Declared, AnEscapedNameIsFound) {
  const auto schema = compiled(R"({"properties":{"a/b":{"type":"null"},"m~n":{"type":"string"}}})");
  EXPECT_THAT(declared_at(*schema, "/a~1b").types, ElementsAre(Kind::null));
  EXPECT_THAT(declared_at(*schema, "/m~0n").types, ElementsAre(Kind::string));
}

TEST(Declared, ASchemaThatRefersToItselfEnds) {
  const auto schema = compiled(
      R"({"anyOf":[{"$ref":"#"},{"properties":{"child":{"$ref":"#"},"v":{"type":"null"}}}]})");
  EXPECT_THAT(declared_at(*schema, "/child/child/child/v").types, ElementsAre(Kind::null));
  EXPECT_THAT(declared_at(*schema, "/w").types, IsEmpty());
}

}  // namespace
}  // namespace tare::schema
