#include "coercion/history_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "json/string_writer.h"
#include "sample_answers.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Answer with_history(Answer answer, std::string messages) {
  answer.histories.push_back(std::move(messages));
  return answer;
}

Answer one_call() {
  return both_ends({wire("t", R"({"path":"a"})", "c1"), tool("t", R"({"path":"a"})", "c1")});
}

TEST(HistoryRewritten, ACallThatIsReplayedDifferently) {
  const Answer answer = with_history(
      one_call(),
      R"([{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[
          {"id":"c1","type":"function","function":{"name":"t","arguments":"{}"}}]},
          {"role":"tool","tool_call_id":"c1","content":"ok"}])");
  const auto found = all_findings(answer);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "historyRewritten");
  EXPECT_EQ(found[0].on, FindingOn::call);
  EXPECT_EQ(found[0].severity, Severity::medium);
  EXPECT_EQ(found[0].effect, Effect::neutral);
  EXPECT_FALSE(found[0].lossless);
  EXPECT_FALSE(found[0].hop);
  EXPECT_EQ(found[0].raw_call, 0u);
  EXPECT_FALSE(found[0].normalized_call);
  EXPECT_EQ(found[0].normalized, R"({"name":"t","arguments":"{}"})");
}

TEST(HistoryRewritten, EachFormOfAReplayedCallIsRead) {
  for (
      const char* message :
      {R"({"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"t","arguments":ARGS}}]})",
       R"({"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"c1","name":"t","input":ARGS}]})",
       R"({"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"t","input":ARGS}]})",
       R"({"type":"function_call","call_id":"c1","name":"t","arguments":ARGS})",
       R"({"role":"model","parts":[{"functionCall":{"name":"t","args":ARGS}}]})",
       R"({"role":"assistant","function_call":{"name":"t","arguments":ARGS}})"}) {
    const auto replayed = [&](const char* arguments) {
      std::string text = message;
      text.replace(text.find("ARGS"), 4, arguments);
      return "[" + text + "]";
    };
    EXPECT_THAT(kinds(with_history(one_call(), replayed(R"({ "path" : "\u0061" })"))), IsEmpty())
        << message;
    EXPECT_THAT(kinds(with_history(one_call(), replayed(R"({"path":"b"})"))),
                ElementsAre("historyRewritten"))
        << message;
  }
}

std::string as_string(const std::string& text) {
  std::string out;
  json::append_json_string(out, text);
  return out;
}

// `messages` may be the text that the client sent, and so may what a log made of it.
TEST(HistoryRewritten, AHistoryIsReadInWhateverWrappingItComes) {
  const auto message = [](const std::string& arguments) {
    return R"({"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"t","arguments":)" +
           arguments + "}}]}";
  };
  const std::vector<std::function<std::string(std::string)>> wrappings = {
      [](const std::string& m) { return "[" + m + "]"; }, [](const std::string& m) { return m; },
      [](const std::string& m) { return R"({"model":"x","messages":[)" + m + "]}"; },
      [](const std::string& m) { return R"({"instructions":"x","input":[)" + m + "]}"; },
      [](const std::string& m) { return R"({"contents":[)" + m + "]}"; }};
  for (const auto& wrap : wrappings) {
    std::string same = wrap(message(R"({"path":"a"})"));
    std::string changed = wrap(message(R"({"path":"b"})"));
    for (int level = 0; level < 3; ++level) {
      EXPECT_EQ(replayed_calls(changed).size(), 1u) << changed;
      EXPECT_THAT(kinds(with_history(one_call(), same)), IsEmpty()) << same;
      EXPECT_THAT(kinds(with_history(one_call(), changed)), ElementsAre("historyRewritten"))
          << changed;
      same = as_string(same);
      changed = as_string(changed);
    }
    EXPECT_THAT(replayed_calls(changed), IsEmpty()) << "no deeper than " << changed;
  }
}

TEST(HistoryRewritten, EachCallIsToldOnceHoweverOftenItIsReplayed) {
  Answer answer = one_call();
  for (int i = 0; i < 3; ++i) {
    answer.histories.push_back(
        R"([{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"u","arguments":"{\"path\":\"a\"}"}}]}])");
  }
  EXPECT_THAT(kinds(answer), ElementsAre("historyRewritten"));
}

TEST(HistoryRewritten, CallsFromBeforeThisAttemptAccuseNobody) {
  EXPECT_THAT(
      kinds(with_history(
          one_call(),
          R"([{"role":"assistant","tool_calls":[{"id":"old","function":{"name":"t","arguments":"{}"}},
                      {"id":"c1","function":{"name":"t","arguments":"{\"path\":\"a\"}"}}]}])")),
      IsEmpty());
  EXPECT_THAT(kinds(with_history(
                  both_ends({wire("t", R"({"n":1})"), tool("t", R"({"n":1})")}),
                  R"([{"role":"model","parts":[{"functionCall":{"name":"t","args":{"n":0}}}]},
                      {"role":"model","parts":[{"functionCall":{"name":"t","args":{"n":1}}}]}])")),
              IsEmpty());
}

TEST(HistoryRewritten, WhatIsNoHistoryIsNone) {
  for (const char* text :
       {"", "{", "null", "[1,[],{}]", R"("plain words")", R"("[{")", R"("\"7\"")", "3",
        R"({"messages":7})", R"([{"role":"assistant","tool_calls":[null,{"function":3}]}])"}) {
    EXPECT_THAT(replayed_calls(text), IsEmpty()) << text;
  }
}

TEST(HistoryRewritten, ACallThatTheClientRefusedIsReplayedAllTheSame) {
  const Answer answer = with_history(
      both_ends({wire("t", R"({"path":"a")", "c1")}),
      R"([{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"t","arguments":"{}"}}]}])");
  EXPECT_THAT(kinds(answer, {.client_stopped = true}), ElementsAre("historyRewritten"));
}

}  // namespace
}  // namespace tare
