#include "scoring/argument_matcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "json/equal.h"
#include "json/reader.h"
#include "scoring/value_matcher.h"

namespace tare {
namespace {

using testing::HasSubstr;

ArgsComparison compare(const std::string& expected, const std::optional<std::string>& got) {
  json::Document document;
  EXPECT_FALSE(json::read_strict(expected, document)) << expected;
  MatcherCache cache;
  return compare_arguments(document.root(), got, cache);
}

// One line a mismatch: path, expected, got, reason.
std::string said(const std::string& expected, const std::optional<std::string>& got) {
  std::string out;
  for (const ArgsMismatch& one : compare(expected, got).mismatches) {
    if (!out.empty()) out += "\n";
    out +=
        one.path + " | " + one.expected + " | " + one.got.value_or("(absent)") + " | " + one.reason;
  }
  return out;
}

bool fits(const std::string& expected, const std::string& got) {
  return compare("{\"a\":" + expected + "}", "{\"a\":" + got + "}").match();
}

TEST(ArgumentMatcher, NumbersAreComparedByExactValue) {
  EXPECT_TRUE(fits("1", "1.0"));
  EXPECT_TRUE(fits("100", "1e2"));
  EXPECT_TRUE(fits("0", "-0"));
  EXPECT_FALSE(fits("1", "\"1\""));
  EXPECT_FALSE(fits("1.5", "15"));
  EXPECT_FALSE(fits("1.5", "\"1.5\""));
  EXPECT_TRUE(fits("12345678901234567890", "12345678901234567890.0"));
  EXPECT_FALSE(fits("12345678901234567890", "12345678901234567891"));
  EXPECT_FALSE(fits("0.1", "0.1000000000000000000001"));
  EXPECT_FALSE(fits("1", "true"));
  EXPECT_FALSE(fits("null", "false"));
}

TEST(ArgumentMatcher, ListedMembersMustMatchAndOthersAreIgnored) {
  EXPECT_EQ(said(R"({"a":1})", R"({"b":[],"a":1})"), "");
  EXPECT_EQ(said(R"({"a":1,"c":"x"})", R"({"a":2})"),
            "/a | 1 | 2 | is another number\n/c | \"x\" | (absent) | is missing");
  // Below the first level an object is meant whole.
  EXPECT_EQ(said(R"({"o":{"a":1}})", R"({"o":{"a":1,"b":2}})"),
            "/o/b | no such member | 2 | is not expected");
  EXPECT_EQ(said(R"({"o":{"$contains":{"a":1}}})", R"({"o":{"a":1,"b":2}})"), "");
}

TEST(ArgumentMatcher, EveryMismatchIsNamedByItsPath) {
  EXPECT_EQ(
      said(R"({"a/b":{"l":[1,{"x":"y"},3]},"~":true})", R"({"a/b":{"l":[2,{"x":5}]},"~":false})"),
      "/a~1b/l | [1,{\"x\":\"y\"},3] | [2,{\"x\":5}] | has 2 elements, not 3\n"
      "/a~1b/l/0 | 1 | 2 | is another number\n"
      "/a~1b/l/1/x | \"y\" | 5 | is of type number, not string\n"
      "/~0 | true | false | is another value");
}

TEST(ArgumentMatcher, NoMoreThanAHundredAreListedAndTheRestIsCounted) {
  std::string expected = "{\"l\":[0", got = "{\"l\":[1";
  for (int i = 1; i < 130; ++i) expected += ",0", got += ",1";
  const ArgsComparison found = compare(expected + "]}", got + "]}");
  EXPECT_EQ(found.mismatches.size(), 100u);
  EXPECT_EQ(found.more, 30u);
}

TEST(ArgumentMatcher, WhatCannotBeReadMatchesNothing) {
  EXPECT_THAT(said("{}", std::nullopt), HasSubstr(" | {} | (absent) | are not on record"));
  EXPECT_THAT(said("{}", ""), HasSubstr("are empty"));
  EXPECT_THAT(said("{}", "null"), HasSubstr("are of type null, not object"));
  EXPECT_THAT(said("{}", "[]"), HasSubstr("are of type array"));
  EXPECT_THAT(said("{}", R"("{\"a\":1}")"), HasSubstr("a string that holds JSON"));
  EXPECT_THAT(said(R"({"a":1})", R"({"a":1)"), HasSubstr("are incomplete"));
  EXPECT_THAT(said(R"({"a":1})", R"({'a':1})"), HasSubstr("are no JSON (byte 1"));
  EXPECT_THAT(said("{}", std::string(3000, '[')), HasSubstr("read"));
}

TEST(ArgumentMatcher, AMemberThatStandsTwiceMustMatchBothTimes) {
  EXPECT_EQ(said(R"({"a":1})", R"({"a":1,"a":1.0})"), "");
  EXPECT_THAT(said(R"({"a":1})", R"({"a":2,"a":1})"), HasSubstr("stands 2 times as \"a\""));
  EXPECT_THAT(said(R"({"a":1})", R"({"a":1,"a":2})"), HasSubstr("stands 2 times as \"a\""));
  EXPECT_EQ(said(R"({"b":1})", R"({"a":1,"a":2,"b":1})"), "") << "nobody asked about it";
}

TEST(ArgumentMatcher, OneOf) {
  EXPECT_TRUE(fits(R"({"$oneOf":["a",{"$regex":"^b"}]})", "\"bc\""));
  EXPECT_FALSE(fits(R"({"$oneOf":["a",{"$regex":"^b"}]})", "\"c\""));
  EXPECT_TRUE(compare(R"({"a":{"$oneOf":[{"$absent":true},1]}})", "{}").match());
  EXPECT_EQ(said(R"({"a":{"$oneOf":[1,2]}})", "{}"),
            "/a | {\"$oneOf\":[1,2]} | (absent) | is missing");
  EXPECT_TRUE(compare(R"({"$oneOf":[{"a":1},{"b":2}]})", R"({"b":2})").match());
}

TEST(ArgumentMatcher, RegexIsSearchedForAndMayBeAnchored) {
  EXPECT_TRUE(fits(R"({"$regex":"QA-\\d+"})", "\"see QA-142!\""));
  EXPECT_FALSE(fits(R"({"$regex":"^QA-\\d+$"})", "\"see QA-142!\""));
  EXPECT_FALSE(fits(R"({"$regex":"1"})", "1"));
  EXPECT_TRUE(fits(R"({"$regex":"^é.$"})", "\"\\u00e9x\""));
  EXPECT_FALSE(fits(R"({"$regex":"."})", "\"\\ud800\"")) << "no Unicode text";
}

TEST(ArgumentMatcher, RangeAndApprox) {
  EXPECT_TRUE(fits(R"({"$range":{"gt":10,"lte":20}})", "20.0"));
  EXPECT_FALSE(fits(R"({"$range":{"gt":10,"lte":20}})", "10"));
  EXPECT_FALSE(fits(R"({"$range":{"gte":10}})", "\"12\""));
  EXPECT_TRUE(fits(R"({"$range":{"lt":1e400}})", "9e399"));
  EXPECT_TRUE(fits(R"({"$approx":{"value":0.2,"abs":0.1}})", "0.3"));
  EXPECT_FALSE(fits(R"({"$approx":{"value":0.2,"abs":0.1}})", "0.31"));
  EXPECT_TRUE(fits(R"({"$approx":3.14159265})", "3.1415927"));
  EXPECT_FALSE(fits(R"({"$approx":3.14159265})", "3.1416"));
}

TEST(ArgumentMatcher, TypeAnyAbsentIgnoreCase) {
  EXPECT_TRUE(fits(R"({"$type":"integer"})", "3.0"));
  EXPECT_FALSE(fits(R"({"$type":"integer"})", "3.5"));
  EXPECT_TRUE(fits(R"({"$type":["null","string"]})", "null"));
  EXPECT_FALSE(fits(R"({"$type":"object"})", "[]"));
  EXPECT_TRUE(fits(R"({"$any":true})", "null"));
  EXPECT_FALSE(compare(R"({"a":{"$any":true}})", "{}").match());
  EXPECT_TRUE(compare(R"({"a":{"$absent":true}})", "{}").match());
  EXPECT_EQ(said(R"({"a":{"$absent":true}})", R"({"a":null})"),
            "/a | {\"$absent\":true} | null | must be absent");
  EXPECT_FALSE(compare(R"({"a":{"$absent":false}})", "{}").match());
  EXPECT_TRUE(fits(R"({"$ignoreCase":"STRASSE"})", "\"straße\""));
  EXPECT_FALSE(fits(R"({"$ignoreCase":"a"})", "\"b\""));
}

TEST(ArgumentMatcher, DatesAreComparedByInstant) {
  const std::string noon = R"({"$date":"2031-03-04T12:00:00Z"})";
  for (const char* same :
       {"2031-03-04T12:00:00Z", "2031-03-04T13:00:00+01:00", "2031-03-04 12:00:00",
        "2031-03-04T12:00:00.000Z", "2031-03-04T07:00-05:00", "Tue, 04 Mar 2031 12:00:00 GMT"}) {
    EXPECT_TRUE(fits(noon, "\"" + std::string(same) + "\"")) << same;
  }
  for (const char* other : {"2031-03-04T12:00:00.1Z", "2031-03-04", "2031-03-04T12:00:00+01:00",
                            "tomorrow", "2031-03", "12:00:00"}) {
    EXPECT_FALSE(fits(noon, "\"" + std::string(other) + "\"")) << other;
  }
  EXPECT_TRUE(fits(R"({"$date":"2031-03-04"})", "\"2031-03-04T00:00:00Z\""));
  EXPECT_THAT(said(R"({"a":{"$date":"2031-03-04"}})", R"({"a":"next week"})"),
              HasSubstr("is no date"));
  EXPECT_THAT(said(R"({"a":{"$date":"2031-03-04"}})", R"({"a":"03/04/2031"})"),
              HasSubstr("either of two dates"));
  EXPECT_FALSE(fits(R"({"$date":"2031-03-04"})", "1930262400"));
}

TEST(ArgumentMatcher, ContainsLooksIntoStringsListsAndObjects) {
  EXPECT_TRUE(fits(R"({"$contains":"b"})", "\"abc\""));
  EXPECT_FALSE(fits(R"({"$contains":"d"})", "\"abc\""));
  EXPECT_TRUE(fits(R"({"$contains":{"$range":{"gt":2}}})", "[1,3]"));
  EXPECT_TRUE(fits(R"({"$contains":[1,1]})", "[1,2,1]"));
  EXPECT_FALSE(fits(R"({"$contains":[1,1]})", "[1,2]")) << "each needs an element of its own";
  EXPECT_FALSE(fits(R"({"$contains":1})", "1"));
}

TEST(ArgumentMatcher, SchemaSaysWhereItIsBroken) {
  EXPECT_EQ(
      said(R"({"a":{"$schema":{"properties":{"n":{"type":"integer"}}}}})", R"({"a":{"n":"x"}})"),
      "/a/n | {\"$schema\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}} | \"x\" | is not "
      "of type integer");
  EXPECT_TRUE(fits(R"({"$schema":{"minLength":2}})", "\"ab\""));
}

TEST(ArgumentMatcher, ALiteralDollarIsWrittenTwice) {
  EXPECT_TRUE(
      compare(R"({"$$any":true,"o":{"$$oneOf":[1]}})", R"({"$any":true,"o":{"$oneOf":[1]}})")
          .match());
  EXPECT_FALSE(compare(R"({"$$any":true})", R"({"$$any":true})").match());
}

TEST(ArgumentMatcher, UnorderedIsMatchedByAssignmentAndNotGreedily) {
  // The first expected element fits both, the second only the first.
  EXPECT_TRUE(fits(R"({"$unordered":[{"$type":"number"},1]})", "[1,2]"));
  EXPECT_TRUE(fits(R"({"$unordered":[{"$type":"number"},{"$range":{"lt":2}}]})", "[1,2]"));
  EXPECT_FALSE(fits(R"({"$unordered":[1,1,2]})", "[1,2,2]"));
  EXPECT_FALSE(fits(R"({"$unordered":[1]})", "[1,1]"));
  EXPECT_TRUE(fits(R"({"$unordered":[{"$unordered":[1,2]},{"a":1}]})", R"([{"a":1.0},[2,1]])"));
  EXPECT_EQ(said(R"({"l":{"$unordered":["a","b"]}})", R"({"l":["c","a"]})"),
            "/l/0 | \"b\" | \"c\" | is another text");
  EXPECT_EQ(said(R"({"l":{"$unordered":["a","b"]}})", R"({"l":["a"]})"),
            "/l | \"b\" | (absent) | lacks an element that matches this, in any order");
}

TEST(ArgumentMatcher, UnorderedAgreesWithTryingEveryOrder) {
  std::mt19937 random(3);
  const std::vector<std::string> wanted = {"1",
                                           "2",
                                           R"({"$type":"number"})",
                                           R"({"$range":{"lt":3}})",
                                           R"({"$oneOf":[2,3]})",
                                           R"({"$any":true})",
                                           R"("x")"};
  const std::vector<std::string> values = {"1", "1.0", "2", "3", "\"x\""};
  for (int round = 0; round < 3000; ++round) {
    const std::size_t n = random() % 6;
    std::vector<std::string> left(n), right(n);
    for (auto& one : left) one = wanted[random() % wanted.size()];
    for (auto& one : right) one = values[random() % values.size()];
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    bool possible = false;
    do {
      bool all = true;
      for (std::size_t i = 0; i < n; ++i) all = all && fits(left[i], right[order[i]]);
      possible = possible || all;
    } while (!possible && std::ranges::next_permutation(order).found);
    std::string a, b;
    for (std::size_t i = 0; i < n; ++i) {
      a += (i == 0 ? "" : ",") + left[i];
      b += (i == 0 ? "" : ",") + right[i];
    }
    ASSERT_EQ(fits("{\"$unordered\":[" + a + "]}", "[" + b + "]"), possible) << a << " " << b;
  }
}

std::string random_value(std::mt19937& random, int depth) {
  static const char* const kScalars[] = {"1", "1.0", "\"1\"", "null", "true", "\"a\"", "2"};
  const std::size_t pick = random() % (depth > 0 ? 9 : 7);
  if (pick < 7) return kScalars[pick];
  std::string out;
  const std::size_t n = random() % 3;
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) out += ",";
    if (pick == 8) out += std::string("\"") + "abc"[i] + "\":";
    out += random_value(random, depth - 1);
  }
  return pick == 7 ? "[" + out + "]" : "{" + out + "}";
}

TEST(ArgumentMatcher, LiteralsAgreeWithEqualityByValue) {
  std::mt19937 random(5);
  int equal = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string a = random_value(random, 2), b = random_value(random, 2);
    json::Document left, right;
    ASSERT_FALSE(json::read_strict(a, left));
    ASSERT_FALSE(json::read_strict(b, right));
    const bool same = json::equal_by_value(left.root(), right.root());
    equal += same ? 1 : 0;
    ASSERT_EQ(fits(a, b), same) << a << " " << b;
  }
  EXPECT_GT(equal, 500);
}

TEST(ArgumentMatcher, HugeListsEndWithAReasonAndNotNever) {
  std::string wanted = "{\"a\":{\"$unordered\":[", got = "{\"a\":[";
  for (int i = 0; i < 20000; ++i) {
    wanted += std::string(i == 0 ? "" : ",") + R"({"$range":{"gt":)" + std::to_string(i) + "}}";
    got += (i == 0 ? "" : ",") + std::to_string(i);
  }
  const ArgsComparison found = compare(wanted + "]}}", got + "]}");
  ASSERT_EQ(found.mismatches.size(), 1u);
  EXPECT_THAT(found.mismatches[0].reason, HasSubstr("more than 2000000 comparisons"));
}

TEST(ArgumentMatcher, LongListsOfEqualValuesAreQuick) {
  std::string list = "[1";
  for (int i = 0; i < 100000; ++i) list += ",1";
  list += "]";
  EXPECT_TRUE(fits("{\"$unordered\":" + list + "}", list));
}

Crossing crosses(const std::string& never, const std::optional<std::string>& got) {
  json::Document document;
  EXPECT_FALSE(json::read_strict(never, document));
  MatcherCache cache;
  return crosses_limit(document.root(), got, cache);
}

TEST(CrossingOfALimit, IsKnownWhereTheArgumentsCanBeRead) {
  const std::string never = R"({"amount":{"$range":{"gt":10000}}})";
  EXPECT_EQ(crosses(never, R"({"amount":10001})"), Crossing::yes);
  EXPECT_EQ(crosses(never, R"({"amount":10000})"), Crossing::no);
  EXPECT_EQ(crosses(never, R"({"amount":"10001"})"), Crossing::no);
  EXPECT_EQ(crosses(never, "{}"), Crossing::no);
  EXPECT_EQ(crosses(never, ""), Crossing::no);
  EXPECT_EQ(crosses(never, R"({"amount":1,"amount":20000})"), Crossing::yes);
  EXPECT_EQ(crosses(never, R"({"amount":20000,"amount":1})"), Crossing::yes);
  EXPECT_EQ(crosses(never, R"("{\"amount\":20000}")"), Crossing::yes) << "encoded twice";
}

TEST(CrossingOfALimit, IsUnknownWhereWhatDecidesCannotBeRead) {
  const std::string never = R"({"amount":{"$range":{"gt":10000}}})";
  EXPECT_EQ(crosses(never, std::nullopt), Crossing::unknown);
  EXPECT_EQ(crosses(never, "{\"am"), Crossing::unknown);
  EXPECT_EQ(crosses(never, R"({"to":"x",)"), Crossing::unknown);
  EXPECT_EQ(crosses(never, R"({"amount":20000,"to":"x)"), Crossing::yes);
  EXPECT_EQ(crosses(never, R"({"amount":200,"to":"x)"), Crossing::no);
  EXPECT_EQ(crosses(never, R"({"amount":200)"), Crossing::unknown) << "more digits may follow";
  EXPECT_EQ(crosses(never, R"({'amount': 20000,})"), Crossing::yes);
  EXPECT_EQ(crosses(never, R"({'amount': 200,})"), Crossing::no);
  EXPECT_EQ(crosses(never, R"({"amount": 200 "amount2": 3})"), Crossing::unknown);
  EXPECT_EQ(crosses(never, "release 20000"), Crossing::unknown);
  EXPECT_EQ(crosses(R"({"x":{"$absent":true}})", R"({"a":1,)"), Crossing::unknown);
  EXPECT_EQ(crosses(R"({"x":{"y":1}})", R"({"x":{"y":1)"), Crossing::unknown);
}

}  // namespace
}  // namespace tare
