#include "lint/mutants.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace tare {
namespace {

Manifest tools(int count) {
  Manifest manifest;
  for (int i = 0; i < count; ++i) {
    ToolSpec tool;
    tool.name = "t" + std::to_string(i);
    tool.input_schema = R"({"type":"object","properties":{"unit":{"enum":["kg","lb"]}}})";
    manifest.tools.push_back(tool);
  }
  return manifest;
}

TestCase case_of(const std::string& tool) {
  TestCase test_case;
  test_case.input.id = "c";
  test_case.expected.tool = Expectation::Tool::named;
  test_case.expected.expected_tool = tool;
  return test_case;
}

bool same(const ScriptedAnswer& a, const ScriptedAnswer& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].tool != b[i].tool || a[i].arguments != b[i].arguments || a[i].status != b[i].status)
      return false;
  }
  return true;
}

std::map<std::string, int> by_kind(const std::vector<Mutant>& mutants) {
  std::map<std::string, int> out;
  for (const Mutant& mutant : mutants) ++out[std::string(mutant_kind_name(mutant.kind))];
  return out;
}

TEST(Mutants, EachIsOneStepFromTheRightAnswer) {
  TestCase test_case = case_of("t0");
  test_case.expected.acceptable_tools = {"t1"};
  const ScriptedAnswer right = {
      {"t0", R"({"n":1,"unit":"kg","deep":{"a":[1]}})", CallStatus::held}};
  const Manifest manifest = tools(4);
  const auto mutants = mutants_of(test_case, right, &manifest, {});
  EXPECT_EQ(by_kind(mutants),
            (std::map<std::string, int>{
                {"anotherTool", 2}, {"changedArgument", 3}, {"droppedCall", 1}, {"extraCall", 1}}));
  std::set<std::string> texts;
  for (const Mutant& mutant : mutants) {
    EXPECT_FALSE(same(mutant.answer, right)) << mutant.text;
    EXPECT_TRUE(texts.insert(mutant.text).second) << mutant.text;
    for (const ScriptedCall& call : mutant.answer) EXPECT_NE(call.tool, "t1") << mutant.text;
    if (mutant.kind != MutantKind::changed_argument) continue;
    const bool of_unit = mutant.text.find("unit") != std::string::npos;
    const std::string& arguments = mutant.answer[0].arguments;
    EXPECT_EQ(of_unit, arguments.find(R"("unit":"lb")") != std::string::npos) << mutant.text;
  }
}

TEST(Mutants, NothingIsMadeWhereOrderDeclaresItAsGood) {
  const ScriptedAnswer right = {{"t0", "{}", CallStatus::held}, {"t1", "{}", CallStatus::held}};
  const Manifest manifest = tools(3);
  const auto kinds = [&](const std::string& order) {
    TestCase test_case;
    test_case.input.id = "c";
    test_case.input.kind = CaseKind::agent;
    test_case.expected.rare = std::make_unique<RareExpectation>();
    test_case.expected.rare->expected_calls_json = R"([{"tool":"t0"},{"tool":"t1"}])";
    test_case.expected.rare->order = order;
    return by_kind(mutants_of(test_case, right, &manifest, {}));
  };
  EXPECT_EQ(kinds("strict")["reorderedCalls"], 1);
  EXPECT_EQ(kinds("unordered").count("reorderedCalls"), 0u);
  EXPECT_EQ(kinds("subset").count("droppedCall"), 0u);
  EXPECT_EQ(kinds("superset").count("extraCall"), 0u);
  EXPECT_EQ(kinds("unordered")["extraCall"], 1);
}

TEST(Mutants, LimitsAreCrossedWithArgumentsThatCrossThem) {
  Never never;
  never.tool = "t2";
  never.args_json = R"({"amount":{"$range":{"gt":10000}}})";
  never.level = Never::Level::executed;
  const Manifest manifest = tools(3);
  const std::vector<Never> suite = {never};
  const auto mutants =
      mutants_of(case_of("t0"), {{"t0", "{}", CallStatus::held}}, &manifest, suite);
  ASSERT_FALSE(mutants.empty());
  EXPECT_EQ(mutants[0].kind, MutantKind::forbidden_call);
  EXPECT_EQ(mutants[0].answer.back().arguments, R"({"amount":10001})");
  EXPECT_EQ(mutants[0].answer.back().status, CallStatus::executed);
}

TEST(Mutants, AreBoundedForLongAnswersAndWideManifests) {
  ScriptedAnswer right;
  for (int i = 0; i < 500; ++i) right.push_back({"t0", R"({"a":1,"b":2})", CallStatus::held});
  const Manifest manifest = tools(300);
  EXPECT_EQ(mutants_of(case_of("t0"), right, &manifest, {}).size(), kMaxMutants);
}

}  // namespace
}  // namespace tare
