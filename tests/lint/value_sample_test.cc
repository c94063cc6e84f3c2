// Each sample is held against the expectation or the schema by the code that judges real calls.
#include "lint/value_sample.h"

#include <gtest/gtest.h>

#include <string>

#include "json/reader.h"
#include "schema/schema_cache.h"
#include "scoring/argument_matcher.h"

namespace tare {
namespace {

json::Value read(const std::string& text, json::Document& document) {
  EXPECT_FALSE(json::read_strict(text, document)) << text;
  return document.root();
}

TEST(ValueSample, ArgumentsMatchWhatTheyWereMadeFrom) {
  for (
      const std::string expected :
      {R"({"a":1,"b":"x","c":[1,{"d":null}]})", R"({"a":{"$oneOf":[3,4]}})",
       R"({"a":{"$regex":"^QA-[0-9]+$"}})", R"({"a":{"$range":{"gt":10}}})",
       R"({"a":{"$range":{"gte":1.5,"lt":1.6}}})", R"({"a":{"$range":{"gt":1,"lt":2}}})",
       R"({"a":{"$range":{"lt":-5}}})", R"({"a":{"$approx":{"value":10,"abs":1}}})",
       R"({"a":{"$type":"integer"}})", R"({"a":{"$type":["boolean","null"]}})",
       R"({"a":{"$unordered":["x",{"$any":true}]}})", R"({"a":{"$contains":"urgent"}})",
       R"({"a":{"$contains":[1,2]}})", R"({"a":{"$absent":true},"b":2})", R"({"a":{"$any":true}})",
       R"({"a":{"$ignoreCase":"Berlin"}})", R"({"a":{"$date":"2031-03-14"}})",
       R"({"a":{"$schema":{"type":"object","properties":{"n":{"type":"integer","minimum":3}},"required":["n"]}}})",
       R"({"$$id":"literal"})"}) {
    json::Document document;
    const auto sample = sample_of_arguments(read(expected, document), json::Value());
    ASSERT_TRUE(sample) << expected;
    MatcherCache cache;
    const auto compared = compare_arguments(document.root(), *sample, cache);
    EXPECT_TRUE(compared.match()) << expected << " -> " << *sample;
  }
}

TEST(ValueSample, RequiredMembersComeFromTheSchema) {
  const std::string schema =
      R"({"type":"object","required":["a","b","c","d","e"],"properties":{
          "a":{"enum":["x","y"]},"b":{"type":"integer","minimum":4},
          "c":{"type":"array","items":{"type":"string","minLength":3},"minItems":2},
          "d":{"type":"string","pattern":"^[A-Z]{2}$"},"e":{"anyOf":[{"type":"boolean"},{"type":"null"}]}}})";
  json::Document document, expected;
  read(schema, document);
  const auto sample = sample_of_arguments(read(R"({"a":"y"})", expected), document.root());
  ASSERT_TRUE(sample);
  schema::SchemaCache cache;
  json::Document made;
  EXPECT_EQ(cache.get(schema)->check(read(*sample, made)), schema::Fit::fits) << *sample;
  EXPECT_EQ(made.root().find("a").as_string(), "y");
}

TEST(ValueSample, DeepExpectationsEnd) {
  std::string deep = "1";
  for (int i = 0; i < 200; ++i) deep = "[" + deep + "]";
  json::Document document;
  EXPECT_FALSE(sample_of_arguments(read("{\"a\":" + deep + "}", document), json::Value()));
}

}  // namespace
}  // namespace tare
