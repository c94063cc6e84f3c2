// The request line: its members and their order, what stands for what is absent, and that nothing
// expected is in it.
#include "protocol/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tare {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CaseInput ticket_case() {
  CaseInput input;
  input.id = "pr/get_ticket/by-key";
  input.tags = {"read", "a \"quote\""};
  input.request_json = "\"Show me ticket QA-142\"";
  return input;
}

TEST(Request, HasTheMembersOfTheProtocolInTheirOrder) {
  const CaseInput input = ticket_case();
  Manifest tools;
  ToolSpec tool;
  tool.name = "get_ticket";
  tool.json = "{\"name\":\"get_ticket\",\n \"inputSchema\": {\"maximum\": 1.0}}";
  tools.tools = {tool};
  RequestContext context;
  context.tools = &tools;
  context.instructions = "Be brief.\n";
  context.deadline_ms = 30000;
  context.trial = 2;
  context.attempt = 3;
  context.variant_name = "model-a";
  context.variant_model = "model-a-2026";
  context.variant_settings_json = "{ \"temperature\": 0.0 }";
  EXPECT_EQ(
      request_line(&input, context),
      R"({"protocol":1,"request":"run","case":{"id":"pr/get_ticket/by-key","kind":"tool-call",)"
      R"("request":"Show me ticket QA-142","messages":[{"role":"user","content":"Show me ticket QA-142"}],)"
      R"("tags":["read","a \"quote\""],"identity":null,"input":{}},"trial":2,"attempt":3,)"
      R"("tools":[{"name":"get_ticket","inputSchema":{"maximum":1.0}}],"instructions":"Be brief.\n",)"
      R"("execute":"none","maxTurns":8,"deadlineMs":30000,)"
      R"("variant":{"name":"model-a","model":"model-a-2026","settings":{"temperature":0.0}}})"
      "\n");
}

TEST(Request, SaysNullForWhatIsAbsent) {
  RequestContext context;
  context.kind = RequestKind::describe;
  EXPECT_EQ(
      request_line(nullptr, context),
      R"({"protocol":1,"request":"describe","case":null,"trial":1,"attempt":1,"tools":null,)"
      R"("instructions":null,"execute":"none","maxTurns":8,"deadlineMs":60000,"variant":null})"
      "\n");
}

TEST(Request, CopiesWhatTheCaseSaysToTheByteButForWhiteSpace) {
  CaseInput input = ticket_case();
  input.request_json.clear();
  input.messages_json = "[ {\"role\" : \"user\",\n\t\"content\": \"a  b\\u00e9 \xc3\xa9 \xff\"} ]";
  input.input_json = "{\"n\": 12345678901234567890.10, \"n\":-0 , \"s\": \"\\ud800\"}";
  input.identity_json = "{\"user\": \"x\"}";
  input.instructions_json = "\"from the case\"";
  input.tools_json = "[ ]";
  input.max_turns = 2;
  RequestContext context;
  context.instructions = "from the suite";
  const std::string line = request_line(&input, context);
  EXPECT_THAT(
      line,
      HasSubstr("\"messages\":[{\"role\":\"user\",\"content\":\"a  b\\u00e9 \xc3\xa9 \xff\"}]"));
  EXPECT_THAT(line, HasSubstr(R"("input":{"n":12345678901234567890.10,"n":-0,"s":"\ud800"})"));
  EXPECT_THAT(line, HasSubstr(R"("identity":{"user":"x"})"));
  EXPECT_THAT(line, HasSubstr(R"("tools":[],"instructions":"from the case")"));
  EXPECT_THAT(line, HasSubstr(R"("maxTurns":2)"));
  EXPECT_THAT(line, Not(HasSubstr(R"("request":")"
                                  "Show")));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST(Request, TakesCommentsOutOfTextsThatAPersonWrote) {
  CaseInput input = ticket_case();
  input.input_json = "{\"a\": 1, // why\n \"b\": [2,], }";
  EXPECT_THAT(request_line(&input, {}), HasSubstr(R"("input":{"a":1,"b":[2]})"));
}

TEST(Request, CarriesTheCallForInvokeAlone) {
  CaseInput input = ticket_case();
  input.kind = CaseKind::invoke;
  input.invoke_json = R"({"tool":"get_ticket","arguments":{"key":1.0},"identity":null})";
  RequestContext context;
  context.execute = Execute::all;
  EXPECT_THAT(request_line(&input, context), Not(HasSubstr("\"invoke\":")));
  context.kind = RequestKind::invoke;
  const std::string line = request_line(&input, context);
  EXPECT_THAT(line, HasSubstr("\"request\":\"invoke\",\"case\""));
  EXPECT_THAT(line, HasSubstr("\"invoke\":" + input.invoke_json));
  EXPECT_THAT(line, HasSubstr("\"execute\":\"all\""));
}

TEST(Request, IsOneJsonDocumentForAnyIdAndTag) {
  CaseInput input;
  input.id = "a\"b\\c\n\xe2\x80\xa8\x01";
  input.tags = {"\xff", ""};
  const std::string line = request_line(&input, {});
  EXPECT_NO_THROW({ EXPECT_EQ(nlohmann::json::parse(line)["case"]["id"], input.id); });
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

// The types keep expectations out (request_line takes a CaseInput); this fills each member of the
// case table that says what is expected, or how it is scored, and looks for it all the same.
TEST(Expectations, NeverTravel) {
  TestCase test;
  test.input = ticket_case();
  test.expected.tool = Expectation::Tool::named;
  test.expected.expected_tool = "MARK_expectedTool";
  test.expected.acceptable_tools = {"MARK_acceptableTools"};
  test.expected.calls = WhichCall::only;
  test.expected.mcp_tools_only = true;
  test.expected.risk = 5;
  test.trials = 987654;
  test.timeout_ms = 876543;
  test.expected.rare = std::make_unique<RareExpectation>();
  RareExpectation& rare = *test.expected.rare;
  Never limit;
  limit.tool = "MARK_never";
  limit.args_json = "\"MARK_never_args\"";
  limit.control = "MARK_control";
  limit.why = "MARK_why";
  Never forbid;
  forbid.tool = "MARK_forbid";
  forbid.from_forbid = true;
  rare.never = {limit, forbid};
  rare.expected_errors = {"MARK_expectedErrors"};
  rare.expected_args_json = "\"MARK_expectedArgs\"";
  rare.expected_calls_json = "\"MARK_expectedCalls\"";
  rare.expected_output_json = "\"MARK_expectedOutput\"";
  rare.expected_status_json = "\"MARK_expectedStatus\"";
  rare.order = "MARK_order";
  rare.metadata_json = "\"MARK_metadata\"";
  rare.reply_json = "\"MARK_reply\"";
  for (const RequestKind kind : {RequestKind::run, RequestKind::describe, RequestKind::invoke}) {
    RequestContext context;
    context.kind = kind;
    const std::string line = request_line(&test.input, context);
    for (const char* trace :
         {"MARK_", "expected", "acceptable", "forbid", "never", "risk", "gate", "987654", "876543",
          "\"calls\"", "only", "order", "metadata", "reply", "mcpToolsOnly"}) {
      EXPECT_THAT(line, Not(HasSubstr(trace)));
    }
  }
}

}  // namespace
}  // namespace tare
