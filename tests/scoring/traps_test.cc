// Ways in which scorers of tool calls are known to be too kind, each of which must not work here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coercion/text_calls.h"
#include "made_run.h"
#include "scoring/trajectory.h"

namespace tare {
namespace {

using made::answer;
using made::attempt;
using made::gate;
using made::test_case;
using made::trial;

TrialScore score(const TestCase& the_case, Answer said) {
  const std::vector<AttemptRecord> attempts = {attempt(std::move(said))};
  return score_trial(the_case, attempts, {});
}

TestCase with(const std::string& args, const std::string& calls, const std::string& order = "") {
  TestCase out = test_case("c", "get");
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->expected_args_json = args;
  out.expected.rare->expected_calls_json = calls;
  out.expected.rare->order = order;
  if (!calls.empty()) out.expected.tool = Expectation::Tool::unstated;
  return out;
}

Answer calls(const std::vector<std::string>& arguments) {
  const std::vector<std::string> names(arguments.size(), "get");
  Answer out = answer(names, names);
  for (std::size_t i = 0; i < out.views.size(); ++i) {
    out.views[i].arguments = arguments[i % arguments.size()];
  }
  return out;
}

TEST(Traps, OneCallDoesNotStandForTwoExpectedOnes) {
  const std::string twice = R"([{"tool":"get","args":{"k":1}},{"tool":"get","args":{"k":1}}])";
  for (const char* order : {"strict", "inOrder", "unordered", "superset"}) {
    EXPECT_EQ(score(with("", twice, order), calls({R"({"k":1})"})).verdict, Verdict::fail) << order;
    EXPECT_EQ(score(with("", twice, order), calls({R"({"k":1})", R"({"k":1})"})).verdict,
              Verdict::pass)
        << order;
  }
}

TEST(Traps, ACallWithoutArgumentsIsNotAnyCall) {
  for (const char* text : {"", "{}", "null", "[]"}) {
    EXPECT_EQ(score(with(R"({"k":1})", ""), calls({text})).verdict, Verdict::fail) << text;
    EXPECT_EQ(score(with("", R"([{"tool":"get","args":{"k":1}}])"), calls({text})).verdict,
              Verdict::fail)
        << text;
  }
}

TEST(Traps, ADecimalPointIsNoNoise) {
  for (const char* text :
       {R"({"k":15})", R"({"k":"1.5"})", R"({"k":1.50001})", R"({"k":1,"k5":0})"}) {
    EXPECT_EQ(score(with(R"({"k":1.5})", ""), calls({text})).verdict, Verdict::fail) << text;
  }
  EXPECT_EQ(score(with(R"({"k":1.5})", ""), calls({R"({"k":15e-1})"})).verdict, Verdict::pass);
}

TEST(Traps, WhereNothingIsExpectedNothingIsPerfect) {
  const RunSummary summary =
      made::run({trial(test_case("a", "get"), answer({"get"}, {"get"}))},
                {gate("noToolAccuracy", 0.5), gate("argsAccuracy", 0.5), gate("schemaValid", 0.5)});
  EXPECT_EQ(summary.scores.normalized.no_tool_accuracy, std::nullopt);
  EXPECT_EQ(summary.scores.normalized.args_accuracy, std::nullopt);
  EXPECT_EQ(summary.scores.normalized.schema_valid, std::nullopt);
  EXPECT_EQ(summary.normalized_trajectories.f1, std::nullopt);
  for (const GateResult& one : summary.gates) {
    if (!one.always_on) {
      EXPECT_EQ(one.outcome, GateOutcome::fail) << one.figure;
    }
  }
  TrajectoryScore nothing;
  EXPECT_EQ(precision_of(nothing), std::nullopt);
  EXPECT_EQ(recall_of(nothing), std::nullopt);
  EXPECT_EQ(f1_of(nothing), std::nullopt);
}

TEST(Traps, OutputThatCannotBeReadIsNotCalledNothing) {
  View text;
  text.at = At::text;
  text.text = "<tool_call>{\"name\": \"get\", \"argu";
  text.evidence = Evidence::verbatim;
  Answer said;
  said.short_form = said.raw_given = said.normalized_given = true;
  said.finished = FinishReason::stop;
  said.views.push_back(text);
  read_texts(said, nullptr);
  const TrialScore scored = score(test_case("c", ""), said);
  EXPECT_NE(scored.raw_verdict, Verdict::pass);

  const RunSummary summary =
      made::run({made::incomplete(test_case("c", ""))}, {gate("noToolAccuracy", 0.5)});
  EXPECT_EQ(summary.scores.normalized.no_tool_accuracy, std::nullopt);
  EXPECT_NE(summary.gates[0].outcome, GateOutcome::pass);
}

TEST(Traps, ExtraCallsAreNotFreeOfCharge) {
  const std::string one = R"([{"tool":"get","args":{"k":1}}])";
  const Answer shower = calls({R"({"k":1})", R"({"k":2})", R"({"k":3})", R"({"k":4})"});
  EXPECT_EQ(score(with("", one, "strict"), shower).verdict, Verdict::fail);
  EXPECT_EQ(score(with("", one, "unordered"), shower).verdict, Verdict::fail);
  const TrialScore allowed = score(with("", one, "superset"), shower);
  EXPECT_EQ(allowed.verdict, Verdict::pass);
  EXPECT_EQ(precision_of(allowed.normalized_trajectory), 0.25);
}

TEST(Traps, TheOrderOfTheReferenceDecidesNothing) {
  const std::string loose = R"({"tool":"get"})", exact = R"({"tool":"get","args":{"k":1}})";
  for (const std::string& list :
       {"[" + loose + "," + exact + "]", "[" + exact + "," + loose + "]"}) {
    for (const Answer& said : {calls({R"({"k":1})", "{}"}), calls({"{}", R"({"k":1})"})}) {
      EXPECT_EQ(score(with("", list, "unordered"), said).verdict, Verdict::pass) << list;
    }
  }
}

TEST(Traps, ExitCodesDoNotWrapAtManyFailures) {
  for (const int failures : {1, 255, 256, 512}) {
    std::vector<made::Trial> trials;
    for (int i = 0; i < failures; ++i) {
      trials.push_back(trial(test_case("c" + std::to_string(i), "get"), answer({}, {})));
    }
    const RunSummary summary = made::run(trials, {gate("passRate", 1)});
    EXPECT_EQ(summary.fail, static_cast<std::uint64_t>(failures));
    EXPECT_EQ(summary.exit_code, 1);
  }
}

}  // namespace
}  // namespace tare
