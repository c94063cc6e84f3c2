#include "json/equal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "json/decimal.h"
#include "json/writer.h"
#include "json_test_data.h"

namespace tare::json {
namespace {

bool equal(std::string_view a_text, std::string_view b_text) {
  Document a;
  Document b;
  EXPECT_FALSE(read_strict(a_text, a)) << a_text;
  EXPECT_FALSE(read_strict(b_text, b)) << b_text;
  const bool result = equal_by_value(a.root(), b.root());
  EXPECT_EQ(result, equal_by_value(b.root(), a.root())) << a_text << " " << b_text;
  EXPECT_EQ(result, canonical_text(a.root()) == canonical_text(b.root()))
      << a_text << " " << b_text;
  return result;
}

// The oracle: recursive, and tries every way to match members.
bool slow_equal(Value a, Value b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::null:
      return true;
    case Kind::boolean:
      return a.boolean() == b.boolean();
    case Kind::number:
      return same_number(a.text(), b.text());
    case Kind::string:
      return a.decoded() == b.decoded();
    case Kind::array: {
      std::vector<Value> left;
      std::vector<Value> right;
      for (const Value v : a.elements()) left.push_back(v);
      for (const Value v : b.elements()) right.push_back(v);
      return std::equal(left.begin(), left.end(), right.begin(), right.end(), slow_equal);
    }
    case Kind::object: {
      std::vector<Member> right;
      for (const Member& m : b.members()) right.push_back(m);
      for (const Member& m : a.members()) {
        const auto same = std::find_if(right.begin(), right.end(), [&m](const Member& other) {
          return slow_equal(m.name, other.name) && slow_equal(m.value, other.value);
        });
        if (same == right.end()) return false;
        right.erase(same);
      }
      return right.empty();
    }
  }
  return false;
}

TEST(EqualByValue, LooksThroughSpellingAndOrderOnly) {
  EXPECT_TRUE(equal("1", "1.0"));
  EXPECT_TRUE(equal("[1e2]", "[100]"));
  EXPECT_TRUE(equal(R"("\u00e9")", R"("é")"));
  EXPECT_TRUE(equal(R"("\/")", R"("/")"));
  EXPECT_TRUE(equal(R"({"a":1,"b":2})", R"({ "b" : 2.0 , "\u0061" : 1 })"));
  EXPECT_FALSE(equal("[1,2]", "[2,1]"));
  EXPECT_FALSE(equal("1", "\"1\""));
  EXPECT_FALSE(equal("null", "false"));
  EXPECT_FALSE(equal("[]", "{}"));
  EXPECT_FALSE(equal("[[],[]]", "[[[]]]"));
  EXPECT_FALSE(equal("9007199254740993", "9007199254740992"));
  EXPECT_FALSE(equal(R"("\ud800")", R"("\ud801")"));
  EXPECT_FALSE(equal("\"\xc3\xa9\"", "\"e\xcc\x81\""));  // NFC and NFD
}

TEST(EqualByValue, ARepeatedNameCountsEachTime) {
  EXPECT_FALSE(equal(R"({"a":1,"a":2})", R"({"a":2})"));
  EXPECT_FALSE(equal(R"({"a":1,"a":1})", R"({"a":1})"));
  EXPECT_FALSE(equal(R"({"a":1,"a":1,"a":2})", R"({"a":1,"a":2,"a":2})"));
  EXPECT_TRUE(equal(R"({"a":1,"a":2})", R"({"a":2,"a":1.0})"));
  EXPECT_TRUE(
      equal(R"({"a":{"x":1,"x":[2]},"a":{"x":3}})", R"({"a":{"x":3},"a":{"x":[2],"x":1}})"));
  EXPECT_FALSE(equal(R"({"a":1,"b":2})", R"({"a":2,"b":1})"));
}

TEST(EqualByValue, AgreesWithTheSlowOracleOnRandomPairs) {
  RandomJson random(3);
  Document a;
  Document b;
  int same = 0;
  for (int i = 0; i < 30'000; ++i) {
    const std::string a_text = random.value(2);
    const std::string b_text = random.value(2);
    ASSERT_FALSE(read_strict(a_text, a));
    ASSERT_FALSE(read_strict(b_text, b));
    const bool expected = slow_equal(a.root(), b.root());
    ASSERT_EQ(equal_by_value(a.root(), b.root()), expected) << a_text << " " << b_text;
    ASSERT_EQ(canonical_text(a.root()) == canonical_text(b.root()), expected)
        << a_text << " " << b_text;
    same += expected ? 1 : 0;
  }
  EXPECT_GT(same, 500);
}

TEST(EqualByValue, WhatIsWrittenReadsBackEqual) {
  RandomJson random(4);
  Document first;
  Document again;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random.value();
    ASSERT_FALSE(read_strict(text, first));
    const std::string small = minified(first.root());
    ASSERT_FALSE(read_strict(small, again)) << small;
    ASSERT_TRUE(equal_by_value(first.root(), again.root())) << text;
    ASSERT_EQ(minified(again.root()), small);
    ASSERT_EQ(as_strict_json(first.root()), small);
    const std::string canonical = canonical_text(first.root());
    ASSERT_FALSE(read_strict(canonical, again)) << canonical;
    ASSERT_TRUE(equal_by_value(first.root(), again.root())) << text << " " << canonical;
    ASSERT_EQ(canonical_text(again.root()), canonical);
  }
}

TEST(EqualByValue, DepthAndSizeCostNoStackAndNoSquare) {
  const std::size_t depth = 50'000;
  std::string deep;
  for (std::size_t i = 0; i < depth; ++i) deep += "{\"a\":1,\"a\":";
  deep += "0" + std::string(depth, '}');
  Document a;
  ReadLimits limits;
  limits.max_depth = 2'000'000;
  ASSERT_FALSE(read_strict(deep, a, limits));
  EXPECT_TRUE(equal_by_value(a.root(), a.root()));
  Document b;
  const std::string canonical = canonical_text(a.root());
  ASSERT_FALSE(read_strict(canonical, b, limits));
  EXPECT_TRUE(equal_by_value(a.root(), b.root()));

  std::string wide = "{";
  for (int i = 0; i < 100'000; ++i) wide += (i > 0 ? ",\"k\":" : "\"k\":") + std::to_string(i);
  wide += "}";
  ASSERT_FALSE(read_strict(wide, a));
  ASSERT_FALSE(read_strict(wide, b));
  EXPECT_TRUE(equal_by_value(a.root(), b.root()));
  EXPECT_TRUE(canonical_text(a.root()) == canonical_text(b.root()));
}

}  // namespace
}  // namespace tare::json
