// What the check sees of numbers, strings, repeated names and bounds; what a caller is told.
#include "schema/schema.h"

#include <gmock/gmock.h>

#include "json/reader.h"
#include "schema/schema_cache.h"

namespace tare::schema {
namespace {

std::shared_ptr<const Schema> compiled(std::string text, const Options& options = {}) {
  auto schema = Schema::compile(std::move(text), options);
  EXPECT_TRUE(schema) << (schema ? "" : schema.error().reason);
  return schema ? std::move(*schema) : nullptr;
}

Fit check(std::string schema, std::string_view value) {
  json::Document document;
  EXPECT_FALSE(json::read_strict(value, document)) << value;
  return compiled(std::move(schema))->check(document.root());
}

std::vector<Violation> violations(std::string schema, std::string_view value,
                                  std::size_t limit = 100) {
  json::Document document;
  EXPECT_FALSE(json::read_strict(value, document)) << value;
  return compiled(std::move(schema))->violations(document.root(), limit);
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST(Schema, NumbersAreHeldToBoundsByTheirText) {
  EXPECT_EQ(check(R"({"maximum":18446744073709551616})", "18446744073709551616"), Fit::fits);
  EXPECT_EQ(check(R"({"maximum":18446744073709551616})", "18446744073709551617"),
            Fit::does_not_fit);
  EXPECT_EQ(check(R"({"minimum":0.3})", "0.30000000000000000001"), Fit::fits);
  EXPECT_EQ(check(R"({"exclusiveMinimum":0.3})", "0.3000"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"maximum":1e999999999})", "1e1000000000"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"multipleOf":0.01})", "0.07"), Fit::fits);
  EXPECT_EQ(check(R"({"multipleOf":0.01})", "0.075"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"multipleOf":3})", "1e999999999"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"type":"integer"})", "3.0"), Fit::fits);
  EXPECT_EQ(check(R"({"type":"integer"})", "1e2"), Fit::fits);
  EXPECT_EQ(check(R"({"type":"integer"})", "3.5"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"const":1.0})", "1"), Fit::fits);
  EXPECT_EQ(check(R"({"enum":[9007199254740993]})", "9007199254740992"), Fit::does_not_fit);
}

TEST(Schema, LengthIsCountedInCodePoints) {
  EXPECT_EQ(check(R"({"maxLength":2})", R"("\ud83d\ude00é")"), Fit::fits);
  EXPECT_EQ(check(R"({"maxLength":1})", R"("\ud800")"), Fit::fits);
  EXPECT_EQ(check(R"({"minLength":2})", R"("é")"), Fit::does_not_fit);
}

TEST(Schema, EveryOccurrenceOfARepeatedNameIsChecked) {
  const std::string schema = R"({"properties":{"a":{"type":"integer"}}})";
  EXPECT_EQ(check(schema, R"({"a":"x","a":1})"), Fit::does_not_fit);
  EXPECT_EQ(check(schema, R"({"a":1,"a":"x"})"), Fit::does_not_fit);
  EXPECT_EQ(check(schema, R"({"a":1,"a":2})"), Fit::fits);
}

TEST(Schema, ItemsAreUniqueByValueAndNotQuadratic) {
  const std::string schema = R"({"uniqueItems":true})";
  EXPECT_EQ(check(schema, R"([{"a":1,"b":2},{"b":2.0,"a":1}])"), Fit::does_not_fit);
  EXPECT_EQ(check(schema, R"([1,"1",true,[1],{"a":1}])"), Fit::fits);
  EXPECT_EQ(check(schema, "[1,2,3,4,5,6,7,8,9,10,1e1]"), Fit::does_not_fit);
  std::string many = "[0";
  for (int i = 1; i < 200'000; ++i) many += "," + std::to_string(i);
  EXPECT_EQ(check(schema, many + "]"), Fit::fits);
  EXPECT_EQ(check(schema, many + ",7]"), Fit::does_not_fit);
}

TEST(Schema, WordsOfElderDraftsAreUnderstoodWhereTheSchemaNamesNone) {
  EXPECT_EQ(check(R"({"minimum":3,"exclusiveMinimum":true})", "3"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"items":[{"type":"null"}],"additionalItems":false})", "[null,1]"),
            Fit::does_not_fit);
  EXPECT_EQ(check(R"({"dependencies":{"a":["b"]}})", R"({"a":1})"), Fit::does_not_fit);
  EXPECT_EQ(check(R"({"definitions":{"n":{"type":"null"}},"$ref":"#/definitions/n"})", "1"),
            Fit::does_not_fit);
}

TEST(Schema, AWordThatADeclaredDraftDoesNotKnowSaysNothing) {
  EXPECT_EQ(check(R"({"$schema":"http://json-schema.org/draft-07/schema#",
                      "dependentRequired":{"a":["b"]}})",
                  R"({"a":1})"),
            Fit::fits);
}

TEST(Schema, ViolationsSayWhereInTheValueAndInTheSchema) {
  const auto found = violations(
      R"({"$defs":{"t":{"type":"integer"}},"required":["z"],
          "properties":{"a/b":{"items":{"$ref":"#/$defs/t"}}}})",
      R"({"a/b":[1,"x"]})");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].at, "/a~1b/1");
  EXPECT_EQ(found[0].schema_at, "/properties/a~1b/items/$ref/type");
  EXPECT_EQ(found[0].message, "is not of type integer");
  EXPECT_EQ(found[1].at, "");
  EXPECT_EQ(found[1].message, "has no member \"z\"");
  EXPECT_EQ(violations(R"({"items":false})", "[1,2,3]", 2).size(), 2u);
  EXPECT_TRUE(violations("{}", "1").empty());
}

TEST(Schema, WhatIsNoSchemaIsAnErrorThatSaysWhere) {
  EXPECT_FALSE(Schema::compile("[]"));
  const auto broken = Schema::compile("{\n \"type\" \"x\"}");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().where, "2:9");
  const auto dangling = Schema::compile(R"({"properties":{"a":{"$ref":"#/$defs/none"}}})");
  ASSERT_FALSE(dangling);
  EXPECT_EQ(dangling.error().where, "/properties/a/$ref");
  EXPECT_THAT(dangling.error().reason, testing::HasSubstr("leads nowhere"));
  EXPECT_FALSE(Schema::compile(R"({"$ref":"https://example.com/schema.json"})"));
}

TEST(Schema, ARemoteIsReachedOnlyIfTheCallerHandsItOver) {
  const std::vector<Remote> remotes = {{"http://x/b.json", R"({"type":"null"})"}};
  const auto schema = compiled(R"({"$ref":"http://x/b.json"})", {.remotes = remotes});
  json::Document one;
  ASSERT_FALSE(json::read_strict("1", one));
  EXPECT_EQ(schema->check(one.root()), Fit::does_not_fit);
}

TEST(Schema, APatternThatRe2LacksIsUnknownAndNotedAndTheRestIsChecked) {
  const auto schema = compiled(
      R"j({"properties":{"a":{"type":"string","pattern":"^(?=x)"},"b":{"type":"null"}}})j");
  ASSERT_EQ(schema->notes().size(), 1u);
  EXPECT_EQ(schema->notes()[0].where, "/properties/a/pattern");
  const auto ask = [&schema](std::string_view value) {
    json::Document document;
    EXPECT_FALSE(json::read_strict(value, document));
    return schema->check(document.root());
  };
  EXPECT_EQ(ask(R"({"a":"x"})"), Fit::unknown);
  EXPECT_EQ(ask(R"({"a":"x","b":1})"), Fit::does_not_fit);
  EXPECT_EQ(ask(R"({"a":1})"), Fit::does_not_fit);
  EXPECT_EQ(ask(R"({"b":null})"), Fit::fits);
}

TEST(Schema, UnknownIsCarriedAsLogicHasIt) {
  const std::string unknown = R"j({"pattern":"(?=x)"})j";
  const auto with = [&unknown](std::string text) {
    return check(text.replace(text.find('@'), 1, unknown), R"("x")");
  };
  EXPECT_EQ(with(R"({"not":@})"), Fit::unknown);
  EXPECT_EQ(with(R"({"anyOf":[@,true]})"), Fit::fits);
  EXPECT_EQ(with(R"({"anyOf":[@,false]})"), Fit::unknown);
  EXPECT_EQ(with(R"({"allOf":[@,false]})"), Fit::does_not_fit);
  EXPECT_EQ(with(R"({"oneOf":[@,true,true]})"), Fit::does_not_fit);
  EXPECT_EQ(with(R"({"oneOf":[@,true]})"), Fit::unknown);
  EXPECT_EQ(with(R"({"if":@,"then":true,"else":true})"), Fit::fits);
  EXPECT_EQ(with(R"({"if":@,"then":false,"else":false})"), Fit::does_not_fit);
  EXPECT_EQ(with(R"({"if":@,"then":false})"), Fit::unknown);
}

TEST(Schema, WhatAnUnknownBranchMayHaveEvaluatedIsUnknownToo) {
  const std::string schema = R"j({"anyOf":[{"properties":{"a":{"pattern":"(?=x)"}}},true],
                                   "unevaluatedProperties":false})j";
  EXPECT_EQ(check(schema, R"({"a":"x"})"), Fit::unknown);
  EXPECT_EQ(check(schema, R"({"a":"x","b":1})"), Fit::does_not_fit);
}

TEST(Schema, ItemsAndNamesThatMayMatchAreUnknown) {
  const std::string contains = R"j({"contains":{"pattern":"(?=x)"}})j";
  EXPECT_EQ(check(contains, R"(["x"])"), Fit::unknown);
  EXPECT_EQ(check(contains, R"(["x",1])"), Fit::fits);
  EXPECT_EQ(check(contains, "[]"), Fit::does_not_fit);
  const std::string names =
      R"j({"patternProperties":{"(?=x)":{"type":"null"}},"additionalProperties":false})j";
  EXPECT_EQ(check(names, R"({"x":null})"), Fit::unknown);
  EXPECT_EQ(check(names, "{}"), Fit::fits);
}

TEST(Schema, AMalformedKeywordIsNotedAndSaysNothing) {
  const auto schema = compiled(
      R"({"properties":{"a":{"type":"string","required":true},"b":{"type":"any"}},"minimum":"3"})");
  EXPECT_EQ(schema->notes().size(), 3u);
  json::Document document;
  ASSERT_FALSE(json::read_strict(R"({"a":"x","b":[]})", document));
  EXPECT_EQ(schema->check(document.root()), Fit::fits);
}

TEST(Schema, EndlessAndExplodingSchemasAreUnknown) {
  EXPECT_EQ(check(R"({"$ref":"#"})", "1"), Fit::unknown);
  EXPECT_EQ(check(R"({"allOf":[{"$ref":"#"},{"$ref":"#"}]})", "1"), Fit::unknown);
  std::string doubling = R"({"$ref":"#/$defs/0","$defs":{)";
  for (int i = 0; i < 40; ++i) {
    const std::string next = R"({"$ref":"#/$defs/)" + std::to_string(i + 1) + "\"}";
    doubling += "\"" + std::to_string(i) + R"(":{"allOf":[)" + next + "," + next + "]},";
  }
  EXPECT_EQ(check(doubling + R"("40":{"type":"null"}}})", "null"), Fit::unknown);
  const auto bounds = violations(R"({"$ref":"#"})", "1");
  ASSERT_EQ(bounds.size(), 1u);
  EXPECT_EQ(bounds[0].schema_at, "");
}

TEST(Schema, AsDeepAsTheReaderReadsIsCheckedToTheEnd) {
  const std::string schema =
      R"({"properties":{"n":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"type":"object"})";
  const auto nested = [](std::string_view inner) {
    return repeated(R"({"n":)", 1000) + std::string(inner) + repeated("}", 1000);
  };
  EXPECT_EQ(check(schema, nested("null")), Fit::fits);
  EXPECT_EQ(check(schema, nested("1")), Fit::does_not_fit);
}

TEST(SchemaCache, GivesOneSchemaForOneTextAndNoneForWhatIsNoSchema) {
  SchemaCache cache;
  const auto first = cache.get(R"({"type":"null"})");
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(cache.get(R"({"type":"null"})"), first);
  EXPECT_EQ(cache.get(""), nullptr);
  EXPECT_EQ(cache.get("[]"), nullptr);
}

}  // namespace
}  // namespace tare::schema
