// Results in the requests of each provider, and which of them are new.
#include "proxy/tool_results.h"

#include <gtest/gtest.h>

namespace tare::proxy {
namespace {

using formats::Provider;

std::string shown(const std::vector<ToolResult>& results) {
  std::string out;
  for (const ToolResult& one : results) {
    out += one.id.value_or("-") + "|" + one.name.value_or("-") + "|" + one.text.value_or("-") +
           (one.is_error ? "|error" : "") + "\n";
  }
  return out;
}
std::string read(Provider provider, const std::string& messages) {
  return shown(tool_results(provider, messages));
}

TEST(ToolResults, OfChatCompletions) {
  EXPECT_EQ(read(Provider::openai_chat, R"([{"role":"user","content":"x"},
      {"role":"tool","tool_call_id":"a","content":"ok"},
      {"role":"tool","tool_call_id":"b","content":[{"type":"text","text":"o"},{"type":"text","text":"k"}]},
      {"role":"function","name":"old","content":null}])"),
            "a|-|ok\nb|-|ok\n-|old|-\n");
}

TEST(ToolResults, OfResponses) {
  EXPECT_EQ(read(Provider::openai_responses, R"([{"role":"user","content":"x"},
      {"type":"function_call","call_id":"a","name":"t","arguments":"{}"},
      {"type":"function_call_output","call_id":"a","output":"ok"},
      {"type":"custom_tool_call_output","call_id":"b","output":[{"type":"input_text","text":"t"}]}])"),
            "a|-|ok\nb|-|t\n");
  // A plain text as input is no list and has no results.
  EXPECT_EQ(read(Provider::openai_responses, "\"hello\""), "");
}

TEST(ToolResults, OfAnthropic) {
  EXPECT_EQ(read(Provider::anthropic, R"([{"role":"user","content":"x"},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"no","is_error":true},
        {"type":"text","text":"beside"},
        {"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"ok"}]}]}])"),
            "a|-|no|error\nb|-|ok\n");
}

TEST(ToolResults, OfGemini) {
  EXPECT_EQ(read(Provider::gemini, R"([{"role":"user","parts":[{"text":"x"}]},
      {"role":"user","parts":[{"functionResponse":{"name":"t","response":{"output":1.0}}},
        {"function_response":{"id":"i","name":"u","response":{"error":"bad"}}}]}])"),
            "-|t|{\"output\":1.0}\ni|u|{\"error\":\"bad\"}|error\n");
}

TEST(ToolResults, OfOllama) {
  EXPECT_EQ(read(Provider::ollama, R"([{"role":"tool","tool_name":"t","content":"ok"}])"),
            "-|t|ok\n");
}

TEST(ToolResults, WhatFitsNoRuleIsNone) {
  for (const Provider provider : {Provider::openai_chat, Provider::openai_responses,
                                  Provider::anthropic, Provider::gemini, Provider::ollama}) {
    for (const char* text :
         {"", "{", "5", "[5,null,[]]", R"([{"role":5,"type":5,"content":5,"parts":5}])",
          R"([{"content":[5,{"type":"tool_result_"}],"parts":[5,{"functionResponse":5}]}])"}) {
      EXPECT_EQ(read(provider, text), "") << text;
    }
  }
}

ToolResult of(std::string id, std::string text = "") {
  ToolResult out;
  if (!id.empty()) out.id = std::move(id);
  out.text = std::move(text);
  return out;
}
std::string all_of(const std::vector<std::vector<ToolResult>>& requests) {
  NewResults results;
  for (const auto& request : requests) results.add(request);
  return shown(results.take());
}

TEST(NewResults, AHistoryThatGrowsAddsItsEnd) {
  EXPECT_EQ(all_of({{}, {of("a")}, {of("a"), of("b")}}), "a|-|\nb|-|\n");
  EXPECT_EQ(all_of({{of("", "1")}, {of("", "1"), of("", "2")}}), "-|-|1\n-|-|2\n");
}

TEST(NewResults, AHistoryThatTheProviderKeepsSendsItsEndAlone) {
  EXPECT_EQ(all_of({{of("a")}, {of("b")}, {}}), "a|-|\nb|-|\n");
}

TEST(NewResults, AnIdThatIsUsedAgainIsAnotherResult) {
  EXPECT_EQ(all_of({{of("a", "1")}, {of("a", "1"), of("a", "2")}}), "a|-|1\na|-|2\n");
}

}  // namespace
}  // namespace tare::proxy
