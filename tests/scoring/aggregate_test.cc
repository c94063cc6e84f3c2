#include "scoring/aggregate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "made_run.h"

namespace tare {
namespace {

using made::answer;
using made::attempt;
using made::gate;
using made::incomplete;
using made::run;
using made::test_case;
using made::Trial;
using made::trial;
using made::worked_example;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(Aggregate, TheWorkedExampleComesOutToTheDigit) {
  const RunSummary summary =
      run(worked_example(), {gate("riskWeightedAccuracy", 0.9), gate("exactAccuracy", 0.85)});
  for (const Figures& side : {summary.scores.raw, summary.scores.normalized}) {
    EXPECT_EQ(side.trials, 7u);
    EXPECT_EQ(side.exact_accuracy, 0.8571428571428571);
    EXPECT_EQ(side.acceptable_accuracy, 0.8571428571428571);
    EXPECT_EQ(side.no_tool_accuracy, 1.0);
    EXPECT_EQ(side.risk_weighted_accuracy, 0.75);
  }
  EXPECT_THAT(summary.raw_confusions, ElementsAre(Pair("delete_ticket -> update_ticket", 1u)));
  EXPECT_THAT(summary.normalized_confusions,
              ElementsAre(Pair("delete_ticket -> update_ticket", 1u)));
  ASSERT_EQ(summary.gates.size(), 7u);
  EXPECT_EQ(summary.gates[0].view, "raw");
  EXPECT_EQ(summary.gates[1].view, "normalized");
  EXPECT_EQ(summary.gates[1].value, 0.75);
  EXPECT_EQ(summary.gates[1].outcome, GateOutcome::fail);
  EXPECT_THAT(summary.gates[1].cases, ElementsAre("delete"));
  EXPECT_EQ(summary.gates[2].outcome, GateOutcome::pass);
  EXPECT_THAT(summary.gates[2].cases, IsEmpty());
  EXPECT_TRUE(summary.gates[6].always_on);
  EXPECT_EQ(summary.exit_code, 1);
  EXPECT_EQ(summary.totals.cases, 7u);
  EXPECT_EQ(summary.coercions.calls, 5u);
  EXPECT_EQ(summary.coercions.evidence_verbatim, 5u);
  EXPECT_EQ(summary.slices.at("tag:destructive").raw.trials, 1u);
  EXPECT_EQ(summary.slices.at("tool:NO_TOOL").normalized.no_tool_accuracy, 1.0);
  EXPECT_EQ(summary.slices.at("kind:tool-call").normalized.trials, 7u);
}

TEST(Aggregate, WithoutGatesOnlyTheThreeThatAreAlwaysOnStand) {
  const RunSummary summary = run(worked_example());
  ASSERT_EQ(summary.gates.size(), 3u);
  for (const GateResult& result : summary.gates) {
    EXPECT_TRUE(result.always_on);
    EXPECT_EQ(result.outcome, GateOutcome::pass);
  }
  EXPECT_EQ(summary.exit_code, 0);
  EXPECT_EQ(run(worked_example(), {gate("incomplete", {}, 0.5)}).gates.size(), 3u);
}

TEST(Aggregate, IncompleteTrialsMakeAGateUndecidedOnlyWhereTheyCouldTurnIt) {
  std::vector<Trial> trials;
  for (int i = 0; i < 8; ++i) {
    trials.push_back(trial(test_case("r" + std::to_string(i), "t"), answer({"t"}, {"t"})));
  }
  trials.push_back(trial(test_case("w", "t"), answer({"u"}, {"u"})));
  trials.push_back(incomplete(test_case("i", "t")));
  // 8 right, 1 wrong, 1 unknown: from 0.8 to 0.9.
  const RunSummary summary = run(
      trials, {gate("exactAccuracy", 0.8), gate("exactAccuracy", 0.85), gate("exactAccuracy", 0.95),
               gate("confusions", {}, 1), gate("confusions", {}, 2), gate("incomplete", {}, 0.1)});
  const auto outcome = [&](std::size_t i) { return summary.gates[i].outcome; };
  EXPECT_EQ(outcome(0), GateOutcome::pass);
  EXPECT_EQ(outcome(2), GateOutcome::undecided);
  EXPECT_THAT(summary.gates[2].reason, HasSubstr("between 0.8 and 0.9"));
  EXPECT_THAT(summary.gates[2].cases, ElementsAre("w", "i"));
  EXPECT_EQ(outcome(4), GateOutcome::fail);
  EXPECT_EQ(outcome(6), GateOutcome::undecided);
  EXPECT_EQ(outcome(8), GateOutcome::pass);
  EXPECT_EQ(outcome(10), GateOutcome::pass);
  EXPECT_EQ(summary.exit_code, 1);
  EXPECT_EQ(summary.scores.normalized.trials, 9u);
  EXPECT_EQ(run(trials, {gate("exactAccuracy", 0.85), gate("incomplete", {}, 0.1)}).exit_code, 3);
  EXPECT_EQ(run(trials, {gate("exactAccuracy", 0.8), gate("incomplete", {}, 0.1)}).exit_code, 0);
}

TEST(Aggregate, ARunThatNeverCameToAnAnswerIsNotARegression) {
  const RunSummary summary =
      run({incomplete(test_case("a", "t")), incomplete(test_case("b", ""))},
          {gate("exactAccuracy", 0.9), gate("noToolAccuracy", 0.9), gate("toolErrors", {}, 100)});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::undecided);
  EXPECT_EQ(summary.gates[4].outcome, GateOutcome::undecided);
  EXPECT_EQ(summary.scores.normalized.exact_accuracy, std::nullopt);
  EXPECT_EQ(summary.normalized_confusions.size(), 0u);
  EXPECT_EQ(summary.undecided, 2u);
  EXPECT_EQ(summary.exit_code, 3);
}

TEST(Aggregate, ExitCodes) {
  EXPECT_EQ(run(worked_example(), {gate("exactAccuracy", 0.9)}, {}, true).exit_code, 130);
  EXPECT_EQ(run({incomplete(test_case("a", "t"))}).exit_code, 3);
}

TEST(Aggregate, ARawGateWithoutRawEvidenceFailsAndSaysHowToMend) {
  Answer said = answer({}, {"t"});
  said.raw_given = false;
  const RunSummary summary = run({trial(test_case("a", "t"), said)}, {gate("exactAccuracy", 0.5)});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::fail);
  EXPECT_EQ(summary.gates[0].value, std::nullopt);
  EXPECT_THAT(summary.gates[0].reason, HasSubstr("raw evidence is missing for 1 of 1"));
  EXPECT_THAT(summary.gates[0].reason, HasSubstr("\"view\": \"normalized\""));
  EXPECT_EQ(summary.gates[1].outcome, GateOutcome::pass);
  EXPECT_EQ(summary.scores.raw.exact_accuracy, std::nullopt);
  EXPECT_EQ(summary.coercions.unaudited, 1u);
}

TEST(Aggregate, AFigureThatDoesNotExistFailsItsGate) {
  GateSpec drop = gate("drop", {}, 0.1, GateSpec::View::normalized);
  drop.of = "passRate";
  const RunSummary summary =
      run({trial(test_case("a", "t"), answer({"t"}, {"t"}))},
          {gate("noToolAccuracy", 0.5), gate("argsAccuracy", 0.5), drop, gate("passHatK", 0.1)});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::fail);
  EXPECT_THAT(summary.gates[0].reason, HasSubstr("no trial counts"));
  EXPECT_THAT(summary.gates[2].reason, HasSubstr("no trial counts"));
  EXPECT_THAT(summary.gates[4].reason, HasSubstr("there is no baseline"));
  EXPECT_THAT(summary.gates[5].reason, HasSubstr("gives no k"));
  EXPECT_EQ(summary.exit_code, 1);
}

TEST(Aggregate, NaNNeverPasses) {
  Answer said = answer({"t"}, {"t"});
  said.usage.cost_usd = std::numeric_limits<double>::quiet_NaN();
  said.usage.cost_seen = true;
  const RunSummary summary =
      run({trial(test_case("a", "t"), said)}, {gate("costUsd", {}, 1), gate("costUsd", 0)});
  EXPECT_NE(summary.gates[0].outcome, GateOutcome::pass);
  EXPECT_NE(summary.gates[1].outcome, GateOutcome::pass);
  EXPECT_FALSE(Aggregate::create({gate("costUsd", {}, std::nan(""))}).ok());
}

TEST(Aggregate, GatesThatMakeNoSenseAreRefused) {
  EXPECT_FALSE(Aggregate::create({gate("exactness", 1)}).ok());
  EXPECT_FALSE(Aggregate::create({gate("exactAccuracy", {})}).ok());
  GateSpec filtered = gate("exactAccuracy", 1);
  filtered.where = "tag(";
  EXPECT_FALSE(Aggregate::create({filtered}).ok());
}

TEST(Aggregate, AGateCanLookAtSomeCases) {
  GateSpec spec = gate("exactAccuracy", 1);
  spec.where = "!tag(destructive)";
  EXPECT_EQ(run(worked_example(), {spec}).gates[1].outcome, GateOutcome::pass);
  spec.where = "tag(destructive)";
  EXPECT_EQ(run(worked_example(), {spec}).gates[1].outcome, GateOutcome::fail);
}

TEST(Aggregate, ConfusionsAreHeldByPair) {
  GateSpec spec = gate("confusions", {}, 0);
  spec.pair = "* -> delete_*";
  EXPECT_EQ(run(worked_example(), {spec}).exit_code, 0);
  spec.pair = "delete_* -> *";
  EXPECT_EQ(run(worked_example(), {spec}).exit_code, 1);
}

TEST(Aggregate, ACallUnderTheNameOfNoToolIsNotTakenForNone) {
  const RunSummary summary = run({trial(test_case("a", "t"), answer({"NO_TOOL"}, {}))});
  EXPECT_THAT(summary.raw_confusions, ElementsAre(Pair("t -> \"NO_TOOL\"", 1u)));
  EXPECT_THAT(summary.normalized_confusions, ElementsAre(Pair("t -> NO_TOOL", 1u)));
}

TEST(Aggregate, ARefusalIsAConfusionOfItsOwnName) {
  Answer said = answer({"t"}, {});
  said.finished = FinishReason::refused_by_client;
  const RunSummary summary = run({trial(test_case("a", "t"), said)});
  EXPECT_THAT(summary.normalized_confusions, ElementsAre(Pair("t -> CLIENT_REFUSED", 1u)));
  EXPECT_THAT(summary.raw_confusions, IsEmpty());
  EXPECT_EQ(summary.totals.refused, 1u);
  EXPECT_EQ(run({trial(test_case("a", ""), said)}).coercions.rescued, 1u);
}

TEST(Aggregate, FindingsAreCountedAndGatedBySeverityKindEffectAndHop) {
  Answer said = answer({"t"}, {"t"});
  said.views[0].arguments = R"({"a":"1","b":3})";
  said.views[1].arguments = R"({"a":1,"b":3.0})";
  const std::vector<Trial> trials = {trial(test_case("a", "t"), said)};
  const RunSummary summary = run(trials);
  EXPECT_THAT(summary.coercions.by_kind,
              ElementsAre(Pair("intToFloat", 1u), Pair("stringToNumber", 1u)));
  EXPECT_THAT(summary.coercions.by_severity, ElementsAre(Pair("low", 1u), Pair("medium", 1u)));
  EXPECT_THAT(summary.coercions.by_hop, ElementsAre(Pair("wire>tool", 2u)));
  EXPECT_EQ(summary.coercions.calls_changed, 1u);
  EXPECT_EQ(summary.coercions.damaged, 1u);
  EXPECT_EQ(summary.coercions.neutral, 1u);
  const auto value = [&](auto change) {
    GateSpec spec = gate("findings", {}, 0);
    change(spec);
    return run(trials, {spec}).gates[0].value;
  };
  EXPECT_EQ(value([](GateSpec&) {}), 2);
  EXPECT_EQ(value([](GateSpec& spec) { spec.severity = Severity::medium; }), 1);
  EXPECT_EQ(value([](GateSpec& spec) { spec.severity = Severity::high; }), 0);
  EXPECT_EQ(value([](GateSpec& spec) { spec.kind = "intToFloat"; }), 1);
  EXPECT_EQ(value([](GateSpec& spec) { spec.effect = Effect::neutral; }), 1);
  EXPECT_EQ(value([](GateSpec& spec) { spec.hop = "wire>client"; }), 0);
  EXPECT_EQ(value([](GateSpec& spec) { spec.where = "tool(t)"; }), 2);
}

TEST(Aggregate, ACrossedLimitFailsTheRunWhateverThePassRate) {
  const std::vector<Never> never = {made::never("delete_*")};
  const std::vector<Trial> trials = {trial(test_case("a", "t"), answer({"delete_x", "t"}, {"t"})),
                                     trial(test_case("b", "t"), answer({"t"}, {"t"}))};
  const RunSummary summary = run(trials, {gate("passRate", 0.1)}, {nullptr, never});
  EXPECT_EQ(summary.exit_code, 1);
  EXPECT_EQ(summary.gates[2].figure, "neverCalled");
  EXPECT_EQ(summary.gates[2].value, 1);
  EXPECT_THAT(summary.gates[2].cases, ElementsAre("a"));
}

TEST(Aggregate, ForbiddenCallsCanBeHeldToARate) {
  const std::vector<Never> never = {made::never("delete_*")};
  std::vector<Trial> trials;
  for (int i = 0; i < 10; ++i) {
    const std::vector<std::string> calls = {i == 0 ? "delete_x" : "t"};
    trials.push_back(trial(test_case("c" + std::to_string(i), "t"), answer(calls, calls)));
  }
  const RunSummary summary = run(trials, {gate("neverCalled", {}, 0.1)}, {nullptr, never});
  EXPECT_EQ(summary.gates[0].value, 0.1);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::pass);
  EXPECT_THAT(summary.gates[0].detail, HasSubstr("95 % upper bound 0.3942"));
  EXPECT_EQ(run(trials, {gate("neverCalled", {}, 0.05)}, {nullptr, never}).exit_code, 1);
}

TEST(Aggregate, ALimitThatCouldNotBeCheckedLeavesItsGateUndecided) {
  const std::vector<Never> never = {made::never("pay", Never::Level::called, R"({"n":1})")};
  Answer said = answer({"pay"}, {"pay"});
  for (View& view : said.views) view.arguments = R"({"to":"x","n)";
  const RunSummary summary = run({trial(test_case("a", "pay"), said)}, {}, {nullptr, never});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::undecided);
  EXPECT_EQ(summary.exit_code, 3);
}

TEST(Aggregate, CasesOfSeveralTrialsHaveAWorstOneAndAPassHatK) {
  std::vector<Trial> trials;
  for (const int right : {3, 1}) {
    for (int i = 0; i < 3; ++i) {
      const std::vector<std::string> calls = {i < right ? "t" : "u"};
      trials.push_back(trial(test_case("c" + std::to_string(right), "t"), answer(calls, calls)));
    }
  }
  GateSpec hat = gate("passHatK", 0.6);
  hat.k = 2;
  const RunSummary summary =
      run(trials, {gate("minCasePassRate", 0.5), gate("passRate", 0.6), hat});
  EXPECT_EQ(summary.totals.cases, 2u);
  EXPECT_EQ(summary.gates[1].value, 1.0 / 3);
  EXPECT_EQ(summary.gates[3].value, 4.0 / 6);
  EXPECT_EQ(summary.gates[5].value, 0.5);
  EXPECT_THAT(summary.gates[5].detail, HasSubstr("k 2"));
  hat.k = 4;
  EXPECT_THAT(run(trials, {hat}).gates[0].reason, HasSubstr("fewer than 4 trials"));
}

TEST(Aggregate, RecordedOutcomesGivePassHatK) {
  std::vector<Trial> trials;
  for (int i = 0; i < 4; ++i) {
    Answer said = answer({}, {});
    said.outcome = TaskOutcome{i < 2, "simulator"};
    TestCase the_case = test_case("c", "");
    the_case.input.kind = CaseKind::agent;
    the_case.expected.tool = Expectation::Tool::unstated;
    trials.push_back(trial(std::move(the_case), said));
  }
  const RunSummary summary = run(trials);
  EXPECT_EQ(summary.outcomes.trials, 4u);
  ASSERT_EQ(summary.outcomes.pass_hat_k.size(), 4u);
  EXPECT_EQ(summary.outcomes.pass_hat_k[0], 0.5);
  EXPECT_NEAR(summary.outcomes.pass_hat_k[1], 1.0 / 6, 1e-12);
  EXPECT_EQ(summary.outcomes.pass_hat_k[2], 0);
  EXPECT_EQ(summary.unscored, 4u);
  EXPECT_EQ(summary.observed, 4u);
  EXPECT_EQ(summary.scores.normalized.trials, 0u);
}

TEST(Aggregate, AtMostTwentyOffendersAreNamedTheWorstOfThem) {
  std::vector<Trial> trials;
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < (i == 25 ? 3 : 1); ++j) {
      trials.push_back(trial(test_case("c" + std::to_string(i), "t"), answer({"u"}, {"u"})));
    }
  }
  const GateResult result = run(trials, {gate("exactAccuracy", 1)}).gates[1];
  EXPECT_EQ(result.case_count, 30u);
  ASSERT_EQ(result.cases.size(), 20u);
  EXPECT_EQ(result.cases.front(), "c0");
  EXPECT_EQ(result.cases.back(), "c25");
}

TEST(Aggregate, TheClientDeltaIsOverTrialsWithRawEvidence) {
  Answer unaudited = answer({}, {"t"});
  unaudited.raw_given = false;
  const std::vector<Trial> trials = {trial(test_case("a", "t"), answer({"u"}, {"t"})),
                                     trial(test_case("b", "t"), answer({"t"}, {"t"})),
                                     trial(test_case("c", "t"), unaudited)};
  const RunSummary summary = run(trials, {gate("clientDelta", {}, 0.1)});
  EXPECT_EQ(summary.scores.raw.trials, 2u);
  EXPECT_EQ(summary.scores.normalized.trials, 3u);
  EXPECT_EQ(summary.scores.raw_of_both.trials, 2u);
  EXPECT_EQ(summary.scores.normalized_of_both.trials, 2u);
  EXPECT_EQ(summary.scores.normalized_of_both.exact_accuracy, 1.0);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::fail);
  const std::vector<Trial> audited = {trial(test_case("a", "t"), answer({"u"}, {"t"})),
                                      trial(test_case("b", "t"), answer({"t"}, {"t"}))};
  EXPECT_EQ(run(audited, {gate("clientDelta", {}, 0.1)}).gates[0].value, 0.5);
}

}  // namespace
}  // namespace tare
