// Expectations against a tool's schema. Literals have an oracle: a value is impossible where, and
// only where, the schema's own checker refuses arguments with that value in its place. Matchers
// are held to the other half of it: what is told to be impossible matches none of many values that
// the schema allows.
#include "lint/argument_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "json/reader.h"
#include "schema/schema.h"
#include "scoring/value_matcher.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const schema::Schema> compiled(const std::string& text) {
  auto schema = schema::Schema::compile(text);
  EXPECT_TRUE(schema) << text << ": " << schema.error().reason;
  return schema ? *schema : nullptr;
}

std::vector<ArgumentFault> faults(const std::string& schema, const std::string& expected) {
  const auto made = compiled(schema);
  const KnownSchema known{made, argument_names(*made)};
  json::Document document;
  EXPECT_FALSE(json::read_strict(expected, document)) << expected;
  MatcherCache cache;
  return check_expected_arguments(document.root(), "t", known, cache);
}

std::vector<std::string> rules(const std::string& schema, const std::string& expected) {
  std::vector<std::string> out;
  for (const ArgumentFault& one : faults(schema, expected)) {
    out.emplace_back(lint_rule_info(one.rule).id.substr(5));
  }
  return out;
}

// Places of each kind that a schema can lead to; %s is the schema of the value itself. What is
// expected there, with %s as the value.
struct Way {
  const char* schema;
  const char* expected;
};
const std::vector<Way>& ways() {
  static const std::vector<Way> kWays = {
      {R"({"properties":{"a":%s}})", R"({"a":%s})"},
      {R"({"patternProperties":{"^x-":%s},"properties":{"b":{}}})", R"({"x-1":%s})"},
      {R"({"properties":{"b":{}},"additionalProperties":%s})", R"({"other":%s})"},
      {R"({"additionalProperties":{"properties":{"k":%s}}})", R"({"other":{"k":%s}})"},
      {R"({"properties":{"a":{"items":%s}}})", R"({"a":[%s]})"},
      {R"({"properties":{"a":{"items":{"properties":{"k":%s}}}}})",
       R"({"a":[{"k":{"$any":true}},{"k":%s}]})"},
      {R"({"properties":{"a":{"prefixItems":[{"type":"null"},%s]}}})",
       R"({"a":[{"$any":true},%s]})"},
      {R"({"$ref":"#/$defs/all","$defs":{"all":{"properties":{"a":{"$ref":"#/$defs/v"}}},"v":%s}})",
       R"({"a":%s})"},
      {R"({"allOf":[{"properties":{"a":{"allOf":[%s,{}]}}}]})", R"({"a":%s})"},
      {R"({"properties":{"o":{"anyOf":[{"type":"null"},{"type":"object","properties":{"k":%s}}]}}})",
       R"({"o":{"k":%s}})"},
      {R"({"properties":{"a":%s}})", R"({"a":{"$oneOf":[%s]}})"},
      {R"({"properties":{"a":%s}})", R"({"$oneOf":[{"a":%s}]})"},
      {R"({"properties":{"a":{"type":"array","items":%s}}})", R"({"a":{"$unordered":[%s]}})"},
      {R"({"properties":{"a":{"type":"array","items":%s}}})", R"({"a":{"$contains":[%s]}})"},
  };
  return kWays;
}

std::string put(std::string text, const std::string& value) {
  return text.replace(text.find("%s"), 2, value);
}

const std::vector<const char*> kSchemas = {
    R"({"type":"integer"})",
    R"({"type":"number","minimum":2,"exclusiveMaximum":7.5,"multipleOf":0.5})",
    R"({"type":"string"})",
    R"({"type":"string","enum":["new","sale"]})",
    R"({"type":"string","pattern":"^[A-Z]{2}$","minLength":2})",
    R"({"enum":[1,"1",null,[1],{"k":1}]})",
    R"({"const":true})",
    R"({"type":["string","null"],"maxLength":3})",
    R"({"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2})",
    R"({"type":"object","properties":{"k":{"type":"integer"}},"required":["k"]})",
    R"({"type":"object","properties":{"k":{"type":"integer"}},"additionalProperties":false})",
    R"({"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]})",
    R"({"oneOf":[{"enum":["a"]},{"type":"boolean"}]})",
    R"({"not":{"type":"string"}})",
    R"({"type":"object","propertyNames":{"maxLength":1}})",
    R"({"if":{"type":"string"},"then":{"minLength":3}})",
    "false",
    "true",
};
const std::vector<const char*> kValues = {
    "null",
    "true",
    "false",
    "0",
    "1",
    "2",
    "3.5",
    "7.5",
    "1e3",
    "\"\"",
    "\"1\"",
    "\"AB\"",
    "\"new\"",
    "\"a\"",
    "[]",
    "[1]",
    "[1,2,3]",
    "[\"a\"]",
    "{}",
    "{\"k\":1}",
    "{\"k\":\"1\"}",
    "{\"long\":1}",
    "{\"k\":1,\"long\":2}",
};

schema::Fit fit(const std::string& schema, const std::string& value) {
  json::Document document;
  EXPECT_FALSE(json::read_strict(value, document)) << value;
  return compiled(schema)->check(document.root());
}

TEST(ArgumentCheck, ALiteralIsImpossibleExactlyWhereTheSchemaRefusesIt) {
  for (const Way& way : ways()) {
    for (const char* schema : kSchemas) {
      for (const char* value : kValues) {
        const bool refused = fit(schema, value) == schema::Fit::does_not_fit;
        const auto found = rules(put(way.schema, schema), put(way.expected, value));
        // A name that an open object does not list is told too.
        const bool slip = std::string_view(value).find("long") != std::string_view::npos &&
                          std::string_view(schema).find("\"properties\"") != std::string_view::npos;
        EXPECT_EQ(!found.empty(), refused || slip) << put(way.schema, schema) << "\n"
                                                   << put(way.expected, value) << "\n"
                                                   << testing::PrintToString(found);
      }
    }
  }
}

TEST(ArgumentCheck, WhatIsToldOfAMatcherIsTrueOfAllValues) {
  const std::vector<const char*> matchers = {
      R"({"$regex":"^n"})",
      R"({"$regex":"^[A-Z]+$"})",
      R"({"$range":{"gt":7}})",
      R"({"$range":{"gte":7.5}})",
      R"({"$range":{"lt":2}})",
      R"({"$range":{"gt":3,"lt":4}})",
      R"({"$approx":3})",
      R"({"$approx":{"value":1,"abs":0.5}})",
      R"({"$approx":3.5})",
      R"({"$type":"string"})",
      R"({"$type":"integer"})",
      R"({"$type":["boolean","null"]})",
      R"({"$unordered":[1,2,3]})",
      R"({"$unordered":["a"]})",
      R"({"$unordered":[]})",
      R"({"$contains":"a"})",
      R"({"$contains":1})",
      R"({"$contains":{"k":1}})",
      R"({"$contains":[1,2,3]})",
      R"({"$contains":"abcd"})",
      R"({"$any":true})",
      R"({"$ignoreCase":"NEW"})",
      R"({"$ignoreCase":"NEWS"})",
      R"({"$date":"2031-03-04"})",
      R"({"$schema":{"type":"integer","maximum":1}})",
      R"({"$schema":{"enum":["new","old"]}})",
      R"({"$schema":{"type":"string"}})",
      R"({"$schema":true})",
      R"({"$oneOf":[1,"1"]})",
      R"({"$oneOf":["old","older"]})",
  };
  std::size_t told = 0;
  MatcherCache cache;
  for (const char* schema : kSchemas) {
    for (const char* matcher : matchers) {
      json::Document expected;
      ASSERT_FALSE(json::read_strict(matcher, expected)) << matcher;
      const std::string arguments = R"({"properties":{"a":)" + std::string(schema) + "}}";
      const auto found = rules(arguments, R"({"a":)" + std::string(matcher) + "}");
      told += found.empty() ? 0 : 1;
      // Of an enum each alternative of $oneOf has to be a value.
      const bool slip = std::string_view(matcher).starts_with(R"({"$oneOf")") &&
                        std::string_view(schema).find("enum") != std::string_view::npos;
      for (const char* value : kValues) {
        json::Document got;
        ASSERT_FALSE(json::read_strict(value, got)) << value;
        if (fit(schema, value) != schema::Fit::fits || slip) continue;
        if (!ValueMatcher(cache).matches(expected.root(), got.root())) continue;
        EXPECT_THAT(found, IsEmpty())
            << schema << " allows " << value << ", and " << matcher << " matches it";
      }
    }
  }
  EXPECT_GT(told, 200u);
}

struct Example {
  const char* schema;  // of argument "a"
  const char* expected;
  bool impossible;
};

TEST(ArgumentCheck, EachMatcherIsHeldAgainstTypeAndBounds) {
  const std::vector<Example> examples = {
      {R"({"type":"number","maximum":5})", R"({"$range":{"gte":5}})", false},
      {R"({"type":"number","maximum":5})", R"({"$range":{"gt":5}})", true},
      {R"({"type":"number","exclusiveMaximum":5})", R"({"$range":{"gte":5}})", true},
      {R"({"type":"number","minimum":5})", R"({"$range":{"lte":5}})", false},
      {R"({"type":"number","exclusiveMinimum":5})", R"({"$range":{"lte":5}})", true},
      {R"({"type":"integer"})", R"({"$range":{"gt":1,"lt":2}})", true},
      {R"({"type":"integer"})", R"({"$range":{"gt":1,"lte":2}})", false},
      {R"({"anyOf":[{"type":"integer","maximum":5},{"type":"null"}]})", R"({"$range":{"gt":5}})",
       true},
      {R"({"anyOf":[{"type":"integer","maximum":5},{"type":"number","minimum":9}]})",
       R"({"$range":{"gt":5}})", false},
      {R"({"type":"number","maximum":5})", R"({"$approx":6})", true},
      {R"({"type":"number","maximum":5})", R"({"$approx":{"value":6,"abs":1}})", false},
      {R"({"type":"integer"})", R"({"$approx":1.5})", true},
      {R"({"type":"string"})", R"({"$approx":1})", true},
      {R"({"type":"number"})", R"({"$contains":1})", true},
      {R"({"type":"number"})", R"({"$contains":"1"})", true},
      {R"({"type":"string"})", R"({"$contains":1})", true},
      {R"({"type":"string"})", R"({"$contains":["a"]})", true},
      {R"({"type":"string"})", R"({"$contains":"a"})", false},
      {R"({"type":"string","maxLength":2})", R"({"$contains":"abc"})", true},
      {R"({"type":"string","maxLength":2})", R"({"$ignoreCase":"abc"})", true},
      {R"({"type":"object","properties":{"k":{"type":"string"}}})", R"({"$contains":{"k":1}})",
       true},
      {R"({"type":"object","properties":{"k":{}},"required":["k","l"]})",
       R"({"$contains":{"k":1}})", false},
      {R"({"type":"array","maxItems":1})", R"({"$unordered":[1,2]})", true},
      {R"({"type":"array","minItems":3})", R"({"$unordered":[1,2]})", true},
      {R"({"type":"array","minItems":3})", R"({"$contains":[1,2]})", false},
      {R"({"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}})",
       R"({"$unordered":[1,"a"]})", false},
      {R"({"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}})",
       R"({"$contains":true})", true},
      {R"({"type":"integer"})", R"({"$schema":{"type":"string"}})", true},
      {R"({"type":"integer","minimum":5})", R"({"$schema":{"type":"integer","maximum":4}})", true},
      {R"({"type":"string","pattern":"^a"})", R"({"$schema":{"enum":["b","ac"]}})", false},
      {R"({"type":"string","maxLength":1})", R"({"$schema":{"enum":["ba","ca"]}})", true},
      {R"({"type":"string","enum":["x","y"]})", R"({"$schema":{"pattern":"^z"}})", true},
      {R"({"anyOf":[{"enum":["x"]},{"type":"string"}]})", R"({"$regex":"^z"})", false},
      {R"({"anyOf":[{"enum":["x"]},{"type":"null"}]})", R"({"$regex":"^z"})", true},
      {R"({"type":"string"})", R"({"$date":"2031-03-04"})", false},
      {R"({"type":"integer"})", R"({"$date":"2031-03-04"})", true},
      {R"({"type":"integer"})", R"({"$ignoreCase":"x"})", true},
      {R"({"type":"integer"})", R"({"$unordered":[1]})", true},
      {R"({"type":"integer"})", R"({"$type":"string"})", true},
      {R"({"type":"integer"})", R"({"$type":["string","number"]})", false},
      {"false", R"({"$any":true})", true},
  };
  for (const Example& one : examples) {
    for (const Way& way : ways()) {
      const auto found = rules(put(way.schema, one.schema), put(way.expected, one.expected));
      EXPECT_EQ(!found.empty(), one.impossible) << put(way.schema, one.schema) << "\n"
                                                << put(way.expected, one.expected) << "\n"
                                                << testing::PrintToString(found);
    }
  }
}

TEST(ArgumentCheck, TheFewValuesOfASchemaAreTriedOneByOne) {
  const char* arguments = R"({"properties":{"a":{"type":"string","pattern":"^a"}}})";
  EXPECT_THAT(rules(arguments, R"({"a":{"$schema":{"enum":["b","c"]}}})"),
              ElementsAre("impossible-value"));
  EXPECT_THAT(rules(arguments, R"({"a":{"$schema":{"enum":["b","ac"]}}})"), IsEmpty());
}

TEST(ArgumentCheck, AMatcherOfAllArgumentsIsLookedInto) {
  const char* schema =
      R"({"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],
          "additionalProperties":false})";
  EXPECT_THAT(rules(schema, R"({"$oneOf":[{"a":1},{"a":2}]})"), IsEmpty());
  EXPECT_THAT(rules(schema, R"({"$oneOf":[{"a":"1"},{"a":"2"}]})"),
              ElementsAre("impossible-value"));
  EXPECT_THAT(rules(schema, R"({"$oneOf":[{"b":1}]})"), ElementsAre("unknown-argument"));
  EXPECT_THAT(rules(schema, R"({"$oneOf":[{}]})"), ElementsAre("missing-argument"));
  EXPECT_THAT(rules(schema, R"({"$schema":{"type":"array"}})"), ElementsAre("impossible-value"));
  EXPECT_THAT(rules(schema, R"({"$type":"string"})"), ElementsAre("impossible-value"));
  EXPECT_THAT(rules(schema, R"({"$contains":{"a":"1"}})"), ElementsAre("impossible-value"));
  EXPECT_THAT(rules(schema, R"({"$any":true})"), IsEmpty());
}

TEST(ArgumentCheck, ANameThatTheSchemaDoesNotHaveIsToldAsThatWhereverItStands) {
  const std::string open = R"({"type":"object","properties":{"town":{"type":"string"}}})";
  const std::string closed =
      R"({"type":"object","properties":{"town":{"type":"string"}},"required":["town"],
          "additionalProperties":false})";
  for (const Way& way : ways()) {
    for (const std::string& schema : {open, closed}) {
      for (const char* value : {R"({"twon":"Lyon"})", R"({"twon":{"$regex":"L"},"town":"x"})"}) {
        EXPECT_THAT(rules(put(way.schema, schema), put(way.expected, value)),
                    ElementsAre("unknown-argument"))
            << put(way.schema, schema) << "\n"
            << put(way.expected, value);
      }
    }
  }
  const auto found = faults(put(R"({"properties":{"stops":{"items":%s}}})", open),
                            R"({"stops":[{"town":"x"},{"twon":"Lyon"}]})");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].text, HasSubstr("argument \"twon\" at /stops/1"));
  EXPECT_THAT(found[0].mend, HasSubstr("town"));
  // Welcome are those that the schema welcomes, at any depth.
  const std::string welcoming =
      R"({"type":"object","properties":{"town":{}},"additionalProperties":true})";
  for (const Way& way : ways()) {
    EXPECT_THAT(rules(put(way.schema, welcoming), put(way.expected, R"({"twon":"Lyon"})")),
                IsEmpty());
  }
}

TEST(ArgumentCheck, AMemberThatMustBeThereIsMissedBelowTheTopToo) {
  const std::string schema =
      R"({"properties":{"a":{"type":"object","properties":{"k":{},"l":{}},"required":["k"]}}})";
  EXPECT_THAT(rules(schema, R"({"a":{"k":{"$absent":true},"l":1}})"),
              ElementsAre("missing-argument"));
  EXPECT_THAT(rules(schema, R"({"a":{"l":{"$any":true}}})"), ElementsAre("missing-argument"));
  EXPECT_THAT(rules(schema, R"({"a":{"l":1}})"), ElementsAre("missing-argument"));
  EXPECT_THAT(rules(schema, R"({"a":{"k":{"$any":true}}})"), IsEmpty());
}

// What an argument may be can hang on its neighbours, of which an expectation need not speak.
TEST(ArgumentCheck, WhatHangsOnOtherArgumentsAccusesNobody) {
  const std::vector<const char*> schemas = {
      R"({"properties":{"a":{},"kind":{}},"if":{"properties":{"kind":{"const":"n"}}},
          "then":{"properties":{"a":{"type":"number"}}}})",
      R"({"properties":{"a":{},"kind":{}},
          "anyOf":[{"properties":{"a":{"type":"number"}},"required":["kind"]},
                   {"properties":{"a":{"type":"string"}}}]})",
      R"({"anyOf":[{"properties":{"a":{},"b":{}},"required":["a","b"]},{"properties":{"c":{}}}],
          "unevaluatedProperties":false})",
      R"({"properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]}})",
      R"({"properties":{"a":{}},"minProperties":2})",
      R"({"properties":{"a":{}},"required":["a","b"]})",
  };
  for (const char* schema : schemas) {
    EXPECT_THAT(rules(schema, R"({"a":"x"})"), IsEmpty()) << schema;
    EXPECT_THAT(rules(schema, R"({"a":{"$regex":"x"}})"), IsEmpty()) << schema;
  }
}

TEST(ArgumentCheck, SchemasThatReferToThemselvesEnd) {
  const std::string schema =
      R"({"$ref":"#/$defs/n","$defs":{"n":{"allOf":[{"$ref":"#/$defs/n"}],
          "properties":{"next":{"$ref":"#/$defs/n"},"v":{"type":"integer"}}}}})";
  std::string expected = R"({"v":"x"})";
  for (int i = 0; i < 5; ++i) expected = R"({"next":)" + expected + "}";
  (void)rules(schema, expected);  // the checker itself may leave it open
  const std::string sound =
      R"({"$ref":"#/$defs/n","$defs":{"n":{
          "properties":{"next":{"$ref":"#/$defs/n"},"v":{"type":"integer"}}}}})";
  EXPECT_THAT(rules(sound, expected), ElementsAre("impossible-value"));
}

}  // namespace
}  // namespace tare
