#include "audit/cell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scoring/trial_score.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

View view(At at, const std::string& name, const std::string& arguments) {
  View out;
  out.at = at;
  out.name = name;
  out.arguments = arguments;
  out.evidence = at == At::wire ? Evidence::recorded : Evidence::verbatim;
  return out;
}

// A client that asked the model proxy `requests` times, and ended as it should.
AttemptRecord attempt(std::vector<View> views, std::uint32_t requests = 2) {
  AttemptRecord out;
  out.outcome = AttemptOutcome::completed;
  out.termination.kind = Termination::Kind::exited;
  out.answer.views = std::move(views);
  out.answer.finished = FinishReason::stop;
  out.answer.recorders.emplace();
  out.answer.recorders->model = true;
  out.answer.recorders->model_requests = requests;
  return out;
}

TestCase observed() {
  TestCase out;
  out.input.id = "group/case";
  out.input.kind = CaseKind::observe;
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->metadata_json = R"({"kind": "stringToNumber"})";
  return out;
}

AuditCell cell(const AttemptRecord& record) {
  const TestCase test_case = observed();
  const TrialScore score = score_trial(test_case, {&record, 1}, {});
  return cell_of(test_case, score, record);
}

const std::string kArguments = R"({"n":"4"})";
View wire() { return view(At::wire, "get", kArguments); }
View tool(const std::string& arguments = kArguments) { return view(At::tool, "get", arguments); }

TEST(Cell, KnowsItsCaseAndWhatThatTemptsTo) {
  const AuditCell made = cell(attempt({wire(), tool()}));
  EXPECT_EQ(made.case_id, "group/case");
  EXPECT_EQ(made.aim, "stringToNumber");
  EXPECT_EQ(made.finished, "stop");
  EXPECT_EQ(made.model_requests, 2u);
}

TEST(Cell, AsWrittenIsVerbatim) {
  const AuditCell made = cell(attempt({wire(), tool()}));
  EXPECT_EQ(made.outcome, CellOutcome::verbatim);
  EXPECT_EQ(made.severity, Severity::none);
  EXPECT_THAT(made.kinds, IsEmpty());
  ASSERT_EQ(made.calls.size(), 1u);
  EXPECT_EQ(made.calls[0].raw_arguments, kArguments);
  EXPECT_EQ(made.calls[0].normalized_arguments, kArguments);
}

TEST(Cell, TheSameValueWrittenOtherwiseIsRespelled) {
  const AuditCell made =
      cell(attempt({view(At::wire, "get", R"({"n":1e2})"), tool(R"({"n":100})")}));
  EXPECT_EQ(made.outcome, CellOutcome::respelled);
  EXPECT_EQ(made.severity, Severity::info);
  EXPECT_THAT(made.kinds, ElementsAre("numberRespelled"));
}

TEST(Cell, AnotherValueIsCoerced) {
  const AuditCell made = cell(attempt({wire(), tool(R"({"n":4})")}));
  EXPECT_EQ(made.outcome, CellOutcome::coerced);
  EXPECT_GT(made.severity, Severity::info);
  EXPECT_THAT(made.kinds, ElementsAre("stringToNumber"));
}

TEST(Cell, ACallFromNowhereIsCoerced) {
  const AuditCell made = cell(attempt({wire(), tool(), view(At::tool, "other", "{}")}));
  EXPECT_EQ(made.outcome, CellOutcome::coerced);
  ASSERT_EQ(made.calls.size(), 2u);
  EXPECT_EQ(made.calls[1].raw_name, std::nullopt);
  EXPECT_EQ(made.calls[1].normalized_name, "other");
}

TEST(Cell, AResultThatWentBackWithoutAToolIsAnErrorToTheModel) {
  View answered = wire();
  answered.answered = true;
  const AuditCell made = cell(attempt({answered}));
  EXPECT_EQ(made.outcome, CellOutcome::error_to_model);
  ASSERT_EQ(made.calls.size(), 1u);
  EXPECT_EQ(made.calls[0].normalized_name, std::nullopt);
}

View rejected() {
  View out = tool();
  out.status = CallStatus::rejected;
  return out;
}

TEST(Cell, WhatTheServerRejectedAndTheModelWasToldIsAnErrorToTheModel) {
  View answered = wire();
  answered.answered = true;
  EXPECT_EQ(cell(attempt({answered, rejected()})).outcome, CellOutcome::error_to_model);
}

TEST(Cell, ARejectionThatTheClientThrewIsAnErrorToTheCaller) {
  AttemptRecord record = attempt({wire(), rejected()}, 1);
  record.answer.finished = FinishReason::refused_by_client;
  EXPECT_EQ(cell(record).outcome, CellOutcome::error_to_caller);
}

TEST(Cell, ARejectionThatNobodyHeardOfIsDropped) {
  EXPECT_EQ(cell(attempt({wire(), rejected()}, 1)).outcome, CellOutcome::dropped);
  EXPECT_EQ(cell(attempt({wire(), rejected()}, 2)).outcome, CellOutcome::asked_again);
}

TEST(Cell, ARejectionCountsAsToldWhereNobodySeesTheModelsSide) {
  AttemptRecord record = attempt({wire(), rejected()});
  record.answer.recorders->model = false;
  EXPECT_EQ(cell(record).outcome, CellOutcome::error_to_model);
}

TEST(Cell, AFurtherRequestWithoutAWordOfTheCallAsksAgain) {
  EXPECT_EQ(cell(attempt({wire()}, 2)).outcome, CellOutcome::asked_again);
}

TEST(Cell, AThrowingClientIsAnErrorToTheCaller) {
  AttemptRecord record = attempt({wire()}, 1);
  record.answer.finished = FinishReason::refused_by_client;
  record.answer.finish_message = "SyntaxError: bad";
  const AuditCell made = cell(record);
  EXPECT_EQ(made.outcome, CellOutcome::error_to_caller);
  EXPECT_EQ(made.finished, "refusedByClient");
  EXPECT_EQ(made.told, "SyntaxError: bad");
}

TEST(Cell, AGoodEndWithoutTheCallIsDropped) {
  const AuditCell made = cell(attempt({wire()}, 1));
  EXPECT_EQ(made.outcome, CellOutcome::dropped);
  EXPECT_THAT(made.kinds, ElementsAre("callDropped"));
}

TEST(Cell, AProcessThatEndsOverTheCallDied) {
  AttemptRecord record = attempt({wire()}, 1);
  record.outcome = AttemptOutcome::client_crash;
  record.failure_text = "signal 6";
  const AuditCell made = cell(record);
  EXPECT_EQ(made.outcome, CellOutcome::died);
  EXPECT_EQ(made.told, "signal 6");
}

TEST(Cell, AProcessMayDieAfterItsToolsRan) {
  AttemptRecord record = attempt({wire(), tool()});
  record.outcome = AttemptOutcome::client_crash;
  const AuditCell made = cell(record);
  EXPECT_EQ(made.outcome, CellOutcome::died);
  ASSERT_EQ(made.calls.size(), 1u);
  EXPECT_EQ(made.calls[0].outcome, CellOutcome::verbatim);
}

TEST(Cell, AnAttemptThatFailedForAnotherReasonIsNotMeasured) {
  AttemptRecord record = attempt({wire(), tool()});
  record.outcome = AttemptOutcome::failed;
  record.failure = Failure::deadline_exceeded;
  record.failure_text = "it took too long";
  const AuditCell made = cell(record);
  EXPECT_EQ(made.outcome, CellOutcome::not_measured);
  EXPECT_EQ(made.told, "it took too long");
  EXPECT_THAT(made.calls, IsEmpty());
}

TEST(Cell, AClientThatNeverAskedIsNotMeasured) {
  const AuditCell made = cell(attempt({}, 0));
  EXPECT_EQ(made.outcome, CellOutcome::not_measured);
  EXPECT_EQ(made.told, "the client never asked the model proxy");
}

TEST(Cell, TheWorstCallIsTheCells) {
  View lost = view(At::wire, "put", R"({"a":1})");
  View kept = wire();
  lost.id = "1";
  kept.id = "2";
  kept.answered = true;
  View got = tool();
  got.id = "2";
  const AuditCell made = cell(attempt({lost, kept, got}));
  ASSERT_EQ(made.calls.size(), 2u);
  EXPECT_EQ(made.calls[0].outcome, CellOutcome::dropped);
  EXPECT_EQ(made.calls[1].outcome, CellOutcome::verbatim);
  EXPECT_EQ(made.outcome, CellOutcome::dropped);
}

TEST(Cell, WhatIsSentBackAsThePastIsAFindingAndNoOutcome) {
  const AttemptRecord record = attempt({wire(), tool()});
  const TestCase test_case = observed();
  TrialScore score = score_trial(test_case, {&record, 1}, {});
  ASSERT_EQ(score.traces.size(), 1u);
  Finding rewritten;
  rewritten.kind = "historyRewritten";
  rewritten.severity = Severity::medium;
  score.traces[0].findings.push_back(rewritten);
  const AuditCell made = cell_of(test_case, score, record);
  EXPECT_EQ(made.outcome, CellOutcome::verbatim);
  EXPECT_EQ(made.severity, Severity::medium);
  EXPECT_THAT(made.kinds, ElementsAre("historyRewritten"));
}

}  // namespace
}  // namespace tare
