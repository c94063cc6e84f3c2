"""Runs that end before all trials have run: no gate can change any more, or the money is spent."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from tare_cli import Suite  # noqa: E402

# Calls `get` or, in the trials that the case's input lists, `other`; says what it cost.
AGENT = """
import json, sys
request = json.loads(sys.stdin.readline())
plan = request["case"]["input"]
tool = "other" if request["trial"] in plan.get("wrong", []) else "get"
for at in ("raw", "normalized"):
    print(json.dumps({"event": at, "name": tool, "arguments": "{}"}))
if "costUsd" in plan:
    print(json.dumps({"event": "usage", "costUsd": plan["costUsd"], "inputTokens": 10}))
print(json.dumps({"event": "finished", "reason": "stop"}))
"""


def one(id, wrong=(), **more):
    return {"id": id, "request": "Go.", "expectedTool": "get",
            "input": {"wrong": list(wrong), **({"costUsd": more.pop("cost")} if "cost" in more else {})},
            **more}


class Adaptive(unittest.TestCase):
    def suite(self, cases, **members):
        suite = Suite(cases, adapter=AGENT, **members)
        self.addCleanup(suite.close)
        return suite

    def ran(self, suite, folder=None):
        return {c["id"]: len(c["trials"]) for c in suite.results(folder)["cases"]}

    def test_stops_once_no_gate_can_change_and_says_so(self):
        suite = self.suite([one("a"), one("b")], trials=5, gates={"passRate": 0.3})
        done = suite.run("--adaptive")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.ran(suite), {"a": 2, "b": 2})
        self.assertIn("stopped early: 2 cases after 2 of 5 trials: gates decided", done.stderr)
        results = suite.results()
        self.assertEqual(results["stoppedEarly"], [{"id": "a", "after": 2, "of": 5},
                                                   {"id": "b", "after": 2, "of": 5}])
        self.assertEqual((results["totals"]["trials"], results["totals"]["incomplete"]), (4, 0))

    def test_a_trial_that_was_left_out_is_shown_as_such(self):
        suite = self.suite([one("a"), one("b")], trials=5, gates={"passRate": 0.3})
        self.assertEqual(suite.run("--adaptive").returncode, 0)
        shown = suite.tare("show", suite.run_folder, "a#4")
        self.assertIn("left out by --adaptive", shown.stdout)
        self.assertIn("after 2 of 5 trials", " ".join(shown.stdout.split()))
        self.assertNotIn("not started", shown.stdout)
        # Of a case that was named without a trial, one that ran is shown.
        self.assertNotIn("left out", suite.tare("show", suite.run_folder, "a").stdout)

    def test_a_gate_over_some_cases_keeps_only_those_running(self):
        suite = self.suite([one("a", tags=["x"]), one("b")], trials=3,
                           gates=[{"figure": "passRate", "min": 1, "where": "tag(x)"}])
        self.assertEqual(suite.run("--adaptive").returncode, 0)
        self.assertEqual(self.ran(suite), {"a": 3, "b": 1})

    def test_a_gate_that_failed_for_good_ends_it(self):
        suite = self.suite([one("a", wrong=[1]), one("b")], trials=4, gates={"passRate": 1})
        self.assertEqual(suite.run("--adaptive").returncode, 1)
        self.assertEqual(self.ran(suite), {"a": 1, "b": 1})

    def test_a_case_under_a_limit_runs_all_its_trials(self):
        suite = self.suite([one("a", forbid=["drop"]), one("b")], trials=3)
        self.assertEqual(suite.run("--adaptive").returncode, 0)
        self.assertEqual(self.ran(suite), {"a": 3, "b": 1})
        crossed = self.suite([one("a", wrong=[1], forbid=["other"])], trials=3)
        self.assertEqual(crossed.run("--adaptive").returncode, 1)
        self.assertEqual(self.ran(crossed), {"a": 1})

    def test_a_re_score_says_the_same_to_the_byte(self):
        suite = self.suite([one("a"), one("b")], trials=5, gates={"passRate": 0.3})
        suite.run("--adaptive")
        again = suite.path / "again.json"
        done = suite.tare("score", suite.file, "--from", suite.run_folder, "--report", f"json={again}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(again.read_bytes(), (suite.run_folder / "results.json").read_bytes())

    def test_a_run_that_goes_on_decides_alike(self):
        suite = self.suite([one("a"), one("b")], trials=5, gates={"passRate": 0.3}, jobs=1)
        suite.run("--adaptive")
        whole = suite.results()
        lines = (suite.run_folder / "journal.jsonl").read_text().splitlines(keepends=True)
        (suite.run_folder / "journal.jsonl").write_text("".join(lines[:3]))
        done = suite.tare("run", "--resume", suite.run_folder, suite.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in ("cases", "gates", "stoppedEarly", "totals"):
            self.assertEqual(suite.results()[part], whole[part])
        plain = self.suite([one("a")])
        plain.run()
        done = plain.tare("run", "--resume", plain.run_folder, "--adaptive", plain.file)
        self.assertEqual(done.returncode, 2)


class MaxCost(unittest.TestCase):
    def suite(self, cases, **members):
        suite = Suite(cases, adapter=AGENT, jobs=1, **members)
        self.addCleanup(suite.close)
        return suite

    def test_nothing_is_launched_once_so_much_is_spent_and_it_can_go_on(self):
        suite = self.suite([one(f"c{i}", cost=0.4) for i in range(4)])
        done = suite.run("--max-cost", "0.5")
        self.assertEqual(done.returncode, 3, done.stderr)
        results = suite.results()
        outcomes = [c["trials"][0]["outcome"] for c in results["cases"]]
        self.assertEqual(outcomes, ["completed", "completed", "incomplete", "incomplete"])
        self.assertIn("limit on costs", results["cases"][2]["trials"][0]["failureText"])
        self.assertEqual(results["costStop"], {"limitUsd": 0.5, "knownUsd": 0.8})
        self.assertEqual(results["agent"]["costUsd"], 0.8)
        again = suite.path / "again.json"
        suite.tare("score", suite.file, "--from", suite.run_folder, "--report", f"json={again}")
        self.assertEqual(again.read_bytes(), (suite.run_folder / "results.json").read_bytes())
        self.assertEqual(suite.tare("run", "--resume", suite.run_folder, "--max-cost", "0.5",
                                    suite.file).returncode, 3)
        done = suite.tare("run", "--resume", suite.run_folder, "--max-cost", "9", suite.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("costStop", suite.results())

    def test_costs_that_are_not_said_cannot_be_held_and_that_is_said(self):
        suite = self.suite([one("a"), one("b")])
        done = suite.run("--max-cost", "0.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("--max-cost cannot be held"), 1)

    def test_a_limit_that_is_no_amount_is_bad_usage(self):
        suite = self.suite([one("a")])
        self.assertEqual(suite.run("--max-cost", "-1").returncode, 2)
        for no_sum in ("much", "nan", "inf", "1e999", "1,5", "0x10", "1 ", ""):
            self.assertEqual(suite.run("--max-cost", no_sum).returncode, 2, no_sum)


if __name__ == "__main__":
    unittest.main()
