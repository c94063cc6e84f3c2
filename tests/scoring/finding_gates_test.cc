// Gates on findings: which of them count, by severity, kind, effect, hop and tool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diff/kind.h"
#include "made_run.h"

namespace tare {
namespace {

using made::answer;
using made::gate;
using made::incomplete;
using made::run;
using made::test_case;
using made::trial;
using made::Trial;
using made::view;
using testing::HasSubstr;

// create: medium stringToNumber at wire>client, critical bigintPrecisionLoss at client>tool.
// search: info floatToInt at wire>tool.
std::vector<Trial> two_calls() {
  Answer said;
  said.finished = FinishReason::stop;
  said.views = {view(At::wire, "create_x", R"({"n":"5","id":9007199254740993})"),
                view(At::wire, "search", R"({"p":2.0})"),
                view(At::client, "create_x", R"({"n":5,"id":9007199254740993})"),
                view(At::client, "search", R"({"p":2.0})"),
                view(At::tool, "create_x", R"({"n":5,"id":9007199254740992})"),
                view(At::tool, "search", R"({"p":2})")};
  return {trial(test_case("a", "search"), said)};
}

double counted(GateSpec spec, const std::vector<Trial>& trials = two_calls()) {
  const GateResult result = run(trials, {std::move(spec)}).gates[0];
  EXPECT_TRUE(result.value) << result.reason;
  return result.value.value_or(-1);
}

GateSpec findings() { return gate("findings", {}, 0); }

TEST(FindingGates, CountWhatEachMemberNames) {
  EXPECT_EQ(counted(findings()), 3);
  GateSpec spec = findings();
  spec.severity = Severity::medium;
  EXPECT_EQ(counted(spec), 2);  // that and above
  spec.severity = Severity::critical;
  EXPECT_EQ(counted(spec), 1);
  spec = findings();
  spec.kind = "floatToInt";
  EXPECT_EQ(counted(spec), 1);
  spec = findings();
  spec.effect = Effect::damaged;
  EXPECT_EQ(counted(spec), 2);
  spec.effect = Effect::neutral;
  EXPECT_EQ(counted(spec), 1);
  spec = findings();
  spec.hop = "wire>client";
  EXPECT_EQ(counted(spec), 1);
  spec.hop = "client>tool";
  EXPECT_EQ(counted(spec), 2);
}

TEST(FindingGates, ToolIsThatOfTheCall) {
  GateSpec spec = findings();
  spec.where = "tool(create_*)";
  EXPECT_EQ(counted(spec), 2);  // though the case expects `search`
  spec.where = "tool(search)";
  EXPECT_EQ(counted(spec), 1);
  spec.where = "!tool(search)";
  EXPECT_EQ(counted(spec), 2);
  spec.where = "tool(create_*) & id(b)";
  EXPECT_EQ(run(two_calls(), {spec}).gates[0].value, std::nullopt);
  GateSpec damaged = gate("damaged", {}, 0);
  damaged.where = "tool(search)";
  EXPECT_EQ(counted(damaged), 0);
  damaged.where = "tool(create_x)";
  EXPECT_EQ(counted(damaged), 2);
}

TEST(FindingGates, AToolThatNothingCalledAndNothingExpectsIsASlip) {
  GateSpec spec = findings();
  spec.where = "tool(craete_*)";
  const GateResult result = run(two_calls(), {spec}).gates[0];
  EXPECT_EQ(result.outcome, GateOutcome::fail);
  EXPECT_THAT(result.reason, HasSubstr("craete_*"));
}

TEST(FindingGates, AnIncompleteTrialMayHaveCalledAnyTool) {
  GateSpec spec = findings();
  spec.where = "tool(search) & tag(write)";
  std::vector<Trial> trials = two_calls();
  trials[0].the_case = std::make_shared<const TestCase>(test_case("a", "t", 1, {"write"}));
  spec.max = 5;
  EXPECT_EQ(run(trials, {spec}).gates[0].outcome, GateOutcome::pass);
  trials.push_back(incomplete(test_case("b", "t")));  // without the tag it cannot matter
  EXPECT_EQ(run(trials, {spec}).gates[0].outcome, GateOutcome::pass);
  trials.push_back(incomplete(test_case("c", "t", 1, {"write"})));
  EXPECT_EQ(run(trials, {spec}).gates[0].outcome, GateOutcome::undecided);
}

TEST(FindingGates, UnauditedAndUnreadAreCallsOfATool) {
  Answer said;
  said.finished = FinishReason::stop;
  said.views = {view(At::tool, "get"), view(At::tool, "put")};
  const std::vector<Trial> trials = {trial(test_case("a", "get"), said)};
  GateSpec spec = gate("unaudited", {}, 0);
  EXPECT_EQ(counted(spec, trials), 2);
  spec.where = "tool(put)";
  EXPECT_EQ(counted(spec, trials), 1);
}

TEST(FindingGates, EveryKindCanBeNamedAndASlipIsRefused) {
  for (const KindInfo& info : all_kinds()) {
    GateSpec spec = findings();
    spec.kind = info.name;
    EXPECT_TRUE(Aggregate::create({spec}).ok()) << info.name;
  }
  GateSpec spec = findings();
  spec.kind = "callsMergd";
  const auto refused = Aggregate::create({spec});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().mend, HasSubstr("callsMerged"));
}

TEST(DeltaCauses, TheFindingOnTheAssertedCallMadeTheDelta) {
  std::vector<Trial> trials;
  for (const char* id : {"a", "b"}) {
    trials.push_back(trial(test_case(id, "create"), answer({"functions.create"}, {"create"})));
  }
  trials.push_back(trial(test_case("c", "get"), answer({"get"}, {"other"})));
  trials.push_back(trial(test_case("d", "get"), answer({"get"}, {"get"})));
  const RunSummary summary = run(trials);
  const auto& causes = summary.coercions.client_delta_causes;
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].kind, "namePrefixStripped");
  EXPECT_EQ(causes[0].tool, "create");
  EXPECT_EQ(causes[0].trials, 2u);
  EXPECT_DOUBLE_EQ(causes[0].points, 50);
  EXPECT_EQ(causes[1].trials, 1u);
  EXPECT_DOUBLE_EQ(causes[1].points, -25);
  // Together they are the delta.
  EXPECT_DOUBLE_EQ(causes[0].points + causes[1].points,
                   100 * (*summary.scores.normalized_of_both.acceptable_accuracy -
                          *summary.scores.raw_of_both.acceptable_accuracy));
}

TEST(DeltaCauses, WhatRescuedACallDidNotLoseIt) {
  // The tool refused the call; the repair of its arguments is not why.
  Answer said;
  said.finished = FinishReason::stop;
  said.views = {view(At::wire, "t"), view(At::tool, "t")};
  said.views[0].arguments = R"({"n":1,})";
  said.views[1].arguments = R"({"n":1})";
  said.views[1].status = CallStatus::rejected;
  const RunSummary repaired = run({trial(test_case("a", "t"), said)});
  EXPECT_EQ(repaired.coercions.rescued, 1u);
  EXPECT_TRUE(repaired.coercions.client_delta_causes.empty());
  // A call that the layer spoilt, and that was then refused, was lost by it.
  said.views[0].arguments = R"({"n":1})";
  said.views[1].arguments = R"({"n":"1"})";
  const RunSummary spoilt = run({trial(test_case("a", "t"), said)});
  ASSERT_EQ(spoilt.coercions.client_delta_causes.size(), 1u);
  EXPECT_EQ(spoilt.coercions.client_delta_causes[0].kind, "numberToString");
}

TEST(DeltaCauses, ADroppedCallThatWasNotWantedIsOne) {
  const RunSummary summary = run({trial(test_case("a", ""), answer({"t"}, {}))});
  ASSERT_EQ(summary.coercions.client_delta_causes.size(), 1u);
  EXPECT_EQ(summary.coercions.client_delta_causes[0].kind, "callDropped");
  EXPECT_DOUBLE_EQ(summary.coercions.client_delta_causes[0].points, 100);
}

TEST(DeltaCauses, WhereBothSidesAgreeThereIsNone) {
  EXPECT_TRUE(run(two_calls()).coercions.client_delta_causes.empty());
  EXPECT_TRUE(run({trial(test_case("a", "t"), answer({"u"}, {"x"}))})
                  .coercions.client_delta_causes.empty());
}

}  // namespace
}  // namespace tare
