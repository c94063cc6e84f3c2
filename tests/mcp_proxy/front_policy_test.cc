// What reaches a real server behind the proxy, and what of its answers is whose.
#include "mcp_proxy/front_policy.h"

#include <gmock/gmock.h>

namespace tare {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string call(const std::string& id, const std::string& params) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":)" + params + "}";
}

class FrontPolicyTest : public testing::Test {
 protected:
  explicit FrontPolicyTest(std::string_view answers = R"([
      {"tool":"drop_*","deny":"not on a Friday"},
      {"tool":"get","arguments":{"n":1},"text":"canned"},
      {"tool":"odd","error":{"code":-32050,"message":"gone"}}])")
      : policy_(*CannedAnswers::parse(answers, "answers.json")) {}

  FrontPolicy::Decision send(const std::string& frame) {
    return policy_.from_client({frame, frame.size()});
  }
  bool forwards(const std::string& frame) { return send(frame).forward; }
  // The error or result that it is answered with instead.
  std::string answered(const std::string& frame) {
    const FrontPolicy::Decision decision = send(frame);
    EXPECT_FALSE(decision.forward) << frame;
    EXPECT_EQ(decision.answers.size(), 1u) << frame;
    return decision.answers.empty() ? "" : decision.answers[0].text;
  }
  FrontPolicy policy_;
};

TEST_F(FrontPolicyTest, a_call_that_an_answer_is_for_never_reaches_the_server) {
  EXPECT_EQ(answered(call("1", R"({"name":"drop_all"})")),
            R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"not on a )"
            R"(Friday"}],"isError":true}})");
  EXPECT_THAT(answered(call("2", R"({"name":"get","arguments":{"n":1.0}})")), HasSubstr("canned"));
  EXPECT_THAT(answered(call("3", R"({"name":"odd"})")), HasSubstr("-32050"));
  EXPECT_EQ(send(call("4", R"({"name":"drop_all"})")).answers[0].calls[0].status,
            CallStatus::denied);
  EXPECT_THAT(answered(call("5", R"({"name":"dr\u006fp_all"})")), HasSubstr("Friday"));
}

TEST_F(FrontPolicyTest, all_else_is_passed_on) {
  EXPECT_TRUE(forwards(call("1", R"({"name":"get","arguments":{"n":2}})")));
  EXPECT_TRUE(forwards(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"));
  EXPECT_TRUE(forwards(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  EXPECT_TRUE(forwards(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
  EXPECT_TRUE(forwards("[" + call("1", R"({"name":"get"})") + "]"));
}

TEST_F(FrontPolicyTest, what_a_server_may_read_otherwise_is_refused) {
  for (const char* frame :
       {"nonsense", "{", "3", "[3]", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","PARAMS":{}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"drop_all"}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","NAME":"drop_all"}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"drop_all"}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["drop_all"]}})"}) {
    EXPECT_THAT(answered(frame), HasSubstr("passed on")) << frame;
  }
}

TEST_F(FrontPolicyTest, a_denied_call_without_an_id_is_held_back_in_silence) {
  const auto decision =
      send(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"drop_all"}})");
  EXPECT_FALSE(decision.forward);
  EXPECT_THAT(decision.answers, IsEmpty());
}

TEST_F(FrontPolicyTest, a_batch_with_a_call_that_is_answered_here_is_refused_whole) {
  const auto decision =
      send("[" + call("1", R"({"name":"get"})") + "," + call("2", R"({"name":"drop_all"})") + "]");
  EXPECT_FALSE(decision.forward);
  ASSERT_EQ(decision.answers.size(), 1u);
  EXPECT_EQ(decision.answers[0].calls.size(), 2u);
  EXPECT_EQ(decision.answers[0].calls[0].status, CallStatus::rejected);
}

TEST_F(FrontPolicyTest, a_frame_that_was_cut_is_never_passed_on) {
  const std::string head = R"({"jsonrpc":"2.0",)";
  FrontPolicy open((CannedAnswers()));
  EXPECT_FALSE(open.from_client({head, 9000}).forward);
}

TEST_F(FrontPolicyTest, the_servers_answer_tells_the_status_of_the_call_that_it_is_to) {
  send(call("7.0", R"({"name":"get"})"));
  send(call("\"\\u0061\"", R"({"name":"get"})"));
  send(call("9", R"({"name":"get"})"));
  send(R"({"jsonrpc":"2.0","id":10,"method":"ping"})");
  EXPECT_THAT(policy_.from_server(R"({"jsonrpc":"2.0","id":10,"result":{}})"), IsEmpty());
  const auto first = policy_.from_server(R"({"jsonrpc":"2.0","id":7,"result":{"content":[]}})");
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].id, "7.0");
  EXPECT_EQ(first[0].status, CallStatus::executed);
  EXPECT_EQ(
      policy_.from_server(R"({"jsonrpc":"2.0","id":"a","result":{"isError":true}})").at(0).status,
      CallStatus::failed);
  EXPECT_EQ(policy_.from_server(R"({"jsonrpc":"2.0","id":9,"error":{"code":1,"message":""}})")
                .at(0)
                .status,
            CallStatus::rejected);
  EXPECT_THAT(policy_.from_server(R"({"jsonrpc":"2.0","id":9,"result":{}})"), IsEmpty());
  EXPECT_THAT(policy_.from_server("nonsense"), IsEmpty());
  // A request of the server's own is no answer, whatever its id.
  send(call("11", R"({"name":"get"})"));
  EXPECT_THAT(policy_.from_server(R"({"jsonrpc":"2.0","id":11,"method":"ping"})"), IsEmpty());
}

TEST_F(FrontPolicyTest, canned_results_fit_the_revision_that_was_settled) {
  const std::string denied = call("2", R"({"name":"drop_all"})");
  EXPECT_THAT(answered(denied), Not(HasSubstr("resultType")));
  EXPECT_THAT(answered(call("2", R"({"name":"drop_all","_meta":)"
                                 R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})")),
              HasSubstr("resultType"));
}

TEST_F(FrontPolicyTest, what_waits_when_the_server_goes_is_answered_once) {
  send(call("1", R"({"name":"get"})"));
  send(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
  const auto answers = policy_.answer_waiting("gone");
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].calls.size() + answers[1].calls.size(), 1u);
  EXPECT_THAT(policy_.answer_waiting("gone"), IsEmpty());
}

TEST_F(FrontPolicyTest, requests_under_one_id_are_answered_each_and_in_order) {
  send(call("7", R"({"name":"get"})"));
  send(R"({"jsonrpc":"2.0","id":"a","method":"ping"})");
  send(call("7.0", R"({"name":"get"})"));
  EXPECT_EQ(policy_.from_server(R"({"jsonrpc":"2.0","id":7,"result":{}})").size(), 1u);
  EXPECT_TRUE(policy_.any_waiting());
  const auto answers = policy_.answer_waiting("gone");
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_THAT(answers[0].text, HasSubstr(R"("id":"a")"));
  EXPECT_THAT(answers[1].text, HasSubstr(R"("id":7.0)"));
  EXPECT_FALSE(policy_.any_waiting());
}

class OpenFrontTest : public FrontPolicyTest {
 protected:
  OpenFrontTest() : FrontPolicyTest("[]") {}
};

TEST_F(OpenFrontTest, without_answers_everything_is_passed_on) {
  EXPECT_TRUE(forwards("nonsense"));
  EXPECT_TRUE(forwards(call("1", R"({"name":"a","name":"drop_all"})")));
}

TEST_F(OpenFrontTest, requests_that_the_server_never_answers_are_bounded) {
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_TRUE(forwards(call(std::to_string(i), R"({"name":"get"})")));
  }
  EXPECT_FALSE(forwards(call("10000", R"({"name":"get"})")));
  policy_.from_server(R"({"jsonrpc":"2.0","id":5,"result":{}})");
  EXPECT_TRUE(forwards(call("10000", R"({"name":"get"})")));
}

}  // namespace
}  // namespace tare
