// Every pair of some hundred small schemas: what is told of the change never says otherwise than
// the validator does of samples, and says no more than it does.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "json/reader.h"
#include "policy/schema_drift.h"
#include "schema/schema.h"

namespace tare {
namespace {

// Values that the parts below can tell apart, and some that none of them speaks of.
constexpr std::array<std::string_view, 15> kSamples = {"null",  "true",    "0",  "1",    "1.5",
                                                       "2.5",   "2",       "3",  "\"\"", "\"a\"",
                                                       "\"b\"", "\"abc\"", "[]", "[1]",  "{}"};

struct Small {
  std::string text;
  bool listed = false;  // an enum or a const says which values there are
  std::shared_ptr<const schema::Schema> schema;
  std::array<bool, kSamples.size()> takes{};
};

using Parts = std::vector<std::string>;

// Each schema of one part of each kind.
std::vector<Small> world(const Parts& types, const Parts& lists, const Parts& limits) {
  std::vector<json::Document> documents(kSamples.size());
  for (std::size_t i = 0; i < kSamples.size(); ++i) {
    EXPECT_FALSE(json::read_strict(kSamples[i], documents[i]));
  }
  std::vector<Small> out;
  for (const std::string& type : types) {
    for (const std::string& list : lists) {
      for (const std::string& limit : limits) {
        Small one;
        for (const std::string& part : {type, list, limit}) {
          if (!part.empty()) one.text += (one.text.empty() ? "" : ",") + part;
        }
        one.text = "{" + one.text + "}";
        one.listed = list.find("enum") != list.npos || list.find("const") != list.npos;
        auto compiled = schema::Schema::compile(one.text);
        EXPECT_TRUE(compiled.ok()) << one.text;
        if (!compiled) continue;
        one.schema = std::move(compiled).value();
        for (std::size_t i = 0; i < kSamples.size(); ++i) {
          one.takes[i] = one.schema->check(documents[i].root()) == schema::Fit::fits;
        }
        out.push_back(std::move(one));
      }
    }
  }
  return out;
}

struct Told {
  bool widened = false, narrowed = false, changed = false, opened = false, any = false;
  std::string all;
};

Told told(const Small& before, const Small& after) {
  Told out;
  for (const SchemaChange& change : schema_drift(before.text, after.text)) {
    out.any = true;
    out.widened = out.widened || change.way == DriftWay::widened;
    out.narrowed = out.narrowed || change.way == DriftWay::narrowed;
    out.changed = out.changed || change.way == DriftWay::changed;
    out.opened = out.opened || change.opened_enum;
    out.all += "\n  " + change.text + " (" + std::string(drift_way_name(change.way)) + ")";
  }
  return out;
}

enum class World { exact, with_branches };

void expect_true_words(const Small& before, const Small& after, World world) {
  bool lost = false, gained = false;
  for (std::size_t i = 0; i < kSamples.size(); ++i) {
    lost = lost || (before.takes[i] && !after.takes[i]);
    gained = gained || (!before.takes[i] && after.takes[i]);
  }
  const Told said = told(before, after);
  const std::string all = before.text + "\n" + after.text + said.all;
  EXPECT_EQ(said.any, before.text != after.text) << all;
  // What is lost or gained is told, ...
  EXPECT_TRUE(!lost || said.narrowed || said.changed) << "lost and not told\n" << all;
  EXPECT_TRUE(!gained || said.widened || said.changed) << "gained and not told\n" << all;
  if (world == World::with_branches) return;  // more is changed there than is known of
  // ... and where there is one of the two alone, the other is not.
  EXPECT_TRUE(!lost || gained || (!said.widened && !said.changed)) << "only lost\n" << all;
  EXPECT_TRUE(!gained || lost || (!said.narrowed && !said.changed)) << "only gained\n" << all;
  EXPECT_EQ(said.opened, before.listed && !after.listed) << all;
}

void expect_true_words(const std::vector<Small>& all, World world) {
  for (const Small& before : all) {
    for (const Small& after : all) {
      expect_true_words(before, after, world);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(SchemaOracle, ListsBesideTypesAndLimits) {
  expect_true_words(
      world({"", R"("type":"string")", R"("type":"integer")", R"("type":"number")",
             R"("type":["string","null"])", R"("type":["integer","string"])"},
            {"", R"("enum":["a","b"])", R"("enum":["a"])", R"("enum":["a",1,2.0])",
             R"("enum":["abc",null,[],1.5])", R"("const":"a")", R"("const":1)",
             R"("enum":["a","b"],"const":"b")", R"("anyOf":[{"const":"a"},{"const":"b"}])",
             R"("anyOf":[{"enum":["a","abc"],"type":"string"},{"type":"null"}])",
             R"("oneOf":[{"const":"a","title":"A"},{"const":1},{"enum":["b",1]}])",
             R"("allOf":[{"enum":["a",1,null]}])"},
            {"", R"("minimum":2)", R"("maxLength":1)"}),
      World::exact);
}

// Without lists the limits of one type may go two ways at once.
TEST(SchemaOracle, TypesAndLimits) {
  expect_true_words(world({"", R"("type":"string")", R"("type":"integer")", R"("type":"number")",
                           R"("type":["string","null"])", R"("type":["integer","string"])"},
                          {"", R"("minimum":1)", R"("exclusiveMinimum":1)", R"("maximum":2)",
                           R"("minimum":1,"maximum":2)"},
                          {"", R"("minLength":1)", R"("maxLength":1)",
                           R"("minLength":1,"maxLength":1)", R"("maxItems":0)"}),
                    World::exact);
}

TEST(SchemaOracle, BranchesAndReferences) {
  const std::string defs =
      R"("$defs":{"a":{"const":"a"},"l":{"enum":["a","b",1]},"s":{"type":"string"}})";
  const auto with_defs = [&](const std::string& text) { return text + "," + defs; };
  expect_true_words(world({"", R"("type":"string")", R"("type":["integer","null"])"},
                          {"",
                           R"("enum":["a","b"])",
                           R"("const":1)",
                           with_defs(R"("$ref":"#/$defs/l")"),
                           with_defs(R"("$ref":"#/$defs/s")"),
                           with_defs(R"("anyOf":[{"$ref":"#/$defs/l"},{"type":"null"}])"),
                           with_defs(R"("anyOf":[{"$ref":"#/$defs/l"},{"$ref":"#/$defs/s"}])"),
                           with_defs(R"("oneOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/l"}])"),
                           with_defs(R"("allOf":[{"$ref":"#/$defs/l"}])"),
                           with_defs(R"("allOf":[{"$ref":"#/$defs/l"},{"$ref":"#/$defs/a"}])"),
                           R"("anyOf":[{"const":"a"},{"type":"integer"}])",
                           R"("anyOf":[{"type":"string"},{"type":"null"}])",
                           R"("oneOf":[{"const":"a"},{"type":"string"}])",
                           R"("anyOf":[{"anyOf":[{"const":"a"},{"const":2}]},{"type":"boolean"}])",
                           R"("anyOf":[{"enum":["a","abc"],"maxLength":2},false])",
                           R"("enum":["a",1],"anyOf":[{"const":1},{"const":"b"}])",
                           R"("anyOf":[{"type":"null"},{"maxLength":1},{"type":"string"}])",
                           R"("allOf":[{"maxLength":1},{"enum":["a","abc"]}])",
                           R"("allOf":[{"maxLength":1}])",
                           R"("not":{"enum":["a"]})",
                           R"("enum":["a","b"],"not":{"const":"b"})"},
                          {"", R"("minimum":2)", R"("maxLength":1)", R"("pattern":"^a")"}),
                    World::with_branches);
}

}  // namespace
}  // namespace tare
