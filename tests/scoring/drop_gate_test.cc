// A gate on a drop: the figure of now against the same figure of the baseline.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "made_run.h"
#include "scoring/run_facts.h"

namespace tare {
namespace {

using made::answer;
using made::test_case;
using made::Trial;
using made::trial;
using testing::HasSubstr;

GateSpec drop(const std::string& of, double max, const std::string& where = "") {
  GateSpec spec = made::gate("drop", {}, max, GateSpec::View::normalized);
  spec.of = of;
  spec.where = where;
  return spec;
}

// The facts of these trials, as a baseline holds them.
std::shared_ptr<const RunFacts> facts_of(const std::vector<Trial>& trials) {
  auto out = std::make_shared<RunFacts>();
  RunFactsTally tally;
  for (const Trial& one : trials)
    tally.add(*one.the_case, score_trial(*one.the_case, one.attempts, {}));
  out->cases = tally.take_cases();
  return out;
}

RunSummary against(const std::shared_ptr<const RunFacts>& base, const std::vector<Trial>& trials,
                   std::vector<GateSpec> gates) {
  Result<Aggregate> aggregate = Aggregate::create(std::move(gates), {}, base);
  EXPECT_TRUE(aggregate.ok());
  for (const Trial& one : trials) {
    aggregate->add(*one.the_case, score_trial(*one.the_case, one.attempts, {}));
  }
  return aggregate->finish(false);
}

Trial chose(const std::string& id, const std::string& expected, const std::string& tool,
            std::uint8_t risk = 1) {
  const std::vector<std::string> calls =
      tool.empty() ? std::vector<std::string>() : std::vector<std::string>{tool};
  return trial(test_case(id, expected, risk), answer(calls, calls));
}

// For every rate: the drop is the figure's own gate value then, less the same now.
TEST(DropGate, IsTheDifferenceOfTheFiguresOwnValues) {
  std::mt19937 random(17);
  const std::vector<std::string> tools = {"", "get", "list"};
  for (int round = 0; round < 30; ++round) {
    std::vector<Trial> before, after;
    for (int i = 0; i < 8; ++i) {
      const std::string& expected = tools[static_cast<std::size_t>(i) % 3];
      const auto risk = static_cast<std::uint8_t>(1 + i % 5);
      for (std::vector<Trial>* trials : {&before, &after}) {
        for (int t = 0; t < 2; ++t) {
          trials->push_back(chose("c" + std::to_string(i), expected, tools[random() % 3], risk));
        }
      }
    }
    for (const char* figure : {"exactAccuracy", "acceptableAccuracy", "noToolAccuracy",
                               "riskWeightedAccuracy", "passRate", "minCasePassRate", "passHatK"}) {
      GateSpec own = made::gate(figure, 0, {}, GateSpec::View::normalized);
      GateSpec against_base = drop(figure, 2);
      own.k = against_base.k = 2;
      const double was = *made::run(before, {own}).gates[0].value;
      const double is = *made::run(after, {own}).gates[0].value;
      const GateResult result = against(facts_of(before), after, {against_base}).gates[0];
      ASSERT_TRUE(result.value.has_value()) << figure << ": " << result.reason;
      EXPECT_NEAR(*result.value, was - is, 1e-12) << figure;
      EXPECT_EQ(result.figure, "drop");
      EXPECT_THAT(result.detail, HasSubstr(figure));
    }
  }
}

TEST(DropGate, WithoutABaselineItFailsAndSaysSo) {
  const GateResult result =
      against(nullptr, {chose("a", "get", "get")}, {drop("passRate", 1)}).gates[0];
  EXPECT_EQ(result.outcome, GateOutcome::fail);
  EXPECT_EQ(result.value, std::nullopt);
  EXPECT_THAT(result.reason, HasSubstr("there is no baseline"));
}

TEST(DropGate, ACaseThatTheBaselineDoesNotHaveTakesNoPart) {
  const auto base = facts_of({chose("a", "get", "get")});
  const GateResult result =
      against(base, {chose("a", "get", "get"), chose("new", "get", "list")}, {drop("passRate", 0)})
          .gates[0];
  EXPECT_EQ(result.outcome, GateOutcome::pass);
  EXPECT_EQ(result.value, 0);
}

TEST(DropGate, APartIsHeldAgainstTheSamePart) {
  const auto base = facts_of({chose("a", "get", "get"), chose("b", "list", "get")});
  const std::vector<Trial> now = {chose("a", "get", "list"), chose("b", "list", "list")};
  EXPECT_EQ(against(base, now, {drop("passRate", 0)}).gates[0].value, 0);
  const GateResult part = against(base, now, {drop("passRate", 0, "id(a)")}).gates[0];
  EXPECT_EQ(part.value, 1);
  EXPECT_EQ(part.outcome, GateOutcome::fail);
  EXPECT_EQ(part.cases, std::vector<std::string>{"a"});
}

TEST(DropGate, NamesOnlyCasesThatWereRightBefore) {
  const auto base = facts_of({chose("a", "get", "list"), chose("b", "get", "get")});
  const GateResult result =
      against(base, {chose("a", "get", "list"), chose("b", "get", "list")}, {drop("passRate", 0)})
          .gates[0];
  EXPECT_EQ(result.cases, std::vector<std::string>{"b"});
}

TEST(DropGate, OfACountGrowthIsWhatIsWorse) {
  auto base = std::make_shared<RunFacts>(*facts_of({chose("a", "get", "list")}));
  base->figures["confusions"] = {std::nullopt, 1};
  const std::vector<Trial> two = {trial(test_case("a", "get"), answer({"list"}, {"list"})),
                                  trial(test_case("a", "get"), answer({"list"}, {"list"}))};
  const GateResult grown = against(base, two, {drop("confusions", 0)}).gates[0];
  EXPECT_EQ(grown.value, 1);
  EXPECT_EQ(grown.outcome, GateOutcome::fail);
  EXPECT_EQ(against(base, {chose("a", "get", "get")}, {drop("confusions", 0)}).gates[0].value, -1);
  // Of a part of the suite the baseline does not know it.
  const GateResult part = against(base, two, {drop("confusions", 5, "id(a)")}).gates[0];
  EXPECT_EQ(part.outcome, GateOutcome::fail);
  EXPECT_THAT(part.reason, HasSubstr("whole suite alone"));
  EXPECT_THAT(against(base, two, {drop("rescued", 5)}).gates[0].reason,
              HasSubstr("has no rescued"));
}

TEST(DropGate, IncompleteTrialsLeaveItUndecided) {
  const auto base = facts_of({chose("a", "get", "get"), chose("b", "get", "get")});
  const std::vector<Trial> now = {chose("a", "get", "get"),
                                  made::incomplete(test_case("b", "get"))};
  EXPECT_EQ(against(base, now, {drop("passRate", 0.2)}).gates[0].outcome, GateOutcome::undecided);
  EXPECT_EQ(against(base, now, {drop("passRate", 0.5)}).gates[0].outcome, GateOutcome::pass);
}

TEST(DropGate, ANumberThatIsNoneNeverPasses) {
  auto base = std::make_shared<RunFacts>(*facts_of({chose("a", "get", "get")}));
  base->figures["costUsd"] = {std::nullopt, std::numeric_limits<double>::quiet_NaN()};
  Answer said = answer({"get"}, {"get"});
  said.usage.cost_usd = 1;
  said.usage.cost_seen = true;
  const GateResult result =
      against(base, {trial(test_case("a", "get"), said)}, {drop("costUsd", 100)}).gates[0];
  EXPECT_NE(result.outcome, GateOutcome::pass);
}

}  // namespace
}  // namespace tare
