// When a gate has no value, and what its counts count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using testing::HasSubstr;
using testing::IsEmpty;

TEST(GateValue, AGateWhoseFilterMatchesNoCaseFailsWhateverItCounts) {
  for (const char* figure :
       {"exactAccuracy", "passRate", "minCasePassRate", "confusions", "clientDelta", "findings",
        "rescued", "damaged", "neverCalled", "neverExecuted", "toolErrors", "unaudited", "unread",
        "incomplete", "costUsd", "p95Ms"}) {
    GateSpec spec = gate(figure, {}, 1000);
    spec.where = "tag(no-such-tag)";
    const GateResult result = run(worked_example(), {spec}).gates[0];
    EXPECT_EQ(result.outcome, GateOutcome::fail) << figure;
    EXPECT_EQ(result.value, std::nullopt) << figure;
    EXPECT_THAT(result.reason, HasSubstr("no case matches \"tag(no-such-tag)\"")) << figure;
  }
}

TEST(GateValue, WithoutNormalizedItsGatesHaveNoValueAndTheDeltaLeavesTheTrialOut) {
  Answer half = answer({"u"}, {});
  half.normalized_given = false;
  const std::vector<Trial> trials = {trial(test_case("a", "t"), answer({"u"}, {"t"})),
                                     trial(test_case("b", "t"), half)};
  for (const char* figure : {"exactAccuracy", "passRate", "passHatK", "confusions"}) {
    GateSpec spec = gate(figure, 0, 1000, GateSpec::View::normalized);
    spec.k = 1;
    const GateResult result = run(trials, {spec}).gates[0];
    EXPECT_EQ(result.outcome, GateOutcome::fail) << figure;
    EXPECT_EQ(result.value, std::nullopt) << figure;
    EXPECT_THAT(result.reason, HasSubstr("normalized evidence is missing for 1 of 2")) << figure;
    spec.view = GateSpec::View::raw;
    EXPECT_EQ(run(trials, {spec}).gates[0].outcome, GateOutcome::pass) << figure;
  }
  EXPECT_EQ(run(trials, {gate("clientDelta", 0)}).gates[0].outcome, GateOutcome::fail);
  const RunSummary summary = run(trials);
  EXPECT_EQ(summary.scores.raw.trials, 2u);
  EXPECT_EQ(summary.scores.normalized.trials, 1u);
  EXPECT_EQ(summary.scores.raw_of_both.trials, 1u);
  EXPECT_EQ(summary.scores.normalized_of_both.trials, 1u);
  EXPECT_THAT(summary.normalized_confusions, IsEmpty());
  EXPECT_EQ(summary.undecided, 1u);
}

TEST(GateValue, WhatNobodyMeasuredHasNoValue) {
  const auto first = [](const std::vector<Trial>& trials, const char* figure) {
    return run(trials, {gate(figure, {}, 1000)}).gates[0];
  };
  GateResult result = first({trial(test_case("a", "t"), answer({"t"}, {"t"}))}, "costUsd");
  EXPECT_EQ(result.outcome, GateOutcome::fail);
  EXPECT_EQ(result.value, std::nullopt);
  EXPECT_THAT(result.reason, HasSubstr("costUsd"));
  Answer said = answer({"t"}, {"t"});
  said.usage.cost_seen = true;
  EXPECT_EQ(first({trial(test_case("a", "t"), said)}, "costUsd").value, 0);

  result = first({incomplete(test_case("a", "t"))}, "p95Ms");
  EXPECT_EQ(result.outcome, GateOutcome::fail);
  EXPECT_EQ(result.value, std::nullopt);
  EXPECT_THAT(result.reason, HasSubstr("no trial has a complete attempt"));
}

TEST(GateValue, ACallThatCrossesSeveralEntriesCountsOnce) {
  const std::vector<Never> never = {made::never("drop_*"), made::never("*_all"),
                                    made::never("drop_all")};
  const ScoreContext context{nullptr, never};
  Trial twice = trial(test_case("a", "t"), answer({"drop_all"}, {"drop_all"}));
  twice.attempts.insert(twice.attempts.begin(),
                        attempt(answer({"drop_all"}, {}), AttemptOutcome::failed));
  EXPECT_EQ(score_trial(*twice.the_case, twice.attempts, context).limits.size(), 6u);
  const RunSummary summary = run({twice}, {gate("neverCalled", {}, 2)}, context);
  EXPECT_EQ(summary.gates[0].value, 2);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::pass);
}

TEST(GateValue, ADroppedCallIsNotRescued) {
  const RunSummary summary =
      run({trial(test_case("a", ""), answer({"t"}, {}))}, {gate("rescued", {}, 0)});
  EXPECT_EQ(summary.coercions.rescued, 0u);
  EXPECT_EQ(summary.coercions.damaged, 1u);
  EXPECT_EQ(summary.gates[0].value, 0);
}

TEST(GateValue, ATrialThatNeverStartedHasNoAttempt) {
  Trial unstarted = incomplete(test_case("a", "t"));
  unstarted.attempts[0].attempt = 0;
  EXPECT_THAT(score_trial(*unstarted.the_case, unstarted.attempts, {}).attempts, IsEmpty());
  const RunSummary summary = run({unstarted});
  EXPECT_EQ(summary.totals.attempts, 0u);
  EXPECT_EQ(summary.totals.incomplete, 1u);
}

}  // namespace
}  // namespace tare
