#!/usr/bin/env python3
"""tare selftest: a suite that cannot fail is told, one that contradicts itself too."""
import json
import pathlib
import subprocess
import sys
import unittest

from tare_cli import TARE, Suite, call

try:
    from json_schemas import jsonschema
except SystemExit:  # its schema is then not looked at
    jsonschema = None

TOOLS = [
    {"name": "get", "description": "reads", "inputSchema": {
        "type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}},
    {"name": "set", "description": "writes", "approval": "always", "inputSchema": {
        "type": "object", "properties": {"key": {"type": "string"}, "n": {"type": "integer"}},
        "required": ["key", "n"]}},
    {"name": "drop", "description": "deletes", "inputSchema": {"type": "object"}},
]
GATES = {"passRate": 1}
# Each thing that can be wrong is asked for.
STRICT = [
    {"id": "read", "request": "a?", "expectedTool": "get", "calls": "only",
     "expectedArgs": {"key": {"$regex": "(?i)^QA-[0-9]{3}$"}}, "forbid": ["drop"]},
    {"id": "write", "request": "set a", "expectedTool": "set", "calls": "only",
     "expectedArgs": {"key": "a", "n": {"$range": {"gt": 2, "lt": 9}}}, "expectedStatus": "held"},
    {"id": "none", "request": "hello", "expectedTool": None},
    {"id": "both", "kind": "agent", "request": "get then set",
     "expectedCalls": [{"tool": "get", "args": {"key": "a"}},
                       {"tool": "set", "args": {"key": "a", "n": 1}}], "order": "strict"},
    {"id": "direct", "kind": "invoke", "identity": {"user": "b"},
     "invoke": {"tool": "get", "arguments": {"key": "of-a"}}, "expectedStatus": "rejected"},
]


class Selftest(unittest.TestCase):
    def make(self, cases, **members):
        suite = Suite(cases, tools=TOOLS, **members)
        self.addCleanup(suite.close)
        return suite

    def told(self, suite, *words):
        done = suite.tare("selftest", "--format", "json", *words)
        self.assertEqual(done.stderr, "", done.stderr)
        told = json.loads(done.stdout)
        if jsonschema is not None:
            jsonschema.validate(told, json.loads(suite.tare("schema", "selftest").stdout))
        return done.returncode, told

    def agent(self, told, name):
        return next(a for a in told["agents"] if a["agent"] == name)

    def test_a_suite_that_asks_for_everything_lets_no_mutant_live(self):
        code, told = self.told(self.make(STRICT, gates=GATES))
        self.assertEqual(told["live"], [])
        self.assertEqual((code, told["findings"]), (0, []), told)
        self.assertEqual(told["contradictions"] + told["unanswered"], [])
        self.assertEqual(self.agent(told, "oracle")["passed"], 5)
        for kind in told["kinds"]:
            self.assertGreater(told["kinds"][kind]["made"], 0, kind)
        self.assertIn({"gate": "passRate on normalized", "failsFor": [
            "neverCalls", "firstTool", *told["kinds"]]}, told["gates"])

    def test_what_a_suite_does_not_ask_lives_and_is_named(self):
        loose = [{"id": "write", "request": "a?", "expectedTool": "set"}]
        code, told = self.told(self.make(loose, gates=GATES))
        self.assertEqual(code, 1)
        self.assertEqual({(one["case"], one["kind"]) for one in told["live"]},
                         {("write", "changedArgument"), ("write", "extraCall")})
        text = self.make(loose, gates=GATES).tare("selftest").stdout
        self.assertIn("write: set: key is", text)
        self.assertEqual(self.told(self.make(loose, gates=GATES), "--max-live", "1")[0], 0)

    def test_a_mistake_that_no_gate_would_stop_is_a_note(self):
        _, told = self.told(self.make(STRICT, gates={"exactAccuracy": 1, "argsAccuracy": 1}))
        self.assertEqual(told["findings"], [])
        self.assertIn("no gate notices changedStatus, though 2 trials fail by it", told["notes"])

    def test_the_projects_own_sets_let_none_live(self):
        examples = pathlib.Path(__file__).resolve().parents[2] / "examples"
        for suite, cases in (("tickets/golden.json", 140), ("invoices", 71)):
            done = subprocess.run([TARE, "selftest", examples / suite, "--format", "json"],
                                  capture_output=True, text=True, timeout=120)
            told = json.loads(done.stdout)
            self.assertEqual((done.returncode, told["cases"], told["live"]), (0, cases, []),
                             told["findings"])
            self.assertGreater(told["mutants"]["made"], 2 * cases)

    def test_gates_over_what_paper_has_not_are_set_aside_by_name(self):
        for gate in ({"figure": "costUsd", "max": 1}, {"figure": "p95Ms", "max": 9},
                     {"figure": "judgePassRate", "min": 1},
                     {"figure": "drop", "of": "passRate", "view": "normalized", "max": 0.02}):
            with self.subTest(gate=gate["figure"]):
                suite = self.make(STRICT, gates=[{"figure": "passRate", "min": 1}, gate])
                code, told = self.told(suite)
                self.assertEqual((code, told["findings"]), (0, []))
                self.assertEqual([one["gate"].split()[0] for one in told["notAsked"]],
                                 [gate["figure"]])
                names = [one["gate"] for one in told["gates"]]
                names += [name for agent in told["agents"] for name in agent["failingGates"]]
                self.assertNotIn(gate["figure"], [name.split()[0] for name in names])
                self.assertIn("not asked: " + gate["figure"], suite.tare("selftest").stdout)

    def test_a_suite_that_only_a_judge_decides_is_not_accused(self):
        suite = pathlib.Path(__file__).resolve().parents[2] / "examples" / "judged-agent"
        done = subprocess.run([TARE, "selftest", suite, "--format", "json"],
                              capture_output=True, text=True, timeout=120)
        told = json.loads(done.stdout)
        self.assertEqual((done.returncode, told["findings"]), (0, []))
        self.assertEqual(told["cases"], told["outside"])
        self.assertIn("only a judge decides", told["notes"][0])

    def test_a_paper_trial_is_repeated_for_a_figure_of_k(self):
        suite = self.make(STRICT, gates=[{"figure": "passHatK", "k": 3, "min": 1}], trials=3)
        code, told = self.told(suite)
        self.assertEqual((code, told["findings"], told["notAsked"]), (0, [], []))
        self.assertIn("neverCalls", next(one["failsFor"] for one in told["gates"]
                                         if one["gate"].startswith("passHatK")))

    def test_gates_that_nobody_breaks_are_told(self):
        code, told = self.told(self.make(STRICT))
        self.assertEqual(code, 1)
        self.assertIn("an agent that never calls a tool gets through every gate", told["findings"])
        self.assertIn("an agent that always calls the first tool gets through every gate",
                      told["findings"])

    def test_a_case_that_nothing_can_pass_is_a_contradiction(self):
        cases = STRICT + [
            {"id": "against-itself", "request": "x", "expectedTool": "set",
             "never": [{"tool": "set", "args": {"n": 7}}], "expectedArgs": {"n": 7, "key": "a"}}]
        code, told = self.told(self.make(cases, gates=GATES))
        self.assertEqual(code, 1)
        self.assertEqual([one["case"] for one in told["contradictions"]], ["against-itself"])
        self.assertRegex(told["findings"][0], "contradicts itself")

    def waiver(self, rule):
        evidence = {"evidence": "passes 7 of 10"} if rule.startswith("quarantine") else {}
        return {"rule": rule, "where": "", "why": "known since May", "reviewedBy": "ann",
                "until": "2999-01-01", **evidence}

    def test_what_fails_in_a_waived_case_stops_no_build_and_kills_no_mutant(self):
        _, plain = self.told(self.make(STRICT, gates=GATES))
        for rule in ("case:read", "quarantine:read"):
            with self.subTest(rule=rule):
                code, told = self.told(self.make(STRICT, gates=GATES, waivers=[self.waiver(rule)]))
                self.assertEqual([one["case"] for one in told["waived"]], ["read"])
                self.assertIn("known since May", told["waived"][0]["why"])
                self.assertEqual((code, told["live"], told["contradictions"]), (0, [], []))
                self.assertLess(told["mutants"]["made"], plain["mutants"]["made"])
        self.assertEqual(told["mutants"]["waived"], 0)  # of a case set aside none is made
        # A limit is covered by no waiver.
        _, told = self.told(self.make(STRICT, gates=GATES, waivers=[self.waiver("case:read")]))
        self.assertEqual(told["kinds"]["forbiddenCall"], plain["kinds"]["forbiddenCall"])
        self.assertEqual(told["mutants"]["made"] + told["mutants"]["waived"],
                         plain["mutants"]["made"])

    def test_gates_that_only_waived_cases_would_break_protect_nothing(self):
        code, told = self.told(self.make(STRICT, gates=GATES, waivers=[
            self.waiver("case:" + one["id"]) for one in STRICT]))
        self.assertEqual(code, 1)
        self.assertIn("an agent that never calls a tool gets through every gate", told["findings"])

    def test_a_contradiction_that_a_waiver_covers_is_told_as_that(self):
        cases = [*STRICT, {"id": "odd", "request": "x", "expectedTool": "own", "mcpToolsOnly": True}]
        tools = {"tools": [*TOOLS, {"name": "own", "builtin": True}]}
        for waivers, place in (([], "contradictions"), ([self.waiver("case:odd")], "waived")):
            suite = Suite(cases, gates=GATES, waivers=waivers, **tools)
            self.addCleanup(suite.close)
            code, told = self.told(suite)
            self.assertEqual([one["case"] for one in told[place]], ["odd"])
            self.assertEqual(len(told["contradictions"] + told["waived"]), 1)
            self.assertEqual(code, 0 if waivers else 1)

    def test_an_expectation_that_no_value_is_found_for_is_told_and_a_run_helps(self):
        odd = [{"id": "odd", "request": "x", "expectedTool": "get", "calls": "only",
                "expectedArgs": {"key": {"$regex": "^\\p{Lu}+$"}},
                "input": {"answer": {"raw": [call("get", '{"key":"ÄÖ"}')],
                                     "normalized": [call("get", '{"key":"ÄÖ"}')]}}}]
        suite = self.make(odd, gates=GATES)
        _, told = self.told(suite)
        self.assertEqual([one["case"] for one in told["unanswered"]], ["odd"])
        self.assertEqual(told["mutants"]["made"], 0)
        self.assertEqual(suite.run().returncode, 0)
        code, told = self.told(suite, "--from", "run")
        self.assertEqual(told["fromRecord"], 1)
        self.assertGreater(told["mutants"]["made"], 0)
        self.assertEqual(told["live"], [])

    def test_a_value_that_cannot_be_made_up_is_no_contradiction(self):
        def of(id, **more):
            return {"id": id, "request": id, "expectedTool": "set", "calls": "only", **more}
        cases = [of("schema", expectedArgs={"key": {"$schema": {"type": "string", "pattern": "^a+$",
                                                               "minLength": 5}}}),
                 of("exact", expectedArgs={"n": {"$range": {"gt": 9007199254740992,
                                                            "lt": 9007199254740994}}}),
                 of("open", never=[{"tool": "set", "args": {"n": {"$range": {"lt": 50}}}}])]
        _, told = self.told(self.make(cases, gates=GATES))
        self.assertEqual(told["contradictions"], [])
        self.assertEqual([one["case"] for one in told["unanswered"]], ["schema", "exact", "open"])

    def test_another_spelling_that_is_as_good_is_no_mutant(self):
        tools = [{"name": "mark", "inputSchema": {"type": "object", "properties": {
            "state": {"enum": ["open", "closed"]}}}}, {"name": "other"}]
        suite = Suite([{"id": "c", "request": "c", "expectedTool": "mark", "calls": "only",
                        "expectedArgs": {"state": {"$ignoreCase": "OPEN"}}}], tools=tools, gates=GATES)
        self.addCleanup(suite.close)
        _, told = self.told(suite)
        self.assertEqual(told["live"], [])
        self.assertEqual(told["kinds"]["changedArgument"], {"made": 1, "killed": 1})

    def test_the_same_suite_gives_the_same_bytes(self):
        suite = self.make(STRICT, gates=GATES)
        self.assertEqual(suite.tare("selftest", "--format", "json").stdout,
                         suite.tare("selftest", "--format", "json").stdout)

    def test_bad_usage(self):
        suite = self.make(STRICT, gates=GATES)
        for words in (["--max-live", "2"], ["--max-live", "nan"], ["--from", "nowhere"]):
            done = suite.tare("selftest", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("tare: cannot", done.stderr)
        self.assertEqual(suite.tare("selftest", "--filter", "kind(observe)").returncode, 4)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[1:])
