// Cases: what is read, and every fault word for word.
#include <gtest/gtest.h>

#include "suite_test_support.h"

namespace tare {
namespace {

Suite load_cases(const std::string& cases) {
  Folder folder;
  folder.write("tare.json", suite_text());
  folder.write("cases.json", cases);
  return load_good(folder);
}

TEST(CaseParser, ReadsEveryMember) {
  const Suite suite = load_cases(R"x([{
    "$schema": "case.schema.json", "id": "pr/x#1 é", "kind": "agent", "request": "a\u00e9\ud800",
    "messages": [ {"role": "user", "content": 1.50} ],
    "expectedTool": "get_ticket", "acceptableTools": ["search", "get_ticket"],
    "expectedArgs": {"n": {"$approx": 1.0}, "$$ref": 1, "s": {"$schema": {"$ref": "#"}}},
    "calls": "only", "forbid": ["delete_*"],
    "never": [{"tool": "get_ticket", "level": "executed"}, {"tool": "update_*", "why": "w"}],
    "mcpToolsOnly": true, "expectedErrors": ["search"], "expectedStatus": "held",
    "expectedOutput": "PASS only if", "risk": 5.0, "tags": ["read", "é"], "trials": 3, "timeoutMs": 10,
    "maxTurns": 2, "tools": [{"name": "get_ticket"}], "instructions": "be kind", "identity": null,
    "input": {"any": {"thing": [1.0]}}, "metadata": {"other": true}, "reply": [{"a": 1}]
  }])x");
  ASSERT_EQ(suite.cases.size(), 1u);
  const TestCase& c = suite.cases[0];
  EXPECT_EQ(c.input.id, "pr/x#1 é");
  EXPECT_EQ(c.input.kind, CaseKind::agent);
  EXPECT_EQ(c.input.request_json, R"("a\u00e9\ud800")");
  EXPECT_EQ(c.input.messages_json, R"([{"role":"user","content":1.50}])");
  EXPECT_EQ(c.input.tags, (std::vector<std::string>{"read", "é"}));
  EXPECT_EQ(c.input.tools_json, R"([{"name":"get_ticket"}])");
  EXPECT_EQ(c.input.instructions_json, R"("be kind")");
  EXPECT_EQ(c.input.identity_json, "null");
  EXPECT_EQ(c.input.input_json, R"({"any":{"thing":[1.0]}})");
  EXPECT_EQ(c.input.max_turns, 2u);
  EXPECT_EQ(c.trials, 3u);
  EXPECT_EQ(c.timeout_ms, 10u);
  const Expectation& e = c.expected;
  EXPECT_EQ(e.tool, Expectation::Tool::named);
  EXPECT_EQ(e.expected_tool, "get_ticket");
  EXPECT_EQ(e.acceptable_tools, std::vector<std::string>{"search"});
  EXPECT_EQ(e.calls, WhichCall::only);
  EXPECT_TRUE(e.mcp_tools_only);
  EXPECT_EQ(e.risk, 5);
  ASSERT_TRUE(e.rare);
  ASSERT_EQ(e.rare->never.size(), 3u);
  EXPECT_TRUE(e.rare->never[0].from_forbid);
  EXPECT_EQ(e.rare->never[0].tool, "delete_*");
  EXPECT_EQ(e.rare->never[0].level, Never::Level::called);
  EXPECT_EQ(e.rare->never[1].level, Never::Level::executed);
  EXPECT_EQ(e.rare->never[2].level, Never::Level::called);
  EXPECT_EQ(e.rare->expected_errors, std::vector<std::string>{"search"});
  EXPECT_EQ(e.rare->expected_args_json,
            R"({"n":{"$approx":1.0},"$$ref":1,"s":{"$schema":{"$ref":"#"}}})");
  EXPECT_EQ(e.rare->expected_status_json, R"("held")");
  EXPECT_EQ(e.rare->expected_output_json, R"("PASS only if")");
  EXPECT_EQ(e.rare->metadata_json, R"({"other":true})");
  EXPECT_EQ(e.rare->reply_json, R"([{"a":1}])");
}

TEST(CaseParser, PlainCasesCarryNothingRare) {
  const Suite suite = load_cases(kGoodCase);
  const TestCase& c = suite.cases[0];
  EXPECT_EQ(c.input.kind, CaseKind::tool_call);
  EXPECT_EQ(c.expected.risk, 1);
  EXPECT_FALSE(c.expected.rare);
  EXPECT_FALSE(c.expected.calls);
  EXPECT_TRUE(c.input.messages_json.empty());
  EXPECT_TRUE(c.input.identity_json.empty());
}

TEST(CaseParser, ExpectedToolsAreCanonicalFirst) {
  const Suite suite = load_cases(R"({"id":"a","request":"x","expectedTools":["b","a","c"]})");
  EXPECT_EQ(suite.cases[0].expected.expected_tool, "b");
  EXPECT_EQ(suite.cases[0].expected.acceptable_tools, (std::vector<std::string>{"a", "c"}));
}

TEST(CaseParser, InvokeCarriesToolArgumentsAndIdentity) {
  const Suite suite = load_cases(R"x([
    {"id":"a","kind":"invoke","invoke":{"arguments":{"n":1.0},"tool":"t"},"identity":{"u":"x"},"expectedStatus":"rejected"},
    {"id":"b","kind":"invoke","invoke":{"tool":"t","arguments":"{\"n\":01}"}}])x");
  EXPECT_EQ(suite.cases[0].input.invoke_json,
            R"({"tool":"t","arguments":{"n":1.0},"identity":{"u":"x"}})");
  EXPECT_EQ(suite.cases[1].input.invoke_json, R"({"tool":"t","arguments":"{\"n\":01}"})");
  EXPECT_EQ(suite.cases[0].expected.tool, Expectation::Tool::unstated);
}

TEST(CaseParser, TrajectoriesAndObservationsStateNoTool) {
  const Suite suite = load_cases(R"x([
    {"id":"a","request":"x","expectedCalls":[{"tool":"t","args":{"k":{"$any":true}}}],"order":"inOrder"},
    {"id":"b","request":"x","kind":"observe","forbid":["x"]}])x");
  EXPECT_TRUE(suite.cases[0].expected.has_trajectory());
  EXPECT_EQ(suite.cases[0].expected.rare->order, "inOrder");
  EXPECT_EQ(suite.cases[0].expected.tool, Expectation::Tool::unstated);
  EXPECT_FALSE(suite.cases[1].expected.has_trajectory());
}

struct Row {
  const char* members;  // beside id and request
  const char* text;
};

TEST(CaseParser, FaultsSayWhereWhatAndHow) {
  const Row kTable[] = {
      {R"("expectedTol":"x")",
       "1:25: case \"a\": unknown member \"expectedTol\" in a case | did you mean "
       "\"expectedTool\"?\n"
       "1:1: case \"a\": kind tool-call states no expected tool | add \"expectedTool\" (null: no "
       "call is "
       "correct), or set \"kind\": \"observe\""},
      {R"("expectedTool":"x","risk":0)",
       "1:51: case \"a\": \"risk\" is 0; it must be a whole number from 1 to 5"},
      {R"("expectedTool":"x","risk":6)",
       "1:51: case \"a\": \"risk\" is 6; it must be a whole number from 1 to 5"},
      {R"("expectedTool":"x","risk":"3")",
       "1:51: case \"a\": \"risk\" is \"3\"; it must be a whole number from 1 to 5"},
      {R"("expectedTool":5)",
       "1:40: case \"a\": \"expectedTool\" is 5; it must be a tool's name, or null for no call"},
      {R"("expectedTool":"")", "1:40: case \"a\": \"expectedTool\" is empty"},
      {R"("expectedTool":"x","expectedTools":["y"])",
       "1:60: case \"a\": \"expectedTool\" and \"expectedTools\" are both given | keep one of "
       "them"},
      {R"("expectedTools":[])", "1:41: case \"a\": \"expectedTools\" is an empty array"},
      {R"("expectedTools":["a",null])",
       "1:46: case \"a\": \"expectedTools[1]\" is null; it must be a string"},
      {R"("expectedTools":["a"],"acceptableTools":["b"])",
       "1:65: case \"a\": \"acceptableTools\" stands beside \"expectedTools\" | all but the first "
       "of expectedTools "
       "are acceptable already"},
      {R"("kind":"agent","acceptableTools":["b"])",
       "1:58: case \"a\": \"acceptableTools\" needs \"expectedTool\""},
      {R"("expectedTool":"x","acceptableTools":["b","b"])",
       "1:67: case \"a\": \"b\" stands twice in \"acceptableTools\""},
      {R"("expectedTool":"x","kind":"toolcall")",
       "1:51: case \"a\": \"kind\" is \"toolcall\"; it must be one of tool-call, agent, invoke, "
       "observe | did you mean "
       "\"tool-call\"?"},
      {R"("expectedTool":"x","calls":"last")",
       "1:52: case \"a\": \"calls\" is \"last\"; it must be one of first, any, only | known: "
       "first, any, only"},
      {R"("expectedTool":null,"calls":"any")",
       "1:53: case \"a\": \"calls\" needs an expected tool | name one in \"expectedTool\", or "
       "remove it"},
      {R"("expectedTool":null,"expectedArgs":{})",
       "1:60: case \"a\": \"expectedArgs\" needs an expected tool | name one in \"expectedTool\", "
       "or remove it"},
      {R"("expectedTool":"x","expectedArgs":[])",
       "1:59: case \"a\": \"expectedArgs\" is an array; it must be an object"},
      {R"("expectedTool":"x","expectedArgs":{"a":[{"b":{"$oneof":[1]}}]})",
       "1:71: case \"a\": unknown matcher \"$oneof\" | did you mean \"$oneOf\"?; a literal key is "
       "written \"$$oneof\""},
      {R"("expectedCalls":[{"args":{}}])",
       "1:42: case \"a\": \"tool\" is missing in a call of expectedCalls"},
      {R"("expectedCalls":[{"tool":"x","argz":{}}])",
       "1:54: case \"a\": unknown member \"argz\" in a call of expectedCalls | did you mean "
       "\"args\"?"},
      {R"("expectedCalls":[{"tool":"x"}],"calls":"any")",
       "1:64: case \"a\": \"calls\" stands beside \"expectedCalls\" | a trajectory says order and "
       "arguments itself"},
      {R"("expectedTool":"x","order":"strict")",
       "1:52: case \"a\": \"order\" needs \"expectedCalls\""},
      {R"("expectedCalls":[{"tool":"x"}],"order":"inorder")",
       "1:64: case \"a\": \"order\" is \"inorder\"; it must be one of strict, inOrder, unordered, "
       "subset, superset | did "
       "you mean \"inOrder\"?"},
      {R"("expectedTool":"x","expectedStatus":"ok")",
       "1:61: case \"a\": \"expectedStatus\" is \"ok\"; it must be one of held, rejected, executed "
       "| known: held, rejected, "
       "executed"},
      {R"("kind":"observe","expectedTool":null)",
       "1:57: case \"a\": \"expectedTool\" has no effect on kind observe, which expects nothing | "
       "remove it, or choose "
       "another kind"},
      {R"("kind":"invoke","invoke":{"tool":"t","arguments":{}},"expectedTool":"t")",
       "1:93: case \"a\": \"expectedTool\" has no effect on kind invoke, where no model chooses a "
       "tool | remove it"},
      {R"("kind":"invoke")",
       "1:32: case \"a\": kind invoke needs \"invoke\" | add \"invoke\": {\"tool\": …, "
       "\"arguments\": {…}}"},
      {R"("kind":"invoke","invoke":{"tool":"t"})",
       "1:50: case \"a\": \"arguments\" is missing in invoke"},
      {R"("kind":"invoke","invoke":{"tool":"t","arguments":[]})",
       "1:74: case \"a\": \"arguments\" is an array; it must be an object, or a string with the "
       "text of one"},
      {R"("expectedTool":"x","invoke":{})",
       "1:53: case \"a\": \"invoke\" is given, but the kind is not invoke | set \"kind\": "
       "\"invoke\""},
      {R"("expectedTool":"delete_x","forbid":["y","delete_*"])",
       "1:60: case \"a\": \"delete_*\" must never be called here, but \"delete_x\" is expected | "
       "such a case cannot pass: "
       "narrow the glob"},
      {R"("expectedTool":"x","never":[{"tool":"x"}])",
       "1:52: case \"a\": \"x\" must never be called here, but \"x\" is expected | such a case "
       "cannot pass: narrow the glob"},
      {R"("expectedCalls":[{"tool":"x"}],"forbid":["x"])",
       "1:65: case \"a\": \"x\" must never be called here, but \"x\" is expected | such a case "
       "cannot pass: narrow the glob"},
      {R"("expectedCalls":[{"tools":["y","x"]},{"tool":"z"}],"never":[{"tool":"x"}])",
       "1:84: case \"a\": \"x\" must never be called here, but \"x\" is expected | such a case "
       "cannot pass: narrow the glob"},
      {R"("expectedTool":"x","expectedStatus":"executed","never":[{"tool":"x","level":"executed"}])",
       "1:80: case \"a\": \"x\" must never be called here, but \"x\" is expected | such a case "
       "cannot pass: narrow the glob"},
      {R"("expectedTool":"NO_TOOL")",
       "1:1: case \"a\": \"NO_TOOL\" is expected, which is no tool's name | where no call is "
       "correct, \"expectedTool\": null"},
      {R"("expectedTool":"x","acceptableTools":["CLIENT_REFUSED"])",
       "1:1: case \"a\": \"CLIENT_REFUSED\" is expected, which is no tool's name | reports say so "
       "where a client refused a call"},
      {R"("expectedTool":"x","never":[{"tool":"y","level":"run"}])",
       "1:73: case \"a\": \"level\" is \"run\"; it must be one of called, executed | known: "
       "called, executed"},
      {R"("expectedTool":"x","tags":"read")",
       "1:51: case \"a\": \"tags\" is \"read\"; it must be an array"},
      {R"("expectedTool":"x","trials":0)",
       "1:53: case \"a\": \"trials\" is 0; it must be a whole number from 1 to 100000"},
      {R"("expectedTool":"x","mcpToolsOnly":"yes")",
       "1:59: case \"a\": \"mcpToolsOnly\" is \"yes\"; it must be true or false"},
      {R"("expectedTool":"x","messages":[])", "1:55: case \"a\": \"messages\" is an empty array"},
      {R"("expectedTool":"x","messages":["hi"])",
       "1:56: case \"a\": \"messages[0]\" is \"hi\"; it must be an object"},
      {R"("expectedTool":"x","tools":[{"name":"x","approval":"ask"}])",
       "1:76: case \"a\": \"approval\" is \"ask\"; it must be one of never, always, conditional | "
       "known: never, always, "
       "conditional"},
      {R"("expectedTool":"x","reply":1)",
       "1:52: case \"a\": \"reply\" is 1; it must be an object, or an array of objects, one a "
       "turn"},
      {R"("expectedTool":"x","instructions":{})",
       "1:59: case \"a\": \"instructions\" is an object; it must be a string"},
      {R"("expectedTool":"x\ud800")",
       "1:40: case \"a\": \"expectedTool\" is \"x\\ud800\"; it must be valid Unicode text without "
       "NUL"},
  };
  for (const Row& row : kTable) {
    const std::string text = R"({"id":"a","request":"x",)" + std::string(row.members) + "}";
    std::string wanted = "cases.json:" + std::string(row.text);
    // In file order: the case's own place comes before a member's.
    if (const std::size_t at = wanted.find("\n1:1:"); at != std::string::npos) {
      wanted = "cases.json:" + wanted.substr(at + 1) + "\n" + wanted.substr(0, at);
    }
    EXPECT_EQ(faults_of_case(text), wanted) << text;
  }
}

TEST(CaseParser, FaultsOfIdsAndSubjects) {
  EXPECT_EQ(faults_of_case("5"), "cases.json:1:1: a case is 5; it must be an object");
  EXPECT_EQ(faults_of_case("[{}]"),
            "cases.json:1:2: \"id\" is missing in a case | give each case a name of its own");
  EXPECT_EQ(faults_of_case(R"({"id":""})"), "cases.json:1:7: \"id\" is empty");
  EXPECT_EQ(faults_of_case(R"({"id":7})"), "cases.json:1:7: \"id\" is 7; it must be a string");
  EXPECT_EQ(faults_of_case(R"({"id":"a\nb"})"),
            "cases.json:1:7: \"id\" \"a\\nb\" holds a control character");
  EXPECT_EQ(faults_of_case(R"({"id":"a\u2028b"})"),
            "cases.json:1:7: \"id\" \"a\\u2028b\" holds a control character");
  EXPECT_EQ(faults_of_case(R"({"id":"a","expectedTool":"x"})"),
            "cases.json:1:1: case \"a\": neither \"request\" nor \"messages\" is given | say what "
            "the user asks");
  EXPECT_EQ(faults_of_case(R"([{"id":"a","request":"x","expectedTool":"x"},
  {"id":"b","request":"x","expectedTool":"x"},
 {"request":"é", "id":"a","expectedTool":"x"}])"),
            "cases.json:3:23: case id \"a\" stands twice, first at cases.json:1:2 | ids are unique "
            "in a suite");
}

TEST(CaseParser, AHundredFaultsAreShownAndTheRestCounted) {
  std::string cases = "[";
  for (int i = 0; i < 150; ++i) {
    cases += (i == 0 ? "" : ",\n") + std::string(R"({"id":"c)") + std::to_string(i) +
             R"(","request":"x","expectedTool":"x","risk":9})";
  }
  const std::string text = faults_of_case(cases + "]");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 100);
  EXPECT_TRUE(text.ends_with("\n50 more faults not shown | mend these first, then run it again"))
      << text;
  EXPECT_LT(text.find("case \"c2\""), text.find("case \"c10\""));
}

TEST(CaseParser, DeepAndHugeValuesAreBounded) {
  const std::string deep = std::string(500, '[') + std::string(500, ']');
  const Suite suite =
      load_cases(R"({"id":"a","request":"x","expectedTool":"t","expectedArgs":{"d":)" + deep +
                 R"(},"input":1e999999999})");
  EXPECT_EQ(suite.cases[0].expected.rare->expected_args_json, "{\"d\":" + deep + "}");
  EXPECT_EQ(suite.cases[0].input.input_json, "1e999999999");
  const std::string too_deep = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_NE(faults_of_case(R"({"id":"a","input":)" + too_deep + "}").find("cases.json:1:"),
            std::string::npos);
}

}  // namespace
}  // namespace tare
