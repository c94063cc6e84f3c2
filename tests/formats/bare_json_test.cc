#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read_text.h"

namespace tare::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kCall = "{\"name\": \"f\", \"arguments\": {\"a\": 1}}";

TEST(BareJson, ACallThatFillsTheTextIsDetected) {
  EXPECT_EQ(read_text(kCall).format, "bareJson");
  EXPECT_THAT(calls_of(read_text(kCall)), ElementsAre("f {\"a\": 1}"));
  EXPECT_THAT(calls_of(read_text("[" + std::string(kCall) + ",\n" + kCall + "]\n")),
              ElementsAre("f {\"a\": 1}", "f {\"a\": 1}"));
  EXPECT_EQ(read_text("```json\n" + std::string(kCall) + "\n```").format, "fencedJson");
  EXPECT_THAT(calls_of(read_text("{\"name\": \"f\", \"arguments\": {\"a\": ")),
              ElementsAre("!f {\"a\": "));
}

TEST(BareJson, JsonInProseIsNoCallUnlessTheFormatSaysSo) {
  const std::string text = "For example " + std::string(kCall) + " would do.";
  EXPECT_THAT(read_text(text).calls, IsEmpty());
  EXPECT_EQ(read_text(text).format, "");
  const ModelText named = read_text(text, "llama3_json");
  EXPECT_THAT(calls_of(named), ElementsAre("f {\"a\": 1}"));
  EXPECT_THAT(passages_of(named, text, Channel::content),
              ElementsAre("For example ", " would do."));
}

TEST(BareJson, JsonThatIsNoCallIsNone) {
  for (const char* text :
       {"{\"name\": \"Milo\", \"age\": 4}", "{\"city\": \"Rome\"}", "[1, 2]", "{\"name\": \"f\"}",
        "{\"name\": \"f\", \"description\": \"d\", \"parameters\": {\"type\": \"object\"}}",
        "{\"name\": \"f\", \"arguments\": {}, \"mood\": \"good\"}"}) {
    EXPECT_THAT(read_text(text).calls, IsEmpty()) << text;
    EXPECT_FALSE(read_text(text).unread) << text;
  }
  // Named, members that are strange to a call do no harm, but a tool's definition stays one.
  EXPECT_THAT(
      calls_of(read_text("{\"name\":\"f\",\"arguments\":{},\"mood\":\"good\"}", "bareJson")),
      ElementsAre("f {}"));
  EXPECT_THAT(
      read_text("{\"name\":\"f\",\"description\":\"d\",\"parameters\":{}}", "bareJson").calls,
      IsEmpty());
}

TEST(BareJson, SemicolonsAndBracketsBetweenCallsAreLayout) {
  const std::string text =
      "Results: [{\"name\":\"f\",\"parameters\":{}}, {\"name\":\"g\",\"parameters\":{}}]; "
      "{\"name\":\"h\",\"parameters\":{}} More?";
  const ModelText read = read_text(text, "llama3");
  EXPECT_THAT(calls_of(read), ElementsAre("f {}", "g {}", "h {}"));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("Results: ", " More?"));
}

TEST(BareJson, ABrokenCallIsToldAndTheSearchGoesOn) {
  EXPECT_THAT(calls_of(read_text("{x} {\"name\":\"f\",\"parameters\":{}} {y", "llama3")),
              ElementsAre("f {}"));
  EXPECT_THAT(
      calls_of(read_text("{\"name\": \"f\", \"parameters\": {{\"name\": \"f\", \"parameters\": {}}",
                         "llama3")),
      ElementsAre(testing::StartsWith("!f ")));
  EXPECT_THAT(read_text("{hello world[A(A=\t)A(A=,\t\t)", "llama3").calls, IsEmpty());
}

TEST(BareJson, ArgumentsAloneAreOneNamelessCall) {
  const std::string text = "<think>t</think> {\"city\":\"Rome\"}\n";
  const ModelText read = read_text(text, "arguments");
  EXPECT_THAT(calls_of(read), ElementsAre("? {\"city\":\"Rome\"}"));
}

TEST(Functionary, ARecipientStandsOnItsLine) {
  const std::string text = "all\nLook:>>>f\n{\"a\": 1}\n>>>g\n{\"b\": 2}";
  const ModelText read = read_text(text, "functionaryV32");
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"a\": 1}", "g {\"b\": 2}"));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("Look:"));
}

}  // namespace
}  // namespace tare::formats
