// schemas/ and the parser say the same: one table of documents, good and bad, put to both.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <set>
#include <sstream>

#include "suite/case_members.h"
#include "suite/figures.h"
#include "suite_test_support.h"

namespace tare {
namespace {

struct Outcome {
  int exit_code = -1;
  std::string text;
};

Outcome run(const std::string& command) {
  Outcome out;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    out.text.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  out.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

std::string source_path(const std::string& path) {
  return std::string(TARE_SOURCE_DIR) + "/" + path;
}

Outcome validate(const std::string& schema, const std::string& file,
                 const std::string& options = {}) {
  return run("/usr/bin/python3 '" + source_path("tests/support/validate_json.py") + "' " + schema +
             " '" + file + "' " + options);
}

std::string read_text(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Numbers of the lines (from 1) that the schema refuses; nullopt where nothing can validate.
std::optional<std::set<std::size_t>> refused_lines(const std::string& schema,
                                                   const std::vector<std::string>& documents) {
  Folder folder;
  std::string text;
  for (const std::string& document : documents) {
    std::string line = document;
    std::erase(line, '\n');
    text += line + "\n";
  }
  folder.write("documents.jsonl", text);
  const Outcome outcome = validate(schema, folder.file("documents.jsonl"), "--lines");
  if (outcome.exit_code == 77) return std::nullopt;
  EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 1) << outcome.text;
  std::set<std::size_t> lines;
  const std::string mark = "line ";
  std::istringstream stream(outcome.text);
  for (std::string one; std::getline(stream, one);) {
    if (one.starts_with(mark)) lines.insert(std::strtoul(one.c_str() + mark.size(), nullptr, 10));
  }
  return lines;
}

struct Row {
  bool good;
  std::string document;
};

void expect_agreement(const std::string& schema, const std::vector<Row>& rows,
                      std::string (*faults)(const std::string&)) {
  std::vector<std::string> documents;
  for (const Row& row : rows) documents.push_back(row.document);
  const auto refused = refused_lines(schema, documents);
  if (!refused) GTEST_SKIP() << "the Python module jsonschema is not installed";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(faults(rows[i].document).empty(), rows[i].good) << rows[i].document << "\n"
                                                              << faults(rows[i].document);
    EXPECT_EQ(!refused->contains(i + 1), rows[i].good) << schema << " on " << rows[i].document;
  }
}

std::string case_faults(const std::string& text) { return faults_of_case(text); }
std::string suite_faults(const std::string& text) { return faults_of_suite(text); }

TEST(Schemas, CasesAreGoodOrBadToBoth) {
  const auto of = [](bool good, const std::string& members) {
    return Row{good, R"({"id":"a","request":"x",)" + members + "}"};
  };
  const std::vector<Row> rows = {
      {true, kGoodCase},
      {true, std::string("[") + kGoodCase + "]"},
      {false, "[]"},
      {false, "5"},
      {false, R"({"request":"x","expectedTool":"t"})"},
      {false, R"({"id":"","request":"x","expectedTool":"t"})"},
      {false, R"({"id":"a\u0007","request":"x","expectedTool":"t"})"},
      {false, R"({"id":"a","expectedTool":"t"})"},
      {true, R"({"id":"a","messages":[{"role":"user"}],"expectedTool":"t"})"},
      {false, R"({"id":"a","messages":[],"expectedTool":"t"})"},
      {true, R"({"id":"a","kind":"invoke","invoke":{"tool":"t","arguments":{}}})"},
      {true,
       R"({"id":"a","kind":"invoke","invoke":{"tool":"t","arguments":"{"},"expectedArgs":{}})"},
      {false, R"({"id":"a","kind":"invoke"})"},
      {false, R"({"id":"a","kind":"invoke","invoke":{"tool":"t"}})"},
      {false,
       R"({"id":"a","kind":"invoke","invoke":{"tool":"t","arguments":{}},"expectedTool":"t"})"},
      of(true, R"("expectedTool":null)"),
      of(false, R"("tags":[])"),
      of(true, R"("expectedTool":"t","reply":{"text":"x"})"),
      of(true, R"("expectedTool":"t","reply":[{"calls":[{"name":"t"}]},{"text":"x"}])"),
      of(false, R"("expectedTool":"t","reply":"x")"),
      of(false, R"("expectedTool":"t","reply":["x"])"),
      of(true, R"("kind":"agent")"),
      of(true, R"("kind":"observe","forbid":["x"])"),
      of(false, R"("kind":"observe","expectedTool":"x")"),
      of(false, R"("kind":"agents","expectedTool":"x")"),
      of(true, R"("expectedTool":"t","acceptableTools":["u"])"),
      of(true, R"("expectedTool":null,"acceptableTools":[])"),
      of(true, R"("expectedTool":null,"acceptableTools":["u"])"),
      of(false, R"("kind":"agent","acceptableTools":["u"])"),
      of(true, R"("expectedTools":["t","u"])"),
      of(false, R"("expectedTools":["t"],"expectedTool":"t")"),
      of(false, R"("expectedTools":["t"],"acceptableTools":["u"])"),
      of(false, R"("expectedTools":["t","t"])"),
      of(true, R"("expectedTools":["t"],"calls":"only","expectedArgs":{})"),
      of(true,
         R"("expectedTool":"t","expectedArgs":{"a":[{"$oneOf":[{"$$x":1}]}],"s":{"$schema":{"$id":1}}})"),
      of(false, R"("expectedTool":"t","expectedArgs":{"a":[{"$oneOf":[{"$x":1}]}]})"),
      of(false, R"("expectedTool":"t","expectedArgs":[])"),
      of(false, R"("expectedTool":null,"expectedArgs":{})"),
      of(false, R"("expectedTool":null,"calls":"any")"),
      of(true, R"("expectedCalls":[{"tool":"t","args":{}}],"order":"subset")"),
      of(false, R"("expectedCalls":[])"),
      of(false, R"("expectedCalls":[{"args":{}}])"),
      of(false, R"("expectedCalls":[{"tool":"t"}],"expectedTool":"t")"),
      of(true,
         R"("expectedCalls":[{"tools":["t","u"],"id":"a","times":3},{"tool":"v","optional":true,"after":["a"]}],"order":"unordered")"),
      of(false, R"("expectedCalls":[{"tool":"t","tools":["t"]}])"),
      of(false, R"("expectedCalls":[{"tool":"t","times":0}])"),
      of(false, R"("expectedCalls":[{"tool":"t","optional":true}])"),
      of(true, R"("expectedTool":"t","expectedStatus":"held")"),
      of(false, R"("expectedTool":null,"expectedStatus":"held")"),
      of(false, R"("expectedCalls":[{"tool":"t"}],"calls":"any")"),
      of(false, R"("expectedTool":"t","order":"strict")"),
      of(true, R"("expectedTool":"t","expectedOutput":"PASS only if")"),
      of(true, R"("kind":"agent","expectedOutput":"PASS only if")"),
      of(true, R"("expectedTool":"t","risk":5.0)"),
      of(false, R"("expectedTool":"t","risk":0)"),
      of(false, R"("expectedTool":"t","risk":"1")"),
      of(false, R"("expectedTool":"t","trials":0)"),
      of(false, R"("expectedTool":"t","tags":["a","a"])"),
      of(false, R"("expectedTool":"t","expectedStatus":"done")"),
      of(true,
         R"("expectedTool":"t","never":[{"tool":"x","level":"executed","args":{},"control":"c","why":"w"}])"),
      of(false, R"("expectedTool":"t","never":[{"level":"executed"}])"),
      of(true, R"("expectedTool":"t","tools":[{"name":"t","description":null,"x":1}])"),
      of(false, R"("expectedTool":"t","tools":[{"name":5}])"),
      of(true, R"("expectedTool":"t","input":5,"metadata":{"x":1},"identity":null,"reply":[{}])"),
      of(false, R"("expectedTool":"t","reply":"x")"),
      of(false, R"("expectedTool":"t","invoke":{"tool":"t","arguments":{}})"),
      of(false, R"("expectedTol":"t","kind":"agent")"),
  };
  expect_agreement("case.schema.json", rows, case_faults);
}

TEST(Schemas, SuitesAreGoodOrBadToBoth) {
  const auto of = [](bool good, const std::string& members) {
    return Row{good, suite_text("," + members)};
  };
  const auto command = [](bool good, const std::string& members) {
    return Row{good, R"({"adapter":{"kind":"command",)" + members + R"(},"cases":["cases.json"]})"};
  };
  std::vector<Row> rows = {
      {true, suite_text()},
      {false, R"({"cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":["x"]}})"},
      {false, R"({"adapter":{"command":["x"]},"cases":[]})"},
      {false, R"({"adapter":{"command":"x"},"cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":[""]},"cases":["cases.json"]})"},
      {true,
       R"({"adapter":{"command":["x",""],"env":{"A":"$x ${B}$"},"reuse":2},"cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":["x"],"env":{"A":"${}"}},"cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":["x"],"env":{"A=":""}},"cases":["cases.json"]})"},
      {true, R"({"adapter":{"command":["x"],"kind":"command"},"cases":["cases.json"]})"},
      {true, R"({"adapter":{"command":["x"],"kind":"protocol"},"cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":["x"],"stdin":"request"},"cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":["x"],"stdout":"answer"},"cases":["cases.json"]})"},
      {true, R"({"adapter":{"command":["x","{z}"]},"cases":["cases.json"]})"},
      command(true, R"("command":["x"],"stdin":"messages","stdout":"answer","reuse":1)"),
      command(false, R"("command":["x"],"stdin":"message")"),
      command(false, R"("command":["x"],"stdout":"strict")"),
      command(false, R"("command":["x"],"reuse":2)"),
      command(false, R"("command":["x{home}"])"),
      command(true, R"("command":["x{y}{{"])"),
      command(true,
              R"("command":["x","-p{request}","{messages}{{z}","${HOME} $ {","{ \"a\":{}}"])"),
      command(true, R"("command":["x","${{request}","{{{home}","$","{"])"),
      command(false, R"("command":["x","{z}"])"),
      command(true, R"("command":["x","{tare}"],"files":{"home/.a/b.json":{"a":["{home}"]}})"),
      command(true, R"("command":["x"],"files":{"a/..b":"text","c":[]})"),
      command(false, R"("command":["x"],"files":{"../a":""})"),
      command(false, R"("command":["x"],"files":{"/a":""})"),
      command(false, R"("command":["x"],"files":{"a/./b":""})"),
      command(false, R"("command":["x"],"files":{"a/":""})"),
      command(false, R"("command":["x"],"files":{"":""})"),
      command(false, R"("command":["x"],"files":{"a":5})"),
      command(false, R"("command":["x"],"files":["a"])"),
      {false, R"({"adapter":{"command":["x"],"files":{"a":""}},"cases":["cases.json"]})"},
      command(false, R"("command":["x","{request}","a {caseid}"])"),
      command(false, R"("command":["x","{{request}}"])"),
      command(false, R"("command":["x","${request}"])"),
      {false,
       R"({"adapter":{"command":["x"],"kind":"command"},"tools":"describe","cases":["cases.json"]})"},
      {false, R"({"adapter":{"command":["x"],"sandbox":{}},"cases":["cases.json"]})"},
      of(true, R"("tools":"describe","trials":2.0,"jobs":3,"keep":"all","maxTurns":2)"),
      of(true, R"("tools":[{"name":"get_ticket"}])"),
      of(false, R"("tools":{})"),
      of(false, R"("trials":0)"),
      of(true, R"("timeouts":{"startupMs":null,"idleMs":5},"limits":{"memoryBytes":null})"),
      of(false, R"("timeouts":{"totalMs":null})"),
      of(false, R"("limits":{"lineBytes":0})"),
      of(true,
         R"("retries":{"operational":0,"crashAfterCall":"operational"},"proxy":{"mode":"off"})"),
      of(false, R"("proxy":{"mode":"record"})"),
      of(true, R"("proxy":{"mode":"replay","mcp":true,"cassettes":"c"},"tools":[])"),
      of(true, R"("proxy":{"mode":"off","mcp":{"server":"desk"}},"tools":[])"),
      of(true, R"("proxy":{"mode":"off","upstream":{}})"),
      of(false, R"("proxy":{"mode":"replays"})"),
      of(false, R"("proxy":{"mcp":"yes"},"tools":[])"),
      of(false, R"("proxy":{"mcp":{"name":"x"}},"tools":[])"),
      of(false, R"("proxy":{"cassettes":""})"),
      of(true,
         R"("proxy":{"mode":"forward","upstream":{"openai":{"url":"https://a/v1","key":"${K}"}}})"),
      of(true, R"("proxy":{"mode":"off","upstream":{"ollama":{"url":"http://127.0.0.1:1"}}})"),
      of(false, R"("proxy":{"mode":"forward"})"),
      of(false, R"("proxy":{"mode":"record","upstream":{"openai":{"url":"https://a"}}})"),
      of(false, R"("proxy":{"upstream":{"openai":{"url":"a"}}})"),
      of(false, R"("proxy":{"upstream":{"openai":{}}})"),
      of(false, R"("proxy":{"upstream":{"opanai":{"url":"https://a"}}})"),
      of(false, R"("proxy":{"upstream":{"openai":{"url":"https://a","key":"sk-1"}}})"),
      of(false, R"("proxy":{"upstream":{"openai":{"url":"https://a","key":"${"}}})"),
      of(true, R"("never":[{"tool":"x"}],"sideEffects":["a"],"lint":{"strict":true})"),
      of(false, R"("lint":{"strikt":true})"),
      of(true,
         R"("gates":{"exactAccuracy":1,"findings":0,"forbiddenCalls":0.5,"clientDelta":-0.5})"),
      of(false, R"("gates":{"exactAccuracy":85})"),
      of(false, R"("gates":{"findings":1.5})"),
      of(false, R"("gates":{"neverCalled":0,"forbiddenCalls":0})"),
      of(false, R"("gates":{"passHatK":0.5})"),
      of(false, R"("gates":{"exact":0.5})"),
      of(true,
         R"("gates":[{"figure":"findings","severity":"medium","kind":"x","effect":"damaged","hop":"wire>tool","max":0}])"),
      of(false, R"("gates":[{"figure":"findings","hop":"tool>wire","max":0}])"),
      of(false, R"("gates":[{"figure":"passRate","severity":"low","min":0.5}])"),
      of(false, R"("gates":[{"figure":"passRate"}])"),
      of(false, R"("gates":[{"figure":"passRate","min":2}])"),
      of(true,
         R"x("gates":[{"figure":"confusions","pair":"* -> x","max":0,"view":"raw","where":"tag(x)"}])x"),
      of(true,
         R"("gates":[{"figure":"passHatK","k":2,"min":0.5},{"figure":"drop","of":"passRate","max":0.1}])"),
      of(false, R"("gates":[{"figure":"passHatK","min":0.5}])"),
      of(false, R"("gates":[{"figure":"drop","max":0.5}])"),
      of(true,
         R"("variants":[{"name":"a","model":"m","settings":{}}],"profiles":{"p":{"variant":"a","gates":{}}})"),
      of(false, R"("variants":[{"model":"a"}])"),
      of(false, R"("profiles":{"p":{"never":[]}})"),
      of(true,
         R"("waivers":[{"rule":"lint:x","where":"","why":"w","reviewedBy":"r","until":"2030-01-31"}])"),
      of(false,
         R"("waivers":[{"rule":"x","where":"","why":"w","reviewedBy":"r","until":"2030-01-31"}])"),
      of(false,
         R"("waivers":[{"rule":"lint:x","where":"","why":"w","reviewedBy":"r","until":"soon"}])"),
      of(false, R"("waivers":[{"rule":"lint:x","where":"","why":"w","until":"2030-01-31"}])"),
      of(true, R"("judge":{"command":["x",""],"env":{"A":"${B}"},"secrets":["A"],"cwd":"d"})"),
      of(true, R"("judge":{"command":["x"],"stdout":"mixed","threshold":3.5,"timeoutMs":1})"),
      of(true, R"("judge":{"command":["x"],"minKappa":0.6})"),
      of(false, R"("judge":{"command":["x"],"minKappa":2})"),
      of(false, R"("judge":{"command":["x"],"threshold":0})"),
      of(false, R"("judge":{"command":["x"],"threshold":"4"})"),
      of(false, R"("judge":{"command":["x"],"calibration":"c.json"})"),
      of(false, R"("judge":{"command":["x"],"timeoutMs":0})"),
      of(false, R"("judge":{"command":["x"],"stdout":"log"})"),
      of(false, R"("judge":{"command":"x"})"),
      of(false, R"("judge":{"threshold":4})"),
      of(false, R"("judge":{"command":["x"],"reuse":2})"),
      of(true, R"("judge":{"command":["x"]},"policy":"p.json","baseline":"b.json")"),
      of(false, R"("gatez":{})"),
  };
  // Every figure of the map, at its bounds and beyond.
  for (const FigureInfo& figure : all_figures()) {
    if (figure.name == "passHatK") continue;
    const std::string name = "\"gates\":{\"" + std::string(figure.name) + "\":";
    rows.push_back(of(true, name + "1}"));
    rows.push_back(
        of(figure.range == FigureInfo::Range::count || figure.range == FigureInfo::Range::amount,
           name + "2}"));
    rows.push_back(of(figure.range == FigureInfo::Range::delta, name + "-1}"));
    rows.push_back(of(figure.range != FigureInfo::Range::count, name + "0.5}"));
  }
  expect_agreement("suite.schema.json", rows, suite_faults);
}

TEST(Schemas, APolicySampleIsValidAndASlipIsNot) {
  const std::string good =
      R"({"format":"tare-policy/1","reviewedBy":"ann","reviewedOn":"2026-11-02",
   "tools":{"release_payment":{"approval":"always","server":null,"descriptionSha256":")" +
      std::string(64, 'a') + R"(","inputSchema":{"type":"object"}}},
   "writes":{"verbs":["release_","update_"],"approval":"always"},"mcp":{"erp":{"allowedTools":["get_order"]}},
   "limits":{"maxTurns":8,"maxCalls":12},"onDrift":"refuse"})";
  std::string bad = good;
  bad.replace(bad.find("\"always\""), 8, "\"allways\"");
  std::string unknown = good;
  unknown.replace(unknown.find("\"onDrift\""), 9, "\"ondrift\"");
  const auto refused = refused_lines("policy.schema.json", {good, bad, unknown});
  if (!refused) GTEST_SKIP() << "the Python module jsonschema is not installed";
  EXPECT_EQ(*refused, (std::set<std::size_t>{2, 3}));
}

TEST(Schemas, TheCaseSchemaKnowsEveryMember) {
  const std::string text = read_text(source_path("schemas/case.schema.json"));
  ASSERT_FALSE(text.empty());
  for (std::string_view member : kCaseMembers) {
    EXPECT_NE(text.find("\"" + std::string(member) + "\": {"), std::string::npos) << member;
  }
}

}  // namespace
}  // namespace tare
