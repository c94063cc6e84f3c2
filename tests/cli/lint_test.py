#!/usr/bin/env python3
"""tare lint and tare coverage as a user meets them, and over all suites of this repository."""
import json
import pathlib
import re
import unittest

from json_schemas import jsonschema
from tare_cli import Suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = [{"name": "get_order", "annotations": {"readOnlyHint": True}, "inputSchema": {
             "type": "object", "required": ["number"], "properties": {
                 "number": {"type": "string"}, "detail": {"enum": ["short", "full"]}}}},
         {"name": "set_price", "inputSchema": {"type": "object", "properties": {"price": {"type": "number"}}}}]
GOOD = [{"id": "a", "request": "What became of 7, in full?", "expectedTool": "get_order", "tags": ["read"],
         "expectedArgs": {"number": "7", "detail": "full"}},
        {"id": "b", "request": "And 8, in short?", "expectedTool": "get_order", "tags": ["read"],
         "expectedArgs": {"number": "8", "detail": "short"}},
        {"id": "c", "request": "The lamp costs 9 from today.", "expectedTool": "set_price", "tags": ["write"],
         "expectedArgs": {"price": 9}},
        {"id": "d", "request": "What would the lamp cost if it cost 9?", "expectedTool": None, "tags": ["no-tool"],
         "forbid": ["set_price"]}]
BAD = [*GOOD, {"id": "e", "request": "Please get order 9.", "expectedTool": "get_order", "tags": ["read"],
               "expectedArgs": {"detail": "long"}}]
DESCRIBER = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"event": "manifest", "tools": json.loads(%r)}))
    print(json.dumps({"event": "finished", "reason": "stop"}), flush=True)
"""


class Checks(unittest.TestCase):
    def suite(self, cases, **members):
        suite = Suite(cases, tools=TOOLS, **members) if "tools" not in members else Suite(cases, **members)
        self.addCleanup(suite.close)
        return suite

    def test_a_good_suite_is_clean(self):
        suite = self.suite(GOOD)
        for command in ("lint", "coverage"):
            done = suite.tare(command)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(suite.tare(command, str(suite.path)).returncode, 0)

    def test_findings_have_place_rule_and_mend_and_exit_1(self):
        suite = self.suite(BAD)
        done = suite.tare("lint")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"e: expects \"long\" for /detail.*lint/impossible-value.*cases\.json:1:\d+")
        self.assertIn("lint/names-its-tool", done.stdout)
        self.assertEqual(suite.tare("lint", "--filter", "!id(e)").returncode, 0)

    def test_every_format_is_what_it_says(self):
        suite = self.suite(BAD)
        document = json.loads(suite.tare("lint", "--format", "json").stdout)
        jsonschema.Draft202012Validator(json.loads(suite.tare("schema", "violations").stdout)).validate(document)
        rules = {one["rule"] for one in document["violations"]}
        self.assertEqual(rules, {"lint/impossible-value", "lint/names-its-tool"})
        sarif = json.loads(suite.tare("lint", "--format", "sarif").stdout)
        self.assertEqual({one["ruleId"] for one in sarif["runs"][0]["results"]}, rules)
        done = suite.tare("lint", "--report", "junit=lint.xml", "--report", "markdown=lint.md")
        self.assertEqual(done.returncode, 1)
        self.assertIn("lint/impossible-value", (suite.path / "lint.xml").read_text())
        self.assertIn("impossible-value", (suite.path / "lint.md").read_text())

    def test_duplicates_are_reported_and_not_refused(self):
        suite = self.suite([*GOOD, {**GOOD[0], "request": "Other words, and many."}])
        done = suite.tare("lint")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"lint/duplicate-id")
        self.assertEqual(suite.tare("coverage").returncode, 2)

    def test_waivers_cover_and_idle_ones_are_findings(self):
        waiver = {"rule": "lint:impossible-value", "where": "id(e)", "why": "soon", "reviewedBy": "ann",
                  "until": "2999-01-01"}
        covered = self.suite(BAD, waivers=[waiver, {**waiver, "rule": "lint:names-its-tool"}])
        self.assertEqual(covered.tare("lint").returncode, 0)
        idle = self.suite(GOOD, waivers=[waiver])
        done = idle.tare("lint")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"delete the entry at tare\.json:1:\d+")
        self.assertEqual(idle.tare("coverage").returncode, 0)
        self.assertEqual(self.suite(GOOD, waivers=[{**waiver, "rule": "lint:nope"}]).tare("lint").returncode, 2)
        self.assertEqual(self.suite(GOOD, waivers=[{**waiver, "until": "2001-01-01"}]).tare("lint").returncode, 2)

    def test_usage_and_empty_selections_have_codes_of_their_own(self):
        suite = self.suite(GOOD)
        for command in ("lint", "coverage"):
            self.assertEqual(suite.tare(command, "--filter", "id(nope)").returncode, 4)
            self.assertEqual(suite.tare(command, "--filter", "((").returncode, 2)
            self.assertEqual(suite.tare(command, "nowhere").returncode, 2)
            self.assertEqual(suite.tare(command, "--report", "html").returncode, 2)
        bare = self.suite(GOOD, tools=[])
        self.assertEqual(bare.tare("lint").returncode, 1)  # unknown tools

    def test_the_adapter_is_asked_where_the_suite_says_so(self):
        suite = self.suite(GOOD, tools="describe", adapter=DESCRIBER % json.dumps(TOOLS))
        for command in ("lint", "coverage"):
            done = suite.tare(command)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        wrong = self.suite(BAD, tools="describe", adapter=DESCRIBER % json.dumps(TOOLS))
        self.assertEqual(wrong.tare("lint").returncode, 1)

    def test_coverage_names_gaps_and_is_a_document(self):
        suite = self.suite([one for one in GOOD if one["id"] in "ac"])
        done = suite.tare("coverage")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        for text in ('"short" of argument "detail"', "no case that looks like it", "expects that nothing is called"):
            self.assertIn(text, done.stdout)
        document = json.loads(suite.tare("coverage", "--format", "json").stdout)
        jsonschema.Draft202012Validator(json.loads(suite.tare("schema", "coverage").stdout)).validate(document)
        order = document["tools"][0]
        self.assertEqual((order["cases"], order["arguments"][1]["values"]),
                         (1, [{"value": '"short"', "cases": 0}, {"value": '"full"', "cases": 1}]))
        suite.tare("coverage", "--report", "markdown=c.md", "--report", "sarif=c.sarif", "--report", "json=c.json")
        self.assertIn("| no tool | 0 |", (suite.path / "c.md").read_text())
        self.assertEqual(json.loads((suite.path / "c.json").read_text())["gaps"], document["gaps"])

    def test_few_cases_are_a_gate_where_it_is_asked_for(self):
        suite = self.suite(GOOD)
        self.assertIn("lint/few-cases", suite.tare("coverage").stdout)
        self.assertEqual(suite.tare("coverage", "--min-cases", "1").returncode, 0)
        self.assertEqual(suite.tare("coverage", "--min-cases", "2").returncode, 1)

    def test_suites_without_tools_have_no_coverage(self):
        suite = Suite(GOOD)
        self.addCleanup(suite.close)
        done = suite.tare("coverage")
        self.assertEqual(done.returncode, 2)
        self.assertIn("which tools there are", done.stderr)
        self.assertEqual(suite.tare("lint").returncode, 0)


class OwnSuites(unittest.TestCase):
    """All cases of this repository: those of cases/ and examples/ by both commands."""

    def test_they_are_clean(self):
        suites = sorted([*ROOT.glob("cases/*/*tare.json"), *ROOT.glob("examples/*/tare.json"),
                         ROOT / "examples/tickets/golden.json"])
        self.assertGreaterEqual(len(suites), 9)
        helper = Suite(GOOD)
        self.addCleanup(helper.close)
        read = set()
        for suite in suites:
            for command in ("lint", "coverage"):
                with self.subTest(suite=str(suite.relative_to(ROOT)), command=command):
                    done = helper.tare(command, suite)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            read.update((suite.parent / name).resolve() for pattern in
                        re.findall(r'"([^"]*\.jsonl?)"', re.search(r'"cases":\s*\[[^\]]*\]', suite.read_text())[0])
                        for name in suite.parent.glob(pattern))
        # No case file stands aside.
        for file in [*ROOT.glob("cases/tickets/*.json"), *ROOT.glob("cases/coercion/*.jsonl")]:
            if file.name != "tools.json":
                self.assertIn(file.resolve(), read)

    def test_the_clients_suites_are_free_of_mistakes(self):
        helper = Suite(GOOD)
        self.addCleanup(helper.close)
        for suite in sorted(ROOT.glob("adapters/*/*/tare.json")):
            with self.subTest(suite=str(suite.relative_to(ROOT))):
                done = helper.tare("lint", suite)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_each_rule_has_its_section(self):
        suite = Suite(GOOD, tools=TOOLS)
        self.addCleanup(suite.close)
        sarif = json.loads(suite.tare("lint", "--format", "sarif").stdout)
        rules = [one["id"] for one in sarif["runs"][0]["tool"]["driver"]["rules"]]
        sarif = json.loads(suite.tare("coverage", "--format", "sarif").stdout)
        more = [one["id"] for one in sarif["runs"][0]["tool"]["driver"]["rules"]]
        for name, ids in (("lint", rules), ("coverage", [one for one in more if one not in rules])):
            self.assertTrue(ids)
            text = (ROOT / "docs" / f"{name}.md").read_text()
            self.assertEqual(ids, re.findall(r"^### (lint/[a-z-]+)$", text, re.M))


if __name__ == "__main__":
    unittest.main()
