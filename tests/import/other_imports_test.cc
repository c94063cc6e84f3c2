// Langfuse, promptfoo, scenarios and OpenAI evals: each reads, says what it could not carry, and
// loads as a suite.
#include <gtest/gtest.h>

#include "import_support.h"

namespace tare {
namespace {

template <class Read>
Imported imported_from(const Folder& folder, const std::string& name, const std::string& content,
                       Read read) {
  folder.write(name, content);
  Result<Imported> imported = read(folder.file(name));
  if (!imported) {
    ADD_FAILURE() << all_faults(imported.error());
    return {};
  }
  EXPECT_EQ(loaded(*imported, folder).cases.size(), imported->cases);
  return std::move(*imported);
}

TEST(LangfuseImport, MetadataBecomesMembersOfTheCase) {
  const Folder folder;
  const Imported imported = imported_from(folder, "items.json", R"({"data":[
    {"id":"a","input":"Show QA-1","expectedOutput":"PASS only if shown","status":"ACTIVE","datasetName":"d",
     "metadata":{"kind":"agent","expectedTools":["get_ticket","find"],"expectedArgs":{"key":"QA-1","n":1.0},
                 "mcpToolsOnly":true,"expectedErrors":["find"],"team":"x"}},
    {"id":"b","input":{"messages":[{"role":"user","content":"Hi"}],"locale":"de"},
     "metadata":{"kind":"tool-call","expectedTools":[]}},
    {"id":"c","input":{"question":"What?"},"expectedOutput":{"x":1}},
    {"id":"d","input":"old","status":"ARCHIVED"},
    {"id":"a","input":{"x":1},"metadata":{"kind":"chat","expectedTool":null,"expectedArgs":{"k":1}}}
  ],"meta":{"page":1,"totalPages":2}})",
                                          import_langfuse);
  const std::map<std::string, Json> cases = cases_of(imported);
  ASSERT_EQ(cases.size(), 4U);
  EXPECT_EQ(
      cases.at("a").dump(),
      R"({"id":"a","request":"Show QA-1","expectedOutput":"PASS only if shown","expectedTools":["get_ticket","find"],"expectedArgs":{"key":"QA-1","n":1.0},"kind":"agent","mcpToolsOnly":true,"expectedErrors":["find"],"metadata":{"team":"x","langfuse":{"status":"ACTIVE","datasetName":"d"}}})");
  EXPECT_EQ(cases.at("b")["expectedTool"], nullptr);
  EXPECT_EQ(cases.at("b")["input"]["locale"], "de");
  EXPECT_EQ(cases.at("c")["kind"], "observe");
  EXPECT_EQ(cases.at("c")["metadata"]["expectedOutput"]["x"], 1);
  EXPECT_EQ(cases.at("a~2")["metadata"]["kind"], "chat");
  EXPECT_EQ(cases.at("a~2")["metadata"]["expectedArgs"]["k"], 1);
  EXPECT_EQ(
      losses_of(imported, folder.path()),
      "items.json:6:53: expectedTools: an empty list is taken for \"no tool call is correct\"\n"
      "items.json:7:61: expectedOutput: a judge's contract is a text; it stays in metadata\n"
      "items.json:7:5: metadata: no expected tools: a case of kind observe\n"
      "items.json:8:38: status: an archived item is left out\n"
      "items.json:9:5: id: an id that another item has got ~2, ~3, … behind it\n"
      "items.json:9:50: kind: a kind that suites do not have; it stays in metadata\n"
      "items.json:9:23: input: no text and no messages in it: its JSON is the request\n"
      "items.json:9:92: expectedArgs: no tool that it is of; it stays in metadata\n"
      "items.json:10:35: meta: a page of 2: the items of the others are not in this file\n");
}

TEST(LangfuseImport, JsonLinesAndAPlainArrayAreRead) {
  const Folder folder;
  const std::string item = R"({"input":"x","metadata":{"expectedTools":["t"]}})";
  const Imported lines =
      imported_from(folder, "items.jsonl", item + "\n" + item + "\n", import_langfuse);
  EXPECT_EQ(lines.cases, 2U);
  EXPECT_EQ(cases_of(lines).at("item-2")["expectedTools"][0], "t");
  const Folder other;
  EXPECT_EQ(imported_from(other, "items.json", "[" + item + "]", import_langfuse).cases, 1U);
}

TEST(PromptfooImport, AssertionsThatNameToolsBecomeExpectations) {
  const Folder folder;
  const Imported imported = imported_from(folder, "promptfooconfig.yaml", R"(
prompts: ['Help: {{query}}']
providers:
  - id: openai:gpt-4o
    config:
      tools:
        - type: function
          function: {name: get_weather, description: W, parameters: {type: object, properties: {}}}
        - type: function
          function: {name: delete, parameters: {type: object}}
tests:
  - description: one
    vars: {query: 'Rain?'}
    assert:
      - type: is-valid-openai-tools-call
      - {type: contains, value: get_weather}
      - {type: not-contains, value: delete}
      - {type: javascript, value: 'output.length > 1'}
  - vars: {query: 'Both'}
    assert:
      - {type: tool-call-f1, value: 'get_weather, delete', threshold: 0.5}
  - vars: {query: 'Any'}
    assert:
      - {type: contains-any, value: [get_weather, delete]}
  - vars: {query: 'Nice'}
    assert:
      - {type: llm-rubric, value: is polite}
  - vars: {query: 'Exact'}
    assert:
      - type: equals
        value: '[{"function":{"name":"get_weather","arguments":"{\"$city\":\"Bonn\"}"}}]'
  - vars: {query: 'Rain'}
    assert: [{type: contains, value: rain}]
)",
                                          import_promptfoo);
  const std::map<std::string, Json> cases = cases_of(imported);
  ASSERT_EQ(cases.size(), 6U);
  const Json& one = cases.at("one");
  EXPECT_EQ(one["request"], "Help: Rain?");
  EXPECT_EQ(one["expectedTool"], "get_weather");
  EXPECT_EQ(one["forbid"][0], "delete");
  EXPECT_EQ(one["metadata"]["assert"].size(), 2U);
  EXPECT_EQ(cases.at("test-2")["expectedCalls"].size(), 2U);
  EXPECT_EQ(cases.at("test-2")["order"], "superset");
  EXPECT_EQ(cases.at("test-3")["expectedTools"].size(), 2U);
  EXPECT_EQ(cases.at("test-4")["expectedOutput"], "is polite");
  EXPECT_EQ(cases.at("test-5")["expectedArgs"].dump(), R"({"$$city":"Bonn"})");
  EXPECT_EQ(cases.at("test-6")["kind"], "observe");
  EXPECT_EQ(Json::parse(content_of(imported, "tools.json")).size(), 2U);
  const std::string losses = losses_of(imported, folder.path());
  for (const char* part :
       {"promptfooconfig.yaml:15:9: assert: is-valid-openai-tools-call: ",
        "javascript: code is not carried", "threshold: a part of the calls is not enough",
        "an assertion of type \"contains\" says nothing", "no assertion names a tool"}) {
    EXPECT_NE(losses.find(part), std::string::npos) << part << "\n" << losses;
  }
}

TEST(PromptfooImport, AListOfTestsInJsonAndTestsElsewhere) {
  const Folder folder;
  const Imported imported = imported_from(
      folder, "tests.json",
      R"([{"vars":{"question":"x"},"assert":[{"type":"contains","value":"get_it"}]},"file://more.yaml"])",
      import_promptfoo);
  EXPECT_EQ(imported.cases, 1U);
  EXPECT_EQ(cases_of(imported).at("test-1")["expectedTool"], "get_it");
  EXPECT_NE(losses_of(imported, folder.path()).find("a test that is no object"), std::string::npos);
  const Folder other;
  other.write("p.yaml", "prompts: [x]\ntests: tests.yaml\n");
  EXPECT_FALSE(import_promptfoo(other.file("p.yaml")));
}

TEST(ScenariosImport, EveryFormSaysTheSame) {
  const char* json = R"([{"id":"a","query":"q1","expect":"get","forbid":["delete_*"]},
    {"id":"b","query":"q2","expect":["x","y"],"args":{"k":1}},
    {"id":"c","query":"q3","expect":null},
    {"id":"d","query":"q4","forbid":["z"],"note":"n"}])";
  const char* yaml =
      "- {id: a, query: q1, expect: get, forbid: [delete_*]}\n"
      "- {id: b, query: q2, expect: [x, y], args: {k: 1}}\n"
      "- {id: c, query: q3, expect: null}\n"
      "- {id: d, query: q4, forbid: [z], note: n}\n";
  const char* csv =
      "id,query,expect,forbid,args,note\n"
      "a,q1,get,delete_*,,\n"
      "b,q2,x|y,,\"{\"\"k\"\":1}\",\n"
      "c,q3,none,,,\n"
      "d,\"q4\",,z,,n\n";
  std::string first;
  for (const auto& [name, content] : std::vector<std::pair<std::string, std::string>>{
           {"s.json", json}, {"s.yaml", yaml}, {"s.csv", csv}}) {
    const Folder folder;
    const Imported imported = imported_from(folder, name, content, import_scenarios);
    EXPECT_EQ(losses_of(imported, folder.path()), "");
    const std::string cases = content_of(imported, "cases/scenarios.jsonl");
    if (first.empty()) first = cases;
    EXPECT_EQ(cases, first) << name;
  }
  EXPECT_EQ(first,
            R"({"id":"a","request":"q1","expectedTool":"get","forbid":["delete_*"]})"
            "\n"
            R"({"id":"b","request":"q2","expectedTools":["x","y"],"expectedArgs":{"k":1}})"
            "\n"
            R"({"id":"c","request":"q3","expectedTool":null})"
            "\n"
            R"({"id":"d","request":"q4","kind":"agent","forbid":["z"],"metadata":{"note":"n"}})"
            "\n");
}

TEST(ScenariosImport, WhatDoesNotFitIsToldByPlace) {
  const Folder folder;
  const Imported imported = imported_from(folder, "s.jsonl",
                                          "{\"query\":\"a\",\"expect\":5}\n"
                                          "{\"expect\":\"x\"}\n"
                                          "{\"query\":\"b\",\"expect\":[]}\n"
                                          "7\n",
                                          import_scenarios);
  EXPECT_EQ(
      losses_of(imported, folder.path()),
      "s.jsonl:1:1: expect: neither a tool nor a list of tools nor null; it stays in metadata\n"
      "s.jsonl:1:1: expect: nothing is expected: a case of kind observe\n"
      "s.jsonl:2:1: query: a scenario without a query\n"
      "s.jsonl:3:1: expect: an empty list is taken for \"no tool call is correct\"\n"
      "s.jsonl:4:1: a scenario that is no object\n");
  folder.write("t.csv", "query\n\"open\n");
  EXPECT_FALSE(import_scenarios(folder.file("t.csv")));
  folder.write("u.csv", "query\na,b\n");
  EXPECT_FALSE(import_scenarios(folder.file("u.csv")));
}

TEST(ScenariosImport, ATableMayDrawAnEmptyCellAndSpellNoToolAsItLikes) {
  Folder folder;
  folder.write("s.csv",
               "id,query,expect,forbid\n"
               "a,Hi.,NULL,-\nb,Hi.,None,\nc,Hi.,NO_TOOL,del\nd,Hi.,-,del\n");
  const auto imported = import_scenarios(folder.file("s.csv"));
  ASSERT_TRUE(imported) << imported.error().reason;
  const auto cases = cases_of(*imported);
  for (const char* id : {"a", "b", "c"}) EXPECT_TRUE(cases.at(id)["expectedTool"].is_null()) << id;
  EXPECT_FALSE(cases.at("a").contains("forbid"));
  EXPECT_FALSE(cases.at("d").contains("expectedTool"));
  EXPECT_EQ(cases.at("d")["kind"], "agent");
  const std::string losses = losses_of(*imported, folder.path());
  EXPECT_NE(losses.find("s.csv:2:1: forbid: a dash"), std::string::npos) << losses;
  EXPECT_NE(losses.find("s.csv:5:1: expect: a dash"), std::string::npos) << losses;
}

TEST(ScenariosImport, TwoColumnsOfOneNameAreRefused) {
  Folder folder;
  folder.write("s.csv", "id,query,expect, query \na,Hi.,get,Ho.\n");
  const auto imported = import_scenarios(folder.file("s.csv"));
  ASSERT_FALSE(imported);
  EXPECT_NE(imported.error().reason.find("two columns are called \"query\""), std::string::npos);
  EXPECT_NE(imported.error().where.find("s.csv:1:1"), std::string::npos);
  folder.write("s.csv", "id,query,expect,,\na,Hi.,get,,\n");
  EXPECT_TRUE(import_scenarios(folder.file("s.csv")));
}

TEST(AnyImport, AnItemThatDoesNotLoadIsNamedByItsPlaceInTheSource) {
  Folder folder;
  folder.write("s.json",
               "[{\"id\":\"a\",\"query\":\"Hi.\",\"expect\":\"get\"},\n"
               "{\"id\":\"b\",\"query\":\"Hi.\",\"expect\":\"get\",\n"
               "\"args\":{\"n\":{\"$nosuch\":1}}}]");
  const auto imported = import_scenarios(folder.file("s.json"));
  ASSERT_TRUE(imported);
  const auto written = write_import(*imported, folder.file("out"), kToday);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().where, folder.file("s.json") + ":2:1") << written.error().reason;
  EXPECT_EQ(all_faults(written.error()).find(".import-"), std::string::npos)
      << all_faults(written.error());
}

TEST(PromptfooImport, WhatAnAssertionSaysBesidesIsReported) {
  Folder folder;
  folder.write("p.yaml",
               "defaultTest:\n  options: {transform: x}\n  assert:\n"
               "    - {type: not-contains, value: del_it, weight: 2}\n"
               "tests:\n  - vars: {q: Hi.}\n    assert:\n"
               "      - {type: contains, value: get_it, metric: tools, weight: 3, threshold: 0.5}\n"
               "      - {type: tool-call-f1, value: get_it, threshold: 0.5}\n");
  const auto imported = import_promptfoo(folder.file("p.yaml"));
  ASSERT_TRUE(imported) << imported.error().reason;
  const std::string losses = losses_of(*imported, folder.path());
  for (const char* told : {"p.yaml:4:", "weight: an expectation has no place for it", "metric: an",
                           "threshold: an expectation", "options of all tests"}) {
    EXPECT_NE(losses.find(told), std::string::npos) << told << "\n" << losses;
  }
  EXPECT_NE(losses.find("threshold: a part of the calls is not enough"), std::string::npos);
}

TEST(EvalsImport, IdealToolCallsAndIdealTexts) {
  const Folder folder;
  const Imported imported = imported_from(
      folder, "evals.jsonl",
      R"({"input":[{"role":"user","content":"w"}],"ideal":{"name":"get","arguments":"{\"a\":1.0}"},"tools":[{"type":"function","function":{"name":"get","parameters":{"type":"object"}}}]})"
      "\n"
      R"({"item":{"input":"x","expected_tool_calls":[{"function":{"name":"a","arguments":"{}"}},{"name":"b"}]},"sample":{}})"
      "\n"
      R"({"messages":[{"role":"user","content":"y"},{"role":"assistant","tool_calls":[{"function":{"name":"z","arguments":{"k":"v"}}}]}]})"
      "\n"
      R"({"input":"p","ideal":["Paris","paris"]})"
      "\n"
      R"({"input":"q"})"
      "\n"
      R"({"input":"r","ideal":"[{\"name\":\"t\",\"arguments\":{}}]"})"
      "\n",
      import_openai_evals);
  const std::map<std::string, Json> cases = cases_of(imported);
  ASSERT_EQ(cases.size(), 6U);
  EXPECT_EQ(cases.at("eval-1")["expectedTool"], "get");
  EXPECT_EQ(cases.at("eval-1")["expectedArgs"].dump(), R"({"a":1.0})");
  EXPECT_EQ(cases.at("eval-1")["tools"][0]["inputSchema"]["type"], "object");
  EXPECT_EQ(cases.at("eval-2")["expectedCalls"].dump(), R"([{"tool":"a","args":{}},{"tool":"b"}])");
  EXPECT_EQ(cases.at("eval-3")["messages"].size(), 1U);
  EXPECT_EQ(cases.at("eval-3")["expectedArgs"]["k"], "v");
  EXPECT_EQ(cases.at("eval-4")["expectedOutput"],
            R"(PASS only if the answer says the same as "Paris" or as "paris".)");
  EXPECT_EQ(cases.at("eval-5")["kind"], "observe");
  EXPECT_EQ(cases.at("eval-6")["expectedTool"], "t");
  EXPECT_EQ(losses_of(imported, folder.path()),
            "evals.jsonl:4:1: ideal: an ideal text is a judge's contract here, not a comparison of "
            "texts: a case of kind agent\n"
            "evals.jsonl:5:1: ideal: no ideal answer and no ideal tool calls: a case of kind "
            "observe\n");
}

TEST(AnyImport, BrokenFilesAreRefusedWithTheirPlace) {
  const Folder folder;
  folder.write("a.jsonl", "{\"query\":\"x\",\"expect\":null}\n{oops\n");
  const Result<Imported> broken = import_scenarios(folder.file("a.jsonl"));
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().where.find("a.jsonl:2:2"), std::string::npos) << broken.error().where;
  folder.write("empty.json", "[]");
  EXPECT_FALSE(import_langfuse(folder.file("empty.json")));
  EXPECT_FALSE(import_langfuse(folder.file("none.json")));
}

TEST(ImportReport, SaysWhatWasLostInBothForms) {
  Imported imported;
  imported.cases = 1;
  imported.files = {{"tare.json", ""}};
  imported.losses = {{"a.json:1:2", "assert", "code is not carried", 3}};
  EXPECT_EQ(
      import_text(imported, "promptfoo", "out"),
      "promptfoo: 1 case in out\n  tare.json\nNot carried over:\n  a.json:1:2: assert: code is "
      "not carried (3 times)\n");
  const Json document = Json::parse(import_json(imported, "promptfoo", "a.json", "out"));
  EXPECT_EQ(document["format"], "tare-import/1");
  EXPECT_EQ(document["notCarried"][0]["count"], 3);
}

}  // namespace
}  // namespace tare
