// Each breach of the protocol: that it is one, where it says it is, and what it tells to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/answer_reader.h"

namespace tare {
namespace {

using State = AnswerReader::State;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kFinished = "{\"event\":\"finished\",\"reason\":\"stop\"}\n";

ProtocolBreach breach_of(const std::string& bytes, AnswerLimits limits = {}) {
  AnswerReader reader(limits);
  if (reader.feed(bytes) != State::breach) reader.end_of_stream();
  EXPECT_EQ(reader.state(), State::breach) << bytes;
  return reader.breach();
}

AnswerLimits mixed() {
  AnswerLimits limits;
  limits.mixed_stdout = true;
  return limits;
}

TEST(Noise, NamesTheLineShowsItAndSaysHowToMendIt) {
  const ProtocolBreach breach = breach_of("\n{\"event\":\"x-a\"}\nLoading\x1b[0m model\n");
  EXPECT_EQ(breach.line, 3u);
  EXPECT_EQ(breach.offset, 17u);
  EXPECT_EQ(breach.line_bytes, "Loading\x1b[0m model");
  EXPECT_THAT(breach.text, HasSubstr("line 3 of stdout, at byte 17"));
  EXPECT_THAT(breach.text, HasSubstr("Loading\\x1b[0m model"));
  EXPECT_THAT(breach.text, HasSubstr("Print logs to stderr, or set adapter.stdout to \"mixed\""));
}

TEST(Noise, OfAnyShapeIsABreach) {
  for (const std::string noise :
       {"text", "[1,2]", "42", "null", "\"event\"", "{oops}", "{'event':'call'}", "{\"a\":1}", "}",
        "{\"event\":\"x-a\"} tail", "\xff", "\xef\xbb\xbf{\"event\":\"x-a\"}"}) {
    const ProtocolBreach breach = breach_of("\n" + noise + "\n" + kFinished);
    EXPECT_EQ(breach.line, 2u) << noise;
  }
  EXPECT_EQ(breach_of(std::string(1, '\0') + "\n").line, 1u);
}

TEST(Noise, OnlyItsFirstTwoHundredBytesAreShown) {
  const ProtocolBreach breach = breach_of(std::string(5000, 'a') + "\n");
  EXPECT_EQ(breach.line_bytes.size(), 200u);
  EXPECT_THAT(breach.text, HasSubstr(std::string(200, 'a') + "\" (the first 200 bytes)"));
  EXPECT_THAT(breach.text, Not(HasSubstr(std::string(201, 'a'))));
}

TEST(Mixed, KeepsNoiseAsLog) {
  AnswerReader reader(mixed());
  reader.feed("hello\n{oops}\n{\"level\":\"info\"}\n[1]\n{\n" + kFinished + "bye\n");
  EXPECT_EQ(reader.end_of_stream(), State::answered) << reader.breach().text;
  EXPECT_EQ(reader.log_lines(), 6u);
  EXPECT_EQ(reader.take_events().size(), 1u);
}

TEST(Mixed, ABrokenEventIsNotTakenForALog) {
  EXPECT_THAT(breach_of("{\"event\":\"call\",\"at\"\n" + kFinished, mixed()).text,
              HasSubstr("an event that is no JSON"));
  EXPECT_THAT(breach_of("{\"event\":\"cal\"}\n" + kFinished, mixed()).text,
              HasSubstr("unknown event"));
}

TEST(AfterTheEnd, NothingMayFollow) {
  EXPECT_THAT(breach_of(kFinished + kFinished).text, HasSubstr("a second `finished`"));
  EXPECT_EQ(breach_of(kFinished + "bye\n").line, 2u);
  EXPECT_EQ(breach_of(kFinished + "bye").line, 2u);
  EXPECT_THAT(breach_of("{\"raw\":[]}\n{\"raw\":[]}\n").text, HasSubstr("the answer on line 1"));
  EXPECT_EQ(breach_of("{\n\"raw\":[]}\n" + kFinished).line, 3u);
  EXPECT_THAT(breach_of("{\n\"raw\":[]} x\n").text, HasSubstr("text follows the short form"));
  EXPECT_THAT(breach_of("{\n\"raw\":[]} x").text, HasSubstr("text follows the short form"));
  EXPECT_EQ(breach_of(kFinished + "{\"event\":\"x-a\"}\n", mixed()).line, 2u);
}

TEST(Lines, AnEventMayNotSpanThem) {
  EXPECT_THAT(breach_of("{\"event\":\"finished\",\n\"reason\":\"stop\"}\n").text,
              HasSubstr("not whole at the end of its line"));
  const ProtocolBreach late = breach_of("{\"reason\":\"stop\",\n\"event\":\"finished\"}\n");
  EXPECT_THAT(late.text, HasSubstr("an event that spans lines"));
  EXPECT_EQ(late.line, 1u);
}

TEST(Lines, AStrayBraceIsFoundWhereTheTextAfterItStandsInNoJson) {
  const ProtocolBreach breach = breach_of("{\"raw\":[\nhello there\n" + kFinished);
  EXPECT_EQ(breach.line, 2u);
  EXPECT_EQ(breach.offset, 9u);
  EXPECT_EQ(breach.line_bytes, "hello there");
  EXPECT_THAT(breach_of("{\"raw\":[],\n" + kFinished).text, HasSubstr("begins on line 1"));
  EXPECT_EQ(breach_of("{\"raw\":[\"a\n").line, 1u);
}

TEST(Lines, TooLongOnesAreRefusedInBothModes) {
  AnswerLimits limits;
  limits.line_bytes = 100;
  EXPECT_THAT(breach_of(std::string(101, ' '), limits).text, HasSubstr("more than 100 bytes"));
  limits.mixed_stdout = true;
  const ProtocolBreach breach = breach_of("ok\n" + std::string(101, 'x') + "\n", limits);
  EXPECT_EQ(breach.line, 2u);
  EXPECT_THAT(breach.text, HasSubstr("limits.lineBytes"));
}

TEST(Depth, IsBoundedOnOneLineAndOverMany) {
  const std::string opens(1100, '['), closes(1100, ']');
  const std::string head = "{\"event\":\"normalized\",\"name\":\"t\",\"arguments\":";
  EXPECT_THAT(breach_of(head + opens + closes + "}\n").text, HasSubstr("Nest less deeply"));
  EXPECT_THAT(breach_of(head + opens + closes + "}\n", mixed()).text,
              HasSubstr("Nest less deeply"));
  std::string many = "{\"raw\":\n";
  for (int i = 0; i < 1100; ++i) many += "[\n";
  EXPECT_THAT(breach_of(many).text, HasSubstr("1024 levels"));
}

struct BadEvent {
  std::string json, says;
};

TEST(Members, AreCheckedAndNamed) {
  const std::vector<BadEvent> table = {
      {R"({"event":5})", "\"event\" must be a string"},
      {R"({"event":"finishd"})", "unknown event \"finishd\"; did you mean \"finished\"?"},
      {R"({"event":"a","event":"b"})", "holds the member \"event\" twice"},
      {R"({"event":"call","name":"t"})", "lacks \"at\""},
      {R"({"event":"call","at":"wires","name":"t"})", "did you mean \"wire\"?"},
      {R"({"event":"call","at":"tool"})", "lacks \"name\""},
      {R"({"event":"call","at":"tool","nmae":"t"})", "it holds \"nmae\""},
      {R"({"event":"call","at":"wire","name":5})", "\"name\" must be a string, not a number"},
      {R"({"event":"normalized","name":null})", "lacks \"name\""},
      {R"({"event":"raw","arguments":"{}"})", "lacks \"name\""},
      {R"({"event":"raw","name":"t","id":7})", "\"id\" must be a string, not a number"},
      {R"({"event":"raw","name":"t","turn":0})", "\"turn\" must be a whole number from 1"},
      {R"({"event":"raw","name":"t","turn":1.5})", "\"turn\" must be a whole number"},
      {R"({"event":"raw","name":"t","turn":4294967296})", "\"turn\" is larger"},
      {R"({"event":"raw","name":"t","at":"tool"})", "stands for a call at \"wire\""},
      {R"({"event":"raw","name":"t","status":"done"})", "\"status\" cannot be"},
      {R"({"event":"raw","name":"t","builtin":1})", "\"builtin\" must be a boolean"},
      {R"({"event":"raw","name":"a","name":"b"})", "\"name\" twice"},
      {R"({"event":"raw","name":"a","arguments":"","arguments":""})", "\"arguments\" twice"},
      {R"({"event":"raw","text":[]})", "\"text\" must be a string, not an array"},
      {R"({"event":"started","model":1})", "\"model\" must be a string"},
      {R"({"event":"started","layers":[1]})", "a layer must be an object"},
      {R"({"event":"started","layers":[{"role":"sdkk","name":"x"}]})", "did you mean \"sdk\"?"},
      {R"({"event":"manifest"})", "lacks \"tools\""},
      {R"({"event":"manifest","tools":[{"nam":"a"}]})", "tool 1 lacks \"name\""},
      {R"({"event":"manifest","tools":[{"name":"a"},{"name":"a"}]})", "two tools are called \"a\""},
      {R"({"event":"manifest","tools":[{"type":"function","function":{}}]})", "on the tool itself"},
      {R"({"event":"result"})", "lacks \"isError\""},
      {R"({"event":"message","role":"user"})", "lacks \"text\""},
      {R"({"event":"message","role":"user","text":"a","channel":"x"})", "\"channel\" cannot be"},
      {R"({"event":"history","messages":{}})", "lacks \"messages\""},
      {R"({"event":"usage","inputTokens":-1})", "\"inputTokens\" must be a whole number from 0"},
      {R"({"event":"usage","costUsd":1e400})", "\"costUsd\" must be a number"},
      {R"({"event":"error","kind":"limit","message":"m"})", "\"kind\" cannot be"},
      {R"({"event":"error","kind":"auth"})", "lacks \"message\""},
      {R"({"event":"error","kind":"auth","message":"m","retryAfterMs":1e20})", "retryAfterMs"},
      {R"({"event":"verdict","reason":"r"})", "lacks \"score\""},
      {R"({"event":"verdict","score":9})", "from 1 to 5"},
      {R"({"event":"outcome","pass":"yes"})", "\"pass\" must be a boolean"},
      {R"({"event":"finished"})", "lacks \"reason\""},
      {R"({"event":"finished","reason":"done"})", "\"reason\" cannot be"},
      {R"({"raw":{}})", "\"raw\" must be an array, not an object"},
      {R"({"raw":[1]})", "must be an object, not number"},
      {R"({"raw":[{"id":"x"}]})", "lacks \"name\""},
      {R"({"raw":[],"raw":[]})", "\"raw\" twice"},
      {R"({"normalized":[{}],"message":1})", "\"message\" must be a string"},
  };
  for (const BadEvent& bad : table) {
    const ProtocolBreach breach = breach_of("\n" + bad.json + "\n");
    EXPECT_THAT(breach.text, HasSubstr(bad.says));
    EXPECT_EQ(breach.line, 2u) << bad.json;
    EXPECT_LT(breach.offset, 1 + bad.json.size()) << bad.json;
  }
}

TEST(Members, InAShortFormOverLinesAreFoundOnTheirLine) {
  const ProtocolBreach breach = breach_of("{\n\"raw\": [\n  {\"name\": 5}\n]}\n");
  EXPECT_EQ(breach.line, 3u);
  EXPECT_EQ(breach.line_bytes, "  {\"name\": 5}");
  EXPECT_EQ(breach.offset, 22u);
}

}  // namespace
}  // namespace tare
