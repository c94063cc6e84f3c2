// Waivers: what they cover is counted apart, and what covers nothing fails the run.
#include "scoring/waivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_run.h"

namespace tare {
namespace {

using made::answer;
using made::attempt;
using made::gate;
using made::test_case;
using made::view;
using testing::HasSubstr;

WaiverSpec waiver(const std::string& rule, const std::string& where = "") {
  WaiverSpec spec;
  spec.rule = rule;
  spec.where = where;
  spec.why = "it is ours";
  spec.reviewed_by = "ann";
  spec.until = "2027-03-01";
  spec.position = {0, 14, 5};
  return spec;
}

Waivers waivers_of(std::vector<WaiverSpec> specs) {
  Suite suite;
  suite.files = {"tare.json"};
  suite.waivers = std::move(specs);
  Result<Waivers> out = Waivers::create(suite);
  EXPECT_TRUE(out.ok());
  return std::move(out).value();
}

// One call whose argument `n` was a string and became a number.
Answer coerced(const std::string& tool) {
  Answer out;
  out.finished = FinishReason::stop;
  out.views = {view(At::wire, tool, R"({"n":"5"})"), view(At::tool, tool, R"({"n":5})")};
  return out;
}

struct Scored {
  RunSummary summary;
  std::vector<TrialScore> scores;
};

Scored run_of(const std::vector<std::pair<TestCase*, Answer>>& trials, const Waivers& waivers,
              std::vector<GateSpec> gates = {}, bool whole = true,
              AttemptOutcome outcome = AttemptOutcome::completed) {
  Result<Aggregate> aggregate = Aggregate::create(std::move(gates), waivers);
  EXPECT_TRUE(aggregate.ok());
  Scored out;
  for (const auto& [the_case, said] : trials) {
    const std::vector<AttemptRecord> attempts = {attempt(said, outcome)};
    TrialScore score = score_trial(*the_case, attempts, {});
    waivers.apply(*the_case, score);
    aggregate->add(*the_case, score);
    out.scores.push_back(std::move(score));
  }
  out.summary = aggregate->finish(false, whole);
  return out;
}

TEST(Waivers, AWaivedFindingIsCountedApartAndGatesNothing) {
  TestCase a = test_case("a", "t");
  const std::vector<std::pair<TestCase*, Answer>> trials = {{&a, coerced("t")}};
  const std::vector<GateSpec> gates = {gate("findings", {}, 0), gate("damaged", {}, 0)};
  const Scored bare = run_of(trials, {}, gates);
  EXPECT_EQ(bare.summary.exit_code, 1);
  EXPECT_EQ(bare.summary.coercions.by_kind.at("stringToNumber"), 1u);
  EXPECT_EQ(bare.summary.coercions.waived, 0u);

  const Scored waived = run_of(trials, waivers_of({waiver("coercion:stringToNumber")}), gates);
  EXPECT_EQ(waived.summary.exit_code, 0);
  EXPECT_EQ(waived.summary.coercions.waived, 1u);
  EXPECT_TRUE(waived.summary.coercions.by_kind.empty());
  EXPECT_TRUE(waived.summary.coercions.by_severity.empty());
  EXPECT_TRUE(waived.summary.coercions.by_hop.empty());
  EXPECT_EQ(waived.summary.coercions.damaged, 0u);
  EXPECT_EQ(waived.summary.coercions.calls_changed, 1u);  // it did change
  EXPECT_EQ(waived.scores[0].traces[0].findings[0].waiver, 0u);
  ASSERT_EQ(waived.summary.waivers.size(), 1u);
  EXPECT_EQ(waived.summary.waivers[0].matched, 1u);
  EXPECT_EQ(waived.summary.waivers[0].outcome, GateOutcome::pass);
}

TEST(Waivers, TheKindMayBeAGlob) {
  TestCase a = test_case("a", "t");
  EXPECT_EQ(run_of({{&a, coerced("t")}}, waivers_of({waiver("coercion:string*")}))
                .summary.coercions.waived,
            1u);
  EXPECT_EQ(
      run_of({{&a, coerced("t")}}, waivers_of({waiver("coercion:key*")})).summary.coercions.waived,
      0u);
}

TEST(Waivers, ToolMeansTheToolOfTheCallAndNotTheOneExpected) {
  TestCase a = test_case("a", "get");
  Answer both = coerced("get");
  for (View& extra : coerced("search").views) both.views.push_back(extra);
  const Scored run = run_of({{&a, both}}, waivers_of({waiver("coercion:*", "tool(search)")}));
  EXPECT_EQ(run.summary.coercions.waived, 1u);
  EXPECT_EQ(run.summary.coercions.by_kind.at("stringToNumber"), 1u);
  for (const CallTrace& trace : run.scores[0].traces) {
    EXPECT_EQ(trace.findings[0].waiver.has_value(), trace.tools[0] == "search");
  }
}

TEST(Waivers, TheOtherTermsLookAtTheCase) {
  TestCase a = test_case("a", "t", 1, {"read"});
  TestCase b = test_case("b", "t");
  const Scored run = run_of({{&a, coerced("t")}, {&b, coerced("t")}},
                            waivers_of({waiver("coercion:*", "tag(read) & tool(t)")}));
  EXPECT_EQ(run.summary.coercions.waived, 1u);
  EXPECT_TRUE(run.scores[0].traces[0].findings[0].waiver);
  EXPECT_FALSE(run.scores[1].traces[0].findings[0].waiver);
}

TEST(Waivers, OneThatCoveredNothingFailsTheRunAndSaysWhere) {
  TestCase a = test_case("a", "t");
  const Waivers waivers =
      waivers_of({waiver("coercion:stringToNumber"), waiver("coercion:keyDropped", "tool(x)")});
  const Scored run = run_of({{&a, coerced("t")}}, waivers);
  EXPECT_EQ(run.summary.exit_code, 1);
  EXPECT_EQ(run.summary.waivers[0].outcome, GateOutcome::pass);
  EXPECT_EQ(run.summary.waivers[1].outcome, GateOutcome::fail);
  EXPECT_EQ(run.summary.waivers[1].place, "tare.json:14:5");
}

TEST(Waivers, OfTwoThatCoverOneFindingTheSecondIsNotNeeded) {
  TestCase a = test_case("a", "t");
  const Scored run =
      run_of({{&a, coerced("t")}},
             waivers_of({waiver("coercion:string*"), waiver("coercion:stringToNumber")}));
  EXPECT_EQ(run.summary.waivers[1].outcome, GateOutcome::fail);
}

TEST(Waivers, PartOfASuiteCannotTellThatOneIsNotNeeded) {
  TestCase a = test_case("a", "t");
  const Scored run =
      run_of({{&a, coerced("t")}}, waivers_of({waiver("coercion:keyDropped")}), {}, false);
  EXPECT_EQ(run.summary.exit_code, 0);
  EXPECT_EQ(run.summary.waivers[0].outcome, std::nullopt);
}

TEST(Waivers, AnIncompleteTrialLeavesItUndecided) {
  TestCase a = test_case("a", "t");
  const Scored run = run_of({{&a, coerced("t")}}, waivers_of({waiver("coercion:keyDropped")}),
                            {gate("incomplete", {}, 1)}, true, AttemptOutcome::failed);
  EXPECT_EQ(run.summary.waivers[0].outcome, GateOutcome::undecided);
  EXPECT_EQ(run.summary.exit_code, 3);
}

TEST(Waivers, LintRulesAreNoMatterOfARun) {
  TestCase a = test_case("a", "t");
  const Scored run = run_of({{&a, answer({"t"}, {"t"})}}, waivers_of({waiver("lint:dead-tag")}));
  EXPECT_EQ(run.summary.waivers[0].outcome, std::nullopt);
  EXPECT_EQ(run.summary.exit_code, 0);
}

TEST(Waivers, AFailingCaseIsWaivedAndStandsOutsideThePassRate) {
  TestCase a = test_case("a", "t");
  TestCase b = test_case("b", "t");
  const Scored run =
      run_of({{&a, answer({"u"}, {"u"})}, {&b, answer({"t"}, {"t"})}},
             waivers_of({waiver("case:a")}), {gate("passRate", 1), gate("exactAccuracy", 0.5)});
  EXPECT_EQ(run.scores[0].verdict, Verdict::waived);
  EXPECT_EQ(run.scores[0].raw_verdict, Verdict::waived);
  EXPECT_THAT(run.scores[0].reasons.back(), HasSubstr("it is ours"));
  EXPECT_EQ(run.summary.waived, 1u);
  EXPECT_EQ(run.summary.fail, 0u);
  EXPECT_EQ(run.summary.exit_code, 0);
  EXPECT_EQ(run.summary.scores.normalized.exact_accuracy, 0.5);  // the figure stays what it is
}

TEST(Waivers, AWaivedCaseThatPassesFailsTheRun) {
  TestCase a = test_case("a", "t");
  const Scored run = run_of({{&a, answer({"t"}, {"t"})}}, waivers_of({waiver("case:a")}));
  EXPECT_EQ(run.scores[0].verdict, Verdict::pass);
  EXPECT_EQ(run.summary.exit_code, 1);
}

TEST(Waivers, NoWaiverCoversALimit) {
  TestCase a = test_case("a", "t");
  const std::vector<Never> never = {made::never("u")};
  const std::vector<AttemptRecord> attempts = {attempt(answer({"u"}, {"u"}))};
  ScoreContext context;
  context.suite_never = never;
  TrialScore score = score_trial(a, attempts, context);
  waivers_of({waiver("case:a")}).apply(a, score);
  EXPECT_EQ(score.verdict, Verdict::fail);
}

TEST(Waivers, AnUnknownKindIsRefusedWithTheNearest) {
  Suite suite;
  suite.files = {"tare.json"};
  suite.waivers = {waiver("coercion:stringToNumer")};
  const Result<Waivers> out = Waivers::create(suite);
  ASSERT_FALSE(out.ok());
  EXPECT_THAT(out.error().reason, HasSubstr("stringToNumer"));
  EXPECT_THAT(out.error().mend, HasSubstr("stringToNumber"));
  EXPECT_EQ(out.error().where, "tare.json:14:5");
  suite.waivers = {waiver("coercion:nothing*")};
  EXPECT_FALSE(Waivers::create(suite).ok());
}

WaiverSpec quarantine(const std::string& id) {
  WaiverSpec spec = waiver("quarantine:" + id);
  spec.evidence = "passes 7 of 10";
  return spec;
}

TEST(Quarantine, SetsPassesAndFailuresAsideAndCountsBoth) {
  TestCase a = test_case("a", "t"), b = test_case("b", "t");
  const Waivers waivers = waivers_of({quarantine("a")});
  const Answer right = answer({"t"}, {"t"}), wrong = answer({"u"}, {"u"});
  const Scored out =
      run_of({{&a, right}, {&a, wrong}, {&b, right}}, waivers,
             {gate("passRate", 1), gate("exactAccuracy", 1), gate("confusions", {}, 0)});
  EXPECT_EQ(out.summary.exit_code, 0);
  for (const GateResult& one : out.summary.gates) EXPECT_EQ(one.outcome, GateOutcome::pass);
  EXPECT_EQ(out.summary.scores.normalized.trials, 1u);
  EXPECT_TRUE(out.summary.normalized_confusions.empty());
  EXPECT_EQ(out.summary.totals.trials, 3u);
  EXPECT_EQ(out.summary.waived, 2u);
  EXPECT_EQ(out.summary.trials.normalized.cases, 1u);
  EXPECT_EQ(out.scores[0].quarantined, Verdict::pass);
  EXPECT_EQ(out.scores[1].quarantined, Verdict::fail);
  EXPECT_EQ(out.scores[0].verdict, Verdict::waived);
  const WaiverResult& entry = out.summary.waivers[0];
  EXPECT_EQ(entry.matched, 2u);
  EXPECT_EQ(entry.passed, 1u);
  EXPECT_EQ(entry.failed, 1u);
  EXPECT_FALSE(entry.unexpected_pass);
  EXPECT_EQ(entry.outcome, GateOutcome::pass);
  EXPECT_THAT(out.scores[1].reasons.back(),
              HasSubstr("would be fail: it is ours (passes 7 of 10)"));
}

TEST(Quarantine, AnUnexpectedPassIsToldOfAWholeRunAlone) {
  TestCase a = test_case("a", "t");
  const Waivers waivers = waivers_of({quarantine("a")});
  const Answer right = answer({"t"}, {"t"});
  const Scored whole = run_of({{&a, right}, {&a, right}}, waivers);
  EXPECT_TRUE(whole.summary.waivers[0].unexpected_pass);
  EXPECT_EQ(whole.summary.exit_code, 0);
  EXPECT_FALSE(run_of({{&a, right}}, waivers, {}, false).summary.waivers[0].unexpected_pass);
}

TEST(Quarantine, LeavesNothingUndecidedAndCoversNoLimit) {
  TestCase a = test_case("a", "t"), b = test_case("b", "t");
  const Waivers waivers = waivers_of({quarantine("a")});
  const Scored broken = run_of({{&a, Answer{}}}, waivers, {}, true, AttemptOutcome::failed);
  EXPECT_EQ(broken.scores[0].quarantined, Verdict::undecided);
  for (const GateResult& one : broken.summary.gates) {
    if (one.figure == "neverCalled" || one.figure == "neverExecuted") {
      EXPECT_EQ(one.outcome, GateOutcome::pass);
    }
  }
  a.expected.rare = std::make_unique<RareExpectation>();
  a.expected.rare->never.push_back(made::never("u"));
  const Scored crossed = run_of({{&a, answer({"u"}, {"u"})}}, waivers);
  EXPECT_EQ(crossed.scores[0].quarantined, std::nullopt);
  EXPECT_EQ(crossed.summary.exit_code, 1);
}

TEST(Quarantine, ThatCoveredNothingSaysWhy) {
  TestCase a = test_case("a", "t");
  const Answer right = answer({"t"}, {"t"});
  WaiverSpec elsewhere = quarantine("a");
  elsewhere.where = "tag(none)";
  const Scored out = run_of(
      {{&a, right}}, waivers_of({quarantine("a"), quarantine("a"), elsewhere, quarantine("gone"),
                                 waiver("case:a"), waiver("coercion:keyDropped")}));
  const std::vector<WaiverResult>& entries = out.summary.waivers;
  EXPECT_EQ(entries[0].reason, "");
  EXPECT_EQ(entries[1].reason, "the entry at tare.json:14:5 covers that case");
  EXPECT_EQ(entries[1].outcome, GateOutcome::fail);
  EXPECT_THAT(entries[2].reason, HasSubstr("to which its \"where\" applies"));
  EXPECT_EQ(entries[3].reason, "no trial of that case ran here");
  EXPECT_EQ(entries[4].reason, "the entry at tare.json:14:5 covers that case");
  EXPECT_EQ(entries[5].reason, "");
  const Scored passes = run_of({{&a, right}}, waivers_of({waiver("case:a")}));
  EXPECT_EQ(passes.summary.waivers[0].reason, "the case passes");
}

TEST(Quarantine, OfACaseThatCrossedALimitIsNotToldToGo) {
  TestCase a = test_case("a", "t");
  a.expected.rare = std::make_unique<RareExpectation>();
  a.expected.rare->never.push_back(made::never("u"));
  const Scored out =
      run_of({{&a, answer({"u"}, {"u"})}}, waivers_of({quarantine("a"), waiver("case:a")}));
  for (const WaiverResult& entry : out.summary.waivers) {
    EXPECT_EQ(entry.outcome, std::nullopt);
    EXPECT_EQ(entry.reason, "the case crossed a limit, which no waiver covers");
  }
}

TEST(Quarantine, AnIncompleteTrialOfItLeavesNoOtherEntryUndecided) {
  TestCase a = test_case("a", "t");
  const Scored out = run_of({{&a, Answer{}}}, waivers_of({quarantine("a"), waiver("case:gone")}),
                            {}, true, AttemptOutcome::failed);
  EXPECT_EQ(out.summary.waivers[1].outcome, GateOutcome::fail);
}

TEST(Waivers, APlaceIsToldFromTheSuitesFolderAndAsTheSuiteWasNamed) {
  Suite suite;
  suite.path = "/some/where/tare.json";
  suite.files = {"/some/where/tare.json"};
  suite.waivers = {waiver("case:a")};
  TestCase a = test_case("a", "t");
  const Result<Waivers> waivers = Waivers::create(suite);
  ASSERT_TRUE(waivers.ok());
  const Scored out = run_of({{&a, answer({"t"}, {"t"})}}, *waivers);
  EXPECT_EQ(out.summary.waivers[0].place, "/some/where/tare.json:14:5");
  EXPECT_EQ(out.summary.waivers[0].at, "tare.json:14:5");
}

TEST(Quarantine, OfACaseThatDidNotRunCoversNothing) {
  TestCase a = test_case("a", "t");
  const Scored out = run_of({{&a, answer({"t"}, {"t"})}}, waivers_of({quarantine("gone")}));
  EXPECT_EQ(out.summary.waivers[0].outcome, GateOutcome::fail);
  EXPECT_EQ(out.summary.exit_code, 1);
}

}  // namespace
}  // namespace tare
