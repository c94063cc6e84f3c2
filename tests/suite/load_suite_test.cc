// Suite files: what is read of them.
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "suite_test_support.h"

namespace tare {
namespace {

constexpr const char* kWhole = R"x({
  // comments and trailing commas are allowed
  "$schema": "./.tare/suite.schema.json",
  "adapter": {"command": ["python3", "adapter.py", ""], "env": {"KEY": "a${HOME}b", "PLAIN": ""},
              "secrets": ["KEY"], "cwd": "sub", "stdout": "mixed", "reuse": 3, "kind": "protocol"},
  "cases": ["cases.json", "more/*.jsonl"],
  "tools": "tools.json", "instructions": "instructions.md", "policy": "policy.json",
  "trials": 3, "jobs": 4, "keep": "all", "maxTurns": 9,
  "timeouts": {"startupMs": null, "idleMs": 50, "totalMs": 1000, "killGraceMs": 0, "leakMs": 7},
  "limits": {"stdoutBytes": 10, "stderrBytes": 11, "lineBytes": 12, "memoryBytes": 13, "processes": null},
  "retries": {"operational": 0, "crashAfterCall": "operational"},
  "proxy": {"mode": "off"},
  "never": [{"tool": "release_*", "args": {"amount": {"$range": {"gt": 10000}}}, "level": "executed",
             "control": "AP-07", "why": "four eyes"}],
  "waivers": [{"rule": "coercion:defaultInjected", "where": "tool(search_*)",
                     "why" : "known", "reviewedBy" : "ann", "until" : "2026-06-15"
}],
  "gates": {"exactAccuracy": 0.85, "forbiddenCalls": 0},
  "baseline": "tare.baseline.json",
  "profiles": {"pr": {"filter": "kind(tool-call)", "trials": 2, "jobs": 1, "keep": "failures",
                      "variant": "small", "gates": [{"figure": "passHatK", "k": 3, "min": 0.5}]},
               "nightly": {}},
  "variants": [{"name": "strong", "model": "m-1"}, {"name": "small", "settings": {"t": 0.10}}],
  "judge": {"command": ["x"], "threshold": 4},
  "lint": {"strict": false},
  "sideEffects": ["create_*"],
})x";

Folder& whole_folder(Folder& folder) {
  folder.write("tare.json", kWhole);
  folder.write("cases.json", R"x([{"id":"b","request":"x","expectedTool":"get_ticket"}])x");
  folder.write("more/2.jsonl", R"x({"id":"d","request":"x","expectedTool":null})x");
  folder.write("more/1.jsonl", "\n{\"id\":\"c\",\"request\":\"x\",\"expectedTool\":null}\n\n");
  folder.write("tools.json",
               R"x([{"name":"get_ticket","description":"d","inputSchema":{"type":"object"},
      "annotations":{"readOnlyHint":true},"x-own":1.50}])x");
  folder.write("instructions.md", "Be kind.\n");
  return folder;
}

TEST(LoadSuite, ReadsEveryMember) {
  Folder folder;
  const Suite suite = load_good(whole_folder(folder));
  EXPECT_EQ(suite.directory, folder.path());
  EXPECT_EQ(suite.adapter.command, (std::vector<std::string>{"python3", "adapter.py", ""}));
  EXPECT_EQ(suite.adapter.env.size(), 2u);
  EXPECT_EQ(suite.adapter.env[0].second, "a${HOME}b");
  EXPECT_EQ(suite.adapter.secrets, std::vector<std::string>{"KEY"});
  EXPECT_EQ(suite.adapter.cwd, folder.file("sub"));
  EXPECT_TRUE(suite.adapter.mixed_stdout);
  EXPECT_EQ(suite.adapter.reuse, 3u);
  ASSERT_EQ(suite.cases.size(), 3u);
  EXPECT_EQ(suite.cases[0].id() + suite.cases[1].id() + suite.cases[2].id(), "bcd");
  EXPECT_EQ(suite.where(suite.cases[1].position), folder.file("more/1.jsonl:2:1"));
  EXPECT_EQ(suite.tools_from, ToolsFrom::file);
  ASSERT_EQ(suite.tools.tools.size(), 1u);
  EXPECT_EQ(suite.tools.tools[0].name, "get_ticket");
  EXPECT_EQ(suite.tools.tools[0].input_schema, R"x({"type":"object"})x");
  EXPECT_TRUE(suite.tools.tools[0].read_only);
  EXPECT_NE(suite.tools.tools[0].json.find("\"x-own\":1.50"), std::string::npos);
  EXPECT_EQ(suite.instructions, "Be kind.\n");
  EXPECT_EQ(suite.instructions_sha256, sha256_hex("Be kind.\n"));
  EXPECT_EQ(suite.policy_path, folder.file("policy.json"));
  EXPECT_EQ(suite.baseline_path, folder.file("tare.baseline.json"));
  EXPECT_EQ(suite.trials, 3u);
  EXPECT_EQ(suite.jobs, 4u);
  EXPECT_EQ(suite.keep, Keep::all);
  EXPECT_EQ(suite.max_turns, 9u);
  EXPECT_FALSE(suite.timeouts.startup_ms);
  EXPECT_EQ(suite.timeouts.idle_ms, 50u);
  EXPECT_EQ(suite.timeouts.total_ms, 1000u);
  EXPECT_EQ(suite.timeouts.kill_grace_ms, 0u);
  EXPECT_EQ(suite.timeouts.leak_ms, 7u);
  EXPECT_EQ(suite.limits.stdout_bytes, 10u);
  EXPECT_EQ(suite.limits.memory_bytes, 13u);
  EXPECT_FALSE(suite.limits.processes);
  EXPECT_EQ(suite.retries.operational, 0u);
  EXPECT_TRUE(suite.retries.crash_after_call_is_operational);
  ASSERT_EQ(suite.never.size(), 1u);
  EXPECT_EQ(suite.never[0].args_json, R"x({"amount":{"$range":{"gt":10000}}})x");
  EXPECT_EQ(suite.never[0].level, Never::Level::executed);
  ASSERT_EQ(suite.waivers.size(), 1u);
  EXPECT_EQ(suite.waivers[0].until, "2026-06-15");
  ASSERT_EQ(suite.gates.size(), 2u);
  EXPECT_EQ(suite.gates[0].min, 0.85);
  EXPECT_EQ(suite.gates[1].figure, "neverCalled");
  EXPECT_EQ(suite.gates[1].max, 0.0);
  ASSERT_EQ(suite.profiles.size(), 2u);
  EXPECT_EQ(suite.profiles[0].first, "pr");
  EXPECT_EQ(suite.profiles[0].second.variant, "small");
  EXPECT_EQ(suite.profiles[0].second.gates->at(0).k, 3u);
  EXPECT_FALSE(suite.profiles[1].second.gates);
  ASSERT_EQ(suite.variants.size(), 2u);
  EXPECT_EQ(suite.variants[1].settings_json, R"x({"t":0.10})x");
  ASSERT_TRUE(suite.judge);
  EXPECT_EQ(suite.judge->adapter.command, std::vector<std::string>{"x"});
  EXPECT_EQ(suite.judge->threshold, 4);
  EXPECT_EQ(suite.side_effects, std::vector<std::string>{"create_*"});
  EXPECT_TRUE(suite.warnings.empty());
}

TEST(LoadSuite, DefaultsAreThoseOfTheReference) {
  Folder folder;
  folder.write("tare.json", suite_text());
  folder.write("cases.json", kGoodCase);
  const Suite suite = load_good(folder);
  EXPECT_EQ(suite.trials, 1u);
  EXPECT_FALSE(suite.jobs);
  EXPECT_EQ(suite.keep, Keep::failures);
  EXPECT_EQ(suite.timeouts.total_ms, 60000u);
  EXPECT_EQ(suite.limits.line_bytes, 4194304u);
  EXPECT_EQ(suite.retries.operational, 1u);
  EXPECT_EQ(suite.adapter.cwd, folder.path());
  EXPECT_EQ(suite.tools_from, ToolsFrom::nowhere);
  EXPECT_TRUE(suite.instructions_sha256.empty());
}

TEST(LoadSuite, AFolderMeansTheSuiteInIt) {
  Folder folder;
  folder.write("cases.json", kGoodCase);
  Result<Suite> none = load_suite(folder.path(), kToday);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().reason, "no tare.json and no tare.yaml in this folder");
  folder.write("tare.yaml", "adapter: {command: ['true']}\ncases: [cases.json]\n");
  EXPECT_EQ(load_good(folder, "").path, folder.file("tare.yaml"));
  folder.write("tare.json", suite_text());
  Result<Suite> both = load_suite(folder.path(), kToday);
  ASSERT_FALSE(both);
  EXPECT_NE(both.error().reason.find("are both there"), std::string::npos);
  Result<Suite> absent = load_suite(folder.file("x.json"), kToday);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().reason, "no such file");
}

TEST(LoadSuite, DescribeAsksTheAdapterLater) {
  Folder folder;
  folder.write("tare.json", suite_text(R"x(,"tools":"describe")x"));
  folder.write("cases.json", kGoodCase);
  EXPECT_EQ(load_good(folder).tools_from, ToolsFrom::describe);
}

TEST(LoadSuite, TheLocalFileSetsJobsTimeoutsAndVariantsOnly) {
  Folder folder;
  folder.write("tare.json", suite_text(R"x(,"jobs":8,"timeouts":{"totalMs":5,"leakMs":6},
      "variants":[{"name":"a"}],"profiles":{"p":{"variant":"b"}})x"));
  folder.write("cases.json", kGoodCase);
  EXPECT_EQ(faults_of(folder), "tare.json:2:60: unknown variant \"b\" | known: a");
  folder.write("tare.local.json",
               R"x({"jobs":2,"timeouts":{"totalMs":50},"variants":[{"name":"b"}]})x");
  const Suite suite = load_good(folder);
  EXPECT_EQ(suite.jobs, 2u);
  EXPECT_EQ(suite.timeouts.total_ms, 50u);
  EXPECT_EQ(suite.timeouts.leak_ms, 6u);
  EXPECT_EQ(suite.variants[0].name, "b");
  folder.write("tare.local.json", R"x({"gates":{},"jbos":2})x");
  EXPECT_EQ(
      faults_of(folder),
      "tare.json:2:60: unknown variant \"b\" | known: a\n"
      "tare.local.json:1:2: member \"gates\" may not stand in a local file, which nobody reviews | "
      "it "
      "may decide a verdict: move it to the suite file; a local file sets jobs, timeouts and "
      "variants only\n"
      "tare.local.json:1:13: unknown member \"jbos\" in the local file | did you mean \"jobs\"?");
}

TEST(LoadSuite, VariablesAreResolvedOnlyWhenAsked) {
  Suite suite;
  suite.path = "tare.json";
  suite.adapter.env = {{"A", "x${TARE_TEST_SET}y${TARE_TEST_SET}"}, {"B", "plain $X {y}"}};
  ASSERT_EQ(setenv("TARE_TEST_SET", "1", 1), 0);
  const auto resolved = resolve_adapter_env(suite);
  ASSERT_TRUE(resolved);
  EXPECT_EQ((*resolved)[0].second, "x1y1");
  EXPECT_EQ((*resolved)[1].second, "plain $X {y}");
  suite.adapter.env.push_back({"C", "${TARE_TEST_NOT_1}${TARE_TEST_NOT_2}${TARE_TEST_NOT_1}"});
  const auto unset = resolve_adapter_env(suite);
  ASSERT_FALSE(unset);
  EXPECT_EQ(
      one_line(unset.error()),
      "tare.json: adapter.env names variables that are not set: TARE_TEST_NOT_1, TARE_TEST_NOT_2 "
      "| export it before the run, or take it out of adapter.env");
}

TEST(LoadSuite, UnknownToolsWarnOrFailWhereStrict) {
  const std::string tools =
      R"x(,"tools":[{"name":"get_ticket","wireName":"tickets-get"},{"name":"search"}])x";
  const std::string cases =
      R"x([{"id":"a","request":"x","expectedTool":"get_tickets","acceptableTools":["search","tickets-get"]},
 {"id":"b","request":"x","expectedCalls":[{"tool":"zzzzzzzz"}]},
 {"id":"c","request":"x","expectedTool":"own","tools":[{"name":"own"}]}])x";
  Folder folder;
  folder.write("tare.json", suite_text(tools));
  folder.write("cases.json", cases);
  Suite suite = load_good(folder);
  for (std::string& w : suite.warnings) w.erase(0, folder.path().size() + 1);
  EXPECT_EQ(suite.warnings,
            (std::vector<std::string>{"cases.json:1:2: case \"a\" expects tool \"get_tickets\", "
                                      "which the manifest does not have; did "
                                      "you mean \"get_ticket\"?",
                                      "cases.json:1:2: case \"a\" accepts tool \"tickets-get\", "
                                      "which the manifest does not have; that "
                                      "is the wire name of \"get_ticket\"; expect the name",
                                      "cases.json:2:2: case \"b\" expects tool \"zzzzzzzz\", which "
                                      "the manifest does not have"}));
  EXPECT_EQ(faults_of_suite(suite_text(tools + R"x(,"lint":{"strict":true})x"),
                            R"x({"id":"a","request":"x","expectedTool":"serch"})x"),
            "cases.json:1:1: case \"a\" expects tool \"serch\", which the manifest does not have | "
            "did you mean "
            "\"search\"?");
}

TEST(LoadSuite, AToolMayNotBearTheNameOfNoTool) {
  const std::string good = R"x({"id":"a","request":"x","expectedTool":null})x";
  EXPECT_EQ(faults_of_suite(suite_text(R"x(,"tools":[{"name":"NO_TOOL"}])x"), good),
            "tare.json: a tool is named \"NO_TOOL\", which stands for no tool in reports | give it "
            "another name");
  EXPECT_EQ(
      faults_of_suite(suite_text(), R"x({"id":"a","request":"x","expectedTool":null,
                                              "tools":[{"name":"CLIENT_REFUSED"}]})x"),
      "cases.json:1:1: a tool is named \"CLIENT_REFUSED\", which stands for no tool in reports "
      "| give it another name");
}

TEST(LoadSuite, DigestsFollowWhatTheyNameAndNothingElse) {
  const auto load = [](const std::string& suite_extra, const std::string& cases) {
    Folder folder;
    folder.write("tare.json", suite_text(suite_extra));
    folder.write("cases.json", cases);
    return load_good(folder);
  };
  const Suite a = load(R"x(,"gates":{"passRate":0.9,"findings":0})x", kGoodCase);
  const Suite spaced =
      load(R"x(,"gates":[{"figure":"findings","max":0},{"figure":"passRate","min":0.90}])x",
           std::string("[ ") + kGoodCase + " ]  ");
  EXPECT_EQ(a.dataset_sha256, spaced.dataset_sha256);
  EXPECT_EQ(a.dataset_sha256, sha256_hex(std::string(kGoodCase) + "\n"));
  EXPECT_EQ(a.gates_sha256, spaced.gates_sha256);
  EXPECT_NE(a.suite_sha256, spaced.suite_sha256);
  EXPECT_NE(a.gates_sha256,
            load(R"x(,"gates":{"passRate":0.91,"findings":0})x", kGoodCase).gates_sha256);
  EXPECT_NE(a.gates_sha256,
            load(R"x(,"gates":{"passRate":0.9,"findings":0},"never":[{"tool":"x"}])x", kGoodCase)
                .gates_sha256);
  EXPECT_NE(a.dataset_sha256,
            load("", R"x({"id":"a","request":"hi","expectedTool":"get_ticket","risk":1})x")
                .dataset_sha256);
}

}  // namespace
}  // namespace tare
