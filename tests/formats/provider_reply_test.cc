// Replies put together by the rules of each provider, and what breaks them.
#include "formats/provider_reply.h"

#include <gmock/gmock.h>

namespace tare::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

WireReply assemble(Provider provider, std::initializer_list<std::string_view> events) {
  ReplyAssembler assembler(provider);
  for (const std::string_view event : events) assembler.take(event);
  return assembler.finish();
}

std::string shown(const WireCall& call) {
  return call.id.value_or("-") + " " + call.name.value_or("-") + " " + call.arguments +
         (call.complete ? "" : " ...");
}

std::vector<std::string> calls(const WireReply& reply) {
  std::vector<std::string> out;
  for (const WireCall& call : reply.calls) out.push_back(shown(call));
  return out;
}

TEST(ChatReply, PiecesGoToTheirIndex) {
  const WireReply reply = assemble(
      Provider::openai_chat,
      {R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}}]})",
       R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":"{\"x\":"}}]}}]})",
       R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"","function":{"arguments":"{\"q\":1.0}"}},{"index":1,"function":{"arguments":"2}"}}]}}]})",
       R"({"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})", "[DONE]"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(a f {"q":1.0})", R"(b g {"x":2})"));
  EXPECT_EQ(reply.finish, "tool_calls");
  EXPECT_THAT(reply.faults, IsEmpty());
}

TEST(ChatReply, AnIndexThatComesBackWithAnotherIdIsAnotherCall) {
  const WireReply reply = assemble(
      Provider::openai_chat,
      {R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]})",
       R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"q\":2}"}}]}}]})"});
  EXPECT_THAT(calls(reply), ElementsAre("a f {} ...", R"(b f {"q":2} ...)"));
  EXPECT_THAT(reply.faults, SizeIs(1));
}

TEST(ChatReply, HalvesOfACharacterInTwoPiecesAreOneCharacter) {
  const WireReply reply = assemble(
      Provider::openai_chat,
      {R"({"choices":[{"delta":{"content":"\ud83d","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"\ud83d"}}]}}]})",
       R"({"choices":[{"delta":{"content":"\ude00","tool_calls":[{"index":0,"function":{"arguments":"\ude00"}}]}}]})",
       R"({"choices":[{"delta":{"content":"\ude00"}}]})"});
  EXPECT_EQ(reply.calls[0].arguments, "\xf0\x9f\x98\x80");
  EXPECT_EQ(reply.content, "\xf0\x9f\x98\x80\xed\xb8\x80");  // one without its partner stays one
}

TEST(ChatReply, WhichCallsAnEventHadPartInIsTold) {
  ReplyAssembler assembler(Provider::openai_chat);
  assembler.take(
      R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a"},{"index":1,"id":"b"}]}}]})");
  EXPECT_THAT(assembler.touched(), ElementsAre(0, 1));
  assembler.take(R"({"choices":[{"delta":{"tool_calls":[{"index":1,"function":{}}]}}]})");
  EXPECT_THAT(assembler.touched(), ElementsAre(1));
  assembler.take(R"({"choices":[{"delta":{"content":"x"}}]})");
  EXPECT_THAT(assembler.touched(), IsEmpty());
}

TEST(ChatReply, AReplyThatWasCutLeavesItsCallIncomplete) {
  const std::string_view piece =
      R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"q"}}]}}]})";
  EXPECT_FALSE(assemble(Provider::openai_chat, {piece}).calls[0].complete);
  EXPECT_FALSE(assemble(Provider::openai_chat,
                        {piece, R"({"choices":[{"delta":{},"finish_reason":"length"}]})"})
                   .calls[0]
                   .complete);
}

TEST(ChatReply, AWholeReplyKeepsTheTextOfItsArguments) {
  const WireReply reply = assemble(Provider::openai_chat,
                                   {R"({"choices":[{"message":{"content":"one moment","tool_calls":[
         {"id":"a","function":{"name":"f","arguments":"{\"n\": 9007199254740993}"}},
         {"id":"b","function":{"name":"f","arguments":{"n": 1.0}}}]},"finish_reason":"stop"}]})"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(a f {"n": 9007199254740993})", R"(b f {"n": 1.0})"));
  EXPECT_TRUE(reply.calls[0].as_text);
  EXPECT_FALSE(reply.calls[1].as_text);
  EXPECT_EQ(reply.content, "one moment");
}

TEST(ResponsesReply, PiecesGoToTheirItemAndTheEndIsHeldToThem) {
  const std::string_view added =
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","call_id":"c1","name":"f","arguments":""}})";
  const std::string_view piece =
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":"{\"q\":1}"})";
  WireReply reply = assemble(
      Provider::openai_responses,
      {added, piece,
       R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","call_id":"c1","name":"f","arguments":"{\"q\":1}"}})"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(c1 f {"q":1})"));
  EXPECT_THAT(reply.faults, IsEmpty());
  reply = assemble(
      Provider::openai_responses,
      {added, piece,
       R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","call_id":"c1","name":"f","arguments":""}})"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(c1 f {"q":1})"));
  EXPECT_THAT(reply.faults, SizeIs(1));
}

TEST(AnthropicReply, BlocksBeginAnewWithEachMessage) {
  const auto start = [](std::string id) {
    return R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":")" +
           id + R"(","name":"f","input":{}}})";
  };
  const std::string a = start("a");
  const std::string b = start("b");
  const WireReply reply = assemble(
      Provider::anthropic,
      {R"({"type":"message_start"})", a,
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"q\""}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":": 1}"}})",
       R"({"type":"content_block_stop","index":0})", R"({"type":"message_start"})", b,
       R"({"type":"content_block_stop","index":0})"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(a f {"q": 1})", "b f {}"));
}

TEST(GeminiReply, ArgumentsAreTheBytesOfTheirJson) {
  const WireReply reply = assemble(
      Provider::gemini,
      {R"({"candidates":[{"content":{"parts":[{"thought":true,"text":"hm"},{"functionCall":{"name":"f","args":{"n": 1.0}}}]},"finishReason":"STOP"}]})"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(- f {"n": 1.0})"));
  EXPECT_EQ(reply.reasoning, "hm");
}

TEST(OllamaReply, EachCallIsWhole) {
  const WireReply reply = assemble(
      Provider::ollama,
      {R"({"message":{"role":"assistant","content":"","tool_calls":[{"function":{"index":0,"name":"f","arguments":{"b":1}}}]},"done":false})",
       R"({"message":{"tool_calls":[{"function":{"index":0,"name":"f","arguments":{"b":1}}}]},"done":true,"done_reason":"stop"})"});
  EXPECT_THAT(calls(reply), ElementsAre(R"(- f {"b":1})", R"(- f {"b":1})"));
}

TEST(JsonArguments, AStringOrANullInTheirPlaceStaysTheBytesThatItIs) {
  for (const std::string value : {R"("{\"n\": 1.0}")", "null", R"("")", "[1, 2]", "-0"}) {
    const std::string block = R"({"type":"tool_use","id":"a","name":"f","input":)" + value + "}";
    const std::string message = R"({"type":"message","content":[)" + block + "]}";
    const std::string start =
        R"({"type":"content_block_start","index":0,"content_block":)" + block + "}";
    const std::string gemini =
        R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":)" + value +
        "}}]}}]}";
    const std::string ollama =
        R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":)" + value + "}}]}}";
    for (const WireReply& reply :
         {assemble(Provider::anthropic, {message}),
          assemble(Provider::anthropic, {start, R"({"type":"content_block_stop","index":0})"}),
          assemble(Provider::gemini, {gemini}), assemble(Provider::ollama, {ollama})}) {
      ASSERT_THAT(reply.calls, SizeIs(1)) << value;
      EXPECT_EQ(reply.calls[0].arguments, value);
      EXPECT_FALSE(reply.calls[0].as_text);
    }
  }
  const WireReply pieces = assemble(
      Provider::anthropic,
      {R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"f","input":""}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}})"});
  EXPECT_EQ(pieces.calls[0].arguments, "{}");
}

TEST(ProviderReply, WhatFitsNoRuleIsAFault) {
  for (const Provider provider : {Provider::openai_chat, Provider::openai_responses,
                                  Provider::anthropic, Provider::gemini, Provider::ollama}) {
    const WireReply reply = assemble(provider, {"{", "[]", "1", ""});
    EXPECT_EQ(reply.fault_count, 3u) << provider_name(provider);
    EXPECT_THAT(reply.calls, IsEmpty());
  }
  const std::string_view orphan =
      R"({"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"{"}})";
  EXPECT_THAT(assemble(Provider::anthropic, {orphan}).faults, SizeIs(1));
}

TEST(ProviderReply, FaultsAreCountedAndNotKeptWithoutEnd) {
  ReplyAssembler assembler(Provider::openai_chat);
  for (int i = 0; i < 1000; ++i) assembler.take("{");
  const WireReply reply = assembler.finish();
  EXPECT_EQ(reply.fault_count, 1000u);
  EXPECT_THAT(reply.faults, SizeIs(ReplyAssembler::kMaxFaults));
}

}  // namespace
}  // namespace tare::formats
