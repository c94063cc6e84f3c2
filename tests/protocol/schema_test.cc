// The schemas that are published say what the program does: each request line it writes is valid,
// each object that its reader refuses is not, and what it takes is. tests/support/validate_json.py
// judges.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "bad_events.h"
#include "protocol/answer_reader.h"
#include "protocol/request.h"

namespace tare {
namespace {

struct Judged {
  int exit_code = -1;
  std::set<std::size_t> faulty;  // line numbers
  std::string output;
};

Judged judge(const std::string& schema, const std::vector<std::string>& lines) {
  const std::string path = ::testing::TempDir() + "tare_schema_test.jsonl";
  std::ofstream file(path);
  for (const std::string& line : lines) file << line << '\n';
  file.close();
  const std::string python =
      std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const std::string command = python + " " TARE_SOURCE_DIR "/tests/support/validate_json.py " +
                              schema + " " + path + " --lines";
  Judged judged;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return judged;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe)) {
    const std::string line = buffer.data();
    judged.output += line;
    unsigned long number = 0;
    if (std::sscanf(line.c_str(), "line %lu:", &number) == 1) judged.faulty.insert(number);
  }
  judged.exit_code = WEXITSTATUS(pclose(pipe));
  std::filesystem::remove(path);
  return judged;
}

constexpr int kNoModule = 77;

TEST(EventSchema, RefusesWhatTheReaderRefuses) {
  std::vector<std::string> lines;
  for (const BadEvent& bad : bad_events()) {
    if (!bad.beyond_schema) lines.push_back(bad.json);
  }
  const Judged judged = judge("event.schema.json", lines);
  if (judged.exit_code == kNoModule) GTEST_SKIP() << judged.output;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_TRUE(judged.faulty.count(i + 1) == 1) << "valid by the schema: " << lines[i];
  }
}

TEST(EventSchema, TakesWhatTheReaderTakes) {
  const std::vector<std::string> lines = {
      R"({"event":"started","adapter":{"name":"a","version":null},"model":"m","layers":[{"role":"mcp","name":"x","config":{}}]})",
      R"({"event":"call","at":"text","text":"<t>"})",
      R"({"event":"call","at":"wire","name":null,"arguments":null,"id":null,"turn":1.0})",
      R"({"event":"call","at":"approval","name":"t","arguments":[1]})",
      R"({"event":"call","at":"tool","name":"t","status":"rejected","server":"s","builtin":false})",
      R"({"event":"raw","name":"t","arguments":"{"})",
      R"({"event":"raw","text":"<t>","at":"text"})",
      R"({"event":"normalized","name":"t","arguments":{"a":1},"mine":true})",
      R"({"event":"manifest","tools":[{"name":"t","inputSchema":true,"annotations":{"readOnlyHint":true},"approval":"conditional"}],"limits":{},"mcp":[{"server":"s","allowedTools":["t"]}]})",
      R"({"event":"result","isError":false})",
      R"({"event":"message","role":"assistant","text":"","channel":null})",
      R"({"event":"history","messages":"[]"})",
      R"({"event":"usage","costUsd":0.1,"inputTokens":null})",
      R"({"event":"error","kind":"harness","message":"m","retryAfterMs":0.5,"retryable":true})",
      R"({"event":"verdict","score":4.5})",
      R"({"event":"outcome","pass":false})",
      R"({"event":"unsupported"})",
      R"({"event":"x-y","z":[]})",
      R"({"raw":null,"normalized":[{"name":"t"}]})",
      R"({"event":"finished","reason":"maxTurns","message":null})"};
  for (const std::string& line : lines) {
    AnswerReader reader{AnswerLimits{}};
    EXPECT_NE(reader.feed(line + "\n"), AnswerReader::State::breach) << reader.breach().text;
  }
  const Judged judged = judge("event.schema.json", lines);
  if (judged.exit_code == kNoModule) GTEST_SKIP() << judged.output;
  EXPECT_EQ(judged.exit_code, 0) << judged.output;
}

TEST(RequestSchema, TakesEachRequestLine) {
  CaseInput input;
  input.id = "a/b";
  input.tags = {"read"};
  input.request_json = "\"hello\"";
  input.identity_json = R"({"user":"x"})";
  input.invoke_json = R"({"tool":"t","arguments":{},"identity":null})";
  Manifest tools;
  ToolSpec tool;
  tool.name = "t";
  tool.json = R"({"name":"t","inputSchema":{}})";
  tools.tools = {tool};
  std::vector<std::string> lines;
  for (const RequestKind kind : {RequestKind::run, RequestKind::describe, RequestKind::invoke}) {
    RequestContext context;
    context.kind = kind;
    lines.push_back(request_line(&input, context));
    context.tools = &tools;
    context.instructions = "i";
    context.execute = Execute::reads;
    context.variant_name = "v";
    lines.push_back(request_line(&input, context));
  }
  RequestContext describe;
  describe.kind = RequestKind::describe;
  lines.push_back(request_line(nullptr, describe));
  lines.push_back(judge_request_line({.case_id = "a/b",
                                      .messages_json = R"([{"role":"user","content":"x"}])",
                                      .calls = {{"t", "{}", 2}, {"u", std::nullopt, std::nullopt}},
                                      .final_text = "done",
                                      .tools_json = R"([{"name":"t"}])",
                                      .contract = "PASS only if t"},
                                     {}));
  for (std::string& line : lines) line.pop_back();
  const Judged judged = judge("request.schema.json", lines);
  if (judged.exit_code == kNoModule) GTEST_SKIP() << judged.output;
  EXPECT_EQ(judged.exit_code, 0) << judged.output;
  lines = {lines[0].substr(0, lines[0].size() - 1) + R"(,"expectedTool":"t"})"};
  EXPECT_EQ(judge("request.schema.json", lines).exit_code, 1);
}

}  // namespace
}  // namespace tare
