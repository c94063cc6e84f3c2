#!/usr/bin/env python3
"""`tare report`: finished runs again, and the table over several."""
import json
import re
import shutil
import unittest

import tare_cli
from tare_cli import call, case

ADAPTER = """
import json, sys
model, parser, version = sys.argv[1:]
for line in sys.stdin:
    case = json.loads(line)["case"]
    layers = [{"role": "server", "name": "srv", "version": version},
              {"role": "parser", "name": parser}]
    print(json.dumps({"event": "started", "adapter": {"name": "a", "version": "1"},
                      "model": model, "layers": layers}))
    answer = case["input"]["answer"]
    print(json.dumps(answer) if answer else '{"event": "error", "kind": "network", "message": "x"}',
          flush=True)
"""
LADDER = """
import json, sys
answers = json.load(open("answers.json"))
for line in sys.stdin:
    request = json.loads(line)
    name = answers[request["variant"]["name"]][request["case"]["id"]]
    calls = [{"name": name, "arguments": "{}"}]
    print(json.dumps({"raw": calls, "normalized": calls}), flush=True)
"""
CHANGED = {"raw": [call("f", '{"a":"1"}')], "normalized": [call("f", '{"a":1}')]}
SAME = {"raw": [call("f")], "normalized": [call("f")]}


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.suite = tare_cli.Suite(
            [case("changed", "f", CHANGED), case("same", "f", SAME)],
            adapter=ADAPTER, retries={"operational": 0})
        self.addCleanup(self.suite.close)

    def run_with(self, name, *words, cases=None):
        """A finished run of an adapter with those words; its folder's name."""
        settings = json.loads(self.suite.file.read_text())
        settings["adapter"]["command"] = [tare_cli.PYTHON, "adapter.py", *words]
        (self.suite.path / f"{name}.json").write_text(json.dumps(settings))
        done = self.suite.tare("run", f"{name}.json", "--out", name)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return name

    def report(self, *words, code=0):
        done = self.suite.tare("report", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def rows(self, *words):
        return json.loads(self.report(*words, "--format", "json").stdout)["rows"]

    def test_one_run_gives_the_reports_of_the_run(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        made = self.suite.path / run / "results.json"
        self.assertEqual(self.report(run, "--format", "json").stdout, made.read_text())
        terminal = self.report(run).stderr
        self.assertIn("stringToNumber", terminal)
        self.report(run, "--report", "junit=j.xml")
        self.assertIn("<testsuite", (self.suite.path / "j.xml").read_text())

    def test_rows_add_up_over_runs_in_the_order_of_first_appearance(self):
        runs = [self.run_with("b1", "b", "hermes", "1.0"), self.run_with("a1", "a", "hermes", "1.0"),
                self.run_with("b2", "b", "hermes", "1.0")]
        rows = self.rows(*runs, "--by", "model,parser")
        self.assertEqual([row["keys"] for row in rows],
                         [{"model": "b", "parser": "hermes"}, {"model": "a", "parser": "hermes"}])
        b = rows[0]
        self.assertEqual((b["runs"], b["trials"], b["calls"], b["changed"], b["rate"]), (2, 4, 4, 2, 0.5))
        self.assertEqual(b["byKind"], {"stringToNumber": 2})
        low, high = b["interval95"]
        self.assertTrue(0 < low < 0.5 < high < 1)

    def test_a_new_version_is_a_row_of_its_own(self):
        runs = [self.run_with("v1", "m", "hermes", "1.0"), self.run_with("v2", "m", "hermes", "2.0")]
        self.assertEqual(len(self.rows(*runs, "--by", "model,parser")), 1)
        rows = self.rows(*runs, "--by", "model,parser,version")
        self.assertEqual([row["keys"]["version"] for row in rows], ["1.0", "2.0"])
        self.assertEqual([row["keys"]["run"] for row in self.rows(*runs, "--by", "run")], runs)

    def test_the_table_has_a_line_a_row(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        head, row = self.report(run, "--by", "model,parser,version").stdout.splitlines()
        self.assertEqual(head.split()[:3], ["model", "parser", "version"])
        self.assertEqual(re.split(r"  +", row)[:7],
                         ["m", "hermes", "1.0", "2", "1", "50.0 %", "9.5 % to 90.5 %"])
        self.assertTrue(row.endswith("stringToNumber 1"))

    def test_the_table_as_markdown(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        self.report(run, "--by", "model", "--report", "markdown=by.md")
        text = (self.suite.path / "by.md").read_text()
        self.assertIn("| m | 2 | 1 | 50.0 % |", text)
        self.assertEqual(self.report(run, "--by", "model", "--report", "markdown").stdout, text)

    def test_incomplete_trials_stand_where_their_run_belongs(self):
        cases = [case("changed", "f", CHANGED), {**case("down", "f"), "input": {"answer": None}}]
        (self.suite.path / "cases.json").write_text(json.dumps(cases))
        rows = self.rows(self.run_with("one", "m", "hermes", "1.0"), "--by", "model")
        self.assertEqual([(row["trials"], row["incomplete"]) for row in rows], [(2, 1)])

    def ladder(self, answers, *words):
        """Runs of the variants in answers (variant: tools by case), told by variant."""
        cases = [{"id": id, "request": "Go.", "expectedTool": "f"} for id in next(iter(answers.values()))]
        suite = tare_cli.Suite(cases, adapter=LADDER, variants=[{"name": "strong"}, {"name": "small"}])
        self.addCleanup(suite.close)
        (suite.path / "answers.json").write_text(json.dumps(answers))
        for variant in answers:
            done = suite.tare("run", "--variant", variant, "--out", variant, "--trials", "2")
            self.assertEqual(done.returncode, 0, done.stderr)
        return suite.tare("report", *answers, "--by", "variant", *words)

    def test_the_ladder_tells_what_a_failure_is_a_sign_of(self):
        answers = {"small": {"fine": "f", "case": "g", "description": "g", "odd": "f"},
                   "strong": {"fine": "f", "case": "g", "description": "f", "odd": "g"}}
        done = self.ladder(answers, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        ladder = json.loads(done.stdout)["ladder"]
        self.assertEqual(ladder["variants"], ["strong", "small"])  # the suite's order, not the folders'
        self.assertEqual(ladder["counts"], {"none": 1, "caseOrProduct": 2, "descriptionOrOutput": 1, "unknown": 0})
        self.assertEqual({c["id"]: c["suspect"] for c in ladder["cases"]},
                         {"case": "caseOrProduct", "odd": "caseOrProduct", "description": "descriptionOrOutput"})
        self.assertEqual(ladder["cases"][0]["passRates"][0], {"variant": "strong", "passed": 0, "trials": 2})
        text = self.ladder(answers, "--color", "never").stdout
        self.assertRegex(text, r"description +2 of 2 +0 of 2 +tool's description or output")
        self.assertIn("strong > small", text)
        self.assertIn("| description | 2 of 2 | 0 of 2 | tool's description or output |",
                      self.ladder(answers, "--report", "markdown").stdout)

    def test_one_variant_makes_no_ladder(self):
        self.assertNotIn("ladder", json.loads(self.ladder({"strong": {"a": "g"}}, "--format", "json").stdout))

    def test_an_unknown_key_names_the_nearest(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        done = self.report(run, "--by", "modle", code=2)
        self.assertIn('"model"', done.stderr)

    def test_what_would_count_twice_is_refused(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        self.assertIn("named twice", self.report(run, "./" + run, "--by", "model", code=2).stderr)
        shutil.copytree(self.suite.path / run, self.suite.path / "copy")
        self.assertIn("another folder", self.report(run, "copy", "--by", "model", code=2).stderr)

    def test_bad_use_is_told(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        other = self.run_with("two", "m", "hermes", "1.0")
        self.assertIn("--by", self.report(run, other, code=2).stderr)
        self.report("no-such-folder", code=2)
        self.report(code=2)
        self.report(run, "--report", "markdown", code=2)
        self.report(run, "--by", "model", "--report", "junit", code=2)
        self.report(run, "--by", "model", "--report", "json", "--report", "markdown", code=2)

    def test_a_report_that_cannot_be_written_says_so(self):
        run = self.run_with("one", "m", "hermes", "1.0")
        self.report(run, "--by", "model", "--report", "markdown=/no/such/folder/x.md", code=110)


if __name__ == "__main__":
    unittest.main()
