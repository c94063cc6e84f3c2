// Suite files with faults: each word for word, with its place.
#include <gtest/gtest.h>

#include "suite_test_support.h"

namespace tare {
namespace {

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

}  // namespace
}  // namespace tare
