// What a text only speaks of is no call and no reason for `unread`; what was begun and cannot be
// told is no call and is unread.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/reading.h"
#include "read_text.h"

namespace tare::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kGood = R"(<tool_call>{"name":"good","arguments":{"x":1}}</tool_call>)";

TEST(Mentions, ProseThatNamesMarksHoldsNoCallAndIsRead) {
  for (const char* text :
       {"I write `<function=a>` once.", "`<｜tool▁calls▁begin｜>` starts the section.",
        "The model uses <|tool_calls_section_begin|> tokens.",
        "It prints [TOOL_CALLS] before its calls.", "Put it within <tool_call></tool_call> tags.",
        "The <tool_call> tag opens a call and </tool_call> closes it.",
        "`<tool_call>{\"name\": ..., \"arguments\": ...}</tool_call>` is how.",
        "```\n<tool_call>\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n"
        "</tool_call>\n```\n",
        "<tool_call>\n{\"name\": \"<function-name>\", \"arguments\": {}}\n</tool_call>",
        "MiniMax wraps calls in `<minimax:tool_call>`", "`<invoke name=\"x\">` in a sentence",
        "`<|START_ACTION|>` in Cohere", "`<|tool_call>` and `<tool_call|>`", "[range(10)]",
        "[f(x)]", "[min(a), max(b)]", "<function=...>",
        "<|tool_calls_section_begin|><|tool_calls_section_end|>"}) {
    const ModelText read = read_text(text);
    EXPECT_THAT(calls_of(read), IsEmpty()) << text;
    EXPECT_FALSE(read.unread) << text;
  }
}

TEST(Mentions, AMentionBeforeACallHidesItNot) {
  for (const char* mention :
       {"I wrote `<function=a>` once. ", "I wrote <function=a> once. ",
        "See <invoke name=x> there. ", "[TOOL_CALLS] before its calls. ",
        "`<｜tool▁calls▁begin｜>` starts. ", "uses <|tool_calls_section_begin|> tokens. ",
        "<|START_ACTION|> opens. ", "the <function_calls> block. ", "the <minimax:tool_call> tag. ",
        "`<tool_call>` opens. ", "<|tool_call_start|> frames it. ",
        "<start_function_call> marks it. "}) {
    const std::string text = mention + kGood;
    const ModelText read = read_text(text);
    EXPECT_THAT(calls_of(read), ElementsAre(R"(good {"x":1})")) << text;
    EXPECT_FALSE(read.unread) << text;
    EXPECT_EQ(read.format, "hermes") << text;
    EXPECT_EQ(beside(text, read), mention);
  }
}

TEST(Mentions, ACallThatWasBegunAndCannotBeToldIsUnread) {
  for (const char* begun :
       {"<tool_call>\n<function=get_w", "<minimax:tool_call>\n<invoke name=\"get_w",
        "<minimax:tool_call>\n<invo", "<seed:tool_call>\n", "<tool_call>get_weath", "<tool_call>",
        "<｜DSML｜function_calls>\n<｜DSML｜invoke na", "<dots_function_call>\n",
        "<|python_tag|>{\"name\": \"a\", \"para", "<tool_call>\n<func",
        "<|tool_calls_section_begin|><|tool_call_be", "<｜tool▁calls▁begin｜><｜tool▁ca",
        "<tool_call>{\"p\":1}</tool_call>",
        "<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke na"}) {
    const ModelText alone = read_text(begun);
    EXPECT_THAT(calls_of(alone), IsEmpty()) << begun;
    EXPECT_TRUE(alone.unread) << begun;
  }
  EXPECT_TRUE(read_text("<tool_call>#!</tool_call>", "hermes").unread);
  for (const char* begun : {"<tool_call>", "<tool_call>{\"p\":1}</tool_call>",
                            "<tool_call>#!</tool_call>", "\n<tool_call>\n<func"}) {
    const ModelText beside_good = read_text(kGood + begun);
    EXPECT_EQ(calls_of(beside_good).size(), 1u) << begun;
    EXPECT_TRUE(beside_good.unread) << begun;
  }
}

TEST(Mentions, AFormatThatNoReaderKnowsIsUnread) {
  const std::string mark = "]<]minimax[>[";
  const std::string text = "ok\n" + mark + "<tool_call>\n" + mark + "<invoke name=\"f\">" + mark +
                           "<a>1" + mark + "</a>" + mark + "</invoke>\n" + mark + "</tool_call>";
  for (const char* format : {"", "minimaxM3", "minimaxM2"}) {
    const ModelText read = read_text(text, format);
    EXPECT_TRUE(read.unread) << format;
    EXPECT_THAT(calls_of(read), IsEmpty()) << format;
  }
}

TEST(Mentions, AClosingTagThatIsCutClosesNothing) {
  const std::string text = "<tool_call>get_weather</tool_call>";
  EXPECT_THAT(calls_of(read_text(text)), ElementsAre("get_weather {}"));
  for (std::size_t size = text.size() - 10; size < text.size(); ++size) {
    EXPECT_THAT(calls_of(read_text(text.substr(0, size))),
                ElementsAre(testing::StartsWith("!get_weather")))
        << size;
  }
}

TEST(Mentions, AnOpeningTagInAValueIsText) {
  const auto qwen = [](const std::string& value) {
    return "<tool_call>\n<function=f>\n<parameter=s>\n" + value +
           "\n</parameter>\n</function>\n</tool_call>";
  };
  for (const char* value : {"<function=x>", "see <function=x> there", "`<function=x>`",
                            "`<function=x>` opens, `<parameter=y>` is one"}) {
    EXPECT_THAT(calls_of(read_text(qwen(value))),
                ElementsAre("f {\"s\":\"" + std::string(value) + "\"}"));
  }
  for (const char* prefix : {"", "｜DSML｜"}) {
    const std::string p = prefix;
    const std::string value = "a <" + p + "invoke name='x'> b";
    const std::string text = "<" + p + "invoke name=\"f\"><" + p + "parameter name=\"s\">" + value +
                             "</" + p + "parameter></" + p + "invoke>";
    EXPECT_THAT(calls_of(read_text(text)), ElementsAre("f {\"s\":\"" + value + "\"}")) << text;
  }
  // A call that holds a parameter of its own stays one.
  EXPECT_THAT(calls_of(read_text("<function=f>\n<parameter=s>\nv\n<function=g>\n<parameter=t>\nw\n"
                                 "</parameter>\n</function>")),
              ElementsAre(testing::StartsWith("!f "), testing::StartsWith("g ")));
}

}  // namespace
}  // namespace tare::formats
