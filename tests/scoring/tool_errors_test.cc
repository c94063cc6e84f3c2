// Which calls of tools went wrong: told twice is once, expected is none.
#include "scoring/tool_errors.h"

#include <gtest/gtest.h>

#include "made.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

View call(const std::string& name, const std::string& id = "",
          std::optional<CallStatus> status = std::nullopt) {
  View view = made::view(At::tool, name);
  if (!id.empty()) view.id = id;
  view.status = status;
  return view;
}

ToolResult error(const std::string& name, const std::string& id = "") {
  ToolResult out;
  if (!name.empty()) out.name = name;
  if (!id.empty()) out.id = id;
  out.is_error = true;
  return out;
}
ToolResult good(const std::string& name, const std::string& id = "") {
  ToolResult out = error(name, id);
  out.is_error = false;
  return out;
}

ToolErrors errors(std::vector<View> views, std::vector<ToolResult> results,
                  const TestCase& test_case = made::test_case("c", "get"),
                  const Manifest* manifest = nullptr) {
  Answer answer;
  answer.finished = FinishReason::stop;
  answer.views = std::move(views);
  answer.results = std::move(results);
  std::vector<CallTrace> traces(answer.views.size());
  for (std::uint32_t i = 0; i < traces.size(); ++i) traces[i].views = {i};
  return count_tool_errors(test_case, answer, traces, manifest);
}

TEST(ToolErrors, OneThatIsToldAsResultAndAsStatusCountsOnce) {
  EXPECT_EQ(errors({call("get", "1", CallStatus::failed)}, {error("", "1")}).count, 1u);
  EXPECT_EQ(errors({call("get", "", CallStatus::failed)}, {error("get")}).count, 1u);
  EXPECT_EQ(errors({call("get", "", CallStatus::failed)}, {error("")}).count, 1u);
}

TEST(ToolErrors, TwoThatAreToldInDifferentWaysCountTwice) {
  EXPECT_EQ(
      errors({call("get", "1", CallStatus::failed), call("set", "2")}, {error("", "2")}).count, 2u);
  EXPECT_EQ(errors({call("get", "", CallStatus::failed)}, {error(""), error("")}).count, 2u);
}

TEST(ToolErrors, OneThatWentWellWhenTriedAgainStillCounts) {
  const ToolErrors found = errors({call("get"), call("get")}, {error("get"), good("get")});
  EXPECT_EQ(found.count, 1u);
  EXPECT_EQ(found.by_tool.at("get"), 1u);
}

TEST(ToolErrors, AnIdThatComesAgainBelongsToTheNextCall) {
  const ToolErrors found = errors({call("get", "0"), call("set", "0", CallStatus::failed)},
                                  {good("", "0"), error("", "0")});
  EXPECT_EQ(found.count, 1u);
  EXPECT_EQ(found.by_tool.count("get"), 0u);
  EXPECT_EQ(found.by_tool.at("set"), 1u);
}

TEST(ToolErrors, ThoseThatAreExpectedAndTheAgentsOwnToolsDoNotCount) {
  TestCase expecting = made::test_case("c", "get");
  expecting.expected.rare = std::make_unique<RareExpectation>();
  expecting.expected.rare->expected_errors = {"get*"};
  const ToolErrors found =
      errors({call("get_x"), call("set")}, {error("get_x"), error("set")}, expecting);
  EXPECT_EQ(found.count, 1u);
  EXPECT_EQ(found.by_tool.at("set"), 1u);

  View own = call("shell", "", CallStatus::failed);
  own.builtin = true;
  EXPECT_EQ(errors({own}, {error("shell")}).count, 0u);
  Manifest manifest;
  manifest.tools.resize(1);
  manifest.tools[0].name = "shell";
  manifest.tools[0].builtin = true;
  EXPECT_EQ(errors({call("shell")}, {error("shell")}, made::test_case("c", "get"), &manifest).count,
            0u);
}

TEST(ToolErrors, AToolThatIsCalledDirectlyAndIsToRefuseMakesNone) {
  TestCase refused = made::test_case("c", "");
  refused.input.kind = CaseKind::invoke;
  EXPECT_EQ(errors({}, {error("")}, refused).count, 1u);
  refused.expected.rare = std::make_unique<RareExpectation>();
  refused.expected.rare->expected_status_json = "\"rejected\"";
  EXPECT_EQ(errors({}, {error("")}, refused).count, 0u);
}

TEST(ToolErrors, OfEveryAttemptCount) {
  Answer broken_off;
  broken_off.views = {call("get", "1", CallStatus::failed)};
  Answer whole = made::answer({"get"}, {"get"});
  whole.results = {error("get")};
  const TestCase the_case = made::test_case("c", "get");
  std::vector<AttemptRecord> attempts = {made::attempt(broken_off, AttemptOutcome::failed, 1),
                                         made::attempt(whole, AttemptOutcome::completed, 2)};
  TrialScore score = score_trial(the_case, attempts, {});
  EXPECT_EQ(score.tool_errors, 2u);
  EXPECT_EQ(score.tool_errors_of.at("get"), 2u);
  attempts.pop_back();
  score = score_trial(the_case, attempts, {});
  EXPECT_EQ(score.outcome, AttemptOutcome::failed);
  EXPECT_EQ(score.tool_errors, 1u);
}

}  // namespace
}  // namespace tare
