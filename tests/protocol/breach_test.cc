// Each breach of the protocol: that it is one, where it says it is, and what it tells to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bad_events.h"
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

TEST(Lines, AStrayBraceDoesNotHideLogTextUntilTheEnd) {
  AnswerReader reader{AnswerLimits{}};
  EXPECT_EQ(reader.feed("{\n"), State::reading);
  EXPECT_EQ(reader.feed("hello\n"), State::breach);
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

TEST(Members, AreCheckedAndNamed) {
  for (const BadEvent& bad : bad_events()) {
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
  const ProtocolBreach later =
      breach_of("{\"event\":\"x-a\"}\n {\n\"raw\": [\n  {\"name\": 5}\n]}\n");
  EXPECT_EQ(later.line, 4u);
  EXPECT_EQ(later.offset, 16u + 1u + 22u);
}

// What a breach says must not depend on how the pipe cut the bytes: nothing may point into a buffer
// that the next line has overwritten.
TEST(Breaches, AreTheSameWhateverThePieces) {
  for (const std::string text :
       {"{\n}\x93\n", "{\n}\n", "{\"event\":\"x\n", "{\"raw\":[\n],\n\"normalized\":[]} x\n",
        "{\"raw\":[\n{\"name\":5}\n]}\n", "{\"event\":\n\"message\"}\n", "noise\n", "[\n]\n",
        "{\"raw\":[],\n\"normalized\":[]}\n{\n}\n"}) {
    for (const AnswerLimits& limits : {AnswerLimits{}, mixed()}) {
      AnswerReader whole(limits);
      if (whole.feed(text) != State::breach) whole.end_of_stream();
      for (std::size_t piece = 1; piece < text.size(); ++piece) {
        AnswerReader reader(limits);
        for (std::size_t at = 0; at < text.size() && reader.state() != State::breach; at += piece) {
          reader.feed(std::string_view(text).substr(at, piece));
        }
        reader.end_of_stream();
        EXPECT_EQ(reader.state(), whole.state()) << text << piece;
        EXPECT_EQ(reader.breach().text, whole.breach().text) << text << piece;
        EXPECT_EQ(reader.breach().line_bytes, whole.breach().line_bytes) << text << piece;
      }
    }
  }
}

}  // namespace
}  // namespace tare
