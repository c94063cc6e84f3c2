// Closed lists of values, in each way that schema generators write them: opened, closed, grown,
// shrunk, and only written otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "policy/schema_drift.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> told(const std::string& before, const std::string& after) {
  std::vector<std::string> out;
  for (const SchemaChange& change : schema_drift(before, after)) {
    out.push_back((change.where.empty() ? "-" : change.where) + " " +
                  std::string(drift_way_name(change.way)) + (change.opened_enum ? "!" : "") + " " +
                  change.text);
  }
  return out;
}

std::string property(const std::string& schema, const std::string& beside = "") {
  return R"({"type":"object","properties":{"x":)" + schema + "}" + beside + "}";
}

// The same list of "a" and "b", as enums and as what zod, pydantic and others print.
const std::vector<std::string> kTwo = {
    R"({"enum":["a","b"]})",
    R"({"type":"string","enum":["a","b"]})",
    R"({"anyOf":[{"const":"a"},{"const":"b"}]})",
    R"({"anyOf":[{"type":"string","const":"a"},{"type":"string","const":"b"}]})",
    R"({"type":"string","oneOf":[{"const":"a"},{"const":"b"}]})",
    R"({"oneOf":[{"enum":["a"]},{"enum":["b"]}]})",
    R"({"anyOf":[{"anyOf":[{"const":"a"}]},{"const":"b"}]})",
    R"({"allOf":[{"enum":["a","b"]}]})",
    R"({"enum":["a","b","abc",1],"type":"string","maxLength":2})",
};

TEST(ClosedLists, ThatBecameFreeTextAreOpenedAndNothingElse) {
  for (const std::string& list : kTwo) {
    const auto lines = told(property(list), property(R"({"type":"string"})"));
    ASSERT_EQ(lines.size(), 1u) << list << testing::PrintToString(lines);
    EXPECT_THAT(lines[0], testing::StartsWith("x widened! ")) << list;
    EXPECT_THAT(lines[0], HasSubstr(" of 2 values became free text")) << list;
  }
  EXPECT_THAT(told(R"({"const":1})", R"({"type":"integer"})"),
              ElementsAre("- widened! enum of 1 values became any integer"));
  EXPECT_THAT(told(R"({"const":1})", "{}"),
              ElementsAre("- widened! enum of 1 values became any value"));
  EXPECT_THAT(told(R"({"anyOf":[{"enum":["a"]},{"type":"null"}]})",
                   R"({"anyOf":[{"type":"string"},{"type":"null"}]})"),
              ElementsAre("- widened! closed list of 2 values became free text"));
}

TEST(ClosedLists, ThatCameInPlaceOfFreeTextAreNarrowerAndNothingElse) {
  for (const std::string& list : kTwo) {
    const auto lines = told(property(R"({"type":"string"})"), property(list));
    ASSERT_EQ(lines.size(), 1u) << list << testing::PrintToString(lines);
    EXPECT_THAT(lines[0], testing::StartsWith("x narrowed became a closed list of 2 values"));
  }
}

TEST(ClosedLists, AValueThatTheOtherSideRefusesIsNamed) {
  EXPECT_THAT(told(R"({"enum":["a",1]})", R"({"type":"string"})"),
              ElementsAre("- changed! enum of 2 values became free text, which refuses 1"));
  EXPECT_THAT(
      told(R"({"enum":["a","abc"]})", R"({"type":"string","maxLength":2})"),
      ElementsAre(
          "- changed! enum of 2 values became free text (maxLength 2), which refuses \"abc\""));
  EXPECT_THAT(told(R"({"type":"string"})", R"({"enum":["a",1]})"),
              ElementsAre("- changed became a closed list of 2 values, of which 1 was refused "
                          "before"));
}

TEST(ClosedLists, GrowAndShrinkHoweverTheyAreWritten) {
  for (const std::string& list : kTwo) {
    const std::string three = R"({"anyOf":[{"const":"c"},{"const":"a"},{"const":"b"}]})";
    const auto more = told(property(list), property(three));
    ASSERT_EQ(more.size(), 1u) << list << testing::PrintToString(more);
    EXPECT_THAT(more[0], testing::StartsWith("x widened ")) << list;
    EXPECT_THAT(more[0], testing::EndsWith(" gained \"c\"")) << list;
    const auto less = told(property(three), property(list));
    ASSERT_EQ(less.size(), 1u) << list << testing::PrintToString(less);
    EXPECT_THAT(less[0], testing::StartsWith("x narrowed ")) << list;
    EXPECT_THAT(less[0], testing::EndsWith(" lost \"c\"")) << list;
    EXPECT_THAT(told(list, R"({"enum":["b","c"]})"),
                ElementsAre(HasSubstr(" gained \"c\" and lost \"a\"")));
  }
  EXPECT_THAT(told(R"({"enum":[true]})", R"({"type":"boolean"})"),
              ElementsAre("- widened closed list gained false"));
}

// Whatever stands beside an enum, it is a list: that can only take values away.
TEST(ClosedLists, StayClosedWhateverStandsBesideThem) {
  for (const char* beside :
       {R"("not":{"const":"b"})", R"("allOf":[{"maxLength":1},{"not":{"enum":["b"]}}])",
        R"("anyOf":[{"const":"a"},{"const":"c"}])", R"("if":{"const":"b"},"then":false)",
        R"("oneOf":[{"pattern":"^a"},{"minLength":2}])"}) {
    const std::string less = std::string(R"({"enum":["a","b"],)") + beside + "}";
    EXPECT_THAT(told(R"({"enum":["a","b"]})", less), ElementsAre("- narrowed enum lost \"b\""));
    EXPECT_THAT(told(less, R"({"enum":["a","b"]})"), ElementsAre("- widened enum gained \"b\""));
  }
  for (const char* beside :
       {R"("required":["k"])", R"("uniqueItems":true)", R"("not":{"const":"c"})"}) {
    const auto lines =
        told(R"({"enum":["a","b"]})", std::string(R"({"enum":["a","b"],)") + beside + "}");
    EXPECT_THAT(lines,
                ElementsAre(testing::StartsWith("- said takes the same closed list of values")))
        << beside;
  }
}

TEST(ClosedLists, WrittenOtherwiseTheyAreTheSame) {
  for (const std::string& before : kTwo) {
    for (const std::string& after : kTwo) {
      const auto lines = told(property(before), property(after));
      if (before == after) {
        EXPECT_THAT(lines, IsEmpty());
      } else {
        EXPECT_THAT(lines, ElementsAre(testing::StartsWith(
                               "x said takes the same closed list of values, written otherwise (")))
            << before << after;
      }
    }
  }
}

TEST(ClosedLists, BehindReferencesAreTheSameLists) {
  const std::string color = R"(,"$defs":{"Color":{"enum":["red","blue"]}})";
  const std::string optional = R"({"anyOf":[{"$ref":"#/$defs/Color"},{"type":"null"}]})";
  EXPECT_THAT(told(property(optional, color), property(R"({"type":["string","null"]})", color)),
              ElementsAre("x widened! closed list of 3 values became free text"));
  EXPECT_THAT(told(property(optional, color),
                   property(optional, R"(,"$defs":{"Color":{"enum":["red","blue","any"]}})")),
              ElementsAre("x widened closed list gained \"any\""));
  EXPECT_THAT(told(property(R"({"$ref":"#/$defs/Color"})", color),
                   property(R"({"anyOf":[{"$ref":"#/$defs/Color"},{"type":"string"}]})", color)),
              ElementsAre("x widened! enum of 2 values became free text"));
  // The place itself is reached by a pointer, whatever its name.
  for (const std::string name : {"é", "a/b", "~", "%25", "a b", ""}) {
    const auto at = [&](const std::string& schema) {
      return R"({"properties":{")" + name + "\":" + schema + "}" + color + "}";
    };
    const auto changes = schema_drift(at(optional), at(R"({"type":["string","null"]})"));
    ASSERT_EQ(changes.size(), 1u) << name;
    EXPECT_TRUE(changes[0].opened_enum) << name;
  }
}

TEST(ClosedLists, WhatIsSaidOfOneValueIsShown) {
  EXPECT_THAT(told(R"({"oneOf":[{"const":"a","description":"Ask."},{"const":"b"}]})",
                   R"({"oneOf":[{"const":"a","description":"Do not."},{"const":"b"}]})"),
              testing::Contains("- said description of the value \"a\" went from \"Ask.\" to "
                                "\"Do not.\""));
  EXPECT_THAT(
      told(R"({"anyOf":[{"const":"a","x-own":1}]})", R"({"anyOf":[{"const":"a","x-own":2}]})"),
      ElementsAre(HasSubstr("changed x-own")));
}

TEST(ClosedLists, AFormatThatSomeAssertAndSomeDoNotDecidesNothing) {
  EXPECT_THAT(told(R"({"enum":["a"]})", R"({"type":"string","format":"date"})"),
              ElementsAre(HasSubstr("changed! enum of 1 values became free text (format \"date\"); "
                                    "whether")));
  EXPECT_THAT(told(R"({"enum":["2026-12-01"]})", R"({"type":"string","format":"date"})"),
              ElementsAre(HasSubstr("widened! ")));
  EXPECT_THAT(told(R"({"enum":["a"]})", R"({"type":"string","format":"own"})"),
              ElementsAre(HasSubstr("changed! ")));
}

TEST(ClosedLists, BesideWhatIsNotKnownATypeIsCalledNoLimit) {
  for (const std::string beside : {R"("format":"own")", R"#("pattern":"(?<=x)")#"}) {
    const std::string list = R"({"enum":["a"],)" + beside + "}";
    const std::string type = R"({"type":"string",)" + beside + "}";
    EXPECT_THAT(told(list, type), ElementsAre(HasSubstr("- changed type"), HasSubstr("widened! ")));
    EXPECT_THAT(told(type, list),
                ElementsAre(HasSubstr("- changed type"), HasSubstr("- narrowed ")));
  }
}

TEST(ClosedLists, HostileOnesAreBounded) {
  std::string many, branches;
  for (int i = 0; i < 15'000; ++i) {
    const std::string value = "\"v" + std::to_string(i) + "\"";
    many += (i == 0 ? "" : ",") + value;
    branches += (i == 0 ? R"({"const":)" : R"(,{"const":)") + value + "}";
  }
  // Every value against every branch would be too much: then no more is said than is known.
  EXPECT_THAT(told(R"({"enum":[)" + many + "]}", R"({"anyOf":[)" + branches + "]}"),
              ElementsAre(HasSubstr("changed enum of 15000 values became a list"),
                          HasSubstr("changed anyOf")));
  EXPECT_THAT(told(R"({"enum":[)" + many + "]}", R"({"type":"string"})"),
              ElementsAre("- widened! enum of 15000 values became free text"));
}

TEST(SchemaDrift, LimitsOfATypeThatIsNotTakenAreTold) {
  EXPECT_THAT(
      told(R"({"type":"string","maximum":1})", R"({"type":"string","maximum":2})"),
      ElementsAre("- said maximum went from 1 to 2, which no value of its type is held to"));
  EXPECT_THAT(told(R"({"type":"integer"})", R"({"type":"integer","format":"date"})"),
              ElementsAre("- said format went from nothing to \"date\", which no value of its type "
                          "is held to"));
  EXPECT_THAT(
      told(R"({"type":"boolean"})", R"({"type":"boolean","propertyNames":{"maxLength":2}})"),
      ElementsAre(testing::AllOf(testing::StartsWith("- said propertyNames"),
                                 HasSubstr("no value of its type is held to"))));
  EXPECT_THAT(told(R"({"type":"integer","format":"int32"})", R"({"type":"integer"})"),
              ElementsAre("- widened format went from \"int32\" to nothing"));
  EXPECT_THAT(told(R"({"type":"integer"})", R"({"type":["integer","string"],"pattern":"^a"})"),
              ElementsAre("- widened type went from \"integer\" to [\"integer\",\"string\"], with "
                          "pattern \"^a\""));
  EXPECT_THAT(told(R"({"anyOf":[{"type":"string"}]})", R"({"type":["string","null"]})"),
              ElementsAre(HasSubstr("- changed type"), HasSubstr("- changed anyOf")));
}

TEST(SchemaDrift, NamesThatCouldBeTakenForPathsStandInQuotes) {
  const auto object = [](const std::string& name, const std::string& schema) {
    return R"({"properties":{")" + name + "\":" + schema + "}}";
  };
  const auto where = [&](const std::string& name) {
    const auto changes =
        schema_drift(object(name, R"({"maximum":1})"), object(name, R"({"maximum":2})"));
    return changes.size() == 1 ? changes[0].where : "?";
  };
  EXPECT_EQ(where(""), R"("")");
  EXPECT_EQ(where("a.b"), R"("a.b")");
  EXPECT_EQ(where("a (further members)"), "\"a (further members)\"");
  EXPECT_EQ(where("größe"), "größe");
  EXPECT_EQ(schema_drift(object("", object("", "{}")), object("", object("", "false")))[0].where,
            R"(""."")");
  EXPECT_EQ(schema_drift(R"({"additionalProperties":{"maximum":1}})",
                         R"({"additionalProperties":{"maximum":2}})")[0]
                .where,
            "(further members)");
}

}  // namespace
}  // namespace tare
