// Each rule has examples that it finds, and examples of the same kind that are good.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lint/lint_rule.h"
#include "lint/lint_suite.h"

namespace tare {
namespace {

using lint_sample::SuiteOnDisk;

struct Example {
  LintRule rule;
  bool found;  // else: it must not be
  std::string cases;
  std::string members = {};
};

// A suite of one case that nothing is to be said of.
constexpr const char* kGood =
    R"([{"id":"o","request":"Which shops are there?","expectedTool":"list_shops","tags":["t"]}])";

std::string one(const std::string& members) {
  return R"([{"id":"a","tags":["t"],)" + members + "}]";
}
std::string args(const std::string& expected) {
  return one(R"("request":"Now 3.","expectedTool":"set_price","expectedArgs":)" + expected);
}

const std::vector<Example>& examples() {
  using R = LintRule;
  static const std::vector<Example> kExamples = {
      {R::duplicate_id, true,
       R"([{"id":"a","request":"x y","expectedTool":null,"tags":["t"]},
           {"id":"a","request":"p q","expectedTool":"find","tags":["t"]}])"},
      {R::duplicate_id, false,
       R"([{"id":"a","request":"x y","expectedTool":null,"tags":["t"]},
           {"id":"b","request":"p q","expectedTool":"find","tags":["t"]}])"},
      {R::retired_id, true, one(R"("request":"x","expectedTool":null)"),
       R"("lint":{"retiredIds":"cases.json"})"},  // see RetiredIds for a ledger of its own
      {R::id_shape, true, one(R"("request":"x","expectedTool":null)"),
       R"("lint":{"idShape":"pr/<tool>/<slug>"})"},
      {R::id_shape, true,
       R"([{"id":"pr/get_order/x","request":"x","expectedTool":"find","tags":["t"]}])",
       R"("lint":{"idShape":"pr/<tool>/<slug>"})"},
      {R::id_shape, false,
       R"([{"id":"pr/find/x-1","request":"x","expectedTool":"find","tags":["t"]},
           {"id":"pr/no_tool/y","request":"Thanks a lot","expectedTool":null,"tags":["t"]}])",
       R"("lint":{"idShape":"pr/<tool>/<slug>"})"},
      {R::missing_tags, true, R"([{"id":"a","request":"x","expectedTool":null}])"},
      {R::missing_tags, false, one(R"("request":"x","expectedTool":null)")},
      {R::names_its_tool, true,
       one(R"("request":"Call get_order for 7.","expectedTool":"get_order")")},
      {R::names_its_tool, true,
       one(R"("request":"Use getOrder, please.","expectedTool":"get_order")")},
      {R::names_its_tool, true,
       one(R"("request":"Please get order 7.","expectedTool":"get_order")")},
      {R::names_its_tool, true, one(R"("request":"Run `find` on it.","expectedTool":"find")")},
      {R::names_its_tool, true,
       one(R"("request":"Set-price of 3.","expectedTool":"find","acceptableTools":["set_price"])")},
      {R::names_its_tool, false, one(R"("request":"Please find it.","expectedTool":"find")")},
      {R::names_its_tool, false, one(R"("request":"Get me order 7.","expectedTool":"get_order")")},
      {R::names_its_tool, false, one(R"("request":"Forget orders.","expectedTool":"get_order")")},
      {R::names_its_tool, false, one(R"("request":"Never get_order!","expectedTool":null)")},
      {R::placeholder, true, one(R"("request":"Write to a@example.com.","expectedTool":null)")},
      {R::placeholder, true, one(R"("request":"Open http://shop.test/x","expectedTool":null)")},
      {R::placeholder, true, one(R"("request":"Mail test@acmeworks.eu","expectedTool":null)")},
      {R::placeholder, true, one(R"("request":"See foo.bar, now","expectedTool":null)")},
      {R::placeholder, true, one(R"("request":"Write Lorem ipsum dolor","expectedTool":null)")},
      {R::placeholder, false, one(R"("request":"Why is login.test red?","expectedTool":null)")},
      {R::placeholder, false,
       one(R"("request":"Mail petra@havelwerke.de of counterexample.company","expectedTool":null)")},
      {R::near_duplicate, true,
       R"([{"id":"a","request":"Show me the price of the blue chair in Lyon.","expectedTool":"find","tags":["t"]},
           {"id":"b","request":"Show me the price of the blue chair in Lyon!!","expectedTool":"find","tags":["t"]}])"},
      {R::near_duplicate, false,
       R"([{"id":"a","request":"Show me the price of the blue chair in Lyon.","expectedTool":"find","tags":["t"]},
           {"id":"b","request":"Lower the price of the blue chair by ten.","expectedTool":"find","tags":["t"]}])"},
      {R::near_duplicate, false,  // a minimal pair
       R"([{"id":"a","request":"Do show me the price of the blue chair in Lyon.","expectedTool":"find","tags":["t"]},
           {"id":"b","request":"Do show me the prices of the blue chair in Lyon.","expectedTool":null,"tags":["t"]}])"},
      {R::contradicting_cases, true,
       R"([{"id":"a","request":"Go on","expectedTool":"find","tags":["t"]},
           {"id":"b","request":"Go on","expectedTool":null,"tags":["t"]}])"},
      {R::contradicting_cases, true,
       R"([{"id":"a","request":"Go on","expectedTool":"find","expectedArgs":{"s":"open"},"tags":["t"]},
           {"id":"b","request":"Go on","expectedTool":"find","expectedArgs":{"s":"closed"},"tags":["t"]}])"},
      {R::contradicting_cases, false,
       R"([{"id":"a","request":"Go on","expectedTool":"find","expectedArgs":{"s":"open"},"tags":["t"]},
           {"id":"b","request":"Go on","instructions":"Wait.","expectedTool":"find","expectedArgs":{"s":"closed"},"tags":["t"]}])"},
      {R::contradicting_cases, false,
       R"([{"id":"a","request":"Go on","expectedTool":"find","tags":["t"]},
           {"id":"b","request":"Go on","expectedTool":"get_order","acceptableTools":["find"],"tags":["t"]}])"},
      {R::contradicting_cases, false,
       R"([{"id":"a","request":"Go on","expectedTool":"find","tags":["t"]},
           {"id":"b","request":"Go on","instructions":"Wait.","expectedTool":null,"tags":["t"]}])"},
      {R::error_not_expected, true,
       one(R"("kind":"agent","request":"Cancel order 99, which does not exist.","expectedOutput":"PASS only if the answer names order 99.")")},
      {R::error_not_expected, true,
       one(R"("kind":"agent","request":"Cancel order 99.","expectedOutput":"PASS only if it says that order 99 was not found.")")},
      {R::error_not_expected, true,
       R"([{"id":"a","kind":"agent","request":"Cancel it.","expectedTool":"find","tags":["tool-error"]}])"},
      {R::error_not_expected, false,
       one(R"("kind":"agent","request":"Cancel order 99, which does not exist.","expectedErrors":["find"],"expectedTool":"find")")},
      {R::error_not_expected, false,
       one(R"("request":"Cancel order 99, which does not exist.","expectedTool":"find")")},
      {R::unknown_tool, true, one(R"("request":"x","expectedTool":"get_oder")")},
      {R::unknown_tool, true,
       one(R"("request":"x","expectedTool":"find","acceptableTools":["serch"])")},
      {R::unknown_tool, true,
       one(R"("kind":"agent","request":"x","expectedCalls":[{"tool":"find"},{"tools":["nope"]}])")},
      {R::unknown_tool, true, one(R"("kind":"invoke","invoke":{"tool":"nope","arguments":{}})")},
      {R::unknown_tool, true,
       one(R"("kind":"agent","request":"x","expectedTool":"find","expectedErrors":["fnd"])")},
      {R::unknown_tool, false, one(R"("request":"x","expectedTool":"find")")},
      {R::unknown_tool, false,
       one(R"("request":"x","expectedTool":"own","tools":[{"name":"own"}])")},
      {R::unknown_argument, true, args(R"({"prize":3})")},
      {R::unknown_argument, true, args(R"({"where":{"town":"Lyon"}, "prize": {"$any":true}})")},
      {R::unknown_argument, true, args(R"({"where":{"town":{"$regex":"x"}}})")},
      {R::unknown_argument, false, args(R"({"price":3, "prize": {"$absent": true}})")},
      {R::unknown_argument, false,
       one(R"("request":"x","expectedTool":"find","expectedArgs":{"what":1})")},
      {R::impossible_value, true, args(R"({"price":"3"})")},
      {R::impossible_value, true, args(R"({"price":501})")},
      {R::impossible_value, true, args(R"({"sku":"a1"})")},
      {R::impossible_value, true, args(R"({"price":{"$range":{"gt":500}}})")},
      {R::impossible_value, true, args(R"({"price":{"$range":{"lt":1}}})")},
      {R::impossible_value, true, args(R"({"price":{"$regex":"3"}})")},
      {R::impossible_value, true, args(R"({"price":{"$type":["string","null"]}})")},
      {R::impossible_value, true, args(R"({"price":{"$oneOf":["3","4"]}})")},
      {R::impossible_value, true, args(R"({"tags":["new","old"]})")},
      {R::impossible_value, true, args(R"({"tags":{"$unordered":["new","old"]}})")},
      {R::impossible_value, true, args(R"({"tags":{"$contains":"old"}})")},
      {R::impossible_value, true, args(R"({"where":{"shop":{"$range":{"gt":1}}}})")},
      {R::impossible_value, true,
       one(R"("request":"x","expectedTool":"get_order","expectedArgs":{"detail":"long"})")},
      {R::impossible_value, true,
       one(R"("request":"x","expectedTool":"get_order","expectedArgs":{"detail":{"$oneOf":["full","long"]}})")},
      {R::impossible_value, true,
       one(R"("request":"x","expectedTool":"get_order","expectedArgs":{"detail":{"$regex":"^l"}})")},
      {R::impossible_value, true,
       one(R"("kind":"agent","request":"x","expectedCalls":[{"tool":"get_order","args":{"detail":"long"}}])")},
      {R::impossible_value, true,
       one(R"("kind":"invoke","invoke":{"tool":"set_price","arguments":{"sku":"AB1","price":0}})")},
      {R::impossible_value, false,
       args(
           R"({"price":3.0,"sku":{"$regex":"^A"},"tags":{"$unordered":["sale","new"]},"where":{"shop":"Lyon"}})")},
      {R::impossible_value, false, args(R"({"price":{"$range":{"gte":400,"lte":900}}})")},
      {R::impossible_value, false, args(R"({"price":{"$oneOf":[3,"3"]}})")},
      {R::impossible_value, false,
       one(R"("request":"x","expectedTool":"get_order","expectedArgs":{"detail":{"$ignoreCase":"FULL"}})")},
      {R::missing_argument, true, args(R"({"price":{"$absent":true}})")},
      {R::missing_argument, true,
       one(R"("kind":"invoke","invoke":{"tool":"set_price","arguments":{"sku":"AB1"}})")},
      {R::missing_argument, false, args(R"({"tags":{"$absent":true},"sku":"AB1"})")},
      {R::missing_argument, false,
       one(R"("kind":"invoke","expectedStatus":"rejected","invoke":{"tool":"set_price","arguments":{"sku":"AB1"}})")},
      {R::forbids_expected, true, one(R"("request":"x","expectedTool":"find","forbid":["f*"])")},
      {R::forbids_expected, true,
       one(R"("kind":"agent","request":"x","expectedCalls":[{"tool":"find"}],"forbid":["find"])")},
      {R::forbids_expected, true, one(R"("request":"x","expectedTool":"find")"),
       R"("never":[{"tool":"fi*"}])"},
      {R::forbids_expected, false, one(R"("request":"x","expectedTool":"find","forbid":["set_*"])"),
       R"("never":[{"tool":"find","args":{"q":1}}])"},
      {R::accepts_most_tools, true,
       one(R"("request":"x","expectedTool":"find","acceptableTools":["get_order","list_shops"])")},
      {R::accepts_most_tools, false,
       one(R"("request":"x","expectedTool":"find","acceptableTools":["get_order"])")},
      {R::matches_anything, true, args(R"({"price":{"$any":true}})")},
      {R::matches_anything, true, args(R"({"price":{"$type":"number"}})")},
      {R::matches_anything, true,
       one(R"("request":"x","expectedTool":"get_order","expectedArgs":{"number":{"$regex":".*"}})")},
      {R::matches_anything, false,
       one(R"("request":"x","expectedTool":"get_order","expectedArgs":{"number":{"$regex":"7"},"detail":{"$any":true}})")},
      {R::matches_anything, false,
       args(R"({"price":{"$range":{"gt":2}},"tags":{"$contains":"new"}})")},
      {R::vague_contract, true,
       one(R"("kind":"agent","request":"x","expectedOutput":"The agent handles it well.")")},
      {R::vague_contract, true, one(R"("kind":"agent","request":"x","expectedOutput":"Be good")")},
      {R::vague_contract, false,
       one(R"("kind":"agent","request":"x","expectedOutput":"PASS only if the answer names order 7.")")},
      {R::gate_cannot_fail, true, kGood, R"("gates":{"passRate":0})"},
      {R::gate_cannot_fail, true, kGood, R"("gates":{"incomplete":1})"},
      {R::gate_cannot_fail, true, kGood, R"("gates":[{"figure":"minCasePassRate","min":0}])"},
      {R::gate_cannot_fail, true, kGood, R"("gates":[{"figure":"clientDelta","min":-1}])"},
      {R::gate_cannot_fail, true, kGood, R"("gates":[{"figure":"drop","of":"passRate","max":1}])"},
      {R::gate_cannot_fail, true, kGood,
       R"("gates":{"passRate":0.9},"profiles":{"p":{"gates":{"findings":1e12}}})"},
      {R::gate_cannot_fail, false, kGood,
       R"("gates":{"passRate":0.1,"findings":3,"incomplete":0})"},
      {R::gate_selects_nothing, true, kGood,
       R"x("gates":[{"figure":"passRate","min":0.9,"where":"tag(nope)"}])x"},
      {R::gate_selects_nothing, true, kGood, R"("gates":{"noToolAccuracy":0.9})"},
      {R::gate_selects_nothing, true, kGood, R"("gates":{"judgePassRate":0.9})"},
      {R::gate_selects_nothing, true, kGood,
       R"("gates":[{"figure":"confusions","pair":"* -> delete_*","max":0}])"},
      {R::gate_selects_nothing, false, kGood,
       R"x("gates":[{"figure":"passRate","min":0.9,"where":"tag(t)"},{"figure":"confusions","pair":"* -> set_*","max":0},{"figure":"findings","max":0,"where":"tool(set_*)"}])x"},
      {R::limit_matches_no_tool, true, kGood, R"("never":[{"tool":"delete_*"}])"},
      {R::limit_matches_no_tool, true,
       one(R"("request":"x","expectedTool":null,"forbid":["sett_price"])")},
      {R::limit_matches_no_tool, false,
       one(R"("request":"x","expectedTool":null,"forbid":["set_price"])"),
       R"("never":[{"tool":"get_*"}])"},
      {R::judge_threshold, true, kGood, R"("judge":{"command":["true"],"threshold":1})"},
      {R::judge_threshold, false, kGood, R"("judge":{"command":["true"],"threshold":2})"},
      {R::unused_waiver, true, kGood,
       R"("waivers":[{"rule":"lint:missing-tags","where":"","why":"w","reviewedBy":"r","until":"2999-01-01"}])"},
      {R::unused_waiver, false, kGood,  // of another check, or of a run
       R"("waivers":[{"rule":"lint:few-cases","where":"","why":"w","reviewedBy":"r","until":"2999-01-01"},
                     {"rule":"case:o","where":"","why":"w","reviewedBy":"r","until":"2999-01-01"}])"},
  };
  return kExamples;
}

std::string rule_name(LintRule rule) { return std::string(lint_rule_info(rule).id.substr(5)); }

TEST(LintRules, FindWhatTheyAreForAndNothingElse) {
  for (const Example& example : examples()) {
    if (example.rule == LintRule::retired_id) continue;  // below
    SuiteOnDisk suite(example.cases, example.members);
    const auto found = suite.rules();
    const bool there = std::ranges::find(found, rule_name(example.rule)) != found.end();
    EXPECT_EQ(there, example.found)
        << rule_name(example.rule) << "\n"
        << example.cases << "\n"
        << example.members << "\nfound: " << testing::PrintToString(found);
    // An example of one rule is clean by all others, unless one fault cannot be without another.
    if (!example.found) {
      EXPECT_THAT(found, testing::IsEmpty()) << example.cases << example.members;
    }
  }
}

TEST(LintRules, EachOfThemHasAnExampleOfBothKinds) {
  std::set<std::pair<LintRule, bool>> seen;
  for (const Example& example : examples()) seen.emplace(example.rule, example.found);
  for (const LintRuleInfo& info : lint_rules()) {
    if (info.family != LintFamily::lint || info.rule == LintRule::retired_id) continue;
    EXPECT_TRUE(seen.contains({info.rule, true})) << info.id;
    EXPECT_TRUE(seen.contains({info.rule, false})) << info.id;
  }
}

TEST(LintRules, ARetiredIdIsFoundWithThePlaceWhereItWasRetired) {
  const char* cases = R"([{"id":"old","request":"x","expectedTool":null,"tags":["t"]}])";
  SuiteOnDisk suite(cases, R"("lint":{"retiredIds":"gone.txt"})");
  suite.write("gone.txt", "# ids\nolder\nold # split in two\n");
  const auto result = suite.lint();
  ASSERT_TRUE(result) << result.error().reason;
  ASSERT_EQ(result->violations.size(), 1u);
  EXPECT_EQ(result->violations[0].rule, "lint/retired-id");
  EXPECT_THAT(result->violations[0].text, testing::HasSubstr("gone.txt:3:1"));
  suite.write("gone.txt", "older\n");
  EXPECT_THAT(suite.rules(), testing::IsEmpty());
}

TEST(LintRules, ADuplicateNamesBothPlaces) {
  SuiteOnDisk suite(
      "[{\"id\":\"a\",\"request\":\"x y\",\"expectedTool\":null,\"tags\":[\"t\"]},\n"
      " {\"id\":\"a\",\"request\":\"p q\",\"expectedTool\":\"find\",\"tags\":[\"t\"]}]");
  const auto result = suite.lint();
  ASSERT_TRUE(result) << result.error().reason;
  ASSERT_EQ(result->violations.size(), 1u);
  EXPECT_EQ(result->violations[0].line, 2u);
  EXPECT_THAT(result->violations[0].text, testing::HasSubstr("cases.json:1:2"));
}

TEST(LintRules, StrictSuitesHaveErrorsWhereOthersHaveWarnings) {
  const char* cases = R"([{"id":"a","request":"x","expectedTool":null}])";
  SuiteOnDisk lax(cases), strict(cases, R"("lint":{"strict":true})");
  EXPECT_EQ(lax.lint()->violations.at(0).level, ViolationLevel::warning);
  EXPECT_EQ(strict.lint()->violations.at(0).level, ViolationLevel::error);
}

TEST(LintRules, WithoutToolsNothingIsSaidOfThem) {
  SuiteOnDisk suite(one(R"("request":"x","expectedTool":"any_tool","expectedArgs":{"a":1})"),
                    R"("never":[{"tool":"other"}])", "");
  EXPECT_THAT(suite.rules(), testing::IsEmpty());
}

TEST(LintRules, WaiversCoverCasesByFilterAndTheSuiteByNone) {
  const char* cases = R"([{"id":"a","request":"x","expectedTool":null},
                          {"id":"b","request":"y q","expectedTool":"find"}])";
  const auto waiver = [](const std::string& rule, const std::string& where) {
    return R"({"rule":")" + rule + R"(","where":")" + where +
           R"(","why":"w","reviewedBy":"r","until":"2999-01-01"})";
  };
  SuiteOnDisk some(cases, R"("waivers":[)" + waiver("lint:missing-tags", "tool(find)") + "]");
  EXPECT_THAT(some.rules(), testing::ElementsAre("missing-tags", "missing-tags (waived)"));
  SuiteOnDisk all(cases, R"("waivers":[)" + waiver("lint:*-tags", "") + "]");
  EXPECT_THAT(all.rules(), testing::Each("missing-tags (waived)"));
  const std::string gate = R"("gates":{"passRate":0},"waivers":[)";
  SuiteOnDisk whole(cases, gate + waiver("lint:missing-tags", "") + "," +
                               waiver("lint:gate-cannot-fail", "id(a)") + "]");
  EXPECT_THAT(whole.rules(), testing::IsSupersetOf({"gate-cannot-fail", "unused-waiver"}));
  SuiteOnDisk slip(cases, R"("waivers":[)" + waiver("lint:missing-tag", "") + "]");
  EXPECT_THAT(slip.rules(), testing::ElementsAre(testing::HasSubstr("unknown rule")));
  // Of a part of the suite nobody can tell what a waiver is for.
  EXPECT_THAT(some.rules("a"), testing::ElementsAre("missing-tags"));
}

}  // namespace
}  // namespace tare
