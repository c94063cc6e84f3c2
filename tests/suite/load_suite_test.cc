// Suite files: what is read, and every fault word for word.
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

struct Fault {
  const char* extra;  // members after a good suite's
  const char* text;
};

TEST(LoadSuite, FaultsSayWhereWhatAndHow) {
  const Fault kTable[] = {
      {R"x(,"gatez":{})x",
       R"x(tare.json:1:56: unknown member "gatez" in the suite file | did you mean "gates"?)x"},
      {R"x(,"jobs":1,"jobs":2)x",
       R"x(tare.json:1:65: member "jobs" stands twice in the suite file | keep one of them)x"},
      {R"x(,"trials":0)x",
       R"x(tare.json:1:65: "trials" is 0; it must be a whole number from 1 to 100000)x"},
      {R"x(,"trials":"3")x",
       R"x(tare.json:1:65: "trials" is "3"; it must be a whole number from 1 to 100000)x"},
      {R"x(,"trials":2.5)x",
       R"x(tare.json:1:65: "trials" is 2.5; it must be a whole number from 1 to 100000)x"},
      {R"x(,"jobs":1e99)x",
       R"x(tare.json:1:63: "jobs" is 1e99; it must be a whole number from 1 to 100000)x"},
      {R"x(,"keep":"fails")x",
       R"x(tare.json:1:63: "keep" is "fails"; it must be one of failures, all | known: failures, all)x"},
      {R"x(,"timeouts":{"idleMS":1})x",
       R"x(tare.json:1:68: unknown member "idleMS" in timeouts | did you mean "idleMs"?)x"},
      {R"x(,"timeouts":{"totalMs":null})x",
       R"x(tare.json:1:78: "totalMs" is null; it must be a whole number from 1 to 604800000)x"},
      {R"x(,"limits":[])x", R"x(tare.json:1:65: "limits" is an array; it must be an object)x"},
      {R"x(,"proxy":{"mode":"replai"})x",
       R"x(tare.json:1:72: "mode" is "replai"; it must be one of off, replay, record, forward | did you mean "replay"?)x"},
      {R"x(,"never":[{"level":"called"}])x",
       R"x(tare.json:1:65: "tool" is missing in an entry of never)x"},
      {R"x(,"never":[{"tool":"x","args":{"a":{"$rnage":1}}}])x",
       R"x(tare.json:1:90: unknown matcher "$rnage" | did you mean "$range"?; a literal key is written "$$rnage")x"},
      {R"x(,"tools":7)x",
       R"x(tare.json:1:64: "tools" is 7; it must be a file's path, an array of tools, or "describe")x"},
      {R"x(,"tools":"nope.json")x",
       R"x(tare.json:1:64: "tools": cannot open "nope.json": No such file or directory | paths are relative to the suite file)x"},
      {R"x(,"tools":[{"type":"function","function":{"name":"x"}}])x",
       R"x(tare.json:1:65: a tool has no "name" | write {"name", "description", "inputSchema"} without the "function" around it)x"},
      {R"x(,"tools":[{"name":"x"},{"name":"x"}])x",
       R"x(tare.json:1:86: two tools are named "x" | names of tools are unique)x"},
      {R"x(,"instructions":"nope.md")x",
       R"x(tare.json:1:71: "instructions": cannot open "nope.md": No such file or directory | it is the path of a text file, relative to the suite file)x"},
      {R"x(,"variants":[{"name":"a"},{"name":"a"}])x",
       R"x(tare.json:1:89: two variants are named "a" | names of variants are unique)x"},
      {R"x(,"variants":[{"model":"a"}])x", R"x(tare.json:1:68: "name" is missing in a variant)x"},
      {R"x(,"profiles":{"a":{"filter":"tag(x"}})x",
       R"x(tare.json:1:82: "filter": tag( is not closed in filter "tag(x" (filter:1:1) | add a ')')x"},
      {R"x(,"profiles":{"a":{"waivers":[]}})x",
       R"x(tare.json:1:73: unknown member "waivers" in a profile | known: filter, trials, jobs, gates, keep, variant)x"},
      {R"x(,"lint":{"strict":1})x", R"x(tare.json:1:73: "strict" is 1; it must be true or false)x"},
      {R"x(,"sideEffects":["a","a"])x", R"x(tare.json:1:75: "a" stands twice in "sideEffects")x"},
      {R"x(,"policy":"")x", R"x(tare.json:1:65: "policy" is empty)x"},
      {R"x(,"gates":5)x",
       R"x(tare.json:1:64: "gates" is 5; it must be an object of figures, or an array of gates)x"},
      {R"x(,"gates":{"exactAcuracy":1})x",
       R"x(tare.json:1:65: unknown figure "exactAcuracy" | did you mean "exactAccuracy"?)x"},
      {R"x(,"gates":{"exactAccuracy":85})x",
       R"x(tare.json:1:81: "exactAccuracy" is 85; it must be a number from 0 to 1)x"},
      {R"x(,"gates":{"passRate":1e999})x",
       R"x(tare.json:1:76: "passRate" is 1e999; it must be a number from 0 to 1)x"},
      {R"x(,"gates":{"findings":0.5})x",
       R"x(tare.json:1:76: "findings" is 0.5; it must be a whole number from 0)x"},
      {R"x(,"gates":{"costUsd":-1})x",
       R"x(tare.json:1:75: "costUsd" is -1; it must be a number from 0)x"},
      {R"x(,"gates":{"clientDelta":-2})x",
       R"x(tare.json:1:79: "clientDelta" is -2; it must be a number from -1 to 1)x"},
      {R"x(,"gates":{"neverCalled":0,"forbiddenCalls":0})x",
       R"x(tare.json:1:81: figure "neverCalled" is gated twice | keep one of them)x"},
      {R"x(,"gates":{"passHatK":0.5})x",
       R"x(tare.json:1:65: a gate on "passHatK" needs more than a number | write [{"figure": "passHatK", "k": 3, "min": 0.8}])x"},
      {R"x(,"gates":{"drop":0.5})x",
       R"x(tare.json:1:65: a gate on "drop" needs more than a number | write [{"figure": "drop", "of": "passRate", "max": 0.02}])x"},
      {R"x(,"gates":[{"min":1}])x", R"x(tare.json:1:65: "figure" is missing in a gate)x"},
      {R"x(,"gates":[{"figure":"findings"}])x",
       R"x(tare.json:1:65: the gate on "findings" has neither "min" nor "max" | add "max")x"},
      {R"x(,"gates":[{"figure":"passRate","min":0.9,"max":0.1}])x",
       R"x(tare.json:1:92: "min" is above "max" | no value could pass)x"},
      {R"x(,"gates":[{"figure":"passRate","min":0.9,"kind":"x"}])x",
       R"x(tare.json:1:103: "kind" belongs to figure "findings", not to "passRate" | remove it, or change the figure)x"},
      {R"x(,"gates":[{"figure":"findings","max":0,"hop":"tool>wire"}])x",
       R"x(tare.json:1:100: "hop" is "tool>wire"; it must be two views in order, such as "wire>tool")x"},
      {R"x(,"gates":[{"figure":"confusions","max":0,"pair":"a->b"}])x",
       R"x(tare.json:1:103: "pair" is "a->b"; it must be two globs, such as "* -> delete_*")x"},
      {R"x(,"gates":[{"figure":"passHatK","min":0.5}])x",
       R"x(tare.json:1:65: "k" is missing in a gate)x"},
      {R"x(,"gates":[{"figure":"drop","max":0.5}])x",
       R"x(tare.json:1:65: "of" is missing in a gate)x"},
      {R"x(,"gates":[{"figure":"drop","max":0.5,"of":"drop"}])x",
       R"x(tare.json:1:97: a drop of a drop)x"},
      {R"x(,"gates":[{"figure":"passRate","min":0.5,"where":"a &"}])x",
       R"x(tare.json:1:104: "where": the filter ends where a term is expected in filter "a &" (filter:1:4) | add a term)x"},
      {R"x(,"gates":[{"figure":"passRate","min":0.5,"view":"client"}])x",
       R"x(tare.json:1:103: "view" is "client"; it must be one of both, raw, normalized | known: both, raw, normalized)x"},
      {R"x(,"waivers":[{"rule":"case:x","where":"","why":"w","until":"2027-01-01"}])x",
       R"x(tare.json:1:67: "reviewedBy" is missing in a waiver)x"},
      {R"x(,"waivers":[{"rule":"coercion","where":"","why":"w","reviewedBy":"a","until":"2027-01-01"}])x",
       R"x(tare.json:1:75: "rule" is "coercion"; it must be coercion:KIND, case:ID, quarantine:ID or lint:RULE)x"},
      {R"x(,"waivers":[{"rule":"case:x","where":"","why":"w","reviewedBy":"a","until":"2027-02-29"}])x",
       R"x(tare.json:1:130: "until" is "2027-02-29"; it must be a date such as "2027-03-01")x"},
      {R"x(,"waivers":[{"rule":"case:x","where":"","why":"w","reviewedBy":"a","until":"2026-06-14"}])x",
       R"x(tare.json:1:130: the waiver of "case:x" expired on 2026-06-14 | review it and set a new date, or delete it)x"},
      {R"x(,"waivers":[{"rule":"case:x","where":"","why":"","reviewedBy":"a","until":"2028-02-29"}])x",
       R"x(tare.json:1:101: "why" is empty)x"},
  };
  for (const Fault& row : kTable)
    EXPECT_EQ(faults_of_suite(suite_text(row.extra)), row.text) << row.extra;
}

TEST(LoadSuite, FaultsOfTheAdapter) {
  const auto faults = [](const std::string& adapter) {
    return faults_of_suite(R"x({"adapter":)x" + adapter + R"x(,"cases":["cases.json"]})x");
  };
  EXPECT_EQ(faults("5"), R"x(tare.json:1:12: "adapter" is 5; it must be an object)x");
  EXPECT_EQ(faults("{}"), R"x(tare.json:1:12: "command" is missing in adapter)x");
  EXPECT_EQ(
      faults(R"x({"command":"python3 a.py"})x"),
      R"x(tare.json:1:23: "command" is one string; it must be an array | write ["program", "argument"]: no shell splits it)x");
  EXPECT_EQ(faults(R"x({"command":[]})x"), R"x(tare.json:1:23: "command" is an empty array)x");
  EXPECT_EQ(faults(R"x({"command":[""]})x"), R"x(tare.json:1:24: "command[0]" is empty)x");
  EXPECT_EQ(
      faults(R"x({"command":["a","b\u0000"]})x"),
      R"x(tare.json:1:28: "command[1]" is "b\u0000"; it must be valid Unicode text without NUL)x");
  EXPECT_EQ(faults(R"x({"command":["a"],"env":{"A=B":"x","C":"${D","E":"${}","F":1}})x"),
            "tare.json:1:36: variable \"A=B\" has a '=' in its name\n"
            "tare.json:1:50: \"${D\" holds a \"${\" that names no variable | write ${NAME}\n"
            "tare.json:1:60: \"${}\" holds a \"${\" that names no variable | write ${NAME}\n"
            "tare.json:1:70: \"F\" is 1; it must be a string");
  EXPECT_EQ(
      faults(R"x({"command":["a"],"sandbox":{}})x"),
      R"x(tare.json:1:39: "sandbox" is not in this version | remove it, or put the sandbox into "command")x");
  EXPECT_EQ(faults(R"x({"command":["a"],"reuse":0})x"),
            R"x(tare.json:1:37: "reuse" is 0; it must be a whole number from 1 to 1000000)x");
}

TEST(LoadSuite, FaultsOfTheWholeFile) {
  EXPECT_EQ(faults_of_suite("{}"),
            "tare.json:1:1: \"adapter\" is missing in the suite file\n"
            "tare.json:1:1: \"cases\" is missing in the suite file");
  EXPECT_EQ(faults_of_suite("[]"),
            "tare.json:1:1: the suite file holds an array; it must be an object");
  EXPECT_EQ(faults_of_suite(""), "tare.json: the file is empty");
  EXPECT_TRUE(faults_of_suite("{\"a\":\n  }").starts_with("tare.json:2:3: not valid JSON: "));
  EXPECT_EQ(faults_of_suite("{\"a\": \"\xff\"}"),
            "tare.json:1:8: a byte that is not UTF-8 | save the file as UTF-8");
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
