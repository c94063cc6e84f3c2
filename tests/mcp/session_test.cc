// A server's half of MCP: what each frame is answered with, revision by revision.
#include "mcp/session.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tare::mcp {
namespace {

constexpr const char* kModern =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

class SessionTest : public testing::Test {
 protected:
  SessionTest() : session_(make({})) {}

  Session make(SessionLimits limits, std::size_t page_size = 0) {
    Offer offer;
    offer.server_version = "9";
    offer.instructions = "Be \"brief\".";
    offer.page_size = page_size;
    for (const char* name : {"get", "put", "list"}) {
      offer.tools.push_back(
          {name, std::string(R"({"name":")") + name + R"(","inputSchema":{"type":"object"}})"});
    }
    return Session(
        std::move(offer),
        [this](const ToolCall& call) {
          called_.push_back(std::string(call.name) +
                            (call.arguments.valid() ? std::string(call.arguments.text()) : "-"));
          return answer_;
        },
        limits);
  }

  std::vector<Outgoing> all(const std::string& text) {
    return session_.handle({text, text.size(), true});
  }
  // The one reply, or "" where there is none.
  std::string send(const std::string& text) {
    const std::vector<Outgoing> out = all(text);
    EXPECT_LE(out.size(), 1u);
    calls_ = out.empty() ? std::vector<AnsweredCall>() : out[0].calls;
    return out.empty() ? "" : out[0].text;
  }
  std::string request(const std::string& method, const std::string& params = "{}",
                      const std::string& id = "1") {
    return send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" +
                params + "}");
  }
  void initialize(const std::string& version) {
    request("initialize", R"({"protocolVersion":")" + version + R"(","capabilities":{}})");
  }

  std::vector<std::string> called_;
  ToolAnswer answer_{CallStatus::executed, R"({"content":[]})"};
  std::vector<AnsweredCall> calls_;
  Session session_;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(SessionTest, initialize_settles_a_known_revision_and_offers_another_for_the_rest) {
  for (const std::string version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    initialize(version);
    EXPECT_EQ(revision_name(*session_.revision()), version);
  }
  for (const std::string version : {"2026-07-28", "1900-01-01", ""}) {
    const std::string reply = request("initialize", R"({"protocolVersion":")" + version + "\"}");
    EXPECT_TRUE(has(reply, R"("protocolVersion":"2025-11-25")")) << reply;
  }
}

TEST_F(SessionTest, initialize_says_who_answers_and_what_it_can) {
  EXPECT_EQ(request("initialize", R"({"protocolVersion":"2025-06-18"})", "\"a\""),
            R"({"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"2025-06-18",)"
            R"("capabilities":{"tools":{}},"serverInfo":{"name":"tare","version":"9"},)"
            R"("instructions":"Be \"brief\"."}})");
  EXPECT_TRUE(has(request("initialize", "{}"), "-32602"));
}

TEST_F(SessionTest, discover_needs_no_meta_and_lists_every_revision) {
  const std::string reply = request("server/discover");
  EXPECT_TRUE(has(reply, R"("resultType":"complete")")) << reply;
  EXPECT_TRUE(has(reply, R"("supportedVersions":["2026-07-28","2025-11-25","2025-06-18",)"
                         R"("2025-03-26","2024-11-05"])"));
  EXPECT_TRUE(has(reply, R"("cacheScope":"private")"));
}

TEST_F(SessionTest, a_modern_request_needs_no_initialize_and_has_no_initialize_and_no_ping) {
  const std::string meta = std::string("{") + kModern + "}";
  EXPECT_TRUE(has(request("tools/list", meta), R"("resultType":"complete")"));
  EXPECT_TRUE(has(request("ping", meta), "-32601"));
  EXPECT_TRUE(has(request("initialize", meta), "-32601"));
  EXPECT_FALSE(session_.revision());
}

TEST_F(SessionTest, a_modern_request_says_what_its_client_can) {
  const std::string meta =
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"name":"get"})";
  EXPECT_TRUE(has(request("tools/list", meta), "-32602"));
  EXPECT_TRUE(has(request("tools/call", meta), "-32602"));
  ASSERT_EQ(calls_.size(), 1u);
  EXPECT_EQ(calls_[0].status, CallStatus::rejected);
}

TEST_F(SessionTest, an_unknown_revision_is_told_which_there_are) {
  const std::string reply =
      request("tools/call",
              R"({"name":"get","_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}})");
  EXPECT_TRUE(has(reply, "-32022")) << reply;
  EXPECT_TRUE(has(reply, R"("data":{"supported":["2026-07-28",)"));
  EXPECT_TRUE(has(reply, R"("requested":"2031-01-01")"));
  EXPECT_TRUE(called_.empty());
  ASSERT_EQ(calls_.size(), 1u);
  EXPECT_EQ(calls_[0].status, CallStatus::rejected);
}

TEST_F(SessionTest, a_call_hands_over_its_arguments_as_they_are_spelled) {
  request("tools/call", R"({"name":"get","arguments":{"a": 1.0, "a":1e400}})", "12.0");
  EXPECT_EQ(called_, (std::vector<std::string>{R"(get{"a": 1.0, "a":1e400})"}));
  ASSERT_EQ(calls_.size(), 1u);
  EXPECT_EQ(calls_[0].id, "12.0");
  EXPECT_EQ(calls_[0].status, CallStatus::executed);
}

TEST_F(SessionTest, absent_and_null_arguments_are_none) {
  request("tools/call", R"({"name":"get"})");
  request("tools/call", R"({"name":"get","arguments":null})");
  EXPECT_EQ(called_, (std::vector<std::string>{"get-", "get-"}));
}

TEST_F(SessionTest, a_result_has_a_result_type_where_the_revision_wants_it) {
  EXPECT_EQ(request("tools/call", R"({"name":"get"})"),
            R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})");
  const std::string params = std::string(R"({"name":"get",)") + kModern + "}";
  EXPECT_EQ(request("tools/call", params),
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[]}})");
  answer_.result = R"({"content":[],"resultType":"complete"})";
  answer_.has_result_type = true;
  EXPECT_EQ(request("tools/call", params),
            R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}})");
}

TEST_F(SessionTest, a_handler_may_answer_with_an_error_of_the_protocol) {
  answer_.error = {-32050, "no \"such\" luck"};
  answer_.status = CallStatus::rejected;
  EXPECT_EQ(request("tools/call", R"({"name":"get"})"),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"no \"such\" luck"}})");
  EXPECT_EQ(calls_.at(0).status, CallStatus::rejected);
}

TEST_F(SessionTest, a_call_that_cannot_be_one_is_rejected_and_never_handled) {
  for (const char* params :
       {R"({"name":"gone"})", R"({"name":7})", "{}", R"({"name":"get","arguments":"{}"})",
        R"({"name":"get","arguments":[]})", R"({"name":"get","name":"put"})",
        R"({"name":"get","arguments":{},"arguments":{}})"}) {
    EXPECT_TRUE(has(request("tools/call", params), "-32602")) << params;
    ASSERT_EQ(calls_.size(), 1u) << params;
    EXPECT_EQ(calls_[0].status, CallStatus::rejected) << params;
  }
  EXPECT_TRUE(has(send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})"), "-32602"));
  EXPECT_TRUE(called_.empty());
}

TEST_F(SessionTest, pages_hold_every_tool_once_in_order) {
  const std::string whole = request("tools/list");
  EXPECT_FALSE(has(whole, "nextCursor"));
  session_ = make({}, 2);
  const std::string first = request("tools/list");
  EXPECT_TRUE(has(first, R"("get")") && has(first, R"("put")") && !has(first, R"("list")"));
  EXPECT_TRUE(has(first, R"("nextCursor":"2")")) << first;
  const std::string second = request("tools/list", R"({"cursor":"2"})");
  EXPECT_TRUE(has(second, R"("list")") && !has(second, R"("get")") && !has(second, "nextCursor"));
  EXPECT_EQ(request("tools/list", R"({"cursor":null})"), first);
}

TEST_F(SessionTest, a_cursor_that_was_never_given_is_refused) {
  EXPECT_TRUE(has(request("tools/list", R"({"cursor":"2"})"), "-32602"));  // no pages at all
  session_ = make({}, 2);
  EXPECT_FALSE(has(request("tools/list", R"({"cursor":"2"})"), "-32602"));
  for (const char* cursor : {"\"0\"", "\"1\"", "\"3\"", "\"4\"", "\"02\"", "\" 2\"", "\"\"",
                             "\"-1\"", "\"2x\"", "2", "\"99999999999999999999\""}) {
    EXPECT_TRUE(has(request("tools/list", std::string(R"({"cursor":)") + cursor + "}"), "-32602"))
        << cursor;
  }
}

TEST_F(SessionTest, notifications_and_responses_get_no_reply) {
  for (const char* text :
       {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
        R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"get"}})",
        R"({"jsonrpc":"2.0","id":1,"result":{}})"}) {
    EXPECT_TRUE(all(text).empty()) << text;
  }
  EXPECT_TRUE(called_.empty());
}

TEST_F(SessionTest, ping_and_unknown_methods) {
  EXPECT_EQ(request("ping"), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  for (const char* method : {"resources/list", "prompts/list", "logging/setLevel", "tools/Call",
                             "subscriptions/listen", "x"}) {
    EXPECT_TRUE(has(request(method), "-32601")) << method;
  }
}

TEST_F(SessionTest, listening_is_acknowledged_under_its_id) {
  const std::string reply = request("subscriptions/listen",
                                    std::string("{\"notifications\":{},") + kModern + "}", "\"s\"");
  EXPECT_EQ(reply,
            R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":)"
            R"({"_meta":{"io.modelcontextprotocol/subscriptionId":"s"},"notifications":{}}})");
}

TEST_F(SessionTest, what_is_no_json_gets_a_parse_error_without_an_id) {
  for (const char* text : {"hello", "{\"jsonrpc\":", "{} {}", "\xef\xbb\xbf{}", "{'a':1}"}) {
    const std::string reply = send(text);
    EXPECT_TRUE(has(reply, R"({"jsonrpc":"2.0","error":{"code":-32700)")) << reply;
  }
  initialize("2025-06-18");
  EXPECT_TRUE(has(send("hello"), R"("id":null,"error":{"code":-32700)"));
}

TEST_F(SessionTest, what_is_no_message_is_an_invalid_request_under_its_id) {
  EXPECT_TRUE(has(send(R"({"id":5,"method":"ping"})"), R"("id":5,"error":{"code":-32600)"));
  EXPECT_TRUE(has(send("\"text\""), "-32600"));
}

TEST_F(SessionTest, a_frame_over_a_limit_is_refused) {
  EXPECT_TRUE(has(session_.handle({"{\"a\":", 900, true}).at(0).text, "900 bytes"));
  session_ = make({.depth = 3});
  EXPECT_TRUE(has(send("[[[[]]]]"), "-32600"));
}

TEST_F(SessionTest, depth_within_the_limit_is_no_matter) {
  const std::string deep = std::string(20000, '[') + std::string(20000, ']');
  request("tools/call", R"({"name":"get","arguments":{"a":)" + deep + "}}");
  ASSERT_EQ(called_.size(), 1u);
  EXPECT_TRUE(has(called_[0], deep));
}

TEST_F(SessionTest, an_array_is_refused_and_its_calls_rejected_where_the_revision_has_no_batches) {
  const std::string batch =
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
      R"({"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"get"}}])";
  for (const char* version : {"", "2024-11-05", "2025-06-18", "2025-11-25"}) {
    if (*version) initialize(version);
    EXPECT_TRUE(has(send(batch), "-32600")) << version;
    ASSERT_EQ(calls_.size(), 1u);
    EXPECT_EQ(calls_[0].id, "\"c\"");
    EXPECT_EQ(calls_[0].status, CallStatus::rejected);
  }
  EXPECT_TRUE(called_.empty());
}

TEST_F(SessionTest, a_batch_is_answered_in_one_array_where_the_revision_has_them) {
  initialize("2025-03-26");
  EXPECT_EQ(send(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
                 R"({"jsonrpc":"2.0","method":"notifications/x"},)"
                 R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get"}}])"),
            R"([{"jsonrpc":"2.0","id":1,"result":{}},)"
            R"({"jsonrpc":"2.0","id":2,"result":{"content":[]}}])");
  ASSERT_EQ(calls_.size(), 1u);
  EXPECT_EQ(calls_[0].id, "2");
  EXPECT_TRUE(all(R"([{"jsonrpc":"2.0","method":"notifications/x"}])").empty());
  EXPECT_TRUE(has(send("[]"), "-32600"));
  EXPECT_TRUE(has(send(R"([{"jsonrpc":"2.0","id":1,"method":"initialize"}])"), "-32600"));
}

TEST_F(SessionTest, a_batch_is_bounded_in_messages_and_in_what_it_is_answered_with) {
  session_ = make({.batch_messages = 3});
  initialize("2025-03-26");
  EXPECT_TRUE(has(send("[{},{},{},{}]"), "1 to 3 messages, not 4"));
  session_ = make({.batch_reply_bytes = 100});
  initialize("2025-03-26");
  const std::string reply =
      send(R"([{"jsonrpc":"2.0","id":1,"method":"tools/list"},)"
           R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get"}}])");
  EXPECT_TRUE(has(reply, R"("id":2,"error")")) << reply;
  ASSERT_EQ(calls_.size(), 1u);
  EXPECT_EQ(calls_[0].status, CallStatus::rejected);
  EXPECT_TRUE(called_.empty());
}

}  // namespace
}  // namespace tare::mcp
