#include "suite/matchers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/reader.h"
#include "suite_test_support.h"

namespace tare {
namespace {

using testing::HasSubstr;

std::string faults_of_args(const std::string& args) {
  return faults_of_case(R"({"id":"a","request":"hi","expectedTool":"get","expectedArgs":)" + args +
                        "}");
}

TEST(Matchers, EachHasAFormThatIsHeld) {
  for (const char* good :
       {R"({"a":{"$oneOf":[1,{"$absent":true}]}})", R"({"a":{"$regex":"^QA-\\d+$"}})",
        R"({"a":{"$range":{"gt":1}}})", R"({"a":{"$range":{"gte":1,"lte":1}}})",
        R"({"a":{"$approx":3.5}})", R"({"a":{"$approx":{"value":1,"abs":0}}})",
        R"({"a":{"$approx":{"value":-1,"rel":0.1}}})", R"({"a":{"$type":"integer"}})",
        R"({"a":{"$type":["string","null"]}})", R"({"a":{"$unordered":[]}})",
        R"({"a":{"$contains":{"b":{"$any":true}}}})", R"({"a":{"$absent":false}})",
        R"({"a":{"$ignoreCase":""}})", R"({"a":{"$date":"2031-03-04"}})",
        R"({"a":{"$date":"2031-03-04T10:15:00.5+01:00"}})",
        R"({"a":{"$date":"2031-03-04T10:15:00"}})", R"({"a":{"$schema":{"type":"string"}}})",
        R"({"$oneOf":[{"a":1},{"b":2}]})", R"({"$$oneOf":3,"x":{"$$any":[{"$any":true}]}})"}) {
    EXPECT_EQ(faults_of_args(good), "") << good;
  }
  for (const char* bad : {R"({"a":{"$oneOf":[]}})",
                          R"({"a":{"$oneOf":3}})",
                          R"({"a":{"$regex":3}})",
                          R"({"a":{"$regex":"("}})",
                          R"({"a":{"$regex":"(?=a)b"}})",
                          R"({"a":{"$range":{}}})",
                          R"({"a":{"$range":[1,2]}})",
                          R"({"a":{"$range":{"gt":"1"}}})",
                          R"({"a":{"$range":{"from":1}}})",
                          R"({"a":{"$range":{"gt":2,"lt":1}}})",
                          R"({"a":{"$range":{"gt":1,"lte":1}}})",
                          R"({"a":{"$range":{"gt":1,"gte":1}}})",
                          R"({"a":{"$approx":"1"}})",
                          R"({"a":{"$approx":{"value":1}}})",
                          R"({"a":{"$approx":{"abs":1}}})",
                          R"({"a":{"$approx":{"value":1,"abs":-1}}})",
                          R"({"a":{"$approx":{"value":1e9999,"abs":1}}})",
                          R"({"a":{"$type":"float"}})",
                          R"({"a":{"$type":[]}})",
                          R"({"a":{"$unordered":{}}})",
                          R"({"a":{"$absent":1}})",
                          R"({"a":[{"$absent":true}]})",
                          R"({"$absent":true})",
                          R"({"a":{"$contains":{"$absent":true}}})",
                          R"({"a":{"$any":false}})",
                          R"({"a":{"$ignoreCase":1}})",
                          R"({"a":{"$date":"03/04/2031"}})",
                          R"({"a":{"$date":"2031-02-30"}})",
                          R"({"a":{"$date":20310304}})",
                          R"({"a":{"$schema":{"type":"nothing"}}})",
                          R"({"a":{"$schema":3}})",
                          R"({"a":{"$regex":"a","$type":"string"}})",
                          R"({"a":{"$any":true,"b":1}})",
                          R"({"a":1,"a":2})"}) {
    EXPECT_NE(faults_of_args(bad), "") << bad;
  }
}

TEST(Matchers, AFaultSaysWhereAndHowToMendIt) {
  const std::string faults = faults_of_args(R"({"a":{"$range":{"gt":"10"}}})");
  EXPECT_THAT(faults, HasSubstr("cases.json:1:77: case \"a\": \"$range\" holds an object; it must "
                                "be an object with gt or gte, and lt or lte, as numbers"));
  EXPECT_THAT(faults_of_args(R"({"a":{"$aprox":1}})"), HasSubstr("did you mean \"$approx\"?"));
}

TEST(Matchers, ALiteralNameLosesOneDollar) {
  json::Document document;
  ASSERT_FALSE(json::read_strict(R"({"$$ref":1,"a":2,"$regex":"x"})", document));
  std::vector<std::string> names;
  for (const json::Member& m : document.root().members()) names.push_back(literal_name(m.name));
  EXPECT_EQ(names, (std::vector<std::string>{"$ref", "a", "$regex"}));
  EXPECT_FALSE(is_plain(document.root()));
  EXPECT_TRUE(matcher_of(document.root()).has_value());
}

TEST(Matchers, AnEscapedDollarIsADollar) {
  json::Document document;
  ASSERT_FALSE(json::read_strict(R"({"\u0024any":true})", document));
  EXPECT_FALSE(is_plain(document.root()));
  ASSERT_TRUE(matcher_of(document.root()).has_value());
  EXPECT_EQ(matcher_of(document.root())->matcher, Matcher::any);
}

}  // namespace
}  // namespace tare
