// What is said of a change of schema, and that it is true: against every value of a small world.
#include "policy/schema_drift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "json/reader.h"
#include "schema/schema.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// "where way text", one a change.
std::vector<std::string> told(std::string_view before, std::string_view after) {
  std::vector<std::string> out;
  for (const SchemaChange& change : schema_drift(before, after)) {
    out.push_back((change.where.empty() ? "-" : change.where) + " " +
                  std::string(drift_way_name(change.way)) + (change.opened_enum ? "!" : "") + " " +
                  change.text);
  }
  return out;
}

std::string property(std::string_view schema) {
  return R"({"type":"object","properties":{"x":)" + std::string(schema) +
         R"(},"additionalProperties":false})";
}

TEST(SchemaDrift, LayoutOrderAndSpellingOfNumbersAreNoChange) {
  EXPECT_THAT(told(R"({"type":"object","maxProperties":2.0})",
                   R"({ "maxProperties": 2, "type": "object" })"),
              IsEmpty());
  EXPECT_THAT(told("", "true"), IsEmpty());
}

TEST(SchemaDrift, AnEnumThatBecameFreeTextIsNamedAsSuch) {
  EXPECT_THAT(
      told(property(R"({"type":"string","enum":["a","b"]})"), property(R"({"type":"string"})")),
      ElementsAre("x widened! enum of 2 values became free text"));
  EXPECT_THAT(told(property(R"({"enum":["a"]})"), property(R"({"const":"a"})")),
              ElementsAre("x said takes the same closed list of values, written otherwise (const, "
                          "enum)"));
}

TEST(SchemaDrift, EnumsWidenNarrowAndChange) {
  EXPECT_THAT(told(R"({"enum":["a","b"]})", R"({"enum":["a","b","c"]})"),
              ElementsAre("- widened enum gained \"c\""));
  EXPECT_THAT(told(R"({"enum":["a","b"]})", R"({"enum":["a"]})"),
              ElementsAre("- narrowed enum lost \"b\""));
  EXPECT_THAT(told(R"({"enum":["a"]})", R"({"enum":["b"]})"),
              ElementsAre("- changed enum gained \"b\" and lost \"a\""));
  EXPECT_THAT(told("{}", R"({"enum":["b"]})"),
              ElementsAre("- narrowed became a closed list of 1 values"));
}

TEST(SchemaDrift, EachKeywordSaysItsWay) {
  const std::vector<std::array<std::string_view, 3>> rows = {
      {R"({"maximum":100})", R"({"maximum":1000})", "widened"},
      {R"({"maximum":100})", R"({"exclusiveMaximum":100})", "narrowed"},
      {R"({"minimum":1})", R"({"minimum":1.5})", "narrowed"},
      {R"({"minimum":1,"maximum":2})", R"({"maximum":2})", "widened"},
      {R"({"multipleOf":2})", R"({"multipleOf":4})", "narrowed"},
      {R"({"multipleOf":2})", R"({"multipleOf":3})", "changed"},
      {R"({"minLength":1})", "{}", "widened"},
      {"{}", R"({"maxItems":3})", "narrowed"},
      {R"({"pattern":"^a$"})", "{}", "widened"},
      {R"({"pattern":"^a$"})", R"({"pattern":"^b$"})", "changed"},
      {"{}", R"({"format":"date"})", "narrowed"},
      {R"({"type":"integer"})", R"({"type":"number"})", "widened"},
      {R"({"type":["string","null"]})", R"({"type":"string"})", "narrowed"},
      {R"({"type":"string"})", R"({"type":"number"})", "changed"},
      {R"({"required":["a"]})", R"({"required":[]})", "widened"},
      {R"({"required":["a"]})", R"({"required":["a","b"]})", "narrowed"},
      {R"({"additionalProperties":false})", "{}", "widened"},
      {R"({"items":{"type":"string"}})", R"({"items":{}})", "widened"},
      {R"({"uniqueItems":true})", "{}", "widened"},
      {R"({"not":{"type":"null"}})", R"({"not":{"type":"string"}})", "changed"},
      {R"({"oneOf":[{"type":"null"}]})", R"({"oneOf":[{}]})", "changed"},
      {R"({"anyOf":[{"type":"string"},{"type":"null"}]})",
       R"({"anyOf":[{"type":"string","maxLength":3},{"type":"null"}]})", "narrowed"},
      {R"({"anyOf":[{"type":"string"}]})", R"({"anyOf":[{"type":"null"},{"type":"string"}]})",
       "widened"},
      {R"({"anyOf":[{"type":"string"},{"minimum":1}]})", R"({"anyOf":[{"type":"string"}]})",
       "narrowed"},
      {R"({"anyOf":[{"type":"string"},{"minimum":1}]})",
       R"({"anyOf":[{"minimum":1},{"type":"string"}]})", "said"},
      {R"({"anyOf":[{"type":"string"},{"minimum":2}]})",
       R"({"anyOf":[{"minimum":1},{"type":"string"}]})", "widened"},
      {R"({"allOf":[{"type":"string"}]})", R"({"allOf":[{"type":"string"},{"maxLength":1}]})",
       "narrowed"},
      {R"({"anyOf":[{"type":"string"}]})", R"({"anyOf":[{"type":"null"},{"minimum":1}]})",
       "changed"},
      {R"({"x-own":1})", R"({"x-own":2})", "changed"},
      {R"({"description":"a"})", R"({"description":"b"})", "said"},
      {"true", "false", "narrowed"},
      {R"({"type":"date"})", R"({"type":"string"})", "changed"},
      {R"({"maximum":"5"})", R"({"maximum":6})", "changed"},
  };
  for (const auto& [before, after, way] : rows) {
    const auto changes = schema_drift(before, after);
    ASSERT_EQ(changes.size(), 1u) << before << " " << after;
    EXPECT_EQ(drift_way_name(changes[0].way), way) << before << " " << after;
  }
}

TEST(SchemaDrift, PropertiesAreToldByWhatTheyWereUnderBefore) {
  EXPECT_THAT(told(R"({"properties":{},"additionalProperties":false})",
                   R"({"properties":{"y":{"type":"string"}},"additionalProperties":false})"),
              ElementsAre("y widened was added"));
  EXPECT_THAT(told(R"({"properties":{}})", R"({"properties":{"y":{"type":"string"}}})"),
              ElementsAre("y narrowed was added, so that not any value will do"));
  EXPECT_THAT(told(property("{}"), R"({"type":"object","additionalProperties":false})"),
              ElementsAre("x narrowed was taken away and is refused now"));
}

TEST(SchemaDrift, PlacesLeadThroughListsAndReferences) {
  const std::string_view with = R"({"$defs":{"line":{"properties":{"amount":{"maximum":1}}}},
      "properties":{"lines":{"items":{"$ref":"#/$defs/line"}}}})";
  const std::string_view wider = R"({"properties":{"lines":{"items":
      {"properties":{"amount":{"maximum":2}}}}}})";
  EXPECT_THAT(told(with, wider),
              ElementsAre("lines[].amount widened maximum went from <= 1 to <= 2"));
}

TEST(SchemaDrift, AChangeBehindAReferenceThatIsNotFollowedIsNotPassedOver) {
  const auto schema = [](std::string_view limit) {
    return R"({"$defs":{"l":{"$anchor":"l","maximum":)" + std::string(limit) +
           R"(}},"properties":{"x":{"$ref":"#l"}}})";
  };
  EXPECT_THAT(told(schema("1"), schema("2")),
              ElementsAre("- changed differs, and holds references that are not followed here"));
  const auto within_not = [](std::string_view limit) {
    return R"({"$defs":{"l":{"maximum":)" + std::string(limit) +
           R"(}},"not":{"$ref":"#/$defs/l"}})";
  };
  EXPECT_EQ(told(within_not("1"), within_not("2")).size(), 1u);
}

TEST(SchemaDrift, RecursionEnds) {
  EXPECT_THAT(told(R"({"properties":{"next":{"$ref":"#"},"n":{"maximum":1}}})",
                   R"({"properties":{"next":{"$ref":"#"},"n":{"maximum":2}}})"),
              ElementsAre("n widened maximum went from <= 1 to <= 2"));
  EXPECT_FALSE(told(R"({"$ref":"#"})", R"({"$ref":"#","maximum":1})").empty());
  std::string deep = "{}", other = R"({"maximum":1})";
  for (int i = 0; i < 500; ++i) {
    deep = R"({"items":)" + deep + "}";
    other = R"({"items":)" + other + "}";
  }
  const auto changes = schema_drift(deep, other);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_THAT(changes[0].text, HasSubstr("too large"));
}

TEST(SchemaDrift, ManyChangesAreCutAndSaidToBe) {
  std::string before = R"({"properties":{)", after = before;
  for (int i = 0; i < 200; ++i) {
    const std::string name = (i ? ",\"p" : "\"p") + std::to_string(i) + "\":";
    before += name + R"({"maximum":1})";
    after += name + R"({"maximum":2})";
  }
  const auto changes = schema_drift(before + "}}", after + "}}");
  ASSERT_EQ(changes.size(), 51u);
  EXPECT_THAT(changes.back().text, HasSubstr("more changes"));
}

// A small world: schemas out of a few parts, and values that tell them apart.
class World {
 public:
  explicit World(unsigned seed) : random_(seed) {}

  std::string schema(int depth) {
    if (depth == 0 && pick(2) == 0) return one({"true", "false", "{}"});
    std::string out;
    const auto add = [&](std::string_view name, const std::string& json) {
      out += (out.empty() ? "\"" : ",\"") + std::string(name) + "\":" + json;
    };
    if (pick(3) == 0) {
      add("type", one({R"("string")", R"("integer")", R"("number")", R"("object")", R"("array")",
                       R"(["string","null"])", R"(["integer","object"])"}));
    }
    if (pick(4) == 0) {
      add("enum",
          one({R"(["a"])", R"(["a","b"])", R"([1,"a"])", R"([1,2.0,null])", R"([{"p":1}])"}));
    }
    if (pick(8) == 0) add("const", one({"1", R"("a")", "2", "{}"}));
    if (pick(4) == 0) add("minimum", one({"0", "1", "1.5", "2"}));
    if (pick(5) == 0) add("exclusiveMinimum", one({"0", "1"}));
    if (pick(4) == 0) add("maximum", one({"1", "2", "3"}));
    if (pick(6) == 0) add("exclusiveMaximum", one({"2", "3"}));
    if (pick(6) == 0) add("multipleOf", one({"1", "2", "0.5"}));
    if (pick(6) == 0) add("minLength", one({"0", "1", "2", "-1"}));
    if (pick(6) == 0) add("maxLength", one({"1", "2"}));
    if (pick(6) == 0) add("pattern", one({R"("^a")", R"("b")"}));
    if (pick(6) == 0) add("maxItems", one({"0", "1"}));
    if (pick(6) == 0) add("minItems", one({"0", "1"}));
    if (pick(8) == 0) add("uniqueItems", one({"true", "false"}));
    if (pick(6) == 0) add("maxProperties", one({"0", "1"}));
    if (pick(5) == 0) add("required", one({"[]", R"(["p"])", R"(["p","q"])", R"(["q"])"}));
    if (depth > 0) {
      if (pick(2) == 0) {
        std::string members;
        for (const char* name : {"p", "q"}) {
          if (pick(2) == 0) continue;
          members +=
              (members.empty() ? "\"" : ",\"") + std::string(name) + "\":" + schema(depth - 1);
        }
        add("properties", "{" + members + "}");
      }
      if (pick(3) == 0) add("additionalProperties", schema(depth - 1));
      if (pick(10) == 0) add("patternProperties", R"({"^p":)" + schema(depth - 1) + "}");
      if (pick(4) == 0) add("items", schema(depth - 1));
      if (pick(8) == 0) add("prefixItems", "[" + schema(depth - 1) + "]");
      if (pick(9) == 0) add("propertyNames", schema(0));
      if (pick(5) == 0) add("anyOf", branches(depth - 1));
      if (pick(8) == 0) add("allOf", branches(depth - 1));
      if (pick(9) == 0) add("oneOf", branches(depth - 1));
      if (pick(9) == 0) add("not", schema(depth - 1));
      if (pick(12) == 0) add("unevaluatedProperties", schema(0));
      if (pick(12) == 0) add("contains", schema(depth - 1));
    }
    return "{" + out + "}";
  }

  std::string branches(int depth) {
    if (pick(2) == 0) {
      return one({R"([{"const":"a"},{"const":1}])", R"([{"enum":["a","b"]},{"type":"null"}])",
                  R"([{"const":"a"},{"enum":["a",2]}])"});
    }
    std::string out;
    for (std::size_t left = 1 + pick(3); left > 0; --left) {
      out += (out.empty() ? "" : ",") + schema(depth);
    }
    return "[" + out + "]";
  }

  // The same schema with something else in it, somewhere: changes that are close to each other are
  // the ones that are called wider or narrower.
  std::string mutated(const std::string& text) {
    static const std::vector<std::pair<std::string, std::string>> swaps = {
        {"\"a\"", "\"b\""},
        {"1", "2"},
        {"2", "1"},
        {"0", "1"},
        {"true", "false"},
        {"false", "true"},
        {"false", "{}"},
        {"{}", "false"},
        {"integer", "number"},
        {"number", "integer"},
        {"[\"a\"]", "[\"a\",\"b\"]"},
        {"[\"a\",\"b\"]", "[\"a\"]"},
        {"\"p\":", "\"q\":"},
        {"[\"p\"]", "[]"},
        {"Of\":[", "Of\":[{\"type\":\"string\"},"},
        {"{\"const\":\"a\"},", ""},
        {"exclusiveMinimum", "minimum"},
        {"properties", "patternProperties"}};
    for (int tries = 0; tries < 20; ++tries) {
      const auto& [from, to] = swaps[pick(swaps.size())];
      std::vector<std::size_t> places;
      for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; ++at) places.push_back(at);
      if (places.empty()) continue;
      std::string out = text;
      out.replace(places[pick(places.size())], from.size(), to);
      json::Document document;
      if (!json::read_strict(out, document) && out != text) return out;
    }
    return text;
  }

  std::size_t pick(std::size_t count) { return random_() % count; }

 private:
  std::string one(std::initializer_list<const char*> list) {
    return list.begin()[pick(list.size())];
  }
  std::mt19937 random_;
};

std::vector<std::string> values() {
  const std::vector<std::string> scalars = {"null",   "true",    "0",    "1",     "1.5",
                                            "2",      "3",       "\"\"", "\"a\"", "\"b\"",
                                            "\"ab\"", "\"abc\"", "-1",   "{}",    "[]"};
  std::vector<std::string> out = scalars;
  for (const std::string& one : scalars) {
    out.push_back("[" + one + "]");
    out.push_back(R"({"p":)" + one + "}");
    out.push_back(R"({"q":)" + one + "}");
    out.push_back(R"({"other":)" + one + "}");
    for (const std::string& two : {std::string("1"), std::string("\"a\""), std::string("{}")}) {
      out.push_back("[" + one + "," + two + "]");
      out.push_back(R"({"p":)" + one + R"(,"q":)" + two + "}");
      out.push_back(R"({"p":{"p":)" + one + R"(}})");
    }
  }
  return out;
}

TEST(SchemaDrift, WhatIsCalledWidenedRefusesNoOldValueAndWhatIsCalledNarrowedAcceptsNoNewOne) {
  const std::vector<std::string> all = values();
  std::vector<json::Document> documents(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_FALSE(json::read_strict(all[i], documents[i]));
  World world(20261201);
  int widened = 0, narrowed = 0, both = 0;
  for (int round = 0; round < 12'000; ++round) {
    const std::string before = world.schema(2);
    std::string after = round % 4 == 0 ? world.schema(2) : world.mutated(before);
    if (round % 4 == 1) after = world.mutated(after);
    const auto old_schema = schema::Schema::compile(before);
    const auto new_schema = schema::Schema::compile(after);
    if (!old_schema || !new_schema) continue;
    bool may_widen = true, may_narrow = true, only_said = true;
    for (const SchemaChange& change : schema_drift(before, after)) {
      if (change.way == DriftWay::said) continue;
      only_said = false;
      if (change.way != DriftWay::widened) may_widen = false;
      if (change.way != DriftWay::narrowed) may_narrow = false;
    }
    if (!may_widen && !may_narrow) continue;
    (only_said ? both : may_widen ? widened : narrowed)++;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const schema::Fit was = old_schema.value()->check(documents[i].root());
      const schema::Fit is = new_schema.value()->check(documents[i].root());
      if (was == schema::Fit::unknown || is == schema::Fit::unknown) continue;
      if (may_widen) {
        ASSERT_FALSE(was == schema::Fit::fits && is != schema::Fit::fits)
            << "called widened, refuses " << all[i] << "\n"
            << before << "\n"
            << after;
      }
      if (may_narrow) {
        ASSERT_FALSE(is == schema::Fit::fits && was != schema::Fit::fits)
            << "called narrowed, accepts " << all[i] << "\n"
            << before << "\n"
            << after;
      }
    }
  }
  // The claims have to be made often, or the test above shows nothing.
  EXPECT_GT(widened, 500);
  EXPECT_GT(narrowed, 500);
  EXPECT_GT(both, 50);
}

}  // namespace
}  // namespace tare
