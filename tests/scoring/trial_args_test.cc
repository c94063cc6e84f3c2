// Arguments, status and schemas of the asserted call, and what they do to a verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_run.h"

namespace tare {
namespace {

using made::answer;
using made::attempt;
using made::gate;
using made::test_case;
using made::trial;
using testing::HasSubstr;
using testing::IsEmpty;

TestCase with_args(const std::string& tool, const std::string& args) {
  TestCase out = test_case("c", tool);
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->expected_args_json = args;
  return out;
}

Answer calls(const std::vector<std::pair<std::string, std::string>>& raw,
             const std::vector<std::pair<std::string, std::string>>& normalized) {
  Answer out = answer({}, {});
  for (const auto& [name, args] : raw) out.views.push_back(made::view(At::wire, name, args));
  for (const auto& [name, args] : normalized) out.views.push_back(made::view(At::tool, name, args));
  return out;
}

TrialScore score(const TestCase& the_case, Answer said, const ScoreContext& context = {}) {
  const std::vector<AttemptRecord> attempts = {attempt(std::move(said))};
  return score_trial(the_case, attempts, context);
}

TEST(TrialArguments, RightToolWithOtherArgumentsFailsAndLeavesToolChoiceAlone) {
  const TrialScore scored =
      score(with_args("get", R"({"key":"QA-1"})"),
            calls({{"get", R"({"key":"QA-2"})"}}, {{"get", R"({"key":"QA-2"})"}}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw_verdict, Verdict::fail);
  EXPECT_TRUE(scored.normalized.exact);
  EXPECT_THAT(
      scored.reasons,
      testing::ElementsAre(R"(arguments at /key: expected "QA-1", got "QA-2" (is another text))"));
}

TEST(TrialArguments, TheClientMayMendOrBreakThem) {
  const TestCase the_case = with_args("get", R"({"n":2})");
  TrialScore scored = score(the_case, calls({{"get", R"({"n":"2"})"}}, {{"get", R"({"n":2})"}}));
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(scored.raw_verdict, Verdict::fail);
  EXPECT_THAT(scored.reasons[0], HasSubstr("as the model wrote them"));
  scored = score(the_case, calls({{"get", R"({"n":2})"}}, {{"get", R"({"n":"2"})"}}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  EXPECT_THAT(scored.reasons.back(), HasSubstr("would have been right"));
}

TEST(TrialArguments, ACallWithoutArgumentsMatchesNoExpectedOnes) {
  Answer said = calls({{"get", ""}}, {{"get", ""}});
  EXPECT_EQ(score(with_args("get", R"({"key":"QA-1"})"), said).verdict, Verdict::fail);
  said.views[0].arguments.reset();
  said.views[1].arguments.reset();
  EXPECT_EQ(score(with_args("get", "{}"), said).verdict, Verdict::fail);
}

TEST(TrialArguments, AnyCallOfTheToolWillDoWhereTheCaseSaysSo) {
  TestCase the_case = with_args("get", R"({"n":2})");
  const Answer said = calls({{"get", R"({"n":1})"}, {"x", "{}"}, {"get", R"({"n":2})"}},
                            {{"get", R"({"n":1})"}, {"x", "{}"}, {"get", R"({"n":2})"}});
  EXPECT_EQ(score(the_case, said).verdict, Verdict::fail) << "the first one is asserted";
  the_case.expected.calls = WhichCall::any;
  EXPECT_EQ(score(the_case, said).verdict, Verdict::pass);
  the_case = with_args("get", R"({"n":3,"m":1})");
  the_case.expected.calls = WhichCall::any;
  EXPECT_EQ(score(the_case, said).normalized_args.comparison.mismatches.size(), 2u);
}

TEST(TrialArguments, AWrongToolIsNoJudgementOfItsArguments) {
  const TrialScore scored = score(with_args("get", R"({"n":2})"),
                                  calls({{"put", R"({"n":2})"}}, {{"put", R"({"n":2})"}}));
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_FALSE(scored.normalized_args.judged);
  EXPECT_FALSE(score(with_args("get", "{}"), answer({}, {})).normalized_args.judged);
}

TEST(TrialArguments, WhereOnlyChoicesAreToldArgumentsAreNotKnown) {
  Answer said = answer({"get"}, {"get"});
  for (View& view : said.views) view.arguments.reset();
  said.choices_only = true;
  const TrialScore scored = score(with_args("get", R"({"n":2})"), said);
  EXPECT_EQ(scored.verdict, Verdict::undecided);
  EXPECT_FALSE(scored.normalized_args.judged);
  EXPECT_THAT(scored.reasons[0], HasSubstr("not with which arguments"));
  // Who names one tool for both sides has seen nothing between them.
  EXPECT_EQ(scored.unaudited, 1u);
}

TEST(TrialArguments, AccuracyCountsTrialsWithARightToolAndNoOthers) {
  const auto said = [](const std::string& tool, const std::string& args) {
    return calls({{tool, args}}, {{tool, args}});
  };
  const std::string good = R"({"n":2})", bad = R"({"n":3})";
  std::vector<made::Trial> trials;
  trials.push_back(trial(with_args("get", good), said("get", good)));
  trials.push_back(trial(with_args("get", good), said("get", bad)));
  trials.push_back(trial(with_args("get", good), said("put", good)));
  trials.push_back(trial(with_args("get", good), answer({}, {})));
  trials.push_back(trial(test_case("d", "get"), said("get", bad)));
  const RunSummary summary = made::run(trials, {gate("argsAccuracy", 0.5)});
  EXPECT_EQ(summary.scores.normalized.args_trials, 2u);
  EXPECT_EQ(summary.scores.normalized.args_accuracy, 0.5);
  EXPECT_EQ(summary.gates[0].value, 0.5);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::pass);
}

TEST(TrialArguments, AGateOnThemHasNoValueWhereNothingWasJudged) {
  const RunSummary summary =
      made::run({trial(test_case("a", ""), answer({}, {}))}, {gate("argsAccuracy", 0.5)});
  EXPECT_EQ(summary.scores.normalized.args_accuracy, std::nullopt);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::fail);
  EXPECT_THAT(summary.gates[0].reason, HasSubstr("no trial counts"));
}

TEST(TrialArguments, AnIncompleteTrialLeavesTheirGateOpen) {
  const std::string good = R"({"n":2})";
  std::vector<made::Trial> trials;
  trials.push_back(trial(with_args("get", good), calls({{"get", good}}, {{"get", good}})));
  trials.push_back(made::incomplete(with_args("get", good)));
  RunSummary summary = made::run(trials, {gate("argsAccuracy", 0.9)});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::undecided);
  EXPECT_EQ(summary.gates[0].value, 1.0);
  summary = made::run(trials, {gate("argsAccuracy", 0.5)});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::pass);
  // It may also have called nothing that could be judged: then the figure would not exist.
  summary = made::run({made::incomplete(with_args("get", good))}, {gate("argsAccuracy", 0)});
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::undecided);
}

TestCase with_status(const std::string& tool, const std::string& status) {
  TestCase out = test_case("c", tool);
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->expected_status_json = "\"" + status + "\"";
  return out;
}

TEST(TrialStatus, TheAssertedCallMustEndAsStated) {
  Answer said = answer({"pay"}, {"pay"});
  said.views[1].status = CallStatus::held;
  EXPECT_EQ(score(with_status("pay", "held"), said).verdict, Verdict::pass);
  EXPECT_EQ(score(with_status("pay", "held"), said).raw_verdict, Verdict::pass)
      << "what the model wrote has no status";
  TrialScore scored = score(with_status("pay", "executed"), said);
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_TRUE(scored.normalized.exact);
  EXPECT_THAT(scored.reasons[0], HasSubstr("expected status \"executed\"; the call was held"));
  said.views[1].status = CallStatus::executed;
  EXPECT_EQ(score(with_status("pay", "held"), said).verdict, Verdict::fail);
}

TEST(TrialStatus, ARefusalThatIsExpectedIsSelected) {
  Answer said = answer({"pay"}, {"pay"});
  said.views[1].status = CallStatus::rejected;
  EXPECT_EQ(score(with_status("pay", "rejected"), said).verdict, Verdict::pass);
  EXPECT_EQ(score(test_case("c", "pay"), said).verdict, Verdict::fail);
}

TEST(TrialStatus, WhatNobodyToldIsNotKnown) {
  const TrialScore scored = score(with_status("pay", "held"), answer({"pay"}, {"pay"}));
  EXPECT_EQ(scored.verdict, Verdict::undecided);
  EXPECT_THAT(scored.reasons[0], HasSubstr("not on record"));
}

TestCase invoke(const std::string& status, const std::string& args = "") {
  TestCase out = test_case("c", "");
  out.input.kind = CaseKind::invoke;
  out.input.invoke_json = R"({"tool":"pay","arguments":{"n":1}})";
  out.expected.tool = Expectation::Tool::unstated;
  out.expected.rare = std::make_unique<RareExpectation>();
  if (!status.empty()) out.expected.rare->expected_status_json = "\"" + status + "\"";
  out.expected.rare->expected_args_json = args;
  return out;
}

Answer invoked(bool is_error) {
  Answer out;
  out.finished = FinishReason::stop;
  ToolResult result;
  result.is_error = is_error;
  out.results.push_back(result);
  return out;
}

TEST(Invoke, AnErrorIsARefusalAndAnAnswerIsAnExecution) {
  EXPECT_EQ(score(invoke("rejected"), invoked(true)).verdict, Verdict::pass);
  EXPECT_EQ(score(invoke("rejected"), invoked(false)).verdict, Verdict::fail);
  EXPECT_EQ(score(invoke("executed"), invoked(false)).verdict, Verdict::pass);
  EXPECT_EQ(score(invoke("executed"), invoked(true)).verdict, Verdict::fail);
  Answer nothing;
  nothing.finished = FinishReason::stop;
  EXPECT_EQ(score(invoke("rejected"), nothing).verdict, Verdict::undecided);
}

TEST(Invoke, TheStatusOfTheCallCountsWhereOneIsGiven) {
  Answer said;
  said.finished = FinishReason::stop;
  said.views.push_back(made::view(At::tool, "pay", R"({"n":1})"));
  said.views[0].status = CallStatus::rejected;
  EXPECT_EQ(score(invoke("rejected"), said).verdict, Verdict::pass);
  said.views[0].status = CallStatus::held;
  EXPECT_EQ(score(invoke("held"), said).verdict, Verdict::pass);
  said.views[0].status = CallStatus::executed;
  EXPECT_EQ(score(invoke("executed", R"({"n":1})"), said).verdict, Verdict::pass);
  EXPECT_EQ(score(invoke("executed", R"({"n":2})"), said).verdict, Verdict::fail);
  EXPECT_EQ(score(invoke("", R"({"n":1})"), invoked(false)).verdict, Verdict::undecided);
}

TEST(Invoke, ACaseThatStatesNothingIsObserved) {
  TestCase bare = invoke("");
  EXPECT_EQ(score(bare, invoked(false)).verdict, Verdict::observed);
}

TEST(SchemaValidity, IsAColumnOfItsOwnOverAllCalls) {
  Manifest manifest;
  ToolSpec tool;
  tool.name = "get";
  tool.input_schema = R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";
  manifest.tools = {tool, ToolSpec()};
  manifest.tools[1].name = "free";
  schema::SchemaCache schemas;
  ScoreContext context;
  context.manifest = &manifest;
  context.schemas = &schemas;
  const TrialScore scored = score(
      test_case("c", "get"),
      calls({{"get", R"({"n":"1"})"}, {"free", "["}, {"get", "{"}, {"get", R"({"n":1,"n":2})"}},
            {{"get", R"({"n":1})"}, {"free", "["}, {"get", ""}, {"get", R"({"n":2})"}}),
      context);
  EXPECT_EQ(scored.verdict, Verdict::pass) << "no expectation speaks of it";
  EXPECT_EQ(scored.raw_schema.calls, 3u);
  EXPECT_EQ(scored.raw_schema.valid, 0u);
  ASSERT_EQ(scored.raw_schema.faults.size(), 3u);
  EXPECT_EQ(scored.raw_schema.faults[0].path, "/n");
  EXPECT_THAT(scored.raw_schema.faults[0].reason, HasSubstr("integer"));
  EXPECT_EQ(scored.normalized_schema.calls, 3u);
  EXPECT_EQ(scored.normalized_schema.valid, 2u);

  std::vector<made::Trial> trials;
  trials.push_back(trial(test_case("a", "get"), calls({{"get", R"({"n":1})"}}, {{"get", "{}"}})));
  trials.push_back(trial(test_case("b", ""), answer({}, {})));
  const RunSummary summary = made::run(trials, {gate("schemaValid", 1)}, context);
  EXPECT_EQ(summary.scores.raw.schema_trials, 1u);
  EXPECT_EQ(summary.scores.raw.schema_valid, 1.0);
  EXPECT_EQ(summary.scores.normalized.schema_valid, 0.0);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::pass);
  EXPECT_EQ(summary.gates[1].outcome, GateOutcome::fail);
}

TEST(SchemaValidity, ASchemaThatSaysNothingMakesNoCallValid) {
  Manifest manifest;
  manifest.tools.resize(3);
  manifest.tools[0].name = "slip";
  manifest.tools[0].input_schema =
      R"({"type":"object","properties":{"n":{"type":"strng"},"m":{"type":"integer"}}})";
  manifest.tools[1].name = "broken";
  manifest.tools[1].input_schema = R"({"$ref":"#/nowhere"})";
  manifest.tools[2].name = "good";
  manifest.tools[2].input_schema = R"({"type":"object"})";
  schema::SchemaCache schemas;
  ScoreContext context;
  context.manifest = &manifest;
  context.schemas = &schemas;
  const auto side = [&](const std::vector<std::pair<std::string, std::string>>& made) {
    return score(test_case("c", "slip"), calls(made, made), context).normalized_schema;
  };
  SchemaScore found = side({{"slip", R"({"n":1})"}, {"broken", "{}"}, {"good", "{}"}});
  EXPECT_EQ(found.unjudged, 2u);
  EXPECT_EQ(found.calls, 1u);
  EXPECT_EQ(found.valid, 1u);
  // What is wrong whatever the slip was to say is wrong.
  found = side({{"slip", R"({"m":"x"})"}, {"broken", "["}});
  EXPECT_EQ(found.unjudged, 0u);
  EXPECT_EQ(found.calls, 2u);
  EXPECT_EQ(found.valid, 0u);

  std::vector<made::Trial> trials;
  trials.push_back(trial(test_case("a", "slip"), calls({{"slip", "{}"}}, {{"slip", "{}"}})));
  const RunSummary summary = made::run(trials, {gate("schemaValid", 1)}, context);
  EXPECT_EQ(summary.scores.normalized.schema_trials, 0u);
  EXPECT_EQ(summary.scores.normalized.schema_unjudged, 1u);
  EXPECT_EQ(summary.scores.normalized.schema_valid, std::nullopt);
  EXPECT_EQ(summary.gates[0].outcome, GateOutcome::fail);
}

}  // namespace
}  // namespace tare
