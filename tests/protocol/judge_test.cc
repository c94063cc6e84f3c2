// What a judge is asked, and what it may answer.
#include <gtest/gtest.h>

#include "json/reader.h"
#include "protocol/answer_reader.h"
#include "protocol/request.h"

namespace tare {
namespace {

JudgeQuestion question() {
  JudgeQuestion q;
  q.case_id = "pr/close";
  q.messages_json = "[ {\"role\":\"user\",\n\"content\":\"Close it\"} ]";
  q.calls = {{"close_ticket", "{\"key\": 1.0}", 1}, {"wait", std::nullopt, std::nullopt}};
  q.final_text = "Done";
  q.tools_json = R"([{"name":"close_ticket"}])";
  q.contract = "PASS only if \"close\"";
  return q;
}

TEST(JudgeRequest, SaysTheTranscriptAndTheContract) {
  RequestContext context;
  context.trial = 2;
  context.attempt = 3;
  context.deadline_ms = 500;
  EXPECT_EQ(
      judge_request_line(question(), context),
      R"({"protocol":1,"request":"judge","case":{"id":"pr/close","kind":"agent",)"
      R"("messages":[{"role":"user","content":"Close it"}],"tags":[],"identity":null,"input":{}},)"
      R"("trial":2,"attempt":3,"tools":null,"instructions":null,"execute":"none","maxTurns":8,)"
      R"("deadlineMs":500,"variant":null,"judge":{"messages":[{"role":"user","content":"Close it"}],)"
      R"("calls":[{"name":"close_ticket","arguments":"{\"key\": 1.0}","turn":1},)"
      R"({"name":"wait","arguments":null}],"finalText":"Done","tools":[{"name":"close_ticket"}],)"
      R"("contract":"PASS only if \"close\""}})"
      "\n");
}

TEST(JudgeRequest, IsOneLineOfJsonWhateverBytesTheTranscriptHolds) {
  JudgeQuestion q = question();
  q.calls[0].name = "a\nb\xff";
  q.calls[0].arguments = std::string("{\"\0\r\n\xc3", 7);
  q.final_text = "\xed\xa0\x80\x01\"}";
  q.tools_json = "not json";
  const std::string line = judge_request_line(q, {});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  json::Document document;
  EXPECT_FALSE(json::read_strict(line, document));
  EXPECT_TRUE(document.root().find("judge").find("tools").is_null());
}

TEST(JudgeRequest, NullStandsForNoFinalText) {
  JudgeQuestion q = question();
  q.final_text.reset();
  q.tools_json.clear();
  const std::string line = judge_request_line(q, {});
  EXPECT_NE(line.find(R"("finalText":null,"tools":null,)"), std::string::npos);
}

std::optional<JudgeVerdict> verdict_in(const std::string& event) {
  AnswerReader reader{AnswerLimits{}};
  if (reader.feed(event + "\n") == AnswerReader::State::breach) return std::nullopt;
  return reader.take_answer().verdict;
}

TEST(JudgeVerdict, IsAScoreOrAWordWithAReason) {
  const auto score = verdict_in(R"({"event":"verdict","score":3.5,"reason":"so"})");
  ASSERT_TRUE(score);
  EXPECT_EQ(score->score, 3.5);
  EXPECT_FALSE(score->pass);
  EXPECT_EQ(score->reason, "so");
  const auto pass = verdict_in(R"({"event":"verdict","verdict":"PASS","score":null})");
  ASSERT_TRUE(pass);
  EXPECT_EQ(pass->pass, true);
  EXPECT_FALSE(pass->score);
  const auto fail = verdict_in(R"({"event":"verdict","verdict":"FAIL"})");
  ASSERT_TRUE(fail);
  EXPECT_EQ(fail->pass, false);
}

TEST(JudgeVerdict, TwoOfThemAreABreach) {
  AnswerReader reader{AnswerLimits{}};
  EXPECT_EQ(reader.feed("{\"event\":\"verdict\",\"verdict\":\"PASS\"}\n"
                        "{\"event\":\"verdict\",\"verdict\":\"PASS\"}\n"),
            AnswerReader::State::breach);
  EXPECT_NE(reader.breach().text.find("stands twice"), std::string::npos);
}

}  // namespace
}  // namespace tare
