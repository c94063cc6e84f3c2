// A run that did not come to its end: what code can decide, no judge is waited for.
#include "scoring/bad_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made.h"
#include "scoring/aggregate.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TestCase contract_alone(const std::string& id = "c") {
  TestCase out = made::test_case(id, "");
  out.expected.tool = Expectation::Tool::unstated;
  out.input.kind = CaseKind::agent;
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->expected_output_json = "\"PASS only if done\"";
  return out;
}

Answer ended(FinishReason reason) {
  Answer out = made::answer({"get"}, {"get"});
  out.finished = reason;
  return out;
}

TrialScore scored(const TestCase& test_case, Answer answer,
                  AttemptOutcome outcome = AttemptOutcome::completed,
                  const JudgeRule* judge = nullptr) {
  const AttemptRecord record = made::attempt(std::move(answer), outcome);
  ScoreContext context;
  context.judge = judge;
  return score_trial(test_case, std::span(&record, 1), context);
}

TEST(BadEnd, FailsATrialThatStatesNothingButAContract) {
  const TestCase alone = contract_alone();
  Answer failing = made::answer({"get"}, {"get"});
  failing.views[1].status = CallStatus::failed;
  struct Row {
    TrialScore score;
    Verdict raw;
    const char* reason;
  };
  const JudgeRule decides{4, true};
  for (const JudgeRule* judge : {static_cast<const JudgeRule*>(nullptr), &decides}) {
    const Row rows[] = {
        {scored(alone, ended(FinishReason::stop), AttemptOutcome::client_crash, judge),
         Verdict::observed, "the client died"},
        {scored(alone, ended(FinishReason::refused_by_client), AttemptOutcome::completed, judge),
         Verdict::observed, "the client refused"},
        {scored(alone, ended(FinishReason::max_turns), AttemptOutcome::completed, judge),
         Verdict::fail, "limit on turns"},
        {scored(alone, ended(FinishReason::refusal), AttemptOutcome::completed, judge),
         Verdict::fail, "the model declined"},
        {scored(alone, failing, AttemptOutcome::completed, judge), Verdict::observed,
         "1 call of tools failed and was not expected to (\"get\")"}};
    for (const Row& row : rows) {
      EXPECT_EQ(row.score.verdict, Verdict::fail) << row.reason;
      EXPECT_EQ(row.score.raw_verdict, row.raw) << row.reason;
      EXPECT_THAT(row.score.reasons, ElementsAre(HasSubstr(row.reason)));
      if (judge != nullptr) {
        EXPECT_EQ(row.score.judge->state, JudgeScore::State::not_asked);
      }
    }
  }
}

TEST(BadEnd, ToolsThatMayFailAndAGoodEndLeaveItToTheJudge) {
  TestCase expecting = contract_alone();
  expecting.expected.rare->expected_errors = {"get"};
  Answer failing = made::answer({"get"}, {"get"});
  failing.views[1].status = CallStatus::failed;
  EXPECT_EQ(scored(expecting, failing).verdict, Verdict::observed);
  EXPECT_EQ(scored(contract_alone(), ended(FinishReason::stop)).verdict, Verdict::observed);
  EXPECT_EQ(scored(contract_alone(), ended(FinishReason::held)).verdict, Verdict::observed);
}

TEST(BadEnd, ACaseThatStatesAToolIsDecidedByItsTool) {
  TestCase agent = contract_alone();
  agent.expected.tool = Expectation::Tool::named;
  agent.expected.expected_tool = "get";
  EXPECT_EQ(scored(agent, ended(FinishReason::refusal)).verdict, Verdict::pass);
  EXPECT_EQ(scored(agent, ended(FinishReason::max_turns)).verdict, Verdict::fail);
}

TEST(BadEnd, AnAgentThatCrashedDidNotKeepItsLimitsByIt) {
  TestCase limited = contract_alone();
  limited.expected.rare->expected_output_json.clear();
  limited.expected.rare->never.push_back(made::never("drop"));
  EXPECT_EQ(scored(limited, ended(FinishReason::stop)).verdict, Verdict::pass);
  Answer crashed = made::answer({"get"}, {});
  const TrialScore score = scored(limited, crashed, AttemptOutcome::client_crash);
  EXPECT_EQ(score.verdict, Verdict::fail);
  EXPECT_EQ(score.raw_verdict, Verdict::pass);
  // Declining is one way to keep them.
  EXPECT_EQ(scored(limited, ended(FinishReason::refusal)).verdict, Verdict::pass);
}

TEST(BadEnd, MoreTurnsThanTheLimitFailWhateverTheAgentEndsWith) {
  TestCase agent = made::test_case("c", "get");
  agent.input.kind = CaseKind::agent;
  Answer said = made::answer({"get"}, {"get"});
  said.views[0].turn = said.views[1].turn = 5;
  ScoreContext context;
  context.max_turns = 4;
  const auto score = [&](const TestCase& test_case) {
    const AttemptRecord record = made::attempt(said);
    return score_trial(test_case, std::span(&record, 1), context);
  };
  const TrialScore over = score(agent);
  EXPECT_EQ(over.verdict, Verdict::fail);
  EXPECT_EQ(over.raw_verdict, Verdict::fail);
  EXPECT_THAT(over.reasons, ElementsAre("the agent took 5 turns, and 4 are its limit (maxTurns); "
                                        "the adapter says so"));
  // The case's own limit stands over the suite's, and a limit that is reached is kept.
  agent.input.max_turns = 5;
  EXPECT_EQ(score(agent).verdict, Verdict::pass);
  // Requests that were answered are turns, others are not.
  said.recorders.emplace();
  said.recorders->model = true;
  said.recorders->model_requests = 9;
  said.recorders->model_replies = 5;
  EXPECT_EQ(score(agent).verdict, Verdict::pass);
  said.recorders->model_replies = 7;
  EXPECT_THAT(score(agent).reasons, ElementsAre(HasSubstr("took 7 turns, and 5 are its limit "
                                                          "(maxTurns); the model proxy saw")));
  const TrialScore alone = [&] {
    const AttemptRecord record = made::attempt(said);
    const JudgeRule decides{4, true};
    ScoreContext judged = context;
    judged.judge = &decides;
    return score_trial(contract_alone(), std::span(&record, 1), judged);
  }();
  EXPECT_EQ(alone.verdict, Verdict::fail);
  EXPECT_EQ(alone.judge->why, NotJudged::max_turns);
  // One turn is all that another kind has.
  EXPECT_EQ(score(made::test_case("c", "get")).verdict, Verdict::pass);
}

TEST(BadEnd, ALimitThatMayHaveBeenCrossedLeavesTheTrialOpen) {
  TestCase limited = contract_alone();
  limited.expected.rare->never.push_back(
      made::never("get", Never::Level::called, R"({"n":{"$range":{"gt":1}}})"));
  Answer cut = made::answer({"get"}, {"get"});
  for (View& view : cut.views) view.arguments = "{\"n\":";
  const JudgeRule decides{4, true};
  const TrialScore score = scored(limited, cut, AttemptOutcome::completed, &decides);
  EXPECT_EQ(score.verdict, Verdict::undecided);
  EXPECT_EQ(score.raw_verdict, Verdict::undecided);
  EXPECT_EQ(score.judge->why, NotJudged::undecided);
}

GateOutcome pass_rate_of(const std::vector<TrialScore>& scores) {
  GateSpec gate;
  gate.figure = "passRate";
  gate.view = GateSpec::View::normalized;
  gate.min = 0.6;
  Result<Aggregate> made = Aggregate::create({gate});
  Aggregate aggregate = std::move(*made);
  aggregate.add(made::test_case("tool", "get"),
                scored(made::test_case("tool", "get"), made::answer({"get"}, {"get"})));
  const TestCase alone = contract_alone();
  for (const TrialScore& score : scores) aggregate.add(alone, score);
  return aggregate.finish(false).gates.front().outcome;
}

TEST(BadEnd, FailsThePassRateAndLeavesItOpenWhereTheEndIsNotKnown) {
  const TestCase alone = contract_alone();
  EXPECT_EQ(pass_rate_of({scored(alone, ended(FinishReason::stop))}), GateOutcome::pass);
  EXPECT_EQ(pass_rate_of({scored(alone, ended(FinishReason::max_turns))}), GateOutcome::fail);
  EXPECT_EQ(pass_rate_of({scored(alone, {}, AttemptOutcome::failed)}), GateOutcome::undecided);
}

}  // namespace
}  // namespace tare
