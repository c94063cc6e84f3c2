// What cases cover of tools, arguments and values.
#include "lint/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lint/argument_names.h"
#include "lint/lint_suite.h"

namespace tare {
namespace {

using lint_sample::SuiteOnDisk;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

struct Counted {
  Coverage coverage;
  std::vector<std::string> gaps;  // "uncovered-tool find"
};

Counted coverage_in(const std::string& cases, const std::string& members = "",
                    const CoverageOptions& options = {.min_cases = 1},
                    const std::string& tools = lint_sample::kTools) {
  SuiteOnDisk disk(cases, members, tools);
  const auto suite = load_suite(disk.path(), "2026-01-01");
  EXPECT_TRUE(suite) << suite.error().reason;
  std::vector<const TestCase*> all;
  for (const TestCase& one : suite->cases) all.push_back(&one);
  auto coverage = coverage_of(*suite, suite->tools, all, options);
  EXPECT_TRUE(coverage) << coverage.error().reason;
  Counted out{std::move(*coverage), {}};
  for (const Violation& gap : out.coverage.gaps) {
    out.gaps.push_back(gap.rule.substr(5) + " " + gap.subject +
                       (gap.waived_because ? " (waived)" : ""));
  }
  return out;
}

const ArgumentCoverage& argument(const Counted& counted, const std::string& tool,
                                 const std::string& path) {
  for (const ToolCoverage& one : counted.coverage.tools) {
    if (one.name != tool) continue;
    for (const ArgumentCoverage& of : one.arguments) {
      if (of.path == path) return of;
    }
  }
  ADD_FAILURE() << "no " << tool << "/" << path;
  static const ArgumentCoverage kNone;
  return kNone;
}

TEST(Coverage, CountsToolsArgumentsAndValuesOncePerCase) {
  const Counted counted = coverage_in(R"([
    {"id":"a","request":"x","expectedTool":"get_order","acceptableTools":["find"],
     "expectedArgs":{"number":"7","detail":{"$oneOf":["short","full"]}}},
    {"id":"b","kind":"agent","request":"y","expectedCalls":[
      {"tool":"get_order","args":{"number":{"$regex":"8"}}},
      {"tool":"set_price","args":{"sku":"AB1","tags":["new","new"],"where":{"shop":"Lyon"}}},
      {"tool":"set_price","args":{"price":{"$absent":true}}}]},
    {"id":"c","request":"thanks","expectedTool":null},
    {"id":"d","kind":"invoke","invoke":{"tool":"set_price","arguments":"{\"price\":4}"}}])");
  const auto& tools = counted.coverage.tools;
  ASSERT_EQ(tools.size(), 4u);
  EXPECT_EQ(tools[0].cases, 2u);
  EXPECT_EQ(tools[1].cases, 2u);
  EXPECT_EQ(tools[2].accepted, 1u);
  EXPECT_EQ(counted.coverage.no_tool_cases, 1u);
  EXPECT_EQ(argument(counted, "get_order", "number").cases, 2u);
  EXPECT_EQ(argument(counted, "get_order", "detail").values[1].cases, 1u);
  EXPECT_EQ(argument(counted, "set_price", "price").cases, 1u);
  EXPECT_EQ(argument(counted, "set_price", "where").cases, 1u);
  EXPECT_EQ(argument(counted, "set_price", "tags/*").values[0].cases, 1u);
  EXPECT_EQ(argument(counted, "set_price", "tags/*").values[1].cases, 0u);
  EXPECT_THAT(counted.gaps, ElementsAre("no-near-neighbour set_price", "uncovered-value set_price",
                                        "uncovered-tool find", "uncovered-tool list_shops"));
}

TEST(Coverage, ACaseIsANearNeighbourByWhatItForbidsItsPairOrItsTag) {
  const std::string write =
      R"({"id":"w","request":"x","expectedTool":"set_price","expectedArgs":{"sku":"AB1"}})";
  const auto neighbours = [&](const std::string& other) {
    return coverage_in("[" + write + "," + other + "]").coverage.tools[1].near_neighbours;
  };
  EXPECT_EQ(neighbours(R"({"id":"n","request":"y","expectedTool":null})"), 0u);
  EXPECT_EQ(neighbours(R"({"id":"n","request":"y","expectedTool":null,"forbid":["set_*"]})"), 1u);
  EXPECT_EQ(neighbours(R"({"id":"n","request":"y","expectedTool":"find","metadata":{"pair":"w"}})"),
            1u);
  EXPECT_EQ(
      neighbours(R"({"id":"n","request":"y","expectedTool":"find","metadata":{"pair":["v"]}})"),
      0u);
  EXPECT_EQ(neighbours(R"({"id":"n","request":"y","expectedTool":null,"tags":["near:set_price"]})"),
            1u);
  // It may be called there.
  EXPECT_EQ(neighbours(R"({"id":"n","request":"y","expectedTool":"find",
                           "acceptableTools":["set_price"],"metadata":{"pair":"w"}})"),
            0u);
}

TEST(Coverage, OfCasesThatExpectNothingTheRecordedCallsCount) {
  const Counted counted = coverage_in(R"([
    {"id":"a","kind":"observe","request":"x","reply":[{"calls":[
      {"name":"get_order","arguments":"{\"number\":\"7\",\"detail\":\"full\"}"},
      {"name":"find","arguments":"{broken"}]},{"text":"Done."}]}])");
  EXPECT_EQ(counted.coverage.tools[0].cases, 1u);
  EXPECT_EQ(argument(counted, "get_order", "detail").values[1].cases, 1u);
  EXPECT_EQ(counted.coverage.tools[2].cases, 1u);
  EXPECT_THAT(counted.gaps, IsSupersetOf({"no-no-tool-case ", "uncovered-tool set_price"}));
}

TEST(Coverage, FewCasesAreANoteAndAGateWhereTheyAreAskedFor) {
  const std::string cases = R"([{"id":"a","request":"x","expectedTool":"find"}])";
  for (const bool gate : {false, true}) {
    const Counted counted = coverage_in(cases, "", {.min_cases = 2, .min_cases_is_gate = gate});
    bool seen = false;
    for (const Violation& gap : counted.coverage.gaps) {
      if (gap.rule != "lint/few-cases") continue;
      seen = true;
      EXPECT_EQ(gap.level, gate ? ViolationLevel::error : ViolationLevel::note);
      EXPECT_THAT(gap.text, HasSubstr("1 case expects it, 2 are wanted"));
    }
    EXPECT_TRUE(seen);
  }
}

TEST(Coverage, WaiversMeanToolsAndArguments) {
  const auto waiver = [](const std::string& rule, const std::string& where) {
    return R"({"rule":")" + rule + R"(","where":")" + where +
           R"(","why":"w","reviewedBy":"r","until":"2999-01-01"})";
  };
  const std::string cases =
      R"([{"id":"a","request":"x","expectedTool":"get_order"},
          {"id":"b","request":"y","expectedTool":null,"forbid":["set_price"]}])";
  const Counted counted = coverage_in(
      cases, R"("waivers":[)" + waiver("lint:uncovered-tool", "tool(find) | tool(list_*)") + "," +
                 waiver("lint:uncovered-argument", "id(get_order/detail)") + "," +
                 waiver("lint:no-no-tool-case", "") + "," + waiver("lint:missing-tags", "") + "]");
  EXPECT_THAT(counted.gaps,
              IsSupersetOf({"uncovered-tool find (waived)", "uncovered-tool list_shops (waived)",
                            "uncovered-tool set_price", "uncovered-argument get_order (waived)",
                            "unused-waiver lint:no-no-tool-case"}));
  EXPECT_THAT(counted.gaps, testing::Contains("unused-waiver lint:no-no-tool-case").Times(1));
}

TEST(Coverage, AnnotationsSayWhichToolsWriteAndElseTheirNames) {
  const auto tool = [](const std::string& json, const std::string& name, bool destructive = false) {
    ToolSpec spec;
    spec.name = name;
    spec.json = json;
    spec.destructive = destructive;
    return spec;
  };
  EXPECT_NE(write_reason(tool("{}", "delete_row"), {}), "");
  EXPECT_NE(write_reason(tool("{}", "sendMail"), {}), "");
  EXPECT_EQ(write_reason(tool("{}", "settings"), {}), "");
  EXPECT_EQ(write_reason(tool("{}", "get_row"), {}), "");
  EXPECT_NE(write_reason(tool("{}", "get_row"), {"get_*"}), "");
  EXPECT_NE(write_reason(tool("{}", "get_row", true), {}), "");
  EXPECT_EQ(write_reason(tool(R"({"annotations":{"readOnlyHint":true}})", "open_file"), {}), "");
  EXPECT_NE(write_reason(tool(R"({"annotations":{"readOnlyHint":false}})", "file"), {}), "");
}

// A tree: the tool's input, its children and what comes next are one and the same schema.
TEST(Coverage, TheEnumOfASchemaThatLeadsBackToItselfIsAskedForOnce) {
  const std::string tools = R"([{"name":"plant","inputSchema":{
    "$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{
      "kind":{"enum":["leaf","twig","root"]},
      "next":{"$ref":"#/$defs/node"},
      "children":{"type":"array","items":{"$ref":"#/$defs/node"}},
      "pair":{"anyOf":[{"$ref":"#/$defs/node"},
                       {"type":"object","properties":{"hue":{"enum":["red","blue"]}}}]}}}}}}])";
  const auto coverage = [&](const std::string& args) {
    return coverage_in(R"([{"id":"n","request":"y","expectedTool":null},
        {"id":"a","request":"x","expectedTool":"plant","expectedArgs":)" +
                           args + "}]",
                       "", {.min_cases = 1}, tools);
  };
  const Counted none = coverage("{}");
  std::vector<std::string> lines;
  for (const ArgumentCoverage& one : none.coverage.tools.at(0).arguments) lines.push_back(one.path);
  EXPECT_THAT(lines, testing::UnorderedElementsAre("kind", "next", "children", "pair", "pair/hue"));
  for (const char* args :
       {R"({"kind":"twig"})", R"({"next":{"kind":"twig"}})", R"({"next":{"next":{"kind":"twig"}}})",
        R"({"children":[{"kind":{"$ignoreCase":"TWIG"}}]})",
        R"({"children":{"$contains":{"pair":{"kind":"twig"}}}})",
        R"({"$oneOf":[{"next":{"kind":"twig"}}]})"}) {
    const Counted counted = coverage(args);
    EXPECT_EQ(argument(counted, "plant", "kind").values.at(1).cases, 1u) << args;
    // The argument itself is another matter.
    EXPECT_EQ(argument(counted, "plant", "kind").cases,
              std::string_view(args).starts_with(R"({"kind")") ? 1u : 0u)
        << args;
  }
  const Counted hue = coverage(R"({"next":{"pair":{"hue":"blue"}}})");
  EXPECT_EQ(argument(hue, "plant", "pair/hue").values.at(1).cases, 1u);
}

// Two arguments of one kind are two: only what leads back to itself is asked for once.
TEST(Coverage, AnEnumThatTwoArgumentsShareIsAskedForInBoth) {
  const std::string tools = R"([{"name":"pay","inputSchema":{"properties":{
    "from":{"$ref":"#/$defs/c"},"to":{"$ref":"#/$defs/c"}},
    "$defs":{"c":{"enum":["eur","usd"]}}}}])";
  const Counted counted = coverage_in(
      R"([{"id":"a","request":"x","expectedTool":"pay","expectedArgs":{"from":"eur"}}])", "",
      {.min_cases = 1}, tools);
  EXPECT_EQ(argument(counted, "pay", "from").values.at(0).cases, 1u);
  EXPECT_EQ(argument(counted, "pay", "to").values.at(0).cases, 0u);
}

TEST(ArgumentNames, AreFoundThroughReferencesAndCombinationsAndEndInCircles) {
  const auto schema = schema::Schema::compile(R"({
    "$ref": "#/$defs/node", "$defs": {"node": {"properties": {
      "next": {"$ref": "#/$defs/node"}, "kind": {"enum": ["a", "b", "a"]}}}},
    "allOf": [{"properties": {"size": {"type": "integer"}}, "required": ["size"]}],
    "anyOf": [{"properties": {"hue": {"const": 1}}, "required": ["hue"]}]})");
  ASSERT_TRUE(schema) << schema.error().reason;
  const auto names = argument_names(**schema);
  ASSERT_LE(names.size(), kMaxArguments);
  std::vector<std::string> top;
  for (const ArgumentName& one : names) {
    if (one.top) top.push_back(one.name + (one.required ? "!" : ""));
    if (one.pointer == "/kind") {
      EXPECT_EQ(one.enum_values.size(), 2u);
    }
    if (one.pointer == "/hue") {
      EXPECT_EQ(one.enum_values.size(), 1u);
    }
  }
  EXPECT_THAT(top, testing::UnorderedElementsAre("next", "kind", "size!", "hue"));
}

}  // namespace
}  // namespace tare
