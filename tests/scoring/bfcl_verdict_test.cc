#include "scoring/bfcl_verdict.h"

#include <gtest/gtest.h>

#include "made.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

TestCase leaderboard_case(const std::string& bfcl) {
  TestCase out;
  out.input.id = "x";
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->bfcl_json = bfcl;
  return out;
}

TestCase simple_case(const std::string& extra = {}) {
  return leaderboard_case(
      R"({"version":"v4","category":"simple_python","functions":[{"name":"a.f","parameters":{"properties":{"p":{"type":"integer"}},"required":["p"]}}],"groundTruth":[{"a.f":{"p":[5]}}])" +
      extra + "}");
}

TestCase irrelevant_case() {
  return leaderboard_case(
      R"({"version":"v4","category":"irrelevance","functions":[{"name":"f"}]})");
}

Answer called(const std::string& name, const std::string& raw, const std::string& normalized) {
  Answer out;
  out.short_form = out.raw_given = out.normalized_given = true;
  out.finished = FinishReason::stop;
  if (!raw.empty()) out.views.push_back(made::view(At::wire, name, raw));
  if (!normalized.empty()) out.views.push_back(made::view(At::tool, name, normalized));
  return out;
}

TrialScore scored(const TestCase& test_case, const Answer& answer) {
  const AttemptRecord record = made::attempt(answer);
  return score_trial(test_case, {&record, 1}, {});
}

std::string reasons(const TrialScore& score) {
  std::string out;
  for (const std::string& reason : score.reasons) out += reason + "\n";
  return out;
}

TEST(BfclVerdict, EachSideIsHeldToTheRulesByItself) {
  const TrialScore rescued = scored(simple_case(), called("a.f", R"({"p":"5"})", R"({"p":5})"));
  EXPECT_EQ(rescued.verdict, Verdict::pass);
  EXPECT_EQ(rescued.raw_verdict, Verdict::fail);
  const TrialScore damaged = scored(simple_case(), called("a.f", R"({"p":5})", R"({"p":5.0})"));
  EXPECT_EQ(damaged.verdict, Verdict::fail);
  EXPECT_EQ(damaged.raw_verdict, Verdict::pass);
  EXPECT_NE(reasons(damaged).find("bfcl: type_error:simple: \"p\" is 5.0"), std::string::npos)
      << reasons(damaged);
}

TEST(BfclVerdict, ARefusalIsADecoderThatFailed) {
  Answer answer = called("a.f", R"({"p":5})", "");
  answer.finished = FinishReason::refused_by_client;
  answer.finish_message = "ast_decoder:decoder_failed: a bracket";
  const TrialScore score = scored(simple_case(), answer);
  EXPECT_EQ(score.verdict, Verdict::fail);
  EXPECT_EQ(score.raw_verdict, Verdict::pass);
  EXPECT_NE(reasons(score).find("bfcl: ast_decoder:decoder_failed: a bracket\n"),
            std::string::npos);
  const TrialScore irrelevant = scored(irrelevant_case(), answer);
  EXPECT_EQ(irrelevant.verdict, Verdict::pass);
  EXPECT_EQ(irrelevant.raw_verdict, Verdict::fail);
}

TEST(BfclVerdict, UnderscoresAreThePropertyOfTheAnswerOrOfTheCase) {
  Answer answer = called("a_f", R"({"p":5})", R"({"p":5})");
  EXPECT_EQ(scored(simple_case(), answer).verdict, Verdict::fail);
  EXPECT_EQ(scored(simple_case(R"(,"underscoreNames":true)"), answer).verdict, Verdict::pass);
  answer.underscore_names = true;
  EXPECT_EQ(scored(simple_case(), answer).verdict, Verdict::pass);
}

TEST(BfclVerdict, ArgumentsThatAreNoJsonAreACallThatCouldNotBeDecoded) {
  const Answer answer = called("a.f", "{\"p\":5", "{\"p\":5");
  EXPECT_NE(reasons(scored(simple_case(), answer)).find("ast_decoder:decoder_failed"),
            std::string::npos);
  EXPECT_EQ(scored(irrelevant_case(), answer).verdict, Verdict::pass);
  const Answer words = called("a.f", R"({"p":NaN})", R"({"p":NaN})");
  EXPECT_NE(reasons(scored(simple_case(), words)).find("type_error:simple"), std::string::npos);
  const Answer list = called("a.f", "[5]", "[5]");
  EXPECT_NE(reasons(scored(simple_case(), list)).find("decoder_wrong_output_format"),
            std::string::npos);
  EXPECT_EQ(scored(irrelevant_case(), list).verdict, Verdict::pass);
}

TEST(BfclVerdict, NoCallIsNeverAPassWhereOneIsDue) {
  const TrialScore none = scored(simple_case(), called("", "", ""));
  EXPECT_EQ(none.verdict, Verdict::fail);
  EXPECT_NE(reasons(none).find("simple_function_checker:wrong_count"), std::string::npos);
}

TEST(BfclVerdict, WhereOnlyTheNameIsKnownTheArgumentsLeaveItOpen) {
  Answer answer = called("a.f", "x", "x");
  for (View& view : answer.views) {
    view.arguments.reset();
    view.evidence = Evidence::none;
  }
  EXPECT_EQ(scored(simple_case(), answer).verdict, Verdict::undecided);
  for (View& view : answer.views) view.name = "other";
  EXPECT_EQ(scored(simple_case(), answer).verdict, Verdict::fail);
}

}  // namespace
}  // namespace tare
