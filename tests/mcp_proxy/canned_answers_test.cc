// Which answer a call gets, and what a file of answers may not say.
#include "mcp_proxy/canned_answers.h"

#include <gtest/gtest.h>

#include <string>

#include "json/reader.h"

namespace tare {
namespace {

CannedAnswers good(const std::string& text, const std::string& path = "answers.json") {
  auto answers = CannedAnswers::parse(text, path);
  EXPECT_TRUE(answers.ok()) << (answers.ok() ? "" : answers.error().reason);
  return answers.ok() ? std::move(*answers) : CannedAnswers();
}

std::string fault(const std::string& text) {
  const auto answers = CannedAnswers::parse(text, "answers.json");
  return answers.ok() ? "" : answers.error().where + ": " + answers.error().reason;
}

mcp::ToolAnswer call(const CannedAnswers& answers, const std::string& tool,
                     const std::string& arguments = "") {
  json::Document document;
  mcp::ToolCall out{tool, {}};
  if (!arguments.empty()) {
    EXPECT_FALSE(json::read_strict(arguments, document));
    out.arguments = document.root();
  }
  return answers.answer(out);
}

constexpr const char* kEmpty = R"({"content":[{"type":"text","text":""}]})";

TEST(CannedAnswers, a_call_without_an_answer_gets_an_empty_text) {
  const mcp::ToolAnswer answer = call(CannedAnswers(), "get");
  EXPECT_EQ(answer.result, kEmpty);
  EXPECT_EQ(answer.status, CallStatus::executed);
  EXPECT_EQ(call(good(R"([{"tool":"put","text":"x"}])"), "get").result, kEmpty);
}

TEST(CannedAnswers, the_first_that_matches_wins) {
  const CannedAnswers answers = good(
      R"([{"tool":"get_*","arguments":{"n":1},"text":"one"},
          {"tool":"get_*","text":"any"}, {"tool":"**","text":"all"}])");
  EXPECT_NE(call(answers, "get_x", R"({"n": 1})").result.find("\"one\""), std::string::npos);
  EXPECT_NE(call(answers, "get_x", R"({"n":2})").result.find("\"any\""), std::string::npos);
  EXPECT_NE(call(answers, "put", "{}").result.find("\"all\""), std::string::npos);
}

TEST(CannedAnswers, arguments_match_by_value_and_whole) {
  const CannedAnswers answers = good(R"([{"tool":"a","arguments":{"n":1.0,"s":"\u00e9"},"text":"y"},
               {"tool":"b","arguments":{},"text":"y"}])");
  const auto hit = [&](const char* tool, const char* arguments) {
    return call(answers, tool, arguments).result != kEmpty;
  };
  EXPECT_TRUE(hit("a", R"({"s":"é","n":1})"));
  EXPECT_FALSE(hit("a", R"({"s":"é","n":1,"more":0})"));
  EXPECT_FALSE(hit("a", R"({"n":1})"));
  EXPECT_FALSE(hit("a", R"({"s":"é","n":"1"})"));
  EXPECT_TRUE(hit("b", ""));
  EXPECT_TRUE(hit("b", "{}"));
  EXPECT_FALSE(hit("b", R"({"x":1})"));
}

TEST(CannedAnswers, each_form_has_its_status_and_goes_out_as_it_is_spelled) {
  const CannedAnswers answers = good(R"([
    {"tool":"text","text":"\u00e9 \/"}, // a comment
    {"tool":"bad","text":"no","isError":true},
    {"tool":"deny","deny":"not today"},
    {"tool":"result","result":{ "content": [ ], "structuredContent": {"n": 1e400} }},
    {"tool":"failed","result":{"content":[],"isError":true,"resultType":"complete"}},
    {"tool":"error","error":{"code":-32000,"message":"gone"}},
  ])");
  EXPECT_EQ(call(answers, "text").result, R"({"content":[{"type":"text","text":"\u00e9 \/"}]})");
  EXPECT_EQ(call(answers, "text").status, CallStatus::executed);
  EXPECT_EQ(call(answers, "bad").result,
            R"({"content":[{"type":"text","text":"no"}],"isError":true})");
  EXPECT_EQ(call(answers, "bad").status, CallStatus::failed);
  EXPECT_EQ(call(answers, "deny").result,
            R"({"content":[{"type":"text","text":"not today"}],"isError":true})");
  EXPECT_EQ(call(answers, "deny").status, CallStatus::denied);
  EXPECT_EQ(call(answers, "result").result, R"({"content":[],"structuredContent":{"n":1e400}})");
  EXPECT_EQ(call(answers, "failed").status, CallStatus::failed);
  EXPECT_TRUE(call(answers, "failed").has_result_type);
  ASSERT_TRUE(call(answers, "error").error);
  EXPECT_EQ(call(answers, "error").error->code, -32000);
  EXPECT_EQ(call(answers, "error").status, CallStatus::rejected);
}

TEST(CannedAnswers, yaml_says_the_same) {
  const CannedAnswers answers = good("- tool: get\n  text: \"yes\"\n", "answers.yaml");
  EXPECT_EQ(call(answers, "get").result, R"({"content":[{"type":"text","text":"yes"}]})");
}

TEST(CannedAnswers, faults_name_their_place) {
  EXPECT_EQ(fault("[\n {\"tool\":\"a\"}]").substr(0, 18), "answers.json:2:2: ");
  for (const char* text :
       {"{}", "[]]", "[3]", R"([{"text":"x"}])", R"([{"tool":"","text":"x"}])",
        R"([{"tool":"a","text":"x","deny":"y"}])", R"([{"tool":"a","text":3}])",
        R"([{"tool":"a","deny":"x","isError":true}])", R"([{"tool":"a","texts":"x"}])",
        R"([{"tool":"a","result":{}}])", R"([{"tool":"a","result":{"content":["x"]}}])",
        R"([{"tool":"a","arguments":[],"text":"x"}])",
        R"([{"tool":"a","error":{"code":1.5,"message":""}}])",
        R"([{"tool":"a","error":{"code":1}}])", "[{\"tool\":\"a\",\"text\":\"\xff\"}]"}) {
    EXPECT_NE(fault(text), "") << text;
  }
}

TEST(CannedAnswers, an_answer_for_no_tool_is_a_fault) {
  const CannedAnswers answers = good(R"([{"tool":"get_*","text":""},
{"tool":"gte_*","text":""}])");
  const auto checked = answers.check_against({{"get_x", "{}"}});
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().where, "answers.json:2:1");
  EXPECT_TRUE(checked.error().more.empty());
  EXPECT_TRUE(answers.check_against({{"get_x", "{}"}, {"gte_y", "{}"}}).ok());
}

}  // namespace
}  // namespace tare
