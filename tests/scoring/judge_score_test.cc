// When a judge is asked, what its word does, and when it only informs.
#include "scoring/judge_score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made.h"
#include "scoring/aggregate.h"
#include "scoring/judge_standing.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

using testing::HasSubstr;
using State = JudgeScore::State;

constexpr const char* kContract = "PASS only if get was called";

// An agent's case; `tool` "-": it states nothing but the contract.
TestCase judged_case(const std::string& tool = "-", const std::string& id = "c") {
  TestCase out = made::test_case(id, tool == "-" ? "" : tool);
  if (tool == "-") out.expected.tool = Expectation::Tool::unstated;
  out.input.kind = CaseKind::agent;
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->expected_output_json = std::string("\"") + kContract + "\"";
  return out;
}

Judgement judgement(std::optional<double> score, std::optional<bool> pass) {
  Judgement out;
  out.contract_sha256 = contract_sha256(kContract);
  Answer said;
  said.verdict = JudgeVerdict{score, pass, "so"};
  said.usage.cost_seen = true;
  said.usage.cost_usd = 0.25;
  out.attempt = made::attempt(std::move(said));
  return out;
}

Judgement failed_judgement() {
  Judgement out;
  out.contract_sha256 = contract_sha256(kContract);
  out.attempt = made::attempt({}, AttemptOutcome::failed);
  return out;
}

constexpr JudgeRule kRule{4, true};
constexpr JudgeRule kInforms{4, false};

TrialScore scored(const TestCase& test_case, Answer answer, std::vector<Judgement> judgements,
                  const JudgeRule* rule = &kRule,
                  AttemptOutcome outcome = AttemptOutcome::completed) {
  AttemptRecord record = made::attempt(std::move(answer), outcome);
  record.judgements = std::move(judgements);
  ScoreContext context;
  context.judge = rule;
  return score_trial(test_case, std::span(&record, 1), context);
}

TEST(Judge, ItsWordIsTheVerdictWhereTheCaseStatesNothingElse) {
  const TrialScore pass =
      scored(judged_case(), made::answer({"get"}, {"get"}), {judgement(std::nullopt, true)});
  EXPECT_EQ(pass.verdict, Verdict::pass);
  EXPECT_EQ(pass.raw_verdict, Verdict::pass);
  EXPECT_TRUE(pass.reasons.empty());
  EXPECT_EQ(pass.judge->state, State::passed);
  EXPECT_EQ(pass.judge->cost_usd, 0.25);
  const TrialScore fail =
      scored(judged_case(), made::answer({"get"}, {"get"}), {judgement(std::nullopt, false)});
  EXPECT_EQ(fail.verdict, Verdict::fail);
  EXPECT_THAT(fail.reasons, testing::ElementsAre("the judge says FAIL: so"));
}

TEST(Judge, AScorePassesFromTheThresholdOn) {
  for (const auto& [score, state] : {std::pair{3.9, State::failed}, {4.0, State::passed}}) {
    const TrialScore one =
        scored(judged_case(), made::answer({"get"}, {"get"}), {judgement(score, std::nullopt)});
    EXPECT_EQ(one.judge->state, state) << score;
    EXPECT_EQ(one.judge->score, score);
  }
}

TEST(Judge, NeverChangesWhatCodeDecided) {
  const TrialScore pass =
      scored(judged_case("get"), made::answer({"get"}, {"get"}), {judgement(std::nullopt, false)});
  EXPECT_EQ(pass.verdict, Verdict::pass);
  EXPECT_EQ(pass.judge->state, State::failed);
  const TrialScore fail =
      scored(judged_case("set"), made::answer({"get"}, {"get"}), {judgement(std::nullopt, true)});
  EXPECT_EQ(fail.verdict, Verdict::fail);
  EXPECT_EQ(fail.judge->state, State::not_asked);
  EXPECT_EQ(fail.judge->why, NotJudged::rule_broken);
}

TEST(Judge, IsNotAskedAboutWhatCodeCanTell) {
  const auto why = [](const TrialScore& score) {
    EXPECT_EQ(score.judge->state, State::not_asked);
    return score.judge->why;
  };
  const TestCase alone = judged_case();
  EXPECT_EQ(why(scored(alone, made::answer({}, {}), {})), NotJudged::no_call);
  EXPECT_EQ(why(scored(alone, made::answer({"get"}, {}), {})), NotJudged::no_call);
  Answer refused = made::answer({"get"}, {});
  refused.finished = FinishReason::refused_by_client;
  EXPECT_EQ(why(scored(alone, refused, {})), NotJudged::refused);
  Answer unended = made::answer({"get"}, {"get"});
  unended.finished = FinishReason::max_turns;
  EXPECT_EQ(why(scored(alone, unended, {})), NotJudged::max_turns);
  Answer failing = made::answer({"get"}, {"get"});
  failing.views[1].status = CallStatus::failed;
  EXPECT_EQ(why(scored(alone, failing, {})), NotJudged::tool_error);
  TestCase limited = judged_case();
  limited.expected.rare->never.push_back(made::never("get"));
  const TrialScore crossed = scored(limited, made::answer({"get"}, {"get"}), {});
  EXPECT_EQ(why(crossed), NotJudged::limit_crossed);
  EXPECT_EQ(crossed.verdict, Verdict::fail);
  Answer half = made::answer({"get"}, {});
  half.normalized_given = false;
  EXPECT_EQ(why(scored(judged_case("get"), half, {})), NotJudged::undecided);
  EXPECT_EQ(why(scored(alone, {}, {}, &kRule, AttemptOutcome::failed)), NotJudged::incomplete);
  // Where nothing was asked, nothing is known.
  EXPECT_EQ(scored(alone, made::answer({}, {}), {}).verdict, Verdict::observed);
}

TEST(Judge, OneThatFailsIsNoFail) {
  const TrialScore alone = scored(judged_case(), made::answer({"get"}, {"get"}),
                                  {failed_judgement(), failed_judgement()});
  EXPECT_EQ(alone.judge->state, State::incomplete);
  EXPECT_EQ(alone.judge->tries, 2u);
  EXPECT_EQ(alone.verdict, Verdict::undecided);
  EXPECT_THAT(alone.reasons[0], HasSubstr("the adapter did not finish"));
  EXPECT_EQ(
      scored(judged_case("get"), made::answer({"get"}, {"get"}), {failed_judgement()}).verdict,
      Verdict::pass);
  const TrialScore retried = scored(judged_case(), made::answer({"get"}, {"get"}),
                                    {failed_judgement(), judgement(5, std::nullopt)});
  EXPECT_EQ(retried.verdict, Verdict::pass);
}

TEST(Judge, AVerdictByAnotherContractDoesNotCount) {
  Judgement other = judgement(std::nullopt, true);
  other.contract_sha256 = contract_sha256("PASS always");
  const TrialScore one = scored(judged_case(), made::answer({"get"}, {"get"}), {other});
  EXPECT_EQ(one.judge->state, State::incomplete);
  EXPECT_THAT(one.judge->reason, HasSubstr("another contract"));
}

TEST(Judge, WithoutOneOrWithoutTrustTheTrialIsObserved) {
  const TrialScore none = scored(judged_case(), made::answer({"get"}, {"get"}), {}, nullptr);
  EXPECT_FALSE(none.judge);
  EXPECT_EQ(none.verdict, Verdict::observed);
  EXPECT_THAT(none.reasons[0], HasSubstr("had no judge"));
  const TrialScore informs = scored(judged_case(), made::answer({"get"}, {"get"}),
                                    {judgement(std::nullopt, false)}, &kInforms);
  EXPECT_EQ(informs.judge->state, State::failed);
  EXPECT_EQ(informs.verdict, Verdict::observed);
}

TEST(Agent, OneThatRanIntoItsTurnsFailsItsExpectation) {
  Answer unended = made::answer({"get"}, {"get"});
  unended.finished = FinishReason::max_turns;
  TestCase agent = made::test_case("c", "get");
  agent.input.kind = CaseKind::agent;
  const TrialScore one = scored(agent, unended, {}, nullptr);
  EXPECT_EQ(one.verdict, Verdict::fail);
  EXPECT_EQ(one.raw_verdict, Verdict::fail);
  EXPECT_THAT(one.reasons[0], HasSubstr("limit on turns"));
  EXPECT_EQ(scored(made::test_case("c", "get"), unended, {}, nullptr).verdict, Verdict::pass);
}

GateSpec gate(const std::string& figure, double min) {
  GateSpec out;
  out.figure = figure;
  out.min = min;
  return out;
}

const GateResult& named(const RunSummary& summary, const std::string& figure) {
  for (const GateResult& one : summary.gates) {
    if (one.figure == figure) return one;
  }
  ADD_FAILURE() << "no gate on " << figure;
  return summary.gates.front();
}

struct Trials {
  int passed = 0, failed = 0, broken = 0, uncalled = 0;
};

RunSummary summary_of(const Trials& trials, std::vector<GateSpec> gates,
                      const JudgeStanding& standing = {}) {
  Result<Aggregate> made = Aggregate::create(std::move(gates));
  Aggregate aggregate = std::move(*made);
  const JudgeRule rule{4, standing.decides};
  int number = 0;
  const auto add = [&](int count, std::vector<Judgement> judgements, bool called) {
    for (int i = 0; i < count; ++i) {
      const TestCase one = judged_case("-", "c" + std::to_string(number++));
      aggregate.add(one, scored(one, called ? made::answer({"get"}, {"get"}) : made::answer({}, {}),
                                judgements, &rule));
    }
  };
  add(trials.passed, {judgement(std::nullopt, true)}, true);
  add(trials.failed, {judgement(std::nullopt, false)}, true);
  add(trials.broken, {failed_judgement()}, true);
  add(trials.uncalled, {}, false);
  aggregate.set_judge(standing);
  return aggregate.finish(false);
}

TEST(JudgeGate, IsOverTheTrialsWithAVerdict) {
  const RunSummary summary =
      summary_of({.passed = 3, .failed = 1, .uncalled = 4}, {gate("judgePassRate", 0.75)});
  EXPECT_EQ(named(summary, "judgePassRate").value, 0.75);
  EXPECT_EQ(named(summary, "judgePassRate").outcome, GateOutcome::pass);
  ASSERT_TRUE(summary.judge);
  EXPECT_EQ(summary.judge->passed, 3u);
  EXPECT_EQ(summary.judge->failed, 1u);
  EXPECT_EQ(summary.judge->not_asked.at("noCall"), 4u);
  EXPECT_EQ(summary.judge->cost_usd, 1.0);
  EXPECT_EQ(summary.exit_code, 0);
}

TEST(JudgeGate, AJudgeThatFailedLeavesItUndecided) {
  const RunSummary summary = summary_of({.passed = 3, .broken = 1}, {gate("judgePassRate", 0.9)});
  EXPECT_EQ(named(summary, "judgePassRate").outcome, GateOutcome::undecided);
  EXPECT_EQ(summary.exit_code, 3);
  EXPECT_EQ(summary.judge->incomplete, 1u);
  const RunSummary lost = summary_of({.failed = 3, .broken = 1}, {gate("judgePassRate", 0.9)});
  EXPECT_EQ(named(lost, "judgePassRate").outcome, GateOutcome::fail);
}

TEST(JudgeGate, WithoutAnyVerdictItFails) {
  const RunSummary summary = summary_of({.uncalled = 2}, {gate("judgePassRate", 0.0)});
  EXPECT_EQ(named(summary, "judgePassRate").outcome, GateOutcome::fail);
  EXPECT_THAT(named(summary, "judgePassRate").reason, HasSubstr("no value"));
}

TEST(JudgeGate, OneThatInformsStopsNoBuildAndSaysSo) {
  const RunSummary summary = summary_of({.failed = 2}, {gate("judgePassRate", 0.9)},
                                        {.decides = false, .why = "not calibrated"});
  const GateResult& one = named(summary, "judgePassRate");
  EXPECT_EQ(one.outcome, GateOutcome::pass);
  EXPECT_TRUE(one.informs);
  EXPECT_EQ(one.value, 0.0);
  EXPECT_EQ(one.reason, "not calibrated");
  EXPECT_EQ(summary.exit_code, 0);
  EXPECT_EQ(summary.observed, 2u);
}

TEST(JudgeGate, JudgedTrialsCountInThePassRateOnBothSides) {
  GateSpec rate = gate("passRate", 0.5);
  const RunSummary summary = summary_of({.passed = 1, .failed = 1, .uncalled = 3}, {rate});
  for (const GateResult& one : summary.gates) {
    if (one.figure == "passRate") {
      EXPECT_EQ(one.value, 0.5) << one.view;
      EXPECT_EQ(one.outcome, GateOutcome::pass) << one.view;
    }
  }
  const RunSummary open = summary_of({.passed = 1, .broken = 1}, {gate("passRate", 0.6)});
  EXPECT_EQ(named(open, "passRate").outcome, GateOutcome::undecided);
}

TEST(JudgeStanding, OnlyACalibrationOfThisJudgeThatReachesItCounts) {
  JudgeSpec judge;
  EXPECT_TRUE(judge_standing(judge, "aa", "cc").decides);
  judge.min_kappa = 0.6;
  EXPECT_FALSE(judge_standing(judge, "aa", "cc").decides);
  judge.calibration = Calibration{"aa", "cc", 40, 0.9, 0.6};
  EXPECT_TRUE(judge_standing(judge, "aa", "cc").decides);
  EXPECT_FALSE(judge_standing(judge, "bb", "cc").decides);
  EXPECT_THAT(judge_standing(judge, "aa", "dd").why, HasSubstr("contracts have changed"));
  judge.calibration->kappa = 0.5999;
  EXPECT_FALSE(judge_standing(judge, "aa", "cc").decides);
  judge.calibration->kappa.reset();
  EXPECT_FALSE(judge_standing(judge, "aa", "cc").decides);
}

}  // namespace
}  // namespace tare
