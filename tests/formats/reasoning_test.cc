#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read_text.h"

namespace tare::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kCall = "<tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>";

TEST(Reasoning, ACallInClosedReasoningIsNone) {
  const std::string text = "<think>perhaps " + std::string(kCall) + "</think>No.";
  const ModelText read = read_text(text);
  EXPECT_THAT(read.calls, IsEmpty());
  EXPECT_EQ(read.format, "");
  EXPECT_FALSE(read.unread);
  EXPECT_THAT(passages_of(read, text, Channel::reasoning),
              ElementsAre("perhaps " + std::string(kCall)));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("No."));
}

TEST(Reasoning, AClosingTagAloneEndsWhatThePromptBegan) {
  const std::string text = "perhaps " + std::string(kCall) + "\n</think>\n\n" + kCall;
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre("f {}"));
  EXPECT_EQ(read.calls[0].span.begin, text.rfind("<tool_call>"));
  EXPECT_EQ(passages_of(read, text, Channel::reasoning).size(), 1u);
  EXPECT_THAT(passages_of(read, text, Channel::content), IsEmpty());
}

TEST(Reasoning, ACallEndsReasoningThatDoesNotEnd) {
  const std::string text = "<think>I need it" + std::string(kCall) + "ok";
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre("f {}"));
  EXPECT_THAT(passages_of(read, text, Channel::reasoning), ElementsAre("I need it"));
  EXPECT_THAT(passages_of(read, text, Channel::content), ElementsAre("ok"));
}

TEST(Reasoning, WithoutACallAllOfItIsReasoning) {
  const std::string text = "<think>I wonder";
  EXPECT_THAT(passages_of(read_text(text), text, Channel::reasoning), ElementsAre("I wonder"));
}

TEST(Reasoning, ATagInArgumentsIsContent) {
  const std::string text =
      "<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":\"<think>x</think>\"}}</tool_call>";
  const ModelText read = read_text(text);
  EXPECT_THAT(calls_of(read), ElementsAre("f {\"a\":\"<think>x</think>\"}"));
  EXPECT_THAT(read.passages, IsEmpty());
}

TEST(Reasoning, TagsInBackquotesAreTalkedAbout) {
  const std::string text = "It writes `<think>` first and `</think>` last.";
  EXPECT_THAT(passages_of(read_text(text), text, Channel::content), ElementsAre(text));
}

TEST(Reasoning, ManyTagsAreKnown) {
  for (const char* text :
       {"<think>r</think>c", "[THINK]r[/THINK]c", "<|START_THINKING|>r<|END_THINKING|>c",
        "r<|END_THINKING|><|START_TEXT|>c<|END_TEXT|>", "<seed:think>r</seed:think>c",
        "<|channel>thought\nr<channel|>c<channel|>", "r\n[BEGIN FINAL RESPONSE]\nc",
        "<|channel|>analysis<|message|>r<|end|><|start|>assistant<|channel|>final<|message|>c",
        "to=self<|message|>r<|eom|><|start|>assistant to=user<|message|>c<|eot|>",
        "<|open|>think<|sep|>r<|close|>think<|sep|><|open|> response <|sep|>c<|end_of_msg|>"}) {
    const ModelText read = read_text(text);
    const auto reasoning = passages_of(read, text, Channel::reasoning);
    const auto content = passages_of(read, text, Channel::content);
    ASSERT_EQ(reasoning.size(), 1u) << text;
    EXPECT_THAT(reasoning[0], testing::ContainsRegex("^\\s*r\\s*$")) << text;
    ASSERT_EQ(content.size(), 1u) << text;
    EXPECT_THAT(content[0], testing::ContainsRegex("^\\s*c\\s*$")) << text;
  }
}

TEST(Content, IsWithoutTheMarksThatEndAText) {
  const std::string text = "Hello.</s><|im_end|>\n";
  EXPECT_THAT(passages_of(read_text(text), text, Channel::content), ElementsAre("Hello."));
}

}  // namespace
}  // namespace tare::formats
