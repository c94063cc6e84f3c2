// Streamable HTTP without a socket: what each request is answered with, and what of it is on
// record.
#include "mcp_proxy/mcp_endpoint.h"

#include <gmock/gmock.h>

#include "mcp_proxy/recording.h"

namespace tare {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kMeta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                              R"("io.modelcontextprotocol/clientCapabilities":{}})";

std::string request(const std::string& id, const std::string& method,
                    const std::string& params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params +
         "}";
}
std::string initialize(const std::string& revision = "2025-06-18") {
  return request("1", "initialize", R"({"protocolVersion":")" + revision + "\"}");
}
std::string call(const std::string& id, const std::string& more = "") {
  return request(id, "tools/call", R"({"name":"get","arguments":{"n":1.0})" + more + "}");
}
std::string modern(const std::string& id, const std::string& method, const std::string& more = "") {
  return request(id, method, "{" + std::string(kMeta) + more + "}");
}

class McpEndpointTest : public testing::Test {
 protected:
  explicit McpEndpointTest(EndpointLimits limits = {})
      : endpoint_(
            offer(),
            [](const mcp::ToolCall&) {
              return mcp::ToolAnswer{CallStatus::executed, R"({"content":[]})"};
            },
            [this] { return now_; }, limits) {}

  static mcp::Offer offer() {
    mcp::Offer out;
    out.tools.push_back({"get", R"({"name":"get","inputSchema":{"type":"object"}})"});
    return out;
  }
  EndpointReply ask(const std::string& body, const HttpFields& headers = {},
                    std::string_view method = "POST") {
    return endpoint_.handle(
        {.method = method, .headers = headers, .body = body, .bytes = body.size()});
  }
  std::string begin(const std::string& revision = "2025-06-18") {
    const EndpointReply reply = ask(initialize(revision));
    EXPECT_EQ(reply.status, 200u);
    return std::string(http_field(reply.headers, "mcp-session-id").value_or(""));
  }
  McpRecording recording() {
    auto out = read_mcp_record(endpoint_.record());
    EXPECT_TRUE(out.ok());
    return std::move(*out);
  }

  std::uint64_t now_ = 7;
  McpEndpoint endpoint_;
};

TEST_F(McpEndpointTest, a_request_is_answered_with_one_json_text) {
  const EndpointReply reply = ask(call("\"a\""));
  EXPECT_EQ(reply.status, 200u);
  EXPECT_EQ(http_field(reply.headers, "content-type"), "application/json");
  EXPECT_EQ(reply.body, R"({"jsonrpc":"2.0","id":"a","result":{"content":[]}})");
}

TEST_F(McpEndpointTest, notifications_and_responses_are_accepted_without_a_body) {
  for (const char* body : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                           R"({"jsonrpc":"2.0","id":4,"result":{}})"}) {
    const EndpointReply reply = ask(body);
    EXPECT_EQ(reply.status, 202u);
    EXPECT_EQ(reply.body, "");
    EXPECT_TRUE(reply.headers.empty());
  }
}

TEST_F(McpEndpointTest, initialize_begins_a_session_and_delete_ends_it) {
  const std::string id = begin();
  EXPECT_EQ(id.size(), 32u);
  EXPECT_NE(id, begin());
  const HttpFields headers{{"MCP-SESSION-ID", id}};
  EXPECT_EQ(ask(call("2"), headers).status, 200u);
  EXPECT_EQ(ask("", headers, "DELETE").status, 204u);
  EXPECT_EQ(ask("", headers, "DELETE").status, 404u);
  EXPECT_EQ(ask("", {}, "DELETE").status, 400u);
  const EndpointReply late = ask(call("3"), headers);
  EXPECT_EQ(late.status, 404u);
  EXPECT_THAT(late.body, StartsWith(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32001,)"));
  const McpRecording seen = recording();
  ASSERT_EQ(seen.views.size(), 2u);
  EXPECT_EQ(seen.views[0].status, CallStatus::executed);
  EXPECT_EQ(seen.views[1].status, CallStatus::rejected);
}

TEST_F(McpEndpointTest, a_failed_initialize_begins_no_session) {
  const EndpointReply reply = ask(request("1", "initialize"));
  EXPECT_THAT(reply.body, HasSubstr("-32602"));
  EXPECT_FALSE(http_field(reply.headers, "Mcp-Session-Id"));
}

TEST_F(McpEndpointTest, there_is_nothing_to_listen_for) {
  for (const char* method : {"GET", "PUT", "OPTIONS"}) {
    const EndpointReply reply = ask("", {{"Accept", "text/event-stream"}}, method);
    EXPECT_EQ(reply.status, 405u);
    EXPECT_EQ(http_field(reply.headers, "Allow"), "POST, DELETE");
  }
  EXPECT_EQ(ask("", {{"MCP-Protocol-Version", "2026-07-28"}}, "DELETE").status, 405u);
  EXPECT_EQ(endpoint_.record(), "");
}

TEST_F(McpEndpointTest, each_session_is_served_as_its_own_revision) {
  const std::string old = begin("2025-03-26");
  const std::string young = begin("2025-11-25");
  const std::string batch = "[" + call("1") + "," + call("2") + "]";
  EXPECT_THAT(ask(batch, {{"Mcp-Session-Id", old}}).body, StartsWith("[{"));
  EXPECT_EQ(ask(batch, {{"Mcp-Session-Id", young}}).status, 400u);
  EXPECT_THAT(ask("{", {{"Mcp-Session-Id", old}}).body, HasSubstr("\"id\":null"));
  EXPECT_THAT(ask("{", {{"Mcp-Session-Id", young}}).body, Not(HasSubstr("\"id\"")));
  // The header is what the client itself says.
  EXPECT_EQ(ask(batch, {{"Mcp-Session-Id", young}, {"MCP-Protocol-Version", "2025-03-26"}}).status,
            200u);
}

TEST_F(McpEndpointTest, without_any_word_on_it_the_revision_is_that_of_clients_that_say_none) {
  EXPECT_EQ(ask("[" + call("1") + "]").status, 200u);
  begin("2025-06-18");
  EXPECT_EQ(ask("[" + call("1") + "]").status, 400u);
}

TEST_F(McpEndpointTest, a_revision_that_is_not_known_is_refused_with_the_list) {
  const EndpointReply reply = ask(call("5"), {{"MCP-Protocol-Version", "1900-01-01"}});
  EXPECT_EQ(reply.status, 400u);
  EXPECT_THAT(reply.body, HasSubstr(R"("id":5,"error":{"code":-32022,)"));
  EXPECT_THAT(reply.body, HasSubstr(R"("requested":"1900-01-01")"));
  EXPECT_EQ(recording().views.at(0).status, CallStatus::rejected);
}

TEST_F(McpEndpointTest, the_newest_revision_has_no_session_and_tells_faults_by_status) {
  const HttpFields headers{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Session-Id", "stale"}};
  EXPECT_THAT(ask(modern("1", "server/discover"), headers).body, HasSubstr("supportedVersions"));
  EXPECT_EQ(ask(modern("1", "tools/list"), headers).status, 200u);
  EXPECT_EQ(ask(modern("1", "resources/list"), headers).status, 404u);
  EXPECT_EQ(ask(modern("1", "initialize"), headers).status, 404u);
  EXPECT_EQ(ask(request("1", "resources/list")).status,
            200u);  // older clients read the error alone
  EXPECT_EQ(ask(modern("1", "tools/call", R"(,"name":"get")")).status, 200u);
}

TEST_F(McpEndpointTest, a_header_that_contradicts_the_message_is_refused) {
  const std::string body = modern("9", "tools/call", R"(,"name":"get")");
  const auto refused = [&](const HttpFields& headers) {
    const EndpointReply reply = ask(body, headers);
    if (reply.status == 200) return false;
    EXPECT_EQ(reply.status, 400u);
    EXPECT_THAT(reply.body, HasSubstr(R"("id":9,"error":{"code":-32020,)"));
    return true;
  };
  EXPECT_FALSE(refused(
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "get"}}));
  EXPECT_FALSE(refused({{"Mcp-Name", "=?base64?Z2V0?="}}));
  EXPECT_TRUE(refused({{"Mcp-Name", "=?base64?Z2?="}}));
  EXPECT_TRUE(refused({{"Mcp-Name", "set"}}));
  EXPECT_TRUE(refused({{"Mcp-Method", "tools/list"}}));
  EXPECT_TRUE(refused({{"MCP-Protocol-Version", "2025-11-25"}}));
  // Older revisions have no such headers: whatever they say, they say it to somebody else.
  EXPECT_EQ(ask(call("1"), {{"Mcp-Name", "set"}}).status, 200u);
}

TEST_F(McpEndpointTest, pages_from_elsewhere_are_not_served) {
  for (const char* origin : {"http://evil.example", "https://127.0.0.1.evil.example", "null",
                             "http://localhost.evil.example", "http://[::1].evil.example", ""}) {
    EXPECT_EQ(ask(call("1"), {{"Origin", origin}}).status, 403u) << origin;
  }
  for (const char* origin : {"http://127.0.0.1:8080", "https://localhost", "http://[::1]:3"}) {
    EXPECT_EQ(ask(call("1"), {{"Origin", origin}}).status, 200u) << origin;
  }
  EXPECT_EQ(recording().views.size(), 9u);
}

TEST_F(McpEndpointTest, listening_is_a_stream_that_ends_as_it_began) {
  const EndpointReply reply = ask(modern("3", "subscriptions/listen", R"(,"notifications":{})"));
  EXPECT_EQ(http_field(reply.headers, "Content-Type"), "text/event-stream");
  EXPECT_THAT(reply.body, StartsWith("event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
                                     "\"notifications/subscriptions/acknowledged\""));
  EXPECT_THAT(reply.body, HasSubstr("\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,"));
}

TEST_F(McpEndpointTest, a_client_that_accepts_events_alone_gets_an_event) {
  EXPECT_THAT(ask(call("1"), {{"Accept", "text/event-stream"}}).body, StartsWith("event: message"));
  EXPECT_THAT(ask(call("1"), {{"Accept", "application/json, text/event-stream"}}).body,
              StartsWith("{"));
  EXPECT_THAT(ask(call("1"), {{"Accept", "*/*"}}).body, StartsWith("{"));
}

TEST_F(McpEndpointTest, each_frame_is_on_record_as_it_came) {
  const std::string odd =
      "{\"jsonrpc\":\"2.0\",\n \"id\":7.0,\"method\":\"tools/call\",\"params\":"
      "{\"name\":\"get\",\"arguments\":{\"n\": 1e400}}}";
  const std::string id = begin();
  now_ = 42;
  ask(odd, {{"Mcp-Session-Id", id}});
  EXPECT_THAT(endpoint_.record(), HasSubstr("{\"session\":\"" + id +
                                            "\",\"direction\":"
                                            "\"fromClient\",\"at\":42,\"frame\":\"{\\\"jsonrpc"));
  EXPECT_THAT(endpoint_.record(), HasSubstr(R"("answers":[{"id":7.0,"status":"executed"}])"));
  McpRecording seen = recording();
  ASSERT_EQ(seen.views.size(), 1u);
  EXPECT_EQ(seen.views[0].arguments, "{\"n\": 1e400}");
  EXPECT_EQ(seen.views[0].status, CallStatus::executed);
  EXPECT_TRUE(seen.absence_counts());
  EXPECT_THAT(endpoint_.take_record(), StartsWith("{\"session\":"));
  EXPECT_EQ(endpoint_.record(), "");
}

TEST_F(McpEndpointTest, what_cannot_be_read_is_refused_and_counts_as_unread) {
  for (const char* body : {"", "nonsense", "3", R"({"id":1})", "\xff"}) {
    const EndpointReply reply = ask(body);
    EXPECT_EQ(reply.status, 400u) << body;
    EXPECT_THAT(reply.body, HasSubstr("\"error\""));
  }
  EXPECT_EQ(recording().frames, 5u);
  EXPECT_EQ(recording().unread, 5u);
}

TEST_F(McpEndpointTest, a_body_that_was_cut_on_its_way_counts_as_unread) {
  const std::string whole = call("1");
  const HttpFields none;
  const EndpointReply reply =
      endpoint_.handle({.method = "POST", .headers = none, .body = whole, .bytes = 9000});
  EXPECT_EQ(reply.status, 400u);
  EXPECT_EQ(recording().unread, 1u);
  EXPECT_THAT(endpoint_.record(), HasSubstr("\"bytes\":9000"));
}

class SmallEndpointTest : public McpEndpointTest {
 protected:
  SmallEndpointTest()
      : McpEndpointTest({.frame_bytes = 200, .record_bytes = 1500, .sessions = 1}) {}
};

TEST_F(SmallEndpointTest, a_frame_over_the_limit_is_refused_with_its_head_on_record) {
  EXPECT_EQ(ask(call("1") + std::string(500, ' ')).status, 400u);
  EXPECT_EQ(recording().unread, 1u);
}

TEST_F(SmallEndpointTest, over_the_bound_of_sessions_a_client_is_served_without_one) {
  EXPECT_NE(begin(), "");
  EXPECT_EQ(begin(), "");
}

TEST_F(SmallEndpointTest, once_the_record_is_full_nothing_is_served_and_that_is_on_record) {
  int served = 0;
  while (served < 100 && ask(call("1")).status == 200) ++served;
  EXPECT_GT(served, 1);
  EXPECT_LT(served, 100);
  const std::string full = endpoint_.record();
  EXPECT_LE(full.size(), 1700u);
  EXPECT_THAT(full, HasSubstr("\"frame\":\"\",\"bytes\":" + std::to_string(call("1").size())));
  const EndpointReply reply = ask(call("1"));
  EXPECT_EQ(reply.status, 503u);
  EXPECT_THAT(reply.body, HasSubstr("record of this attempt is full"));
  EXPECT_EQ(endpoint_.record(), full);
  const McpRecording seen = recording();
  EXPECT_EQ(seen.views.size(), static_cast<std::size_t>(served));
  EXPECT_EQ(seen.unread, 1u);
  EXPECT_FALSE(seen.absence_counts());
}

}  // namespace
}  // namespace tare
