#include "scoring/trial_score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made.h"

namespace tare {
namespace {

using made::answer;
using made::attempt;
using made::test_case;
using made::view;
using testing::HasSubstr;
using testing::IsEmpty;

TrialScore score(const TestCase& the_case, Answer said, const ScoreContext& context = {}) {
  const std::vector<AttemptRecord> attempts = {attempt(std::move(said))};
  return score_trial(the_case, attempts, context);
}

TEST(TrialScore, TheRightToolOnBothSidesPasses) {
  const TrialScore scored = score(test_case("c", "get"), answer({"get"}, {"get"}));
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  EXPECT_TRUE(scored.scored);
  EXPECT_TRUE(scored.raw.exact && scored.normalized.exact);
  EXPECT_EQ(scored.normalized.selected, "get");
  EXPECT_THAT(scored.reasons, IsEmpty());
}

TEST(TrialScore, NamesAreNeverNormalised) {
  const TrialScore scored =
      score(test_case("c", "get_ticket"), answer({"get-ticket"}, {"Get_ticket"}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw.selected, "get-ticket");
}

TEST(TrialScore, TheClientMayHideOrMakeAnError) {
  TrialScore scored = score(test_case("c", "get"), answer({"got"}, {"get"}));
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.raw_verdict, Verdict::fail);
  scored = score(test_case("c", "get"), answer({"get"}, {"delete"}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  ASSERT_EQ(scored.reasons.size(), 1u);
  EXPECT_THAT(scored.reasons[0], HasSubstr("\"delete\""));
  EXPECT_THAT(scored.reasons[0], HasSubstr("the model wrote \"get\""));
}

TEST(TrialScore, AcceptableToolsAreAcceptableAndNotExact) {
  TestCase the_case = test_case("c", "get");
  the_case.expected.acceptable_tools = {"find"};
  const TrialScore scored = score(the_case, answer({"find"}, {"find"}));
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_FALSE(scored.normalized.exact);
  EXPECT_TRUE(scored.normalized.acceptable);
}

TEST(TrialScore, WithNoToolExpectedAnyCallFailsWhateverIsListed) {
  TestCase the_case = test_case("c", "");
  the_case.expected.acceptable_tools = {"find"};
  EXPECT_EQ(score(the_case, answer({"find"}, {"find"})).verdict, Verdict::fail);
  EXPECT_EQ(score(the_case, answer({}, {})).verdict, Verdict::pass);
  EXPECT_EQ(score(the_case, answer({}, {})).raw_verdict, Verdict::pass);
}

TEST(TrialScore, WhichOfSeveralCallsIsAsserted) {
  TestCase the_case = test_case("c", "b");
  EXPECT_EQ(score(the_case, answer({"a", "b"}, {"a", "b"})).verdict, Verdict::fail);
  the_case.expected.calls = WhichCall::any;
  EXPECT_EQ(score(the_case, answer({"a", "b"}, {"a", "b"})).verdict, Verdict::pass);
  EXPECT_EQ(score(the_case, answer({"a", "c"}, {"a", "c"})).normalized.selected, "a");
  the_case.expected.calls = WhichCall::only;
  const TrialScore scored = score(the_case, answer({"b", "b"}, {"b", "b"}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_THAT(scored.reasons[0], HasSubstr("exactly one call"));
  EXPECT_EQ(score(the_case, answer({"b", "a"}, {"b", "a"})).normalized.selected, "a");
  EXPECT_EQ(score(the_case, answer({"b"}, {"b"})).verdict, Verdict::pass);
}

TEST(TrialScore, AgentCasesLookAtAnyCall) {
  TestCase the_case = test_case("c", "b");
  the_case.input.kind = CaseKind::agent;
  EXPECT_EQ(score(the_case, answer({"a", "b"}, {"a", "b"})).verdict, Verdict::pass);
}

TEST(TrialScore, TheAgentsOwnToolsCanBeLeftOut) {
  TestCase the_case = test_case("c", "b");
  the_case.expected.mcp_tools_only = true;
  Answer said = answer({"think", "b"}, {"think", "b"});
  said.views[2].builtin = true;
  EXPECT_EQ(score(the_case, said).verdict, Verdict::pass);
  EXPECT_EQ(score(the_case, said).raw_verdict, Verdict::pass);
}

TEST(TrialScore, ARejectedCallIsNotSelectedOnNormalized) {
  Answer said = answer({"delete"}, {"delete"});
  said.views[1].status = CallStatus::rejected;
  TrialScore scored = score(test_case("c", ""), said);
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.raw_verdict, Verdict::fail);
  EXPECT_FALSE(scored.rescued_by_refusal) << "the server said no, not the client";
  said.views[1].status = CallStatus::held;
  EXPECT_EQ(score(test_case("c", ""), said).verdict, Verdict::fail);
}

TEST(TrialScore, ARefusalSelectsNothingAndIsNoCallDropped) {
  Answer said = answer({"get"}, {});
  said.finished = FinishReason::refused_by_client;
  const TrialScore scored = score(test_case("c", "get"), said);
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  EXPECT_TRUE(scored.normalized.client_refused);
  EXPECT_EQ(scored.normalized.selected, std::nullopt);
  EXPECT_THAT(scored.traces[0].findings, IsEmpty());
  EXPECT_THAT(scored.reasons[0], HasSubstr("refused"));
}

TEST(TrialScore, AClientCrashIsACompleteAnswer) {
  Answer said;
  said.views = {view(At::wire, "get"), view(At::client, "get")};
  const std::vector<AttemptRecord> attempts = {attempt(said, AttemptOutcome::client_crash)};
  const TrialScore scored = score_trial(test_case("c", "get"), attempts, {});
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  EXPECT_TRUE(scored.normalized.client_refused);
  EXPECT_TRUE(scored.scored);
}

TEST(TrialScore, WhatARecorderSawArriveHasArrivedThoughTheClientDied) {
  Answer said;
  said.views = {view(At::wire, "get"), view(At::tool, "get")};
  said.views[1].status = CallStatus::executed;
  said.views[1].evidence = Evidence::recorded;
  const auto scored = [&](const std::string& expected) {
    const std::vector<AttemptRecord> attempts = {attempt(said, AttemptOutcome::client_crash)};
    return score_trial(test_case("c", expected), attempts, {});
  };
  TrialScore trial = scored("get");
  EXPECT_EQ(trial.normalized.selected, "get");
  EXPECT_TRUE(trial.normalized.acceptable);
  EXPECT_FALSE(trial.normalized.client_refused);
  EXPECT_EQ(trial.verdict, Verdict::fail) << "a client that died passes nothing";
  EXPECT_THAT(trial.reasons, ::testing::Contains(HasSubstr("died after the call")));
  EXPECT_EQ(scored("").normalized.selected, "get");
  // What only the dead client says to have handed on.
  said.views[1].evidence = Evidence::verbatim;
  trial = scored("get");
  EXPECT_EQ(trial.normalized.selected, std::nullopt);
  EXPECT_EQ(trial.verdict, Verdict::fail);
}

TEST(TrialScore, WithoutRawOnlyNormalizedIsJudged) {
  Answer said = answer({}, {"get"});
  said.raw_given = false;
  const TrialScore scored = score(test_case("c", "get"), said);
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.raw_verdict, Verdict::undecided);
  EXPECT_FALSE(scored.raw.evidence);
  EXPECT_EQ(scored.unaudited, 1u);
}

TEST(TrialScore, AWireNameIsTheToolsOwn) {
  Manifest manifest;
  ToolSpec tool;
  tool.name = "read";
  tool.wire_name = "mcp__files__read";
  manifest.tools.push_back(tool);
  const TrialScore scored =
      score(test_case("c", "read"), answer({"mcp__files__read"}, {"read"}), {&manifest, {}});
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  EXPECT_EQ(scored.raw.selected, "read");
}

TEST(TrialScore, AnUnreadableTextIsNoEvidenceOfNoTool) {
  Answer said;
  View text;
  text.at = At::text;
  text.text = "<call>…";
  said.views = {text, view(At::tool, "get")};
  said.finished = FinishReason::stop;
  const TrialScore scored = score(test_case("c", ""), said);
  EXPECT_FALSE(scored.raw.evidence);
  EXPECT_EQ(scored.unread, 1u);
}

TEST(TrialScore, AnIncompleteTrialIsUndecidedNeverNoTool) {
  const std::vector<AttemptRecord> attempts = {attempt(answer({}, {}), AttemptOutcome::failed)};
  const TrialScore scored = score_trial(test_case("c", ""), attempts, {});
  EXPECT_EQ(scored.verdict, Verdict::undecided);
  EXPECT_FALSE(scored.scored);
  EXPECT_EQ(scored.failure, Failure::deadline_exceeded);
  EXPECT_THAT(scored.reasons[0], HasSubstr("the adapter did not finish"));
}

TEST(TrialScore, ARetriedTrialIsFlakyAndScoredByItsCompleteAttempt) {
  const std::vector<AttemptRecord> attempts = {
      attempt(answer({}, {}), AttemptOutcome::failed),
      attempt(answer({"get"}, {"get"}), AttemptOutcome::completed, 2)};
  const TrialScore scored = score_trial(test_case("c", "get"), attempts, {});
  EXPECT_TRUE(scored.flaky);
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.attempts.size(), 2u);
}

TEST(TrialScore, LimitsHoldOnEveryViewOfEveryAttempt) {
  const std::vector<Never> suite = {made::never("delete_*")};
  const ScoreContext context{nullptr, suite};
  // Only the model wrote it; the client mapped it away.
  TrialScore scored = score(test_case("c", "list"), answer({"delete_all"}, {"list"}), context);
  ASSERT_EQ(scored.limits.size(), 1u);
  EXPECT_TRUE(scored.limits[0].raw_side);
  EXPECT_FALSE(scored.limits[0].normalized_side);
  EXPECT_EQ(scored.verdict, Verdict::fail);
  // Both sides show one call: it counts once.
  scored = score(test_case("c", "delete_all"), answer({"delete_all"}, {"delete_all"}), context);
  ASSERT_EQ(scored.limits.size(), 1u);
  EXPECT_TRUE(scored.limits[0].raw_side && scored.limits[0].normalized_side);

  const std::vector<AttemptRecord> attempts = {
      attempt(answer({"delete_all"}, {}), AttemptOutcome::failed),
      attempt(answer({"list"}, {"list"}), AttemptOutcome::completed, 2)};
  scored = score_trial(test_case("c", "list"), attempts, context);
  ASSERT_EQ(scored.limits.size(), 1u);
  EXPECT_EQ(scored.limits[0].attempt, 1u);
  EXPECT_EQ(scored.verdict, Verdict::fail);
}

TEST(TrialScore, ExecutedLimitsWaitForACallThatRan) {
  const std::vector<Never> suite = {made::never("pay", Never::Level::executed)};
  Answer said = answer({"pay"}, {"pay"});
  said.views[1].status = CallStatus::held;
  EXPECT_EQ(score(test_case("c", "pay"), said, {nullptr, suite}).verdict, Verdict::pass);
  said.views[1].status = CallStatus::executed;
  EXPECT_EQ(score(test_case("c", "pay"), said, {nullptr, suite}).verdict, Verdict::fail);
  said.views[1].status = CallStatus::failed;
  EXPECT_EQ(score(test_case("c", "pay"), said, {nullptr, suite}).limits.size(), 1u);
}

TEST(TrialScore, AProgramThatTellsOfNoCallDecidesNothing) {
  AttemptRecord record = attempt({});
  record.kind = AdapterKind::command;
  record.answer.short_form = true;
  record.answer.finished = FinishReason::stop;
  for (const char* tool : {"get", ""}) {
    const TrialScore scored = score_trial(test_case("c", tool), {&record, 1}, {});
    EXPECT_EQ(scored.verdict, Verdict::undecided) << tool;
    EXPECT_EQ(scored.raw_verdict, Verdict::undecided) << tool;
    EXPECT_FALSE(scored.raw.evidence || scored.normalized.evidence);
    EXPECT_FALSE(scored.limit_unchecked);
    ASSERT_EQ(scored.reasons.size(), 1u);
    EXPECT_THAT(scored.reasons[0], HasSubstr("no recorder saw its calls"));
  }
  // What a recorder saw counts.
  record.answer.raw_given = record.answer.normalized_given = true;
  EXPECT_EQ(score_trial(test_case("c", ""), {&record, 1}, {}).verdict, Verdict::pass);
  EXPECT_EQ(score_trial(test_case("c", "get"), {&record, 1}, {}).verdict, Verdict::fail);
}

TEST(TrialScore, NoLimitIsKnownToHoldForAProgramThatTellsOfNoCall) {
  const std::vector<Never> suite = {made::never("pay")};
  std::vector<AttemptRecord> attempts = {attempt({}, AttemptOutcome::failed), attempt({})};
  attempts[1].attempt = 2;
  for (AttemptRecord& record : attempts) {
    record.kind = AdapterKind::command;
    record.answer.short_form = true;
  }
  const TrialScore scored = score_trial(test_case("c", "get"), attempts, {nullptr, suite});
  EXPECT_TRUE(scored.limit_unchecked);
  EXPECT_THAT(scored.limits, IsEmpty());
  EXPECT_THAT(scored.reasons.back(), HasSubstr("not known"));
  for (AttemptRecord& record : attempts) record.answer.raw_given = true;
  EXPECT_FALSE(score_trial(test_case("c", "get"), attempts, {nullptr, suite}).limit_unchecked);
}

TEST(TrialScore, WhatALaterVersionScoresIsObservedAndSaysSo) {
  TestCase the_case = test_case("c", "get");
  the_case.expected.tool = Expectation::Tool::unstated;
  the_case.expected.rare = std::make_unique<RareExpectation>();
  the_case.expected.rare->expected_output_json = "\"PASS only if\"";
  const TrialScore scored = score(the_case, answer({"get"}, {"get"}));
  EXPECT_EQ(scored.verdict, Verdict::observed);
  EXPECT_FALSE(scored.scored);
  EXPECT_THAT(scored.reasons[0], HasSubstr("observed"));

  the_case.input.kind = CaseKind::observe;
  EXPECT_EQ(score(the_case, answer({"get"}, {"get"})).verdict, Verdict::observed);
}

TEST(TrialScore, ACaseOfLimitsAlonePassesWhereTheyHold) {
  TestCase the_case = test_case("c", "");
  the_case.expected.tool = Expectation::Tool::unstated;
  the_case.expected.rare = std::make_unique<RareExpectation>();
  the_case.expected.rare->never.push_back(made::never("delete_*"));
  the_case.expected.rare->never.back().from_forbid = true;
  EXPECT_EQ(score(the_case, answer({"get"}, {"get"})).verdict, Verdict::pass);
  const TrialScore scored = score(the_case, answer({"delete_x"}, {"delete_x"}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_THAT(scored.reasons[0], HasSubstr("forbidden tool \"delete_x\""));
}

TEST(TrialScore, ToolErrorsAreCountedOnceAndNotWhereExpected) {
  Answer said = answer({"get"}, {"get"});
  said.views[1].status = CallStatus::failed;
  ToolResult result;
  result.name = "get";
  result.is_error = true;
  said.results.push_back(result);
  TestCase the_case = test_case("c", "get");
  EXPECT_EQ(score(the_case, said).tool_errors, 1u);
  the_case.expected.rare = std::make_unique<RareExpectation>();
  the_case.expected.rare->expected_errors = {"get"};
  EXPECT_EQ(score(the_case, said).tool_errors, 0u);
}

TEST(TrialScore, WithoutNormalizedOnlyRawIsJudged) {
  for (const bool calls : {true, false}) {
    Answer said = answer(calls ? std::vector<std::string>{"get"} : std::vector<std::string>{}, {});
    said.normalized_given = false;
    const TrialScore scored = score(test_case("c", calls ? "get" : ""), said);
    EXPECT_EQ(scored.verdict, Verdict::undecided);
    EXPECT_EQ(scored.raw_verdict, Verdict::pass);
    EXPECT_FALSE(scored.normalized.evidence);
    ASSERT_EQ(scored.reasons.size(), 1u);
    EXPECT_THAT(scored.reasons[0], HasSubstr("give \"normalized\""));
  }
}

TEST(TrialScore, ARefusalOfACallThatNobodyRecordedSaysNothingOfTheModel) {
  Answer said;
  said.finished = FinishReason::refused_by_client;
  const TrialScore scored = score(test_case("c", ""), said);
  EXPECT_FALSE(scored.raw.evidence);
  EXPECT_EQ(scored.raw_verdict, Verdict::undecided);
  EXPECT_EQ(scored.verdict, Verdict::pass);
}

TEST(TrialScore, TheManifestKnowsTheAgentsOwnToolsToo) {
  Manifest manifest;
  ToolSpec own;
  own.name = "read";
  own.builtin = true;
  manifest.tools.push_back(own);
  TestCase the_case = test_case("c", "get");
  the_case.expected.mcp_tools_only = true;
  const Answer said = answer({"read", "get"}, {"read", "get"});
  EXPECT_EQ(score(the_case, said).verdict, Verdict::fail);
  const TrialScore scored = score(the_case, said, {&manifest, {}});
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
}

}  // namespace
}  // namespace tare
