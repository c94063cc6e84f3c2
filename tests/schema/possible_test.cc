// A bound is right where no value beyond it is allowed, whatever the schema is made of.
#include "schema/possible.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/reader.h"

namespace tare::schema {
namespace {

using json::Kind;

std::shared_ptr<const Schema> compiled(const std::string& text) {
  auto schema = Schema::compile(text);
  EXPECT_TRUE(schema) << text;
  return *schema;
}

PlaceStep member(const std::string& name) { return {name, std::nullopt}; }

TEST(Possible, PutsAlternativesAndCommonPartsTogether) {
  const auto schema = compiled(R"({"properties":{
      "a":{"anyOf":[{"type":"integer","minimum":3},{"type":"integer","maximum":-3},{"type":"null"}]},
      "b":{"allOf":[{"type":["integer","string"],"maximum":9},{"minimum":2}],"exclusiveMaximum":9},
      "c":{"oneOf":[{"enum":["x","y"]},{"type":"string","maxLength":4},{"const":7}]},
      "d":{"type":"array","minItems":1,"items":{"enum":[1,2]}}}})");
  const Possible a = possible_at(*schema, {member("a")});
  EXPECT_EQ(a.kinds, kind_bit(Kind::number) | kind_bit(Kind::null));
  EXPECT_FALSE(a.numbers.least || a.numbers.greatest);
  EXPECT_TRUE(a.numbers.whole_only);
  const Possible b = possible_at(*schema, {member("b")});
  EXPECT_EQ(b.numbers.least->number, "2");
  EXPECT_EQ(b.numbers.greatest->number, "9");
  EXPECT_TRUE(b.numbers.greatest->open);
  const Possible c = possible_at(*schema, {member("c")});
  EXPECT_EQ(c.listed_kinds & kind_bit(Kind::string), 0);
  EXPECT_NE(c.listed_kinds & kind_bit(Kind::number), 0);
  const Possible d = possible_at(*schema, {member("d")});
  EXPECT_EQ(d.items.least, 1u);
  const Possible item = possible_at(*schema, {member("d"), {"", 4}});
  EXPECT_EQ(item.listed_kinds, kAllKinds);
  EXPECT_EQ(item.listed.size(), 2u);
  // A name and an index are two things.
  EXPECT_EQ(possible_at(*schema, {member("d"), member("4")}).kinds, 0);
}

TEST(Possible, NothingBeyondItIsAllowed) {
  const std::vector<const char*> schemas = {
      R"({"type":"number","minimum":2,"exclusiveMaximum":5})",
      R"({"anyOf":[{"type":"string","minLength":2},{"type":"array","maxItems":1}]})",
      R"({"oneOf":[{"enum":[1,"a"]},{"type":"object"}],"not":{"const":1}})",
      R"({"allOf":[{"type":["number","null"]},{"anyOf":[{"minimum":3},{"type":"null"}]}]})",
      R"({"if":{"type":"string"},"then":{"maxLength":1},"else":{"maximum":2}})",
      R"({"$ref":"#/$defs/x","$defs":{"x":{"anyOf":[{"$ref":"#/$defs/x2"},{"const":"zz"}]},
          "x2":{"type":"integer","maximum":1}}})",
      "false",
      "true",
  };
  const std::vector<const char*> values = {"null", "true",  "0",      "1",  "2",     "4.5", "5",
                                           "\"\"", "\"a\"", "\"zz\"", "[]", "[1,2]", "{}"};
  for (const char* text : schemas) {
    const auto schema = compiled(text);
    const Possible possible = possible_at(*schema, {});
    for (const char* one : values) {
      json::Document value;
      ASSERT_FALSE(json::read_strict(one, value));
      if (schema->check(value.root()) != Fit::fits) continue;
      EXPECT_NE(possible.kinds & kind_bit(value.root().kind()), 0) << text << one;
      if (value.root().is_number()) {
        const NumberEnd end{one, false};
        EXPECT_FALSE(common_part({end, end, false}, possible.numbers).empty()) << text << one;
      }
      const CountSpan size{value.root().size(), value.root().size()};
      if (value.root().is_array()) {
        EXPECT_TRUE(size.meets(possible.items)) << text << one;
      }
      if (value.root().is_string()) {
        const std::size_t length = value.root().decoded().size();
        EXPECT_TRUE((CountSpan{length, length}).meets(possible.text)) << text << one;
      }
    }
  }
}

TEST(Possible, SpansOfWholeNumbersAreEmptyBetweenTwoOfThem) {
  const auto empty = [](const char* low, bool low_open, const char* high, bool high_open) {
    return NumberSpan{NumberEnd{low, low_open}, NumberEnd{high, high_open}, true}.empty();
  };
  EXPECT_TRUE(empty("1", true, "2", true));
  EXPECT_FALSE(empty("1", false, "2", true));
  EXPECT_TRUE(empty("1.2", false, "1.9", false));
  EXPECT_FALSE(empty("-1.2", false, "-0.9", false));
  EXPECT_FALSE(empty("0.99999999999999999999", true, "1", false));
  EXPECT_TRUE(empty("1.5", false, "1.5", false));
  EXPECT_FALSE(empty("1e300", true, "2e300", true));
}

}  // namespace
}  // namespace tare::schema
