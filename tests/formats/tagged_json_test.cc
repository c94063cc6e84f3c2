#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read_text.h"

namespace tare::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string text_at(std::string_view text, Span span) {
  return std::string(text.substr(span.begin, span.end - span.begin));
}

TEST(TaggedJson, ACallIsToldWithItsSpansAndWhatStandsBesideIt) {
  const std::string text =
      "Let me look.\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1.0}, \"id\": \"c1\"}\n"
      "</tool_call>\nDone.";
  const ModelText read = read_text(text);
  EXPECT_EQ(read.format, "hermes");
  EXPECT_FALSE(read.unread);
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"a\": 1.0}"));
  EXPECT_EQ(read.calls[0].id, "c1");
  EXPECT_EQ(text_at(text, read.calls[0].arguments_span), "{\"a\": 1.0}");
  EXPECT_EQ(text_at(text, read.calls[0].span), text.substr(13, text.size() - 13 - 6));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("Let me look.\n", "\nDone."));
}

TEST(TaggedJson, AClosingTagInAStringIsContent) {
  const std::string text =
      "<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":\"x </tool_call> <tool_call> "
      "y\"}}</tool_call>";
  EXPECT_THAT(calls_of(read_text(text)), ElementsAre("f {\"a\":\"x </tool_call> <tool_call> y\"}"));
}

TEST(TaggedJson, BrokenJsonIsToldAsFarAsItGoes) {
  EXPECT_THAT(calls_of(read_text(
                  "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"t\": \"a\"}\n</tool_call>")),
              ElementsAre("!f {\"t\": \"a\"}"));
  EXPECT_THAT(calls_of(read_text("<tool_call>{\"name\":\"f\",\"arguments\":oops}</tool_call>"
                                 "<tool_call>{\"name\":\"g\",\"arguments\":{}}</tool_call>")),
              ElementsAre("!f oops", "g {}"));
  EXPECT_THAT(calls_of(read_text("<tool_call>{'name': 'f', 'arguments': {'a': True}}</tool_call>")),
              ElementsAre("!f {'a': True}"));
  EXPECT_THAT(calls_of(read_text("<tool_call>{\"name\":\"f\",\"arguments\":{}}}</tool_call>")),
              ElementsAre("!f {}"));
}

TEST(TaggedJson, ATextThatIsCutOffIsToldAsFarAsItGoes) {
  EXPECT_THAT(calls_of(read_text("<tool_call>\n{\"name\": \"f\", \"arguments\": {\"arg")),
              ElementsAre("!f {\"arg"));
  EXPECT_THAT(calls_of(read_text("<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}")),
              ElementsAre("!f {\"a\": 1}"));
  EXPECT_THAT(calls_of(read_text("<|START_ACTION|>[{\"tool_name\": \"f\", ")), ElementsAre("!f "));
  EXPECT_TRUE(read_text("Sure. <tool_call>\n{\"na").unread);
}

TEST(TaggedJson, OfABrokenListTheBrokenCallIsMalformed) {
  EXPECT_THAT(calls_of(read_text("<tool_calls>[{\"name\":\"f\",\"arguments\":{\"a\":x}},"
                                 "{\"name\":\"g\",\"arguments\":{}}]</tool_calls>")),
              ElementsAre("!f {\"a\":x}", "g {}"));
  EXPECT_THAT(calls_of(read_text("<tool_calls>[{\"name\":\"f\",\"arguments\":{}},"
                                 "{\"name\":\"g\",\"arguments\":{}}</tool_calls>")),
              ElementsAre("f {}", "!g {}"));
}

TEST(TaggedJson, AMissingMemberMakesACallMalformed) {
  const ModelText read =
      read_text("<tool_calls>\n{\"name\": \"f\"}\n{\"arguments\": {\"a\": 1}}\n</tool_calls>");
  EXPECT_THAT(calls_of(read), ElementsAre("!f ", "!? {\"a\": 1}"));
}

TEST(TaggedJson, ArgumentsGivenAsAStringAreItsContent) {
  const std::string text = R"(<tool_call>{"name":"f","arguments":"{\"h\":\"x\"}"}</tool_call>)";
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre(R"(f {"h":"x"})"));
  EXPECT_EQ(text_at(text, read.calls[0].arguments_span), R"({\"h\":\"x\"})");
}

TEST(TaggedJson, MembersHaveManyNames) {
  for (const char* call :
       {R"({"function": "f", "args": {"a": 1}})", R"({"tool": "f", "input": {"a": 1}})",
        R"({"type": "function", "function": {"name": "f", "arguments": {"a": 1}}})",
        R"({"tool_name": "f", "parameters": {"a": 1}})",
        R"({"tool_calls": [{"name": "f", "arguments": {"a": 1}}]})"}) {
    EXPECT_THAT(calls_of(read_text("<tool_call>" + std::string(call) + "</tool_call>")),
                ElementsAre("f {\"a\": 1}"))
        << call;
  }
}

TEST(TaggedJson, TagsOfManyFormatsAreDetected) {
  const struct {
    const char* format;
    const char* text;
  } kCases[] = {
      {"granite", "<|tool_call|> [{\"name\":\"f\",\"arguments\":{}}]"},
      {"granite", "<tool_call> [{\"name\":\"f\",\"arguments\":{}}]"},
      {"granite20b", "<function_call> {\"name\":\"f\",\"arguments\":{}}"},
      {"toolCalls", " <tool_calls>[\n {\"name\":\"f\",\"arguments\":{}}\n]</tool_calls>"},
      {"nemotron", "<TOOLCALL>[{\"name\":\"f\",\"arguments\":{}}]</TOOLCALL><SPECIAL_12>"},
      {"longcat", "<longcat_tool_call>{\"name\":\"f\",\"arguments\":{}}</longcat_tool_call>"},
      {"internlm", "<|action_start|><|plugin|>\n{\"name\":\"f\",\"parameters\":{}}<|action_end|>"},
      {"cohere", "<|START_ACTION|>{\"tool_name\":\"f\",\"parameters\":{}}<|END_ACTION|>"},
      {"gigachat", "<|function_call|>{\"name\":\"f\",\"arguments\":{}}"},
      {"gigachat",
       "<|message_sep|>\n\nfunction call<|role_sep|>\n{\"name\":\"f\",\"arguments\":{}}"},
      {"phi4Mini", "functools[{\"name\":\"f\",\"arguments\":{}}]"},
      {"apertus", "<|tools_prefix|>[{\"f\":{}}]<|tools_suffix|>"},
      {"lfm2Json", "<|tool_call_start|>[{\"name\":\"f\",\"arguments\":{}}]<|tool_call_end|>"},
      {"commandR", "Action:\n```json\n[{\"tool_name\":\"f\",\"parameters\":{}}]\n```"},
      {"llama3", "<|python_tag|>{\"name\":\"f\",\"parameters\":{}}"},
      {"functionTag", "<function=f>{}</function>"},
      {"functionaryV32", ">>>f\n{}"},
      {"mistral", "[TOOL_CALLS]f{}"},
      {"mistral", "[TOOL_CALLS] [{\"name\":\"f\",\"arguments\":{}}]"},
      {"deepseek",
       "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜>"},
      {"kimi", "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>"},
      {"harmony", "<|channel|>commentary to=functions.f<|message|>{}<|call|>"},
      {"kimiK3", "<|open|>call tool=\"f\" index=\"1\"<|sep|><|close|>call<|sep|>"},
  };
  for (const auto& c : kCases) {
    const ModelText read = read_text(c.text);
    EXPECT_EQ(read.format, c.format) << c.text;
    EXPECT_THAT(calls_of(read), ElementsAre("f {}")) << c.text;
    EXPECT_THAT(read.passages, IsEmpty()) << c.text;
    // Named, the same is read.
    EXPECT_EQ(calls_of(read_text(c.text, c.format)), calls_of(read)) << c.text;
  }
}

TEST(TaggedJson, TagsThatProseMentionsAreNoCalls) {
  for (const char* text :
       {"Put the call into a <tool_call> tag.", "import functools\n", "Action: none needed.",
        "Use <tool_calls> and </tool_calls>.", "It prints >>>prompt and waits."}) {
    const ModelText read = read_text(text);
    EXPECT_THAT(read.calls, IsEmpty()) << text;
    EXPECT_FALSE(read.unread) << text;
    EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre(text));
  }
}

TEST(TaggedJson, AnUnknownFormatLeavesATextUnreadThatIsNotDetected) {
  const ModelText read = read_text("call f with {\"a\":1}", "nosuch");
  EXPECT_TRUE(read.unread);
  EXPECT_THAT(read.calls, IsEmpty());
}

TEST(TaggedJson, AModelThatWritesInAnotherFormatThanNamedIsReadInThat) {
  const ModelText read = read_text("[TOOL_CALLS]f{\"a\":1}", "hermes");
  EXPECT_EQ(read.format, "mistral");
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"a\":1}"));
}

TEST(Mistral, NamesIdsAndArgumentsStandOneBehindTheOther) {
  const ModelText read = read_text(
      "hi{hi[TOOL_CALLS]f[CALL_ID]123456789[ARGS]{\"c\": \"{}[TOOL_CALLS]\"}[TOOL_CALLS]g{\"a\": "
      "1");
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"c\": \"{}[TOOL_CALLS]\"}", "!g {\"a\": 1"));
  EXPECT_EQ(read.calls[0].id, "123456789");
}

TEST(Mistral, AListBehindJunkIsMalformed) {
  const std::string text = "[TOOL_CALLS]  junk [{\"name\": \"f\", \"arguments\":{}}] trail";
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre("!f {}"));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre(" trail"));
  EXPECT_TRUE(read_text("[TOOL_CALLS] [not json]").unread);
}

TEST(Deepseek, TheNameIsTheHeaderOrTheLineBehindIt) {
  EXPECT_THAT(
      calls_of(read_text("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n"
                         "```json\n{\"a\": 1}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>g"
                         "<｜tool▁sep｜>{\"b\": 2}<｜tool▁call▁end｜><｜tool▁calls▁end｜>")),
      ElementsAre("f {\"a\": 1}", "g {\"b\": 2}"));
}

TEST(Deepseek, BrokenArgumentsStayAsTheyStand) {
  EXPECT_THAT(
      calls_of(read_text("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n"
                         "```json\n{invalid json}\n```<｜tool▁call▁end｜>")),
      ElementsAre("!f {invalid json}"));
  EXPECT_THAT(
      calls_of(read_text("<｜tool▁calls▁begin｜>function<｜tool▁sep｜>f\n```json\n{}\n```")),
      ElementsAre("!f {}"));
}

TEST(Kimi, TheHeaderIsTheIdAndHoldsTheName) {
  const ModelText read = read_text(
      "<|tool_calls_section_begin|> <|tool_call_begin|>\nfunctions.a.b-c:12 "
      "<|tool_call_argument_begin|> {\"x\": 1} <|tool_call_end|> "
      "<|tool_calls_section_end|>");
  EXPECT_THAT(calls_of(read), ElementsAre("a.b-c {\"x\": 1}"));
  EXPECT_EQ(read.calls[0].id, "functions.a.b-c:12");
}

TEST(Kimi, AHeaderWithoutANameIsWhatStandsThere) {
  EXPECT_THAT(
      calls_of(read_text("<|tool_call_begin|>0<|tool_call_argument_begin|>{}<|tool_call_end|>")),
      ElementsAre("!0 {}"));
}

TEST(Kimi, BrokenCallsEndAtTheirTags) {
  EXPECT_THAT(
      calls_of(read_text("<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{\"a\": 1 "
                         "<|tool_call_end|><|tool_call_begin|>functions.g:1"
                         "<|tool_call_argument_begin|>{\"b\": ")),
      ElementsAre("!f {\"a\": 1", "!g {\"b\": "));
}

TEST(Harmony, WhoAMessageIsForDecides) {
  const std::string text =
      "<|channel|>analysis<|message|>I could use to=functions.f<|end|><|start|>assistant<|channel|>"
      "commentary<|message|>Wait.<|end|><|start|>assistant to=functions.f<|channel|>commentary "
      "<|constrain|>json<|message|>{\"a\": \"<|end|>\"}<|call|>";
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"a\": \"<|end|>\"}"));
  EXPECT_THAT(passages_of(read, text, Channel::reasoning),
              ElementsAre("I could use to=functions.f"));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("Wait."));
}

TEST(Harmony, AHeaderThatIsCutOffNamesItsTool) {
  EXPECT_THAT(
      calls_of(read_text("<|channel|>analysis<|message|>t<|end|><|start|>assistant<|channel|>"
                         "commentary to=functions.f <|constrain|>json")),
      ElementsAre("!f "));
}

TEST(KimiK3, ArgumentsCarryTheirTypes) {
  const std::string text =
      "why<|close|>think<|sep|><|open|>response<|sep|>ok<|close|>response<|sep|><|open|>tools<|sep|"
      ">"
      "<|open|>call tool=\"f\" index=\"1\"<|sep|><|open|>argument key=\"a\" "
      "type=\"number\"<|sep|>1.0"
      "<|close|>argument<|sep|><|open|>argument key=\"b\" "
      "type=\"string\"<|sep|>1\"<|close|>argument"
      "<|sep|><|close|>call<|sep|><|close|>tools<|sep|>";
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"a\":1.0,\"b\":\"1\\\"\"}"));
  EXPECT_THAT(passages_of(read, text, Channel::reasoning), ElementsAre("why"));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("ok"));
  EXPECT_THAT(calls_of(read_text("<|open|>call tool=\"f\"<|sep|><|open|>argument key=\"a\" "
                                 "type=\"number\"<|sep|>x")),
              ElementsAre("!f {\"a\":\"x\"}"));
}

TEST(TaggedJson, ACallThatSaysANameOrArgumentsTwiceIsMalformedAndItsLastOneHolds) {
  const auto call = [](const std::string& members) {
    return calls_of(read_text("<tool_call>{" + members + "}</tool_call>"));
  };
  EXPECT_THAT(call(R"("name":"a","name":"b","arguments":{})"), ElementsAre("!b {}"));
  EXPECT_THAT(call(R"("name":"a","arguments":{"x":1},"arguments":{"x":2})"),
              ElementsAre(R"(!a {"x":2})"));
  EXPECT_THAT(call(R"("name":"a","arguments":{"x":1},"parameters":{"y":2})"),
              ElementsAre(R"(!a {"x":1})"));
  EXPECT_THAT(call(R"("name":"a","arguments":{"x":1},"parameters":{"x":1})"),
              ElementsAre(R"(a {"x":1})"));
  EXPECT_THAT(call(R"("function":{"name":"a","name":"b","arguments":{}})"), ElementsAre("!b {}"));
}

TEST(DeepSeek, AToolMayBeNamedFunction) {
  EXPECT_THAT(calls_of(read_text("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>"
                                 "{\"x\":1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>")),
              ElementsAre("function {\"x\":1}"));
}

}  // namespace
}  // namespace tare::formats
