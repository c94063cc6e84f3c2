#include "coercion/text_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_answers.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Answer read(std::vector<View> views, const Manifest* manifest = nullptr) {
  Answer answer = both_ends(std::move(views));
  read_texts(answer, manifest);
  return answer;
}

constexpr const char* kTwoCalls =
    "Looking.\n<tool_call>\n{\"name\": \"a\", \"arguments\": {\"n\": 1}}\n</tool_call>\n"
    "<tool_call>\n{\"name\": \"b\", \"arguments\": {\"n\": 2}}\n</tool_call>";

TEST(TextCalls, EachCallOfATextIsAViewBehindIt) {
  const Answer answer =
      read({model_text(kTwoCalls), tool("a", R"({"n":1})"), tool("b", R"({"n":"2"})")});
  ASSERT_EQ(answer.views.size(), 5u);
  ASSERT_TRUE(answer.views[0].reading);
  EXPECT_EQ(answer.views[0].reading->calls, 2u);
  EXPECT_EQ(answer.views[0].text, kTwoCalls);
  EXPECT_EQ(answer.views[1].name, "a");
  EXPECT_EQ(answer.views[2].arguments, "{\"n\": 2}");
  ASSERT_TRUE(answer.views[2].from_text);
  EXPECT_EQ(answer.views[2].from_text->holder, 0u);
  EXPECT_FALSE(has_unread_texts(answer));

  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_THAT(traces[0].views, ElementsAre(1u, 3u));
  EXPECT_FALSE(traces[0].unread);
  EXPECT_THAT(traces[0].findings, IsEmpty());
  ASSERT_EQ(traces[1].findings.size(), 1u);
  EXPECT_EQ(traces[1].findings[0].kind, "numberToString");
  EXPECT_EQ(traces[1].findings[0].raw_call, 1u);

  Answer again = answer;
  read_texts(again, nullptr);
  EXPECT_EQ(again.views.size(), answer.views.size()) << "reading twice changes nothing";
}

TEST(TextCalls, ATextWithoutACallIsEvidenceThatThereWasNone) {
  const Answer answer =
      read({model_text("const s = '{\"name\": \"Milo\", \"age\": 4}';"), tool("Milo")});
  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 1u);
  ASSERT_EQ(traces[0].findings.size(), 1u);
  const Finding& finding = traces[0].findings[0];
  EXPECT_EQ(finding.kind, "callPromotedFromText");
  EXPECT_EQ(finding.severity, Severity::critical);
  EXPECT_EQ(finding.effect, Effect::damaged);
  EXPECT_EQ(hop_name(*finding.hop), "text>tool");
  EXPECT_EQ(finding.raw_type, "text");
  EXPECT_TRUE(traces[0].invented);
  EXPECT_TRUE(has_raw_evidence(answer));

  EXPECT_THAT(kinds(read({model_text("Nothing to do.")})), IsEmpty());
}

TEST(TextCalls, BesideOtherCallsOnlyANameInProseWasPromoted) {
  EXPECT_THAT(kinds(read({model_text(kTwoCalls), tool("a", R"({"n":1})"), tool("b", R"({"n":2})"),
                          tool("c", R"({"x":1})")})),
              ElementsAre("callInjected"));
  EXPECT_THAT(kinds(read({model_text(std::string("Not list_all, but:\n") + kTwoCalls),
                          tool("a", R"({"n":1})"), tool("b", R"({"n":2})"), tool("list_all")})),
              ElementsAre("callPromotedFromText"));
}

TEST(TextCalls, ANameThatStandsNowhereInTheTextWasMadeUp) {
  constexpr const char* kText = R"(<tool_call>{"name":"a","arguments":{"n":1}}</tool_call>)";
  const auto worst = [&](const char* name, const char* arguments) {
    const Answer answer = read({model_text(kText), tool(name, arguments)});
    const auto traces = trace_calls(answer, {});
    EXPECT_EQ(traces.size(), 1u);
    const std::vector<Finding>& findings = traces.at(0).findings;
    return findings.size() == 1 ? findings[0] : Finding{};
  };
  EXPECT_EQ(worst("lookup", R"({"n":1})").kind, "nameChanged");
  EXPECT_EQ(worst("lookup", R"({"n":1})").severity, Severity::critical);
  EXPECT_EQ(worst("a", R"({"n":1,"limit":9})").severity, Severity::critical);
  EXPECT_EQ(worst("a", R"({"limit":9})").severity, Severity::critical);
  EXPECT_EQ(worst("a", R"({"limit":9})").remark, "stands nowhere in the model's text");
  // What stands there was moved, not made up.
  EXPECT_EQ(worst("arguments", R"({"n":1})").severity, Severity::high);
  EXPECT_EQ(worst("a", R"({"n":1,"name":9})").severity, Severity::medium);
  EXPECT_EQ(worst("a", R"({"n":1,"limit":null})").severity, Severity::medium);
}

TEST(TextCalls, AnUnknownFormatIsUnreadAndAccusesNobody) {
  const Answer answer =
      read({model_text("whatever", std::nullopt, "no such format"), tool("a"), tool("b")});
  ASSERT_EQ(answer.views.size(), 3u);
  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_TRUE(traces[0].unread);
  EXPECT_TRUE(traces[1].unread);
  EXPECT_THAT(kinds(answer), IsEmpty());
}

TEST(TextCalls, ANameBesideTheTextNamesBareArguments) {
  const Answer answer = read({model_text("<think>user wants Rome</think>{\"city\":\"Rome\"}", "w"),
                              tool("w", R"({"city":"Rome"})")});
  ASSERT_EQ(answer.views.size(), 3u);
  EXPECT_EQ(answer.views[1].arguments, R"({"city":"Rome"})");
  EXPECT_THAT(kinds(answer), IsEmpty());
}

TEST(TextCalls, ANamedCallThatNobodyCanReadIsStillACall) {
  const Answer answer = read({model_text("I shall get x now.", "get_x")});
  EXPECT_THAT(kinds(answer), ElementsAre("callDropped"));
  EXPECT_TRUE(trace_calls(answer, {})[0].unread);
}

TEST(TextCalls, OneTextHandedOverOnceACallIsOneText) {
  EXPECT_THAT(kinds(read({model_text(kTwoCalls, "a"), model_text(kTwoCalls, "b"),
                          tool("a", R"({"n":1})"), tool("b", R"({"n":2})")})),
              IsEmpty());
  EXPECT_THAT(kinds(read({model_text(kTwoCalls), model_text(kTwoCalls), tool("a", R"({"n":1})"),
                          tool("b", R"({"n":2})")})),
              ElementsAre("callDeduplicated", "callDeduplicated"))
      << "two outputs that are alike";
}

TEST(TextCalls, TextBesideTheCallThatNoMessageHolds) {
  Answer answer = read({model_text(kTwoCalls), tool("a", R"({"n":1})"), tool("b", R"({"n":2})")});
  EXPECT_THAT(kinds(answer), IsEmpty()) << "no message is on record";
  answer.messages.push_back({"assistant", "Something else.", false});
  const auto found = all_findings(answer);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "textDropped");
  EXPECT_EQ(found[0].on, FindingOn::text);
  EXPECT_EQ(found[0].severity, Severity::low);
  answer.messages.push_back({"assistant", "Looking.", false});
  EXPECT_THAT(kinds(answer), IsEmpty());
  answer.messages.back().role = "user";
  EXPECT_THAT(kinds(answer), ElementsAre("textDropped"));
}

TEST(TextCalls, ACallThatArrivedAsTextIsDemoted) {
  for (const char* message :
       {"{\"name\":\"a\",\"arguments\":{\"n\": 1.0}}", "Call a with {\"n\": 1} please",
        "<tool_call>\n{\"name\": \"a\", \"arguments\": {\"n\": 1}}\n</tool_call>"}) {
    Answer answer = read(
        {model_text("<tool_call>\n{\"name\": \"a\", \"arguments\": {\"n\": 1}}\n</tool_call>")});
    EXPECT_THAT(kinds(answer), ElementsAre("callDropped"));
    answer.messages.push_back({"assistant", message, true});
    const auto found = all_findings(answer);
    ASSERT_EQ(found.size(), 1u) << message;
    EXPECT_EQ(found[0].kind, "callDemotedToText") << message;
    EXPECT_EQ(found[0].severity, Severity::high);
    EXPECT_EQ(found[0].effect, Effect::damaged);
    EXPECT_TRUE(found[0].lossless);
    answer.messages[0].role = "user";
    EXPECT_THAT(kinds(answer), ElementsAre("callDropped")) << "what the user says is no channel";
  }
  Answer other = both_ends({wire("a", R"({"n":1})")});
  other.messages.push_back({"assistant", "a needs n, which is 1", false});
  EXPECT_THAT(kinds(other), ElementsAre("callDropped"));
}

TEST(TextCalls, AClientThatMakesACallOfAMessageRescuesIt) {
  Answer answer = both_ends({tool("ls", R"({"path":"."})")});
  answer.messages.push_back({"assistant", R"({"name":"ls","arguments":{"path":"."}})", false});
  const auto found = all_findings(answer);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "callPromotedFromText");
  EXPECT_EQ(found[0].effect, Effect::rescued);
}

}  // namespace
}  // namespace tare
