// What stands on stdout, as an answer: views, evidence, the short form, the end of an answer.
#include "protocol/answer_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace tare {
namespace {

using State = AnswerReader::State;
using ::testing::HasSubstr;

const std::string kFinished = "{\"event\":\"finished\",\"reason\":\"stop\"}\n";

AnswerReader read(std::string_view bytes, AnswerLimits limits = {}) {
  AnswerReader reader(limits);
  if (reader.feed(bytes) != State::breach) reader.end_of_stream();
  return reader;
}

Answer answer_to(std::string_view bytes) {
  AnswerReader reader = read(bytes);
  EXPECT_EQ(reader.state(), State::answered) << reader.breach().text << reader.describe_end();
  return reader.take_answer();
}

View only_view(const std::string& event) {
  Answer answer = answer_to(event + "\n" + kFinished);
  EXPECT_EQ(answer.views.size(), 1u);
  return answer.views.empty() ? View{} : answer.views.front();
}

TEST(Views, RawStandsForTextWhenItHasTextAndElseForWire) {
  EXPECT_EQ(only_view(R"({"event":"raw","name":"t","arguments":"{}"})").at, At::wire);
  EXPECT_EQ(only_view(R"({"event":"raw","text":"<tool_call>"})").at, At::text);
  EXPECT_EQ(only_view(R"({"event":"normalized","name":"t"})").at, At::tool);
  EXPECT_EQ(only_view(R"({"event":"call","at":"approval","name":"t"})").at, At::approval);
}

TEST(Views, KeepEveryMember) {
  const View view = only_view(
      R"({"event":"call","at":"tool","id":"c1","turn":2,"name":"t","arguments":"{}","status":"rejected",)"
      R"("server":"erp","builtin":true})");
  EXPECT_EQ(view.id, "c1");
  EXPECT_EQ(view.turn, 2u);
  EXPECT_EQ(view.name, "t");
  EXPECT_EQ(view.status, CallStatus::rejected);
  EXPECT_EQ(view.server, "erp");
  EXPECT_TRUE(view.builtin);
}

TEST(Views, NullIsAbsent) {
  const View view = only_view(
      R"({"event":"call","at":"wire","id":null,"turn":null,"name":null,"arguments":null,"status":null})");
  EXPECT_FALSE(view.id || view.turn || view.name || view.arguments || view.status);
  EXPECT_EQ(view.evidence, Evidence::none);
}

TEST(Evidence, AStringIsTheVeryText) {
  const View view = only_view(R"({"event":"raw","name":"t","arguments":"{\"a\": 1.0, \"a\":-0 "})");
  EXPECT_EQ(view.arguments, R"({"a": 1.0, "a":-0 )");
  EXPECT_EQ(view.evidence, Evidence::verbatim);
}

TEST(Evidence, AnObjectKeepsTheTextItHasInTheEvent) {
  const View view = only_view(
      R"({"event":"normalized","name":"t","arguments":{"b": 1e400,  "a":12345678901234567890123}})");
  EXPECT_EQ(view.arguments, R"({"b": 1e400,  "a":12345678901234567890123})");
  EXPECT_EQ(view.evidence, Evidence::parsed);
  EXPECT_EQ(only_view(R"({"event":"normalized","name":"t","arguments":[1]})").evidence,
            Evidence::parsed);
}

TEST(Evidence, TextAloneIsVerbatim) {
  const View view = only_view(R"({"event":"raw","text":"<t>{}</t>","format":"hermes"})");
  EXPECT_EQ(view.evidence, Evidence::verbatim);
  EXPECT_EQ(view.text, "<t>{}</t>");
  EXPECT_EQ(view.format, "hermes");
}

TEST(Evidence, BrokenBytesAndLoneSurrogatesInStringsAreKept) {
  EXPECT_EQ(only_view("{\"event\":\"raw\",\"name\":\"t\",\"arguments\":\"\xff\xc3\"}").arguments,
            "\xff\xc3");
  EXPECT_EQ(only_view(R"({"event":"raw","name":"t","arguments":"\ud800"})").arguments,
            "\xed\xa0\x80");
  EXPECT_EQ(only_view(R"({"event":"raw","name":"t","arguments":"\u0000"})").arguments,
            std::string(1, '\0'));
}

TEST(ShortForm, StandsForItsCallsInOrderAndTheEnd) {
  const Answer answer = answer_to(
      R"({"raw":[{"name":"a","arguments":"{}"},{"text":"x"}],"normalized":[{"name":"a","arguments":{}}],"message":"hi"})"
      "\n");
  ASSERT_EQ(answer.views.size(), 3u);
  EXPECT_EQ(answer.views[0].at, At::wire);
  EXPECT_EQ(answer.views[1].at, At::text);
  EXPECT_EQ(answer.views[2].at, At::tool);
  EXPECT_TRUE(answer.short_form && answer.raw_given && answer.normalized_given);
  EXPECT_EQ(answer.finished, FinishReason::stop);
  ASSERT_EQ(answer.messages.size(), 1u);
  EXPECT_EQ(answer.messages[0].text, "hi");
}

TEST(ShortForm, SaysHowTheRunEndedWhereItWasNoPlainStop) {
  Answer answer = answer_to(R"({"raw":[],"normalized":[],"finished":"maxTurns","message":"hi"})");
  EXPECT_EQ(answer.finished, FinishReason::max_turns);
  ASSERT_EQ(answer.messages.size(), 1u);
  EXPECT_TRUE(answer.finish_message.empty());
  answer = answer_to(R"({"raw":[],"finished":"refusedByClient","message":"bad JSON"})");
  EXPECT_EQ(answer.finished, FinishReason::refused_by_client);
  EXPECT_EQ(answer.finish_message, "bad JSON");
  EXPECT_TRUE(answer.messages.empty());
  EXPECT_EQ(answer_to(R"({"raw":[],"finished":null})").finished, FinishReason::stop);
  for (const char* bad : {R"({"raw":[],"finished":"done"})", R"({"raw":[],"finished":7})"}) {
    AnswerReader reader = read(bad);
    EXPECT_EQ(reader.state(), State::breach) << bad;
    EXPECT_NE(reader.breach().text.find("finished"), std::string::npos) << reader.breach().text;
  }
}

TEST(ShortForm, TellsAnEmptyListFromAMissingOne) {
  const Answer none = answer_to(R"({"raw":[],"normalized":[]})");
  EXPECT_TRUE(none.raw_given && none.normalized_given);
  const Answer unaudited = answer_to(R"({"normalized":[]})");
  EXPECT_TRUE(!unaudited.raw_given && unaudited.normalized_given);
  const Answer null = answer_to(R"({"raw":null,"normalized":[]})");
  EXPECT_TRUE(!null.raw_given && null.normalized_given);
}

TEST(ShortForm, MaySpanLinesAndIsKeptToTheByte) {
  const std::string text =
      "{\n  \"raw\": [\n    {\"name\": \"a }{ \\\" ]\",\r\n \"arguments\": \"{}\"}\n"
      "  ],\n\n  \"normalized\": []\n}";
  AnswerReader reader = read("\n" + text + "  \n\n");
  ASSERT_EQ(reader.state(), State::answered) << reader.breach().text;
  EXPECT_FALSE(reader.missing_newline());
  EXPECT_EQ(reader.take_events(), std::vector<std::string>{text});
  EXPECT_EQ(reader.take_answer().views.at(0).name, "a }{ \" ]");
}

TEST(ShortForm, MayEndWithoutANewline) {
  AnswerReader reader = read("{\n\"raw\":[],\n\"normalized\":[]}");
  EXPECT_EQ(reader.state(), State::answered);
  EXPECT_TRUE(reader.missing_newline());
}

TEST(ShortForm, FollowsEventsAndAddsToThem) {
  const Answer answer =
      answer_to("{\"event\":\"usage\",\"inputTokens\":3}\n{\"normalized\":[{\"name\":\"a\"}]}\n");
  EXPECT_EQ(answer.usage.input_tokens, 3u);
  EXPECT_EQ(answer.views.size(), 1u);
}

TEST(Events, EachOneIsRead) {
  const Answer answer = answer_to(
      R"({"event":"started","adapter":{"name":"a","version":"1"},"model":"m","layers":[{"role":"sdk","name":"s","version":"2","config":{}}]})"
      "\n"
      R"({"event":"result","id":"c","name":"t","isError":true,"text":"no"})"
      "\n"
      R"({"event":"message","role":"assistant","text":"think","channel":"reasoning"})"
      "\n"
      R"({"event":"history","messages":[{"role":"user",  "content":"x"}]})"
      "\n"
      R"({"event":"usage","inputTokens":5,"outputTokens":2,"costUsd":0.5,"modelCalls":1})"
      "\n"
      R"({"event":"usage","inputTokens":5,"costUsd":0.25})"
      "\n"
      R"({"event":"error","kind":"rateLimit","message":"slow","retryAfterMs":12.5,"retryable":false})"
      "\n"
      R"({"event":"error","kind":"network","message":"later"})"
      "\n"
      R"({"event":"verdict","verdict":"PASS","reason":"r"})"
      "\n"
      R"({"event":"outcome","pass":true,"source":"sim"})"
      "\n"
      R"({"event":"x-mine","anything":[1]})"
      "\n"
      R"({"event":"finished","reason":"refusedByClient","message":"bad JSON","new":1})"
      "\n");
  ASSERT_TRUE(answer.started);
  EXPECT_EQ(answer.started->layers.at(0).role, "sdk");
  EXPECT_EQ(answer.started->model, "m");
  EXPECT_TRUE(answer.results.at(0).is_error);
  EXPECT_TRUE(answer.messages.at(0).reasoning);
  EXPECT_EQ(answer.histories.at(0), R"([{"role":"user",  "content":"x"}])");
  EXPECT_EQ(answer.usage.input_tokens, 10u);
  EXPECT_DOUBLE_EQ(answer.usage.cost_usd, 0.75);
  EXPECT_TRUE(answer.usage.cost_seen);
  ASSERT_TRUE(answer.error);
  EXPECT_EQ(answer.error->kind, "rateLimit");
  EXPECT_EQ(answer.error->retry_after_ms, 13u);
  EXPECT_FALSE(answer.error->retryable);
  EXPECT_TRUE(answer.outcome->pass);
  EXPECT_EQ(answer.finished, FinishReason::refused_by_client);
  EXPECT_EQ(answer.finish_message, "bad JSON");
}

TEST(Events, AManifestKeepsItsSchemasToTheByte) {
  const Answer answer = answer_to(
      R"({"event":"manifest","tools":[{"name":"t","description":"d","inputSchema":{"a" : 1.0},"wireName":"w","approval":"always","server":"s","builtin":true,"annotations":{"readOnlyHint":true,"destructiveHint":true}}],"instructions":"i","limits":{"maxTurns":6,"maxCalls":null},"mcp":[{"server":"s","allowedTools":["t"]},{"server":"u","offeredTools":["x"]}]})"
      "\n" +
      kFinished);
  ASSERT_TRUE(answer.manifest);
  EXPECT_EQ(answer.manifest->max_turns, 6u);
  EXPECT_FALSE(answer.manifest->max_calls);
  ASSERT_EQ(answer.manifest->servers.size(), 2u);
  EXPECT_EQ(answer.manifest->servers[0].allowed_tools, std::vector<std::string>{"t"});
  EXPECT_FALSE(answer.manifest->servers[1].allowed_tools);
  EXPECT_EQ(answer.manifest->servers[1].offered_tools, std::vector<std::string>{"x"});
  const ToolSpec& tool = answer.manifest->tools.at(0);
  EXPECT_EQ(tool.input_schema, R"({"a" : 1.0})");
  EXPECT_EQ(tool.wire_name, "w");
  EXPECT_EQ(tool.approval, "always");
  EXPECT_EQ(tool.server, "s");
  EXPECT_TRUE(tool.builtin && tool.read_only && tool.destructive);
  EXPECT_EQ(answer.manifest->instructions, "i");
}

TEST(End, UnsupportedAloneIsAnAnswerOnceStdoutHasClosed) {
  AnswerReader reader{AnswerLimits{}};
  EXPECT_EQ(reader.feed("{\"event\":\"unsupported\"}\n"), State::reading);
  EXPECT_EQ(reader.end_of_stream(), State::answered);
  EXPECT_TRUE(reader.take_answer().unsupported);
}

TEST(End, ABlankTailIsNoBreach) {
  EXPECT_EQ(read(kFinished + "\n \t\r\n\n  ").state(), State::answered);
}

TEST(End, ALastLineWithoutANewlineCountsAndIsNoted) {
  AnswerReader reader = read(kFinished.substr(0, kFinished.size() - 1));
  EXPECT_EQ(reader.state(), State::answered);
  EXPECT_TRUE(reader.missing_newline());
}

TEST(End, ACutRecordIsNoBreachButTold) {
  for (const std::string cut : {R"({"event":"call","at":"wi)", R"({"event":"finished")",
                                "{\n\"raw\":[\n{\"na", "{\"raw\":[{\"name\":\"a\"}],\n\"norm"}) {
    AnswerReader reader = read(cut);
    EXPECT_EQ(reader.state(), State::reading) << cut;
    EXPECT_THAT(reader.describe_end(), HasSubstr("ended inside a JSON object")) << cut;
    EXPECT_TRUE(reader.take_events().empty());
  }
}

TEST(End, SaysWhatTheStreamEndedIn) {
  EXPECT_EQ(read("").describe_end(), "stdout stayed empty");
  EXPECT_EQ(read("\n\n").describe_end(), "no event stood on stdout");
  EXPECT_THAT(read("\n{\"event\":\"unsupported\"}\n{\"event\":\"x-a\"}\n").describe_end(),
              HasSubstr("the last event, on line 3, was \"{\"event\":\"x-a\"}\""));
}

TEST(End, SaysWhatLineHadBegunWhereTheStreamIsStillOpen) {
  AnswerReader reader{AnswerLimits{}};
  reader.feed("{\"event\":\"x-a\"}\n{\"event\":\"ca");
  EXPECT_EQ(reader.describe_end(), "stdout stands inside line 2: \"{\"event\":\"ca\"");
}

TEST(End, TheFirstBreachStands) {
  AnswerReader reader{AnswerLimits{}};
  ASSERT_EQ(reader.feed("noise\n"), State::breach);
  EXPECT_EQ(reader.feed("more\n" + kFinished), State::breach);
  EXPECT_EQ(reader.end_of_stream(), State::breach);
  EXPECT_EQ(reader.breach().line_bytes, "noise");
}

TEST(End, RawCallsAreNotedAsTheyCome) {
  AnswerReader reader{AnswerLimits{}};
  reader.feed("{\"event\":\"normalized\",\"name\":\"a\"}\n");
  EXPECT_FALSE(reader.raw_call_seen());
  reader.feed("{\"event\":\"call\",\"at\":\"client\",\"name\":\"a\"}\n");
  EXPECT_FALSE(reader.raw_call_seen());
  reader.feed("{\"event\":\"raw\",\"name\":\"a\"}\n");
  EXPECT_TRUE(reader.raw_call_seen());
}

TEST(Bytes, AMarkAtTheVeryStartAndCarriageReturnsArePassedOver) {
  AnswerReader reader = read("\xef\xbb\xbf{\"event\":\"x-a\"}\r\n\r\n" + kFinished);
  EXPECT_EQ(reader.state(), State::answered) << reader.breach().text;
  EXPECT_EQ(reader.take_events().front(), "{\"event\":\"x-a\"}");
}

// Whole answers cut anywhere, in pieces, read the same; and a journal's texts give the same again.
TEST(Pieces, DoNotMatter) {
  const std::vector<std::string> texts = {
      "{\"event\":\"raw\",\"name\":\"a\",\"arguments\":\"{}\"}\n" + kFinished,
      "{\n\"raw\":[{\"name\":\"a\"}\n],\"normalized\":\n[{\"name\":\"b\",\n\"arguments\":{\"x\":\n["
      "1]}}]}\n\n",
      "noise\n" + kFinished, kFinished + kFinished, "{\"raw\":\n[}\n"};
  std::mt19937 random(11);
  for (const std::string& text : texts) {
    AnswerReader whole = read(text);
    const State state = whole.state();
    const std::string breach = whole.breach().text;
    const std::vector<std::string> events = whole.take_events();
    for (int round = 0; round < 200; ++round) {
      AnswerReader reader{AnswerLimits{}};
      for (std::size_t at = 0; at < text.size() && reader.state() != State::breach;) {
        const std::size_t size = 1 + random() % 9;
        reader.feed(std::string_view(text).substr(at, size));
        at += size;
      }
      reader.end_of_stream();
      ASSERT_EQ(reader.state(), state) << text;
      ASSERT_EQ(reader.breach().text, breach);
      ASSERT_EQ(reader.take_events(), events);
    }
    std::size_t unreadable = 99;
    const Answer again = answer_from_events(events, &unreadable);
    EXPECT_EQ(unreadable, 0u);
    EXPECT_EQ(again.views.size(), whole.take_answer().views.size());
  }
}

TEST(Journal, SkipsAndCountsWhatCannotBeRead) {
  std::size_t unreadable = 0;
  const Answer answer =
      answer_from_events({"{\"event\":\"raw\",\"name\":\"a\"}", "{\"event\":", "[1]",
                          "{\"raw\":[{\"name\":\"x\"},{\"name\":5}]}", "{\n\"normalized\":\n[]}"},
                         &unreadable);
  EXPECT_EQ(unreadable, 3u);
  EXPECT_EQ(answer.views.size(), 1u);
  EXPECT_TRUE(answer.short_form);
}

// Megabytes in small pieces: what is read must not be read again for each of them, or this would
// run into the time-out of the whole program.
TEST(ShortForm, OfMegabytesInSmallPiecesIsReadWhole) {
  std::string text = "{\"raw\":[\n";
  std::size_t calls = 1;
  for (; text.size() < std::size_t{4} << 20; ++calls) {
    text += "{\"name\":\"some_tool\",\n \"arguments\":\"{\\\"a\\\":1}\"\n},\n";
  }
  text += "{\"name\":\"last\"}],\n\"normalized\":[]}\n";
  AnswerReader reader{AnswerLimits{}};
  for (std::size_t at = 0; at < text.size(); at += 512) {
    reader.feed(std::string_view(text).substr(at, 512));
  }
  EXPECT_EQ(reader.end_of_stream(), State::answered) << reader.breach().text;
  EXPECT_EQ(reader.take_answer().views.size(), calls);
}

}  // namespace
}  // namespace tare
