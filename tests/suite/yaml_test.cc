// YAML: the same suite as in JSON, types by the core schema, and all that is refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "suite/yaml_json.h"
#include "suite/yaml_scalar.h"
#include "suite_test_support.h"

namespace tare {
namespace {

std::string json_of(const std::string& yaml) {
  YamlJson out;
  FaultList faults;
  if (!yaml_to_json(yaml, 0, out, faults)) return all_faults(faults.to_error({"y"}));
  return out.json;
}

TEST(Yaml, PlainScalarsFollowTheCoreSchemaAndQuotedOnesAreStrings) {
  EXPECT_EQ(json_of("[~, null, Null, NULL, '', ]"), R"([null,null,null,null,""])");
  EXPECT_EQ(json_of("[true, True, TRUE, false, yes, no, on, 'true']"),
            R"([true,true,true,false,"yes","no","on","true"])");
  EXPECT_EQ(json_of("[12.50, -0, 1e400, 1E+2, 0.10, 10000000000000000000001]"),
            "[12.50,-0,1e400,1E+2,0.10,10000000000000000000001]");
  EXPECT_EQ(json_of("[+1, 007, .5, 5., -.5, -007.0e1, 0x1F, 0o17]"),
            "[1,7,0.5,5,-0.5,-7.0e1,31,15]");
  EXPECT_EQ(json_of("[1_000, 12:30, 2027-03-01, 1.2.3, '12', \"1\", e5, 0b1, -, .]"),
            R"(["1_000","12:30","2027-03-01","1.2.3","12","1","e5","0b1","-","."])");
  EXPECT_EQ(json_of("a: |\n  x\n  y\nb: >-\n  1\n"), R"({"a":"x\ny\n","b":"1"})");
  EXPECT_EQ(json_of("a:\nb: {}\nc: []\n"), R"({"a":null,"b":{},"c":[]})");
  EXPECT_EQ(json_of("[!!str 1, !!int 1, !!float 1.5, !!bool true, !!null '~', ! x]"),
            R"(["1",1,1.5,true,null,"x"])");
}

TEST(Yaml, EveryNumberTextThatJsonHasIsKept) {
  for (const char* text : {"0", "-0", "1", "-12", "0.0", "1.5e3", "1E-2", "9e999", "-0.00"}) {
    EXPECT_EQ(read_plain_scalar(text).json, text);
    EXPECT_EQ(read_plain_scalar(text).kind, PlainScalar::Kind::number);
  }
}

TEST(Yaml, AliasesAreWrittenOut) {
  EXPECT_EQ(json_of("a: &x {k: [1, 2]}\nb: *x\nc: [*x, &y q, *y]\n"),
            R"({"a":{"k":[1,2]},"b":{"k":[1,2]},"c":[{"k":[1,2]},"q","q"]})");
}

TEST(Yaml, RefusesWhatWouldBeLostOrMisread) {
  EXPECT_EQ(json_of(""), "y:1:1: the file is empty");
  EXPECT_EQ(json_of("# nothing\n"), "y:1:1: the file is empty");
  EXPECT_EQ(json_of("a: 1\né: 2\na: 3\n"),
            "y:3:1: key \"a\" stands twice, first in line 1 | keep one of them");
  EXPECT_EQ(json_of("{x: {é: 1, é: 2}}"),
            "y:1:12: key \"é\" stands twice, first in line 1 | keep one of them");
  EXPECT_EQ(json_of("a: &x {b: 1}\nc:\n  <<: *x\n"),
            "y:3:3: merge key \"<<\" | write the members out: YAML 1.2 has no merge keys");
  EXPECT_EQ(json_of("a: 1\n---\nb: 2\n"),
            "y:2:1: a second YAML document in the file | one file holds one document");
  EXPECT_EQ(json_of("[a: &x [*x]]"),
            "y:1:9: an alias inside the value that it names | remove the alias");
  EXPECT_EQ(json_of("? [a]\n: 1\n"), "y:1:3: a key that is a list or a map | keys are scalars");
  EXPECT_EQ(json_of("~: 1\n"), "y:1:1: a key is null | write the key in quotes");
  EXPECT_EQ(json_of("- &x a\n- {*x : 1}\n"), "y:2:4: an alias as a key | write the key out");
  EXPECT_EQ(json_of("- {&x a: 1}\n"), "y:1:4: an anchor on a key | put anchors on values only");
  EXPECT_EQ(json_of("[.inf, -.Inf, .nan]"),
            "y:1:2: .inf has no spelling in JSON | put it in quotes to make it a string\n"
            "y:1:8: -.Inf has no spelling in JSON | put it in quotes to make it a string\n"
            "y:1:15: .nan has no spelling in JSON | put it in quotes to make it a string");
  EXPECT_EQ(
      json_of("0x1FFFFFFFFFFFFFFFF"),
      "y:1:1: 0x1FFFFFFFFFFFFFFFF does not fit in 64 bits | put it in quotes to make it a string");
  EXPECT_EQ(json_of("!foo x"),
            "y:1:1: tag \"!foo\" | only !!str, !!int, !!float, !!bool, !!null, !!seq and !!map are "
            "known");
  EXPECT_EQ(json_of("!!set {a}"),
            "y:1:1: tag \"tag:yaml.org,2002:set\" | only !!str, !!int, !!float, !!bool, !!null, "
            "!!seq and !!map "
            "are known");
  EXPECT_EQ(json_of("!!int abc"), "y:1:1: abc is no !!int | change the value or its tag");
  EXPECT_EQ(json_of("a: \xff"), "y:1:4: a byte that is not UTF-8 | save the file as UTF-8");
  EXPECT_EQ(
      json_of(std::string("a: 1\nb: \x04\nc: 1\n")),
      "y:2:4: a control character | write it as an escape in double quotes, such as \"\\x1b\"");
  EXPECT_EQ(json_of("a: *nope"), "y:1:4: not valid YAML: the referenced anchor is not defined");
  EXPECT_TRUE(json_of("a: [1\nb: 2\n").starts_with("y:")) << json_of("a: [1\nb: 2\n");
  EXPECT_EQ(json_of("a: &x !!str \"x\\\"\nb: 2\n"),
            "y:1:4: a quote that is not closed | close it on the same line");
  EXPECT_EQ(json_of("a: 'x''\nb: 2\n"),
            "y:1:4: a quote that is not closed | close it on the same line");
  EXPECT_EQ(json_of("'a''b': \"c\\\"d\"\n"), R"({"a'b":"c\"d"})");
  EXPECT_NE(json_of(std::string(20 << 20, '#')).find("20 MiB of YAML; at most 16 MiB are read"),
            std::string::npos);
}

TEST(Yaml, DeepNestingIsAFaultAndNotACrash) {
  EXPECT_TRUE(json_of(std::string(100000, '[')).starts_with("y:"));
  EXPECT_TRUE(json_of(std::string(100000, '{')).starts_with("y:"));
  EXPECT_TRUE(json_of(std::string(100000, '[') + std::string(100000, ']')).starts_with("y:"));
  std::string block;
  for (int i = 0; i < 2000; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(json_of(block).find("not valid YAML"), std::string::npos);
}

TEST(Yaml, AliasBombsAreRefusedSoon) {
  std::string bomb = "a0: &a0 [\"0123456789012345678901234567890123456789\"]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j) bomb += last + ", ";
    bomb += last + "]\n";
  }
  EXPECT_NE(json_of(bomb).find("the aliases up to here make more than"), std::string::npos);
}

TEST(Yaml, AOneLineFileCostsNoMoreThanALongOne) {
  std::string flow = "[";
  for (int i = 0; i < 200000; ++i) flow += "é, ";
  EXPECT_EQ(json_of(flow + "]").size(), 200000u * 5 + 1);
}

TEST(Yaml, PlacesAreThoseOfTheYamlFile) {
  Folder folder;
  folder.write(
      "tare.yaml",
      "adapter:\n  command: ['true']\ncases:\n  - c.yaml\ntimeouts:\n  totalMs: zehn\né: 1\n");
  folder.write("c.yaml",
               "- id: a\n  request: x\n  expectedTool: t\n  risk: 9\n- id: b\n  request: x\n"
               "  expectedToool: t\n  expectedArgs: {é: {$regx: 1}}\n");
  EXPECT_EQ(
      faults_of(folder, "tare.yaml"),
      "tare.yaml:6:12: \"totalMs\" is \"zehn\"; it must be a whole number from 1 to 604800000\n"
      "tare.yaml:7:1: unknown member \"é\" in the suite file | known: $schema, adapter, cases, "
      "tools, "
      "instructions, policy, trials, jobs, keep, timeouts, limits, retries, proxy, never, waivers, "
      "gates, "
      "baseline, profiles, variants, judge, lint, sideEffects, maxTurns\n"
      "c.yaml:4:9: case \"a\": \"risk\" is 9; it must be a whole number from 1 to 5\n"
      "c.yaml:5:3: case \"b\": kind tool-call states no expected tool | add \"expectedTool\" "
      "(null: no call is "
      "correct), or set \"kind\": \"observe\"\n"
      "c.yaml:7:3: case \"b\": unknown member \"expectedToool\" in a case | did you mean "
      "\"expectedTool\"?\n"
      "c.yaml:8:17: case \"b\": \"expectedArgs\" needs an expected tool | name one in "
      "\"expectedTool\", or remove "
      "it\n"
      "c.yaml:8:22: case \"b\": unknown matcher \"$regx\" | did you mean \"$regex\"?; a literal "
      "key is written "
      "\"$$regx\"");
}

TEST(Yaml, SaysTheSameAsJson) {
  Folder json, yaml;
  json.write("tare.json",
             R"x({"adapter":{"command":["python3","a.py"],"env":{"A":"${B}"}},"cases":["c.json"],
    "trials":2,"timeouts":{"idleMs":null,"totalMs":500},"gates":{"exactAccuracy":0.85,"findings":0},
    "never":[{"tool":"release_*","args":{"n":{"$range":{"gt":1.50}}}}],
    "profiles":{"pr":{"filter":"tag(read) & risk(>=2)"}},
    "waivers":[{"rule":"case:a","where":"","why":"w","reviewedBy":"x","until":"2027-03-01"}]})x");
  yaml.write("tare.yaml", R"x(# the same
adapter:
  command: [python3, a.py]
  env: {A: "${B}"}
cases: [c.yaml]
trials: 2
timeouts: {idleMs: ~, totalMs: 500}
gates: {exactAccuracy: 0.85, findings: 0}
never:
  - tool: release_*
    args: {n: {$range: {gt: 1.50}}}
profiles:
  pr:
    filter: tag(read) & risk(>=2)
waivers:
  - {rule: "case:a", where: "", why: w, reviewedBy: x, until: 2027-03-01}
)x");
  json.write(
      "c.json",
      R"x([{"id":"a","request":"Zeig \"QA\"\nbitte é","expectedTool":"get","risk":2,"tags":["read","1"],
    "expectedArgs":{"key":"007","n":12.50,"no":false},"input":{"a":null}},
   {"id":"b","request":"no","expectedTool":null}])x");
  yaml.write("c.yaml", R"x(- id: a
  request: "Zeig \"QA\"\nbitte é"
  expectedTool: get
  risk: 2
  tags: [read, "1"]
  expectedArgs: {key: "007", n: 12.50, no: false}
  input: {a: ~}
- {id: b, request: no, expectedTool: null}
)x");
  const Suite a = load_good(json);
  const Suite b = load_good(yaml, "tare.yaml");
  EXPECT_EQ(a.dataset_sha256, b.dataset_sha256);
  EXPECT_EQ(a.gates_sha256, b.gates_sha256);
  EXPECT_EQ(a.adapter.command, b.adapter.command);
  EXPECT_EQ(a.adapter.env, b.adapter.env);
  EXPECT_EQ(a.trials, b.trials);
  EXPECT_EQ(a.timeouts.total_ms, b.timeouts.total_ms);
  EXPECT_EQ(a.never[0].args_json, b.never[0].args_json);
  EXPECT_EQ(a.profiles[0].second.filter, b.profiles[0].second.filter);
  EXPECT_EQ(a.waivers[0].until, b.waivers[0].until);
  EXPECT_EQ(a.cases[0].input.request_json, b.cases[0].input.request_json);
  EXPECT_EQ(a.cases[0].expected.rare->expected_args_json,
            b.cases[0].expected.rare->expected_args_json);
}

}  // namespace
}  // namespace tare
