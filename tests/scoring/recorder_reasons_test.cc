// What the recorders say of a trial, and what a dropped call is where they stood.
#include "scoring/recorder_reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

using made::attempt;
using made::test_case;
using made::view;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

View recorded(At at, const std::string& name, const std::string& arguments = "{}") {
  View out = view(at, name, arguments);
  out.evidence = Evidence::recorded;
  return out;
}

// As an adapter that speaks the protocol says it, beside a model proxy.
Answer seen(std::vector<View> views, std::vector<View> claims = {}) {
  Answer out;
  out.raw_given = true;
  out.finished = FinishReason::stop;
  out.views = std::move(views);
  out.recorders.emplace();
  out.recorders->model = true;
  out.recorders->model_requests = 1;
  out.recorders->claims = std::move(claims);
  return out;
}

TrialScore score(Answer said, const ScoreContext& context = {}) {
  const std::vector<AttemptRecord> attempts = {attempt(std::move(said))};
  return score_trial(test_case("c", "get"), attempts, context);
}
std::vector<std::string> kinds(const TrialScore& scored) {
  std::vector<std::string> out;
  for (const CallTrace& trace : scored.traces) {
    for (const Finding& finding : trace.findings) out.emplace_back(finding.kind);
  }
  return out;
}

TEST(EvidenceMismatch, ClaimsThatAreTheRecordedCallsSayNothing) {
  EXPECT_THAT(evidence_mismatches(Answer()), IsEmpty());
  const Answer same = seen({recorded(At::wire, "get", "1"), recorded(At::wire, "get", "2")},
                           {view(At::wire, "get", "2"), view(At::wire, "get", "1")});
  EXPECT_THAT(evidence_mismatches(same), IsEmpty());
  View parsed = view(At::wire, "get", "{\"a\":1}");
  parsed.evidence = Evidence::parsed;
  EXPECT_THAT(evidence_mismatches(seen({recorded(At::wire, "get", "{\"a\": 1.0}")}, {parsed})),
              IsEmpty());
}

TEST(EvidenceMismatch, AnotherTextIsNamedWithWhatIsOnRecord) {
  const auto said =
      evidence_mismatches(seen({recorded(At::wire, "get", "1")}, {view(At::wire, "get", "2")}));
  EXPECT_THAT(said, ElementsAre("evidenceMismatch: the adapter says of wire: \"get\" 2; on record "
                                "is: \"get\" 1"));
  EXPECT_THAT(evidence_mismatches(seen({}, {view(At::tool, "get", "2")})),
              ElementsAre(HasSubstr("no such call is on record")));
}

TEST(EvidenceMismatch, ARecordedCallStandsForOneClaim) {
  const auto said = evidence_mismatches(seen(
      {recorded(At::wire, "get", "1")}, {view(At::wire, "get", "1"), view(At::wire, "get", "1")}));
  EXPECT_THAT(said, ElementsAre(HasSubstr("no such call is on record")));
}

TEST(EvidenceMismatch, ManyClaimsAreCountedAndShownInPart) {
  std::vector<View> views, claims;
  for (int i = 0; i < 20000; ++i) {
    views.push_back(recorded(At::wire, "get", std::to_string(i)));
    claims.push_back(view(At::wire, "get", std::to_string(i) + "x"));
  }
  const auto said = evidence_mismatches(seen(std::move(views), std::move(claims)));
  ASSERT_EQ(said.size(), 11u);
  EXPECT_EQ(said.back(), "evidenceMismatch: and 19990 more");
}

TEST(EvidenceMismatch, WhatAnAdapterClaimsDoesNotReachTheTerminalAsItIs) {
  const auto said = evidence_mismatches(
      seen({}, {view(At::wire, "g\x1b[31m", std::string(100000, 'x') + "\x1b")}));
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].find('\x1b'), std::string::npos);
  EXPECT_LT(said[0].size(), 1000u);
}

TEST(RecordedTrial, FactsOfTheWayStandAmongTheReasons) {
  Answer answer = seen({recorded(At::wire, "get"), view(At::tool, "get")});
  answer.recorders->facts = {"request 1: the model answered with 429"};
  const TrialScore scored = score(std::move(answer));
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_THAT(scored.reasons, ElementsAre("on the wire: request 1: the model answered with 429"));
}

TEST(RecordedTrial, ACallOfWhichNobodyHeardAgainIsDropped) {
  const TrialScore scored = score(seen({recorded(At::wire, "get")}));
  EXPECT_THAT(kinds(scored), ElementsAre("callDropped"));
  EXPECT_EQ(scored.traces[0].findings[0].severity, Severity::critical);
  EXPECT_TRUE(scored.traces[0].dropped);
  EXPECT_EQ(scored.verdict, Verdict::fail);
}

TEST(RecordedTrial, ACallThatTheModelWasToldOfDidNotArriveAndIsNoLoss) {
  Answer answer = seen({recorded(At::wire, "get")});
  answer.views[0].answered = true;
  const TrialScore scored = score(std::move(answer));
  EXPECT_THAT(kinds(scored), IsEmpty());
  EXPECT_TRUE(scored.traces[0].dropped);
  EXPECT_TRUE(scored.traces[0].normalized_known);
  EXPECT_TRUE(scored.normalized.evidence);
  EXPECT_FALSE(scored.normalized.selected);
}

TEST(RecordedTrial, ACallWithATextBackAndAViewAtTheToolIsWhole) {
  Answer answer =
      seen({recorded(At::wire, "get", "{\"a\":1.0}"), view(At::tool, "get", "{\"a\":1}")});
  answer.views[0].answered = true;
  const TrialScore scored = score(std::move(answer));
  EXPECT_EQ(scored.traces.size(), 1u);
  EXPECT_FALSE(scored.traces[0].dropped);
  EXPECT_EQ(scored.verdict, Verdict::pass);
}

// A program of kind `command` beside both proxies, its tools known.
TrialScore of_program(View call, bool mcp_whole) {
  Manifest tools;
  tools.tools.emplace_back().name = "get";
  Answer answer = seen({std::move(call)});
  answer.short_form = true;
  answer.normalized_given = mcp_whole;
  ScoreContext context;
  context.manifest = &tools;
  return score(std::move(answer), context);
}

TEST(RecordedTrial, AProgramsOwnToolShowsOnTheModelsSideAlone) {
  View own = recorded(At::wire, "shell");
  own.answered = true;
  const TrialScore scored = of_program(own, true);
  EXPECT_THAT(kinds(scored), IsEmpty());
  EXPECT_FALSE(scored.traces[0].normalized_known);
  EXPECT_FALSE(scored.traces[0].dropped);
  View offered = recorded(At::wire, "get");
  offered.answered = true;
  EXPECT_TRUE(of_program(offered, true).traces[0].dropped);
}

TEST(RecordedTrial, WithoutAServerThatWasSpokenToAProgramsCallsAreNotKnownToBeLost) {
  for (const bool answered : {false, true}) {
    View call = recorded(At::wire, "get");
    call.answered = answered;
    const TrialScore scored = of_program(call, false);
    EXPECT_THAT(kinds(scored), IsEmpty());
    EXPECT_FALSE(scored.traces[0].normalized_known);
    EXPECT_EQ(scored.verdict, Verdict::undecided);
    EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  }
}

TEST(RecordedTrial, NamesAreThoseUnderWhichThisVeryAttemptSentTheTools) {
  Manifest tools;
  tools.tools.emplace_back().name = "get";
  ScoreContext context;
  context.manifest = &tools;
  Answer answer = seen({recorded(At::wire, "mcp__x__get"), view(At::tool, "get")});
  answer.recorders->wire_names = {{"get", "mcp__x__get"}};
  const TrialScore scored = score(answer, context);
  EXPECT_THAT(kinds(scored), IsEmpty());
  EXPECT_EQ(scored.raw.selected, "get");
  answer.recorders->wire_names.clear();
  EXPECT_THAT(kinds(score(answer, context)), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace tare
