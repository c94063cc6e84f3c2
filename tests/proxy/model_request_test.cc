// What a request says, by each provider's rules.
#include "proxy/model_request.h"

#include <gmock/gmock.h>

namespace tare::proxy {
namespace {

using formats::Provider;

ModelRequest read(Provider provider, std::string_view body, bool stream_path = false) {
  Endpoint endpoint;
  endpoint.provider = provider;
  endpoint.stream_path = stream_path;
  return read_model_request(endpoint, body);
}

std::string shown(const ToolSpec& tool) {
  return tool.name + "|" + tool.description + "|" + tool.input_schema +
         (tool.builtin ? "|own" : "");
}

TEST(ModelRequest, ToolsOfEachProviderInTheOrderSent) {
  const auto chat = read(Provider::openai_chat,
                         R"({"tools":[{"type":"function","function":{"name":"f","description":"d",
                         "parameters":{"n": 1.0}}}],"functions":[{"name":"old"}]})");
  ASSERT_EQ(chat.tools.tools.size(), 2u);
  EXPECT_EQ(shown(chat.tools.tools[0]), R"(f|d|{"n": 1.0})");
  EXPECT_EQ(shown(chat.tools.tools[1]), "old||");
  const auto responses = read(Provider::openai_responses,
                              R"({"tools":[{"type":"function","name":"f","parameters":{}},
      {"type":"web_search"},{"type":"namespace","name":"mcp","tools":[{"type":"function","name":"g"}]}]})");
  ASSERT_EQ(responses.tools.tools.size(), 3u);
  EXPECT_EQ(shown(responses.tools.tools[1]), "web_search|||own");
  EXPECT_EQ(responses.tools.tools[2].name, "g");
  const auto anthropic =
      read(Provider::anthropic, R"({"tools":[{"name":"f","input_schema":{"a":1}}]})");
  EXPECT_EQ(shown(anthropic.tools.tools.at(0)), R"(f||{"a":1})");
  const auto gemini = read(
      Provider::gemini,
      R"({"tools":[{"functionDeclarations":[{"name":"f"},{"name":"g","parametersJsonSchema":{}}]}]})");
  ASSERT_EQ(gemini.tools.tools.size(), 2u);
  EXPECT_EQ(shown(gemini.tools.tools[1]), "g||{}");
}

TEST(ModelRequest, WhetherAStreamIsWanted) {
  EXPECT_FALSE(read(Provider::openai_chat, "{}").stream);
  EXPECT_TRUE(read(Provider::openai_chat, R"({"stream":true})").stream);
  EXPECT_TRUE(read(Provider::ollama, "{}").stream);
  EXPECT_FALSE(read(Provider::ollama, R"({"stream":false})").stream);
  EXPECT_FALSE(read(Provider::gemini, R"({"stream":true})").stream);
  EXPECT_TRUE(read(Provider::gemini, "{}", true).stream);
}

TEST(ModelRequest, MessagesStayTheBytesThatStoodThere) {
  EXPECT_EQ(read(Provider::anthropic, R"({"messages":[ {"n":1.0} ]})").messages_json,
            R"([ {"n":1.0} ])");
  EXPECT_EQ(read(Provider::openai_responses, R"({"input":"hi"})").messages_json, R"("hi")");
  EXPECT_EQ(read(Provider::gemini, R"({"contents":[]})").messages_json, "[]");
}

TEST(ModelRequest, WhatIsNoObjectIsAFault) {
  EXPECT_THAT(read(Provider::openai_chat, "").fault, ::testing::HasSubstr("no JSON"));
  EXPECT_THAT(read(Provider::openai_chat, "[1]").fault, ::testing::HasSubstr("no JSON object"));
  EXPECT_THAT(read(Provider::openai_chat, "{\"a\":").fault, ::testing::HasSubstr("no JSON"));
}

}  // namespace
}  // namespace tare::proxy
