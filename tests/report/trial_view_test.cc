// `tare show`: one trial with all that is on record.
#include "report/trial_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/golden.h"
#include "report/sample_run.h"

namespace tare {
namespace {

using sample::Trial;
using testing::HasSubstr;

std::string shown(const Trial& t, TerminalStyle style = {}) {
  return render_trial(t.test_case, t.score, t.record, style);
}

// Three views, results, messages: more than the failure list ever shows.
Trial rich() {
  Trial t = sample::make_trial("pr/get_ticket/rich", "Show QA-142", "get_ticket", "get_ticket");
  for (View view :
       {sample::make_view(At::text, "get_ticket", "", Evidence::verbatim),
        sample::make_view(At::wire, "get_ticket", R"({"key":"QA-142","n":1.0})",
                          Evidence::verbatim),
        sample::make_view(At::tool, "get_ticket", R"({"key":"QA-142","n":1})", Evidence::parsed)})
    t.record.answer.views.push_back(view);
  View& text = t.record.answer.views[0];
  text.arguments.reset();
  text.text = "<tool_call>\n{\"key\":\"QA-142\",\"n\":1.0}\n</tool_call>";
  text.format = "hermes";
  t.record.answer.views[1].id = "call_1";
  t.record.answer.views[1].turn = 1;
  t.record.answer.views[2].status = CallStatus::executed;
  CallTrace trace;
  trace.views = {0, 1, 2};
  trace.raw_known = true;
  Finding respelled = sample::make_finding("numberRespelled", "/n", "1.0", "number", "1", "number",
                                           Severity::info, Effect::neutral);
  respelled.value_changed = false;
  trace.findings = {respelled};
  t.score.traces = {trace};
  t.record.answer.results.push_back({"call_1", "get_ticket", "QA-142: printer on fire", false});
  t.record.answer.messages.push_back({"assistant", "It is \x1b[1mopen\x1b[0m.", false});
  t.record.answer.messages.push_back({"assistant", "The user wants a ticket.", true});
  t.record.notes.stdin_unread = true;
  t.record.stderr_tail = "loaded\n";
  t.record.stderr_bytes = 7;
  t.score.task_passed = true;
  return t;
}

TEST(TrialView, ShowsAllThatIsOnRecord) { sample::expect_golden("show_rich.txt", shown(rich())); }

TEST(TrialView, ShowsEveryKindOfTrial) {
  std::string text;
  for (const Trial& t : sample::troubled()) text += shown(t) + "----\n";
  sample::expect_golden("show_troubled.txt", text);
}

TEST(TrialView, ViewsComeInTheOrderOfTheWay) {
  std::string text = shown(rich());
  EXPECT_LT(text.find("text, verbatim"), text.find("wire, verbatim"));
  EXPECT_LT(text.find("wire, verbatim"), text.find("tool, parsed"));
}

TEST(TrialView, LongArgumentsAreShownWholeUpToACap) {
  Trial t = sample::make_trial("a", "r", "t", "t");
  std::string value(100'000, 'x');
  sample::add_call(t, "t", "{\"a\":\"" + value + "\"}", "{}");
  std::string text = shown(t);
  EXPECT_THAT(text, HasSubstr("more bytes; the whole text is in results.json"));
  EXPECT_GT(text.size(), 64u * 1024);
  EXPECT_LT(text.size(), 400u * 1024);
}

TEST(TrialView, HostileTextIsEscaped) {
  for (const Trial& t : sample::troubled()) {
    std::string text = shown(t);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find("\u202e"), std::string::npos);
  }
}

TEST(TrialView, AnyWidthWorks) {
  for (std::uint32_t width : {0u, 1u, 10u, 39u, 79u, 1000u, 4'000'000'000u})
    for (const Trial& t : sample::troubled()) EXPECT_FALSE(shown(t, {.width = width}).empty());
}

TEST(TrialView, RequestIsTheLastUserMessageWhereThereIsNoRequest) {
  Trial t = rich();
  t.test_case.input.request_json.clear();
  t.test_case.input.messages_json =
      R"([{"role":"user","content":"first"},{"role":"assistant","content":"x"},{"role":"user","content":"second"}])";
  EXPECT_THAT(shown(t), HasSubstr("request   second"));
  t.test_case.input.messages_json = R"([{"role":1},{"content":[]},7])";
  EXPECT_FALSE(shown(t).empty());
  t.test_case.input.messages_json = std::string(100'000, '[');
  EXPECT_FALSE(shown(t).empty());
}

}  // namespace
}  // namespace tare
